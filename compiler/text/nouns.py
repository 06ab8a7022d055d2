"""Things: references, links, players, zones and sets of things, as phrases."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from cardwright.runtime import ir

from .language import Det, joined
from .phrase import FORMULA, NUMBER, Phrase
from .scan import conjuncts, is_named, leaves, mentions, owner, subject
from .teller import Candidate, Named, Style, Teller, say
from .words import Adjective, Noun

AN_OPPONENT = ir.Compare("!=", ir.Ref("candidate"), ir.Ref("you"))
"""How the rules say that a player is an opponent."""
YOURS = ir.Of(ir.Ref("candidate"), ir.Ref("you"))


class Nouns(Teller):
    """Says things. A name is said with an article where it is bound, and pointed at ("that character") afterwards."""

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
                return self._any_number_role(node)
            case ir.Select():
                return self._select(node, style)
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
            case _, name:
                return replace(self._possessed(self.lexicon.noun("numbers", name), self.noun(node.of)), sort=FORMULA)

    def _possessed(self, noun: Noun, owner: Phrase) -> Phrase:
        return self.language.possessed(noun.one, False, noun.gender, owner)

    def _counters_of(self, name: str, of: ir.Noun) -> Phrase:
        """ "your money", "the number of wounds on that character" """
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

    # ---- sets of things ------------------------------------------------------------------------------

    def _any_number_role(self, node: ir.Select) -> Phrase:
        number = self.lexicon.noun("own", "number")
        said = replace(self.point(Det.THAT, number), sort=FORMULA)
        self.bind(node.bind, Named(number, said=said))
        phrase = self.point(Det.ANY, number)
        return replace(phrase, plural=True, sort=NUMBER, counting=self.c.any_number_of)

    def _select(self, node: ir.Select, style: Style) -> Phrase:
        if style is Style.MATCH and node.quant == "any" and node.bind in self.scene.groups:
            node = replace(node, quant="each")
        noun, filters = self._kind(node)
        plural = style in (Style.ALL, Style.KIND) or self._is_plural(node, style)
        model = Phrase(noun.form(plural), plural, noun.gender)
        group = self._whole_group(node, filters)
        if group is not None:
            said = model.with_text(say(self.c.one_of, group=replace(self.noun(group), gender=model.gender)))
            self.bind(node.bind, Named(noun, plural, node.kind == "player"))
            return said
        other = node.other or self._is_another(node, noun, filters)
        adjectives, tails = self._described(node, filters, model)
        yours = any(cond == YOURS for cond in filters)
        head = self.language.head(model, adjectives, other, yours)
        phrase = self._quantified(node, style, head, model)
        if tails:
            phrase = phrase.with_text(" ".join((phrase.text, *tails)))
        self.bind(node.bind, Named(noun, plural, node.kind == "player", owner=owner(node)))
        return phrase

    def _kind(self, node: ir.Select) -> tuple[Noun, list[ir.Cond]]:
        """The noun of a set, and the conditions that it does not say already."""
        filters = list(conjuncts(node.filters))
        if AN_OPPONENT in filters:
            filters.remove(AN_OPPONENT)
            return self.lexicon.noun("own", "opponent"), filters
        return self.lexicon.noun("kinds", node.kind), filters

    def _is_plural(self, node: ir.Select, style: Style) -> bool:
        match node.quant:
            case "each":
                return style is Style.MATCH
            case "exactly" | "up-to":
                return node.count != ir.Num(1)
            case "at-least":
                return True
            case quant:
                return quant == "any-number"

    def _quantified(self, node: ir.Select, style: Style, head: str, model: Phrase) -> Phrase:
        det = self._determiner(node, style)
        if det is not None:
            return self.language.point(det, head, model.plural, model.gender)
        if node.quant == "any-number" and style is not Style.MATCH:
            return model.with_text(say(self.c.any_number, head=head))
        match node.quant, node.count:
            case "up-to" | "at-least", ir.Num(value):
                counted = self.language.counted(value, head, model.gender)
                construct = self.c.up_to if node.quant == "up-to" else self.c.at_least
                return model.with_text(say(construct, noun=counted))
            case _, ir.Num(value):
                return model.with_text(self.language.counted(value, head, model.gender))
            case quant, count:
                constructs = {"up-to": self.c.up_to_formula, "at-least": self.c.at_least_formula}
                construct = constructs.get(quant, self.c.counted_formula)
                return model.with_text(say(construct, head=head, count=self.value(count or ir.Num(1))))

    def _determiner(self, node: ir.Select, style: Style) -> Det | None:
        match style, node.quant:
            case Style.ALL, "any" | "each":
                return Det.ALL
            case Style.KIND, _:
                return Det.KIND
            case Style.MATCH, "each" | "any-number":
                return Det.SOME
            case _, "at-least" if node.count == ir.Num(1):
                return Det.SOME
            case _, "any":
                return Det.A
            case _, "each":
                return Det.EACH
            case _, "no":
                return Det.NO
            case _:
                return None

    def _whole_group(self, node: ir.Select, filters: list[ir.Cond]) -> ir.Noun | None:
        """The group, if a set is just one of it."""
        match node.quant, filters:
            case "any", [ir.Among(ir.Ref(), group)] if not node.other and node.zone is None and node.extreme is None:
                return group
            case _:
                return None

    # ---- adjectives and tails ------------------------------------------------------------------------

    def _is_another(self, node: ir.Select, noun: Noun, filters: list[ir.Cond]) -> bool:
        """Whether a set leaves out a thing just named: "another character". Takes that condition off."""
        for cond in filters:
            match cond:
                case ir.Compare("!=", ir.Ref(left), ir.Ref(right)) if left in self._names(node):
                    named = self.scene.names.get(right)
                    if named is not None and named.noun == noun and not named.is_fixed:
                        filters.remove(cond)
                        return True
                case _:
                    pass
        return False

    @staticmethod
    def _names(node: ir.Select) -> tuple[str, ...]:
        """What each of a set is called in its conditions."""
        return ("candidate", node.bind) if node.bind else ("candidate",)

    def _described(self, node: ir.Select, filters: list[ir.Cond], model: Phrase) -> tuple[list[str], list[str]]:
        """The adjectives of a set, and its tails in the order in which they are said."""
        adjectives: list[str] = []
        tails: list[str] = []
        late: list[str] = []
        measures: list[str] = []
        asked: list[ir.Cond] = []
        names = self._names(node)
        for cond in filters:
            match cond:
                case ir.Is(ir.Ref(name), "status" | "tag" as what, word) if name in names:
                    adjectives.append(self.attribute(what, word, model))
                case ir.Of(ir.Ref(name), ir.Ref("you")) if name in names:
                    pass
                case ir.Of(ir.Ref(name), whose) if name in names and _is_opponents(whose):
                    adjectives.append(self.language.opposing.agree(model))
                case ir.Of(ir.Ref(name), whose) if name in names:
                    tails.append(self._owned(whose, model))
                case ir.Compare(op, ir.Part("number" | "counter" as what, number, ir.Ref(name)), right) if (
                    name in names
                ):
                    measures.append(self._measure(op, what, number, right))
                case _:
                    tail = self._tail(cond, names, model)
                    asked += [] if tail else [cond]
                    late += [tail] if tail else []
        if node.zone is not None:
            tails.append(say(self.c.in_zone, place=self.place(node.zone)))
        if measures:
            late.append(say(self.c.with_, measures=joined(measures, self.c.and_)))
        if node.extreme is not None:
            late.append(self._with_extreme(*node.extreme, model))
        return adjectives, [*tails, *late, *self._relatives(node, asked, model)]

    def _tail(self, cond: ir.Cond, names: tuple[str, ...], model: Phrase) -> str:
        """A condition in few words, "" if it takes a clause."""
        match cond:
            case ir.Compare("!=", ir.Ref(name), right) if name in names:
                return say(self.c.other_than, head=model, right=self.value(right))
            case ir.Among(ir.Ref(name), group) if name in names:
                return say(self.c.among, group=self.noun(group))
            case ir.Is(ir.Ref(name), "card", card) if name in names:
                return say(self.c.named, head=model, title=self.lexicon.plain("cards", card))
            case ir.NextTo(ir.Ref(name), other) if name in names:
                return say(self.c.next_to, other=self.noun(other))
            case _:
                return ""

    def attribute(self, what: str, word: str, model: Phrase) -> str:
        """A status or tag beside the noun it describes."""
        match self.lexicon.word("statuses" if what == "status" else "tags", word):
            case Adjective() as adjective:
                return adjective.agree(model)
            case Noun(one):
                return one

    def _owned(self, whose: ir.Noun, model: Phrase) -> str:
        if whose == self.scene.spoken_of and self.is_player(whose):
            return self.c.of_the_same
        construct = self.c.of_player if self.is_player(whose) else self.c.attached_to
        return say(construct, whose=self.noun(whose), head=model)

    def _measure(self, op: str, what: str, name: str, right: ir.Expr) -> str:
        """ "attack less than 50", "at least 3 coins" """
        match what, right:
            case "counter", ir.Num(value) if op != "!=":
                return self.counted_counters(op, name, value)
        noun = self.lexicon.noun("numbers" if what == "number" else "counters", name)
        comparison = self.comparison(op, Phrase(noun.one, False, noun.gender), self.value(right))
        return say(self.c.measure, name=noun.one, comparison=comparison)

    def counted_counters(self, op: str, name: str, value: int) -> str:
        """ "at least 3 coins", "no coins" """
        if (op, value) in (("=", 0), ("<", 1), ("<=", 0)):
            return self.point(Det.NO, self.lexicon.noun("counters", name), self.language.none_is_plural).text
        construct, number = self.bound(op, value)
        return say(construct, noun=self.counters(name, ir.Num(number)))

    def bound(self, op: str, value: int) -> tuple[str, int]:
        """A comparison with a figure as "at least", "at most" or "exactly" so many."""
        match op:
            case "<" | "<=":
                return self.c.at_most, value - (op == "<")
            case ">" | ">=":
                return self.c.at_least, value + (op == ">")
            case _:
                return self.c.exactly, value

    def comparison(self, op: str, left: Phrase, right: Phrase) -> str:
        """ "less than 50", agreeing with what is compared."""
        construct = {
            "=": self.c.equal,
            "!=": self.c.unequal,
            "<": self.c.less,
            "<=": self.c.less_equal,
            ">": self.c.more,
            ">=": self.c.more_equal,
        }[op]
        return say(construct, left=left, right=right)

    def _relatives(self, node: ir.Select, conds: list[ir.Cond], model: Phrase) -> list[str]:
        """Conditions as clauses: "that is not ill and can act", "such that ..." """
        player, names = node.kind == "player", self._names(node)
        leading = [cond for cond in conds if all(self._leads(leaf, names) for leaf in leaves(cond))]
        others = [cond for cond in conds if cond not in leading]
        texts = []
        if leading:
            candidate = Candidate(self.language.relative(model, player), names, player, once=True)
            with self.asking_about(candidate):
                texts.append(self.cond(ir.And(tuple(leading)) if len(leading) > 1 else leading[0]))
        if others:
            with self.asking_about(Candidate(self.language.pronoun(model, player), names, player)):
                texts.append(say(self.c.such, cond=self.cond(ir.And(tuple(others)) if len(others) > 1 else others[0])))
        return texts

    def _leads(self, cond: ir.Cond, names: tuple[str, ...]) -> bool:
        """Is the thing of one of these names the subject of a question, and spoken of nowhere else in it?"""
        match cond:
            case ir.Could(verb, roles):
                leader = self.subject_role(ir.Pattern(verb, roles), names)
            case ir.Was(event):
                leader = self.subject_role(event, names)
            case _:
                leader = subject(cond)
        return is_named(leader, names) and mentions(cond, names) == 1

    def _with_extreme(self, which: str, name: str, model: Phrase) -> str:
        special = f"{which}-{name}"
        if self.lexicon.has("extremes", special):
            return say(self.lexicon.plain("extremes", special), head=model)
        if name in self.pack.counters:
            which = {"lowest": "fewest", "highest": "most"}[which]
        if which in ("lowest", "highest"):
            noun = self.lexicon.noun("numbers", name)
            construct = self.c.with_lowest if which == "lowest" else self.c.with_highest
            phrase = Phrase(noun.one, gender=noun.gender)
        else:
            noun = self.lexicon.noun("counters" if name in self.pack.counters else "kinds", name)
            construct = {
                "fewest": self.c.with_fewest,
                "most": self.c.with_most,
                "strictly-fewest": self.c.with_strictly_fewest,
                "strictly-most": self.c.with_strictly_most,
            }[which]
            phrase = Phrase(noun.many, True, noun.gender)
        return say(construct, name=phrase, the=self.point(Det.THE, noun), head=model)

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


def _is_opponents(whose: ir.Noun) -> bool:
    """Is it any opponent, whom nothing else speaks of?"""
    match whose:
        case ir.Select("any" | "each", "player", filters, None, False, None, None, ""):
            return list(conjuncts(filters)) == [AN_OPPONENT]
        case _:
            return False
