"""What happens in a game, as sentences to one of its players: "Player 2 attacks Gemma with Berta", "You draw 3 cards".

The clauses of the texts file say it. A thing is told by its seat, by the id of its card, or as a back. Knows no state
of a game and no screen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Union

from cardwright.runtime import ir

from .describe import Walker
from .events import places_of
from .language import Det, Mood, joined
from .lexicon import Lexicon
from .phrase import NUMBER, Phrase, Template
from .teller import Named, Scene, Style, say
from .words import Adjective, Noun, VerbWord

Thing = Union[int, str, Mapping[str, Any]]
"""A player's seat; the id of a card, or BACK; a card that is known by where it is (``zone`` and ``seat``, or ``host``),
with its id as ``card``."""

BACK = "back"
"""The id of a card that is not known."""

_STAGES = {"about": (Mood.ABOUT, False), "done": (Mood.FACT, False), "dropped": (Mood.FACT, True)}
_NEEDED = {"put": ("token", "object"), "remove": ("token", "object"), "set": ("name", "value")}
"""Roles without which some of the engine's verbs say nothing."""
_TOGETHER = ("put", "remove", "set", "begin", "end")
"""Verbs whose roles are not each said by itself."""


@dataclass(frozen=True)
class Audience:
    """Who is told, of which game. reader: the seat that is spoken to, if any of them is. names: of the players, if they
    have any.
    """

    pack: ir.Pack
    players: int
    reader: int | None = None
    names: tuple[str, ...] = ()

    @cached_property
    def cards(self) -> Mapping[str, ir.Card]:
        return {card.id: card for card in self.pack.cards}


