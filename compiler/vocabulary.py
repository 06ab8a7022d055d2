"""The words that rules may use: what a game and its sets declare, and what the engine brings.

Values and look-ups only; ``declare`` reads them from documents. Knows nothing of syntax trees.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from cardwright.runtime import ir

from .inflection import participle, third_person
from .syntax import VerbForms
from .types import ANY, CARD, EVENT, NUMBER, PLACE, PLAYER, THING, WORD, Type

CARD_WORDS = {"card": False, "cards": True}
PLAYER_WORDS = {"player": False, "players": True, "opponent": False, "opponents": True}
SPACE_WORDS = ("space", "spaces")
OUTER = "outer"
"""Free places of a grid, and those of them that are not enclosed."""
ACTIVE = "active-player"
SEATS = {ACTIVE: "active", "next-player": "next", "previous-player": "previous"}
NOBODY = "nobody"
BUILTIN_LINKS = {"controller": PLAYER, "owner": PLAYER, "host": CARD}
EDGES_OF_TURN = "turn"
ENDS = ("top", "bottom")
"""The ends of a zone: places, and where a thing is wanted, the card that lies there."""
OUTCOMES = ("winner", "out")
"""What the end of a game can make of a player."""
EVENT_PARTS = {"source": CARD, "actor": PLAYER}
"""What every event has besides its roles."""

Names = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Role:
    """A role of a verb. ``preposition`` is "" for the direct object, "-" if the rules cannot fill it by a word."""

    name: str
    preposition: str
    type: Type
    required: bool = True


@dataclass(frozen=True, slots=True)
class Signature:
    """A verb as rules use it. outcome: the type of what ``as`` names. performable: rules may do it."""

    name: str
    roles: tuple[Role, ...]
    third: str
    participle: str
    outcome: Type | None = None
    performable: bool = True

    def role(self, preposition: str) -> Role | None:
        """The role that a preposition fills; "" for the direct object."""
        return next((role for role in self.roles if role.preposition == preposition), None)

    def named(self, name: str) -> Role | None:
        return next((role for role in self.roles if role.name == name), None)

    def performer(self) -> Role | None:
        """The role of who does it: the one marked ``by``, or else that of a player, or else the direct object."""
        by = self.role("by")
        players = [role for role in self.roles if role.type.base == "player"]
        return by or (players[0] if len(players) == 1 else None) or self.role("")


@dataclass(frozen=True, slots=True)
class Zone:
    name: str
    shared: bool
    layout: str = "pile"


@dataclass(frozen=True)
class Vocabulary:
    """All declared names, by what they are. The values of the mappings that hold only names are not looked at.

    kinds: kind to plural. means: means to plural. variables: the words it can hold, () for a number. options likewise.
    groupings: the
    groups of each, which are tags too. cards: id to kind. actions: names of actions anywhere. steps: of the turn.
    """

    kinds: Mapping[str, str] = field(default_factory=dict)
    zones: Mapping[str, Zone] = field(default_factory=dict)
    numbers: Names = field(default_factory=dict)
    counters: Names = field(default_factory=dict)
    statuses: Names = field(default_factory=dict)
    tags: Names = field(default_factory=dict)
    links: Names = field(default_factory=dict)
    groupings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    means: Mapping[str, str] = field(default_factory=dict)
    classes: Names = field(default_factory=dict)
    variables: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    verbs: Mapping[str, Signature] = field(default_factory=dict)
    abilities: Names = field(default_factory=dict)
    cards: Mapping[str, str] = field(default_factory=dict)
    actions: Names = field(default_factory=dict)
    steps: Names = field(default_factory=dict)

    def kind(self, word: str) -> str | None:
        """The kind that a word names, in the singular or the plural."""
        if word in self.kinds:
            return word
        return next((kind for kind, plural in self.kinds.items() if plural == word), None)

    def kind_words(self) -> Iterator[str]:
        """Every word that can end a noun."""
        yield from CARD_WORDS
        yield from PLAYER_WORDS
        yield from self.kinds
        yield from self.kinds.values()

    def quality(self, word: str) -> tuple[str, str] | None:
        """What an adjective says ("status", "tag", "kind" or "card"), and the name it goes by."""
        if word in self.statuses:
            return "status", word
        if word in self.tags:
            return "tag", word
        kind = self.kind(word)
        if kind is not None:
            return "kind", kind
        return ("card", word) if word in self.cards else None

    def quality_words(self) -> list[str]:
        return [*self.statuses, *self.tags, *self.kinds, *self.kinds.values(), *self.cards]

    def quantity(self, word: str) -> str | None:
        """ "number" or "counter"."""
        return "number" if word in self.numbers else "counter" if word in self.counters else None

    def link(self, word: str) -> Type | None:
        return BUILTIN_LINKS.get(word) or (THING if word in self.links else None)

    def event_words(self) -> list[str]:
        """What ``it is`` can ask for."""
        return [*self.means, *self.classes, *self.verbs, *self.tags]

    def by_form(self, word: str) -> Signature | None:
        """The verb whose third person or base form this is."""
        found = self.verbs.get(word)
        return found or next((verb for verb in self.verbs.values() if verb.third == word), None)

    def by_participle(self, word: str) -> Signature | None:
        return next((verb for verb in self.verbs.values() if verb.participle == word), None)

    @cached_property
    def forms(self) -> VerbForms:
        """How the verbs are spelt."""
        return VerbForms({verb.third: name for name, verb in self.verbs.items() if verb.third}, frozenset(self.verbs))


_PARAM_TYPES = {
    "card": CARD, "player": PLAYER, "number": NUMBER, "zone": PLACE, "word": WORD, "event": EVENT, "any": THING,
}  # fmt: skip
_IRREGULAR = {
    "give": "given", "put": "put", "set": "set", "cancel": "cancelled", "win": "won", "lose": "lost", "leave": "left",
}  # fmt: skip
_OUTCOMES = {"roll": NUMBER, "copy": CARD}
_ONLY_HAPPEN = frozenset({"act", "answer", "enter", "leave", "begin", "end"})
_EDGES = frozenset({"begin", "end"})


def _engine_verb(name: str, params: tuple[ir.Param, ...]) -> Signature:
    third, past = ("", "") if name in _EDGES else (third_person(name), _IRREGULAR.get(name) or participle(name))
    roles = tuple(_engine_role(param, first=index == 0) for index, param in enumerate(params))
    return Signature(name, roles, third, past, _OUTCOMES.get(name), name not in _ONLY_HAPPEN)


def _engine_role(param: ir.Param, first: bool) -> Role:
    """Only the first role without a preposition is the direct object; rules fill others in their own ways."""
    preposition = param.preposition or ("" if first else "-")
    type_ = ANY if param.name == "value" else _PARAM_TYPES[param.type]
    return Role(param.name, preposition, replace(type_, plural=param.plural), param.required)


USAGE = {
    "put": "put [N] TOKEN on OBJECT",
    "remove": "remove [N] TOKEN from OBJECT",
    "set": "set NAME of OBJECT to VALUE",
    "change": "change ROLE of it to VALUE",
    "cancel": "cancel it",
    "play": "play CARD",
    "command": "command CARD",
}
"""How verbs are used whose roles do not show it."""

ENGINE_VERBS: dict[str, Signature] = {name: _engine_verb(name, params) for name, params in ir.ENGINE_VERBS.items()}
"""The verbs of the engine as rules use them."""

RESERVED = frozenset({
    "this", "it", "you", "any", "each", "no", "other", "number", "up", "of", "in", "next", "that", "with", "as",
    "where", "is", "are", "has", "have", "had", "was", "were", "gets", "get", "loses", "lose", "not", "and",
    "or", "if", "else", "to", "from", "by", "for", "into", "against", "under", "using", "at", "onto", "on",
    "your", "their", "its", "highest", "lowest", "total", "fewest", "most", "strictly-fewest", "strictly-most",
    "begins", "ends", "share", "shares", "may", "cannot", "could", "there", "the", "becomes", "be", "chooses",
    "times", "paying",
    "all", "abilities", "except", "protected", "must", "one", "choose", "let", "repeat", "until",
    "while", "temporarily", "table", "nothing", "connected", "printed",
})  # fmt: skip
"""Words of the language itself; a game cannot declare them."""

ALONE = frozenset({*SEATS, NOBODY, "candidate", "affected"})
"""Names that mean something by themselves, and so cannot name anything else."""

TAKEN = ALONE | {
    *CARD_WORDS,
    *PLAYER_WORDS,
    *SPACE_WORDS,
    OUTER,
    *BUILTIN_LINKS,
    *ENDS,
    *EVENT_PARTS,
    EDGES_OF_TURN,
    "in-play",
}
"""Names that a game cannot declare."""
