"""The table of a scenario: its players, and what its ``given`` puts down.

Checks every zone, card, counter, status, link, variable, option and step against the pack. Compiles no rules text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from collections.abc import Mapping as Map
from dataclasses import dataclass, field

from cardwright.runtime import ir, script
from cardwright.runtime.sets import chosen

from .diagnostics import did_you_mean
from .document import Mapping, Scalar, Sequence, Value
from .fields import Fields, Word
from .source import Span

BAD_NAME, UNKNOWN_GIVEN, BAD_VALUE = "CW0704", "CW0705", "CW0706"

_WAYS = ("yes", "no", "pass", "done", "play", "respond")
_RESERVED = frozenset({*_WAYS, "this", "it", "you", "nobody", "active-player", "next-player", "previous-player"})
_CARD_KEYS = ("card", "as", "attached", "of", "at")
ITEM_KEYS = ("expect", "offer", "refuse")
"""What an item of ``do`` may be besides a player's picks; so no player can be called that."""


VariableWords = Map[str, tuple[str, ...]]


class Names:
    """What a pack's names may stand for in a scenario.

    variables: the words that each variable can hold, none for a number. lost: ids of cards left out of the pack for
    faults of their own.
    """

    def __init__(
        self, pack: ir.Pack, variables: VariableWords, lost: Collection[str] = (), whole: Names | None = None
    ) -> None:
        """whole: the names of the pack that this one is a part of."""
        self.pack = pack
        self.variables = variables
        self.lost = lost
        self.cards = {card.id: card for card in pack.cards}
        self.zones = {zone.name: zone for zone in pack.zones}
        self.options = dict(pack.options)
        self.steps = (*(step.name for step in pack.turn), script.SETUP)
        self._words: Map[str, frozenset[str]] = (
            whole._words if whole else {ability.id: _pick_words(ability) for ability in pack.abilities}
        )
        others = _pick_words((pack.verbs, pack.setup, pack.turn))
        self.picks = others.union(_WAYS, self.cards, *(self._words[ability.id] for ability in pack.abilities))
        self._parts: dict[frozenset[str], Names] = {}

    def having(self, sets: Collection[str]) -> Names:
        """The names with some sets of the game only, and what these need."""
        named = frozenset(sets)
        if named not in self._parts:
            self._parts[named] = Names(chosen(self.pack, named), self.variables, self.lost, self)
        return self._parts[named]

    def zones_of(self, scope: str) -> tuple[str, ...]:
        return tuple(name for name, zone in self.zones.items() if zone.scope == scope)


def _pick_words(part: object) -> frozenset[str]:
    """Names of actions, of ways to choose and of abilities in a part of a pack: whatever an option may be called."""
    return frozenset(
        node.id if isinstance(node, ir.Ability) else node.name
        for node in ir.walk(part)
        if isinstance(node, ir.Action | ir.Mode | ir.Ability)
    )


@dataclass(slots=True)
class Given:
    """The table as read so far. spoiled: it needs a card that is lost."""

    players: tuple[str, ...] = ()
    cards: list[script.Placed] = field(default_factory=list)
    marks: list[script.Marks] = field(default_factory=list)
    variables: list[tuple[str, int | str]] = field(default_factory=list)
    options: list[tuple[str, str]] = field(default_factory=list)
    sets: tuple[str, ...] = ()
    step: str = ""
    rolls: tuple[int, ...] = ()
    seed: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    spoiled: bool = False

    def count(self, name: str) -> int:
        """How many things of the table answer to a name."""
        return self.counts[name]

    def names(self) -> dict[str, str]:
        """Every name with its type."""
        return {name: "player" if name in self.players else "card" for name in self.counts}

    def scenario(
        self, items: tuple[script.Item, ...], expect: tuple[script.Expectation, ...], unchanged: bool
    ) -> script.Scenario:
        return script.Scenario(
            players=self.players, cards=tuple(self.cards), marks=tuple(self.marks), variables=tuple(self.variables),
            options=tuple(self.options), step=self.step, rolls=self.rolls, seed=self.seed, items=items, expect=expect,
            unchanged=unchanged, sets=self.sets,
        )  # fmt: skip


def read_given(fields: Fields, names: Names, entry: Mapping, place: Callable[[Span], int]) -> Given:
    """The table that a scenario's ``players``, ``sets``, ``options``, ``seed`` and ``given`` describe."""
    return _Reader(fields, names, place).read(entry)


