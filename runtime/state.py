"""The state of a game: one plain value, cheap to copy, with the generator, the stack and the pending choice in it.

Things are numbered: 0 to ``seats - 1`` are the players, then come the cards. What is known of a thing stands in
columns, lists indexed by its number. Everything inside a column, a frame or an effect is immutable, so that a
fork copies the outer lists and shares the rest.

A frame of the stack is a list: its block, then who runs it and for what (``THIS`` to ``SCRATCH``), then its locals.
The frame of an event holds the roles of its verb as the first locals.
"""

from __future__ import annotations

import json
from typing import Any

BLOCK, THIS, YOU, IT, ABILITY, MEANS, VERB, FLAGS, APPLIED, SCRATCH, CLASS, LOCALS = range(12)
"""Positions in a frame. IT: position in the stack of the event that the frame is about (-1 none)."""

ASIDE, ATTACHED, PLAYED = -1, -2, -3
"""Zones that are no zone: put aside, attached to a host, being played."""

NOBODY = -1
NOWHERE = -1

STEP_OVER = -1
"""First local of the bottom frame when the running step of the turn is to end."""

_LISTS = (
    "card",
    "zone",
    "zones",
    "cell",
    "owner",
    "control",
    "host",
    "attached",
    "status",
    "abilities",
    "live",
    "held",
    "vars",
)
_TABLES = ("counters", "links", "stack")
_MAPS = ("grids",)
_VALUES = (
    "seats",
    "chooser",
    "prompt",
    "options",
    "answer",
    "winners",
    "lost",
    "active",
    "step",
    "turn",
    "random",
    "rolls",
    "effects",
    "serial",
    "past",
    "offered",
    "idle",
    "asking",
)

_FORK = "def fork(s):\n    t = new(State)\n" + "".join(
    [f"    t.{name} = s.{name}[:]\n" for name in _LISTS]
    + [f"    t.{name} = [x[:] for x in s.{name}]\n" for name in _TABLES]
    + [f"    t.{name} = [x.copy() for x in s.{name}]\n" for name in _MAPS]
    + [f"    t.{name} = s.{name}\n" for name in _VALUES]
    + ["    return t\n"]
)


def things(value: Any) -> tuple[int, ...]:
    """The things a role holds, whatever its form."""
    if type(value) is tuple:
        return value
    return (value,) if type(value) is int and value >= 0 else ()


class State:
    """One moment of a game.

    card: index of each thing's card in the pack (-1: a player). zone: index of the zone instance it is in, or ASIDE,
    ATTACHED, PLAYED. zones: what each zone instance holds, in order, the last being the top of a pile.
    cell: place on a grid (-1 none); grids: for each grid, what lies at which place.
    control: seat that controls it (NOBODY none). status: bit mask. abilities: those that function now.
    live: for each ability, the things in play that have it; held: the cards in playable zones that have it.
    counters, links: one column for each declared one. vars: the game's variables. effects: lasting effects.
    chooser, prompt, options: the pending choice (chooser NOBODY: none). winners: None as long as the game runs.
    asking: whether even a choice with a single option is put to its player (scenarios want to see it made).
    lost: bit mask of seats. step: place in the turn. past: what happened this turn, offered: what was on offer.
    """

    __slots__ = _LISTS + _TABLES + _MAPS + _VALUES

    card: list[int]
    zone: list[int]
    zones: list[tuple[int, ...]]
    cell: list[int]
    owner: list[int]
    control: list[int]
    host: list[int]
    attached: list[tuple[int, ...]]
    status: list[int]
    abilities: list[tuple[int, ...]]
    live: list[tuple[int, ...]]
    held: list[tuple[int, ...]]
    vars: list[Any]
    grids: list[dict[int, int]]
    counters: list[list[int]]
    links: list[list[int]]
    stack: list[list[Any]]
    seats: int
    chooser: int
    prompt: str
    options: tuple[tuple[Any, ...], ...]
    answer: Any
    winners: tuple[int, ...] | None
    lost: int
    active: int
    step: int
    turn: int
    random: int
    rolls: tuple[int, ...]
    effects: tuple[Any, ...]
    serial: int
    past: tuple[Any, ...]
    offered: tuple[Any, ...]
    idle: int
    asking: bool

    def fork(self) -> State:
        """An independent copy; costs what the columns hold, nothing deep."""
        copy: State = _fork(self)
        return copy

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and all(getattr(self, n) == getattr(other, n) for n in self.__slots__)

    def __hash__(self) -> int:
        return hash(json.dumps(self.to_json()))

    def to_json(self) -> dict[str, Any]:
        """The state as JSON data, in which tuples stand for lists; independent of the state."""
        return {
            **{name: getattr(self, name)[:] for name in _LISTS},
            **{name: [row[:] for row in getattr(self, name)] for name in _TABLES},
            **{name: [tuple(lying.items()) for lying in getattr(self, name)] for name in _MAPS},
            **{name: getattr(self, name) for name in _VALUES},
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> State:
        """The state that ``to_json`` wrote. Raises ValueError if the data has other fields."""
        if set(data) != set(cls.__slots__):
            raise ValueError("not a state of this version")
        state = cls()
        for name in _LISTS:
            setattr(state, name, [_frozen(x) for x in data[name]])
        for name in _TABLES:
            setattr(state, name, [[_frozen(x) for x in row] for row in data[name]])
        for name in _MAPS:
            setattr(state, name, [dict(pairs) for pairs in data[name]])
        for name in _VALUES:
            setattr(state, name, _frozen(data[name]))
        return state


def _frozen(value: Any) -> Any:
    """A value read from JSON, with tuples instead of lists."""
    if type(value) is list or type(value) is tuple:
        return tuple([x if type(x) is int else _frozen(x) for x in value])
    return value


_names: dict[str, Any] = {"State": State, "new": State.__new__}
exec(_FORK, _names)  # one straight line a field; the fields are listed once, above
_fork = _names["fork"]
