"""Things: references, links, counters, players and zones, as phrases."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from cardwright.runtime import ir

from .language import Det
from .phrase import FORMULA, Phrase
from .teller import Named, Style, Teller, say
from .words import Noun


class Nouns(Teller):
    """Says things. A name is said with an article where it is bound, and pointed at ("that fighter") afterwards."""

    def noun(self, node: ir.Noun, style: Style = Style.PLAIN) -> Phrase:
        if self.scene.spoken_of is not None and node == self.scene.spoken_of:
            with self.speaking_of(None):
                return self.language.again(self.noun(node), self.is_player(node))
        match node:
            case ir.Ref(name):
                return self._reference(name)
            case ir.Part():
                return self._part(node)
            case ir.Player(which, of):
                return self._player(which, of)
            case ir.Place():
                return self._card_at(node)
            case ir.Select(kind="number"):
                return self.any_number(node)
            case ir.Select():
                return self.some(node, style)
            case _:
                assert_never(node)

    # ---- names ---------------------------------------------------------------------------------------

    def _reference(self, name: str) -> Phrase:
        scene = self.scene
        candidate = self.candidate(name)
        if candidate is not None:
            said = candidate.said
            if candidate.once:
                candidate.said = replace(said, text="", subject="")
            return said
        match name:
            case "this":
                return self.point(Det.THIS, self.lexicon.noun("kinds", scene.kind))
            case "it":
                return self.event_noun(Det.THAT, scene.event)
            case "you":
                return self.language.you
            case "nobody":
                return Phrase(self.c.nobody)
            case "affected":
                return replace(Phrase(self.c.affected), short=False)
            case _ if name in scene.names:
                return self._that(name, scene.names[name])
            case _:
                return self.point(Det.THE, self.lexicon.noun("names", name))

    def _that(self, name: str, named: Named) -> Phrase:
        if named.said is not None:
            return named.said
        match named.source:
            case ir.Select(quant="each") as each:
                return self.noun(each, Style.ALL)
            case source if source is not None:
                return self.value(source)
        alike = [
            other
            for other, it in self.scene.names.items()
            if (it.noun, it.plural) == (named.noun, named.plural) and not it.is_fixed
        ]
        if len(alike) == 1:
            return self.point(Det.THAT, named.noun, named.plural)
        if self.lexicon.has("names", name):
            return self.point(Det.THE, self.lexicon.noun("names", name), named.plural)
        head = named.noun.form(named.plural)
        return self.language.ordinal(alike.index(name), head, named.plural, named.noun.gender)

    def event_noun(self, det: Det, verb: str) -> Phrase:
        """An event as a thing: "that attack"."""
        if verb == "play" and self.scene.event_kind:
            return self.point(det, self.lexicon.noun("kinds", self.scene.event_kind))
        noun = self.lexicon.verb(verb).noun if verb else None
        return self.point(det, noun or self.lexicon.noun("own", "happening"))

    # ---- what belongs to things ----------------------------------------------------------------------

    def _part(self, node: ir.Part) -> Phrase:
        match node.what, node.name:
            case "role", name:
                noun = self.lexicon.noun("names", name)
                return self.point(Det.THE, noun, self._is_plural_role(name))
            case "link", "host":
                return self._host(self.noun(node.of))
            case "link", name:
                return self._possessed(self.lexicon.noun("links", name), self.noun(node.of))
            case "counter", name:
                return replace(self._counters_of(name, node.of), sort=FORMULA)
            case what, name:
                number = self.lexicon.noun("numbers", name)
                if what == "printed":
                    number = replace(number, one=say(self.c.printed, name=number.one))
                return replace(self._possessed(number, self.noun(node.of)), sort=FORMULA)

    def _possessed(self, noun: Noun, owner: Phrase) -> Phrase:
        return self.language.possessed(noun.one, False, noun.gender, owner)

    def _counters_of(self, name: str, of: ir.Noun) -> Phrase:
        """ "your money", "the number of wounds on that fighter" """
        noun, owner = self.lexicon.noun("counters", name), self.noun(of)
        if noun.one == noun.many:
            return self._possessed(noun, owner)
        if of == ir.Ref("you"):
            return Phrase(say(self.c.counters_you, counters=noun.many), short=False)
        if self.is_player(of):
            return Phrase(say(self.c.counters_of, counters=noun.many, owner=owner), short=False)
        return Phrase(say(self.c.counters_on, counters=noun.many, owner=owner), short=False)

    def _is_plural_role(self, name: str) -> bool:
        return any(param.plural for param in self.params_of(self.scene.event) if param.name == name)

    def _host(self, attached: Phrase) -> Phrase:
        if self.lexicon.has("links", "host"):
            return self._possessed(self.lexicon.noun("links", "host"), attached)
        noun = self.lexicon.noun("kinds", self.scene.host)
        return self.point(Det.THE, noun).with_text(say(self.c.host, noun=self.point(Det.THE, noun), of=attached))

    # ---- players and zones ---------------------------------------------------------------------------

    def _player(self, which: str, of: ir.Noun | None) -> Phrase:
        match which, of:
            case "active", _:
                return Phrase(self.c.active)
            case "next", None | ir.Ref("you"):
                return Phrase(self.c.next)
            case "previous", None | ir.Ref("you"):
                return Phrase(self.c.previous)
            case "next" | "previous", other if other is not None:
                construct = self.c.next_after if which == "next" else self.c.previous_before
                return replace(Phrase(say(construct, of=self.noun(other))), short=False)
            case _:
                raise ValueError(f"no player by the place {which!r}")

    def _card_at(self, node: ir.Place) -> Phrase:
        """The card that lies at a place."""
        place = self.place(replace(node, at=""))
        return place.with_text(say(self.c.bottom_card if node.at == "bottom" else self.c.top_card, place=place))

    def place(self, node: ir.Place) -> Phrase:
        """A zone as a thing: "your hand", "the top of the deck"."""
        noun = self.lexicon.noun("zones", node.zone)
        if node.of is not None:
            phrase = self._possessed(noun, self.noun(node.of))
        elif self._is_shared(node.zone):
            phrase = self.point(Det.THE, noun)
        else:
            phrase = Phrase(say(self.c.players_zones, zone=noun.one, zones=self.point(Det.ALL, noun, plural=True)))
        match node.at:
            case "top":
                return phrase.with_text(say(self.c.top, place=phrase))
            case "bottom":
                return phrase.with_text(say(self.c.bottom, place=phrase))
            case _:
                return phrase

    def destination(self, node: ir.Place) -> Phrase:
        """A zone as where something goes: "into your hand", "on top of the deck"."""
        place = self.place(replace(node, at=""))
        construct = {"top": self.c.on_top, "bottom": self.c.under}.get(node.at, self.c.into)
        return Phrase(say(construct, place=place))

    def _is_shared(self, zone: str) -> bool:
        return any(it.scope == "shared" for it in self.pack.zones if it.name == zone)

    # ---- players or not ------------------------------------------------------------------------------

    def is_player(self, node: ir.Expr) -> bool:
        match node:
            case ir.Ref("you") | ir.Ref("affected") | ir.Player() | ir.Select(kind="player"):
                return True
            case ir.Ref(name) if (candidate := self.candidate(name)) is not None:
                return candidate.player
            case ir.Ref(name):
                return name in self.scene.names and self.scene.names[name].player
            case ir.Part("link", "controller" | "owner") | ir.Part("role", "actor"):
                return True
            case ir.Part("role", name):
                return any(param.type == "player" for param in self.params_of(self.scene.event) if param.name == name)
            case _:
                return False