@dataclass(slots=True)
class _Reader:
    fields: Fields
    names: Names
    place: Callable[[Span], int]
    given: Given = field(default_factory=Given)
    copies: Counter[str] = field(default_factory=Counter)
    linked: list[Word] = field(default_factory=list)

    def read(self, entry: Mapping) -> Given:
        self._sets(entry.items.get("sets"))
        self._players(entry.items.get("players"))
        self._options(entry.items.get("options"))
        if "seed" in entry.items:
            self.given.seed = self.fields.number(entry.items["seed"], "`seed`")
        given = self.fields.entries(entry.items.get("given"), "`given`")
        self.given.marks = [script.Marks() for _ in self.given.players]
        for key, value in given.items.items():
            self._entry(key, value, given.keys[key])
        for name, span in self.linked:
            if self.given.count(name) != 1:
                self._unknown(name, span, "one card or player of this table", self.given.counts)
        return self.given

    # ---- around the table ----

    def _sets(self, value: Value | None) -> None:
        """The sets in play: what the others bring is unknown here."""
        items = self.fields.items(value, "`sets`")
        self.given.sets = tuple(name for item in items if (name := self._one_of(item, self.names.pack.sets, "a set")))
        if self.given.sets:
            self.names = self.names.having(self.given.sets)

    def _players(self, value: Value | None) -> None:
        players = list(self.fields.words(value, "`players`"))
        pack = self.names.pack
        if value is not None and not pack.min_players <= len(players) <= pack.max_players:
            message = f"the game is for {pack.min_players} to {pack.max_players} players, not {len(players)}"
            self.fields.report(BAD_VALUE, value.span, message)
        for name, span in players:
            self._new_name(name, span, taken=name in self.names.cards or name in ITEM_KEYS)
        self.given.players = tuple(name for name, _ in players)

    def _options(self, value: Value | None) -> None:
        entry = self.fields.entries(value, "`options`")
        for name, content in entry.items.items():
            if name not in self.names.options:
                self._unknown(name, entry.keys[name], "an option of this game", self.names.options)
            elif word := self._one_of(content, self.names.options[name], f"the option `{name}`"):
                self.given.options.append((name, word))

    def _entry(self, key: str, value: Value, span: Span) -> None:
        """One key of ``given``: a player, a shared zone, a variable, ``step`` or ``rolls``."""
        if key in self.given.players:
            self._player(self.given.players.index(key), value)
        elif key in self.names.zones and self.names.zones[key].scope == "shared":
            self._zone(key, script.NOWHERE, value)
        elif key in self.names.variables:
            self._variable(key, value)
        elif key == "step":
            self.given.step = self._one_of(value, self.names.steps, "`step`")
        elif key == "rolls":
            self.given.rolls = tuple(self.fields.number(roll, "a roll") for roll in self.fields.items(value, "`rolls`"))
        else:
            known = (*self.given.players, *self.names.zones_of("shared"), *self.names.variables, "step", "rolls")
            self._unknown(key, span, "a player, shared zone or variable", known)

    def _variable(self, name: str, value: Value) -> None:
        words = self.names.variables[name]
        what = f"the variable `{name}`"
        known = self._one_of(value, words, what) if words else self.fields.number(value, what)
        self.given.variables.append((name, known))

    # ---- players and their cards ----

    def _player(self, seat: int, value: Value) -> None:
        zones = self.names.zones_of("player")
        marks: dict[str, Value] = {}
        entry = self.fields.entries(value, "what a player has")
        for key, content in entry.items.items():
            if key in zones:
                self._zone(key, seat, content)
            else:
                marks[key] = content
        self.given.marks[seat] = self._marks(entry, marks, "a zone, counter, status or link of a player", zones)

    def _zone(self, zone: str, seat: int, value: Value) -> None:
        cards = [self._card(item, zone, seat) for item in self.fields.items(value, f"`{zone}`")]
        pile = self.names.zones[zone].layout == "pile"
        self.given.cards += [card for card in (reversed(cards) if pile else cards) if card is not None]

    def _card(self, value: Value, zone: str, seat: int) -> script.Placed | None:
        if isinstance(value, Scalar):
            return self._placed(value, Mapping({}, {}, value.span), zone, seat)
        entry = self.fields.entries(value, "a card of the table")
        return self._placed(entry.items.get("card", value), entry, zone, seat)

    def _placed(self, card: Value, entry: Mapping, zone: str, seat: int) -> script.Placed | None:
        id = self._card_id(card)
        if not id:
            return None
        items = entry.items
        alias = self.fields.word(items.get("as"), "`as`")
        if alias:
            taken = alias in self.names.cards and alias != id
            self._new_name(alias, items["as"].span, taken)
        else:
            self.given.counts[id] += 1
        attached = [self._card(item, "", seat) for item in self.fields.items(items.get("attached"), "`attached`")]
        rest = {key: content for key, content in items.items() if key not in _CARD_KEYS}
        return script.Placed(
            card=id,
            name=alias or id,
            zone=zone,
            seat=self._holder(items.get("of"), seat),
            marks=self._marks(entry, rest, "a counter, status or link of a card", _CARD_KEYS),
            attached=tuple(card for card in attached if card is not None),
            at=self._at(items.get("at"), zone),
            place=self.place(card.span),
        )

    def _card_id(self, value: Value) -> str:
        id = self.fields.word(value, "a card of the table")
        self.given.spoiled |= id in self.names.lost
        if not id or id in self.names.lost:
            return ""
        if id not in self.names.cards:
            self._unknown(id, value.span, "a card of this game", self.names.cards)
            return ""
        self.copies[id] += 1
        if self.copies[id] > self.names.cards[id].copies:
            message = f"the game has only {self.names.cards[id].copies} of the card `{id}`"
            self.fields.report(BAD_VALUE, value.span, message, "use another card, or raise its `copies`")
        return id

    def _holder(self, value: Value | None, seat: int) -> int:
        """The player that ``of`` names: who controls a card in a shared zone."""
        name = self._one_of(value, self.given.players, "`of`") if value is not None else ""
        return self.given.players.index(name) if name else seat

    def _at(self, value: Value | None, zone: str) -> tuple[int, int] | None:
        """The place on a grid: steps right of the centre and below it."""
        if value is None:
            return None
        match value:
            case Sequence(items=(Scalar(value=int(x)), Scalar(value=int(y)))) if self._is_grid(zone):
                return x, y
        message = "`at` is the place of a card on a grid: two numbers, to the right of the centre and below it"
        self.fields.report(BAD_VALUE, value.span, message)
        return None

    def _is_grid(self, zone: str) -> bool:
        return bool(zone) and self.names.zones[zone].layout == "grid"

    def _marks(self, entry: Mapping, marks: dict[str, Value], what: str, also: Iterable[str]) -> script.Marks:
        """Counters, statuses and links among the keys of a thing; it may have the keys ``also``, as ``what`` says."""
        pack = self.names.pack
        counters: list[tuple[str, int]] = []
        statuses: list[str] = []
        links: list[tuple[str, str]] = []
        for key, value in marks.items():
            if key in pack.counters:
                counters.append((key, self.fields.number(value, f"the counter `{key}`")))
            elif key in pack.statuses:
                statuses += [key] if self.fields.flag(value, f"the status `{key}`") else []
            elif key in pack.links:
                self.linked += self.fields.words(value, f"the link `{key}`")
                links.append((key, self.fields.word(value, f"the link `{key}`")))
            else:
                known = (*pack.counters, *pack.statuses, *pack.links, *also)
                self._unknown(key, entry.keys[key], what, known)
        return script.Marks(tuple(counters), tuple(statuses), tuple(links))

    # ---- names ----

    def _new_name(self, name: str, span: Span, taken: bool) -> None:
        if taken or name in _RESERVED or self.given.counts[name]:
            self.fields.report(BAD_NAME, span, f"the name `{name}` already stands for something else")
        self.given.counts[name] += 1

    def _one_of(self, value: Value, known: Iterable[str], what: str) -> str:
        word = self.fields.word(value, what)
        if word and word not in known:
            help_text = did_you_mean(word, known) or f"one of {', '.join(known)}"
            self.fields.report(BAD_VALUE, value.span, f"{what} cannot be `{word}`", help_text)
            return ""
        return word

    def _unknown(self, name: str, span: Span, what: str, known: Iterable[str]) -> None:
        self.fields.report(UNKNOWN_GIVEN, span, f"`{name}` is not {what}", did_you_mean(name, known))