class Telling(Walker):
    """One sentence to an audience in one language. Words that it lacks leave gaps in the lexicon."""

    def __init__(self, audience: Audience, words: Lexicon) -> None:
        super().__init__(audience.pack, words, Scene())
        self.audience = audience

    # ---- things --------------------------------------------------------------------------------------

    def player(self, seat: int) -> Phrase:
        return self.language.you if seat == self.audience.reader else self.name(seat)

    def name(self, seat: int) -> Phrase:
        """A player's name, even if that player is spoken to."""
        noun = self.lexicon.noun("kinds", "player")
        names = self.audience.names
        return Phrase(names[seat] if names else f"{noun.one.capitalize()} {seat + 1}", gender=noun.gender)

    def card(self, id: str) -> Phrase:
        card = self.audience.cards[id]
        title = self.lexicon.data.get("cards", {}).get(id) or card.title
        gender = self.lexicon.data.get("genders", {}).get(id, "")
        return self.language.name(title, gender, self.lexicon.noun("kinds", card.kind).gender)

    def backs(self, number: int) -> Phrase:
        """So many cards of which nothing is known."""
        noun = self.lexicon.noun("kinds", "card")
        if number == 1:
            return self.point(Det.A, noun)
        return Phrase(self.language.counted(number, noun.many, noun.gender), True, noun.gender)

    def thing(self, thing: Thing) -> Phrase:
        match thing:
            case int():
                return self.player(thing)
            case str():
                return self.backs(1) if thing == BACK else self.card(thing)
        name = self.thing(thing.get("card", BACK))
        if "zone" in thing:
            return name.with_text(f"{name.text} {say(self.c.in_zone, place=self.zone(thing))}")
        if "host" in thing:
            return name.with_text(f"{name.text} {say(self.c.with_, measures=self.thing(thing['host']))}")
        return name

    def things(self, content: Sequence[Thing]) -> Phrase:
        """Several things together; those of which nothing is known are counted."""
        phrases = [self.thing(thing) for thing in content if thing != BACK]
        if len(phrases) < len(content):
            phrases.append(self.backs(len(content) - len(phrases)))
        if len(phrases) == 1:
            return phrases[0]
        gender = "f" if all(phrase.gender == "f" for phrase in phrases) else "m"
        return Phrase(joined([phrase.text for phrase in phrases], self.c.and_), True, gender)

    def zone(self, place: Mapping[str, Any]) -> Phrase:
        """A zone, shared or of a player."""
        return self.place(self._place(place))

    def measure(self, section: str, name: str, value: int) -> str:
        """A number or counter with its value: "attack 40", "3 wounds"."""
        noun = self.lexicon.noun(section, name)
        if section == "counters" and noun.one != noun.many:
            return say(self.c.counted, count=str(value), head=noun.form(value != 1))
        return f"{noun.one} {value}"

    def state(self, status: str, thing: Thing) -> str:
        """A status, as what has it has it."""
        match self.lexicon.word("statuses", status):
            case Adjective() as adjective:
                return adjective.agree(self.thing(thing))
            case Noun(one):
                return one

    # ---- names ---------------------------------------------------------------------------------------

    def tell(self, name: str, content: Any) -> ir.Expr | None:
        """Lets a name stand for what is known of it: things, a zone, a number or a word; None if that is nothing."""
        match content:
            case [*things] if things:
                player = all(isinstance(thing, int) for thing in things)
                noun = self.lexicon.noun("kinds", "player" if player else "card")
                self.bind(name, Named(noun, len(things) > 1, player, said=self.things(things)))
                return ir.Ref(name)
            case {"zone": _}:
                place = self._place(content)
                self.bind(name, Named(self.lexicon.noun("zones", place.zone), said=self.place(place)))
                return place
            case bool() | None | []:
                return None
            case int():
                said = Phrase(str(content), plural=content != 1, sort=NUMBER)
                self.bind(name, Named(self.lexicon.noun("own", "number"), said=said))
                return ir.Num(content)
        return ir.Word(str(content))

    def _place(self, place: Mapping[str, Any]) -> ir.Place:
        if place["seat"] < 0:
            return ir.Place(place["zone"])
        self.tell("told owner", [place["seat"]])
        return ir.Place(place["zone"], ir.Ref("told owner"))

    def _reference(self, name: str) -> Phrase:
        """What has been told comes first, even of ``this`` and ``you``."""
        named = self.scene.names.get(name)
        return named.said if named is not None and named.said is not None else super()._reference(name)

    # ---- what happens --------------------------------------------------------------------------------

    def event(self, told: Mapping[str, Any], nested: bool) -> str | None:
        """A stage of an event, as ``runtime.chronicle`` tells it. nested: as part of another one.

        None if nothing takes part in it.
        """
        verb = "rolled" if told["verb"] == "roll" else str(told["verb"])
        found = ((role, self.tell(f"told {role}", content)) for role, _, content in told["roles"])
        roles = tuple((role, node) for role, node in found if node is not None)
        if any(role not in dict(roles) for role in self._needed(verb)):
            return None
        word = self.lexicon.verb(self._entry_name(verb, roles))
        by_rule = {p.name for p in self.params_of(verb) if p.default is not None and p.type == "number"}
        places = {role: value for role, value in places_of(verb, roles).items() if role not in by_rule}
        clause = self._telling(word, places, told["actor"] >= 0 and not nested and verb in self.params)
        if clause is None:
            self.lexicon.hole("verbs", verb, "a clause for what happens")
            return None
        given = {role: value for role, value in roles if role in clause.places & places.keys() or verb in _TOGETHER}
        values = self._phrases(verb, given, clause, Style.PLAIN)
        return self.sentence(self._narrated(word, clause, values, told))

    def _needed(self, verb: str) -> Iterable[str]:
        """The roles without which an event of that verb is nothing: the things it is done to, above all."""
        things = (p for p in self.params_of(verb) if p.type in ("card", "player", "any") and not p.preposition)
        return _NEEDED.get(verb) or [param.name for param in things if param.required and param.default is None]

    def _narrated(self, word: VerbWord, clause: Template, values: dict[str, Phrase], told: Mapping[str, Any]) -> str:
        """The clause filled; an order is said of the player who caused the event."""
        mood, denied = _STAGES[told["stage"]]
        if clause is not word.do:
            return self._conjugated(word, clause, values, mood, denied)
        actor = self.player(told["actor"]) if told["actor"] >= 0 else Phrase(self.c.nobody)
        verb = self.language.verb(word.do_forms, mood, False, actor, denied)
        return f"{actor.as_subject} {clause.fill({**values, 'verb': Phrase(verb)})}"

    def _telling(self, word: VerbWord, places: Mapping[str, ir.Expr], acting: bool) -> Template | None:
        """The clause that leaves out least; first what a player does, then what cards do, then what is done to them.

        acting: the order is preferred, said of the player who acts.
        """
        subject = places.get(word.active.first) if word.active is not None else None
        order = [word.active, word.passive, word.do]
        if acting and (subject is None or not self.is_player(subject)):
            order = [word.do, word.active, word.passive]
        given = {*places, "verb"}
        fitting = [clause for clause in order if clause is not None and clause.required <= given]
        return min(fitting, key=lambda clause: len(given - clause.places), default=None)

    def sentence(self, text: str) -> str:
        """With its sound rules and its capital, without a full stop."""
        text = self.language.polish(text)
        return text[:1].upper() + text[1:]
