"""Scenarios as data: what is given, what is done, what is expected. No file format and no engine.

The compiler makes these from rulings; ``scenario`` runs them. ``place`` in them is an index into a list of places that
whoever wrote the scenario keeps, so that a failure can be shown where it was written.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Union

from . import ir

NOWHERE = -1
"""Seat of a card in a shared zone; place of what was not written anywhere."""

SETUP = "setup"
"""The step of a scenario that begins with the set-up of the game."""


@dataclass(frozen=True, slots=True)
class Marks:
    """What a thing carries at the start: counters and links with their values, statuses. Links hold names."""

    counters: tuple[tuple[str, int], ...] = ()
    statuses: tuple[str, ...] = ()
    links: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Placed:
    """A card on the table. name: what the scenario calls it. zone: "" if it is attached to another card.

    at: on a grid, how many steps right of the centre and below it.
    """

    card: str
    name: str
    zone: str
    seat: int = NOWHERE
    marks: Marks = Marks()
    attached: tuple[Placed, ...] = ()
    at: tuple[int, int] | None = None
    place: int = NOWHERE


@dataclass(frozen=True, slots=True)
class Expectation:
    """A question that must be answered yes. text: as it was written."""

    cond: ir.Cond
    text: str
    place: int = NOWHERE


@dataclass(frozen=True, slots=True)
class Expect:
    """Questions asked at this point."""

    expectations: tuple[Expectation, ...]


@dataclass(frozen=True, slots=True)
class Picks:
    """What a player picks at the next decisions, in order."""

    seat: int
    words: tuple[str, ...]
    place: int = NOWHERE


@dataclass(frozen=True, slots=True)
class Offered:
    """These picks, in order, are on offer to a player at this point; or, if ``refused``, they are not."""

    seat: int
    words: tuple[str, ...]
    refused: bool
    place: int = NOWHERE


Item = Union[Expect, Picks, Offered]


@dataclass(frozen=True, slots=True)
class Scenario:
    """A little story: a table, what the players do, and what must then be true.

    players: names by seat; the first is active. marks: what the players themselves carry. cards: in the order they are
    put down (the last one of a pile is its top). step: where the turn stands ("" the first step with offers; ``SETUP``
    before the first). rolls: what the next dice show. items: what happens, in order; expect: asked at the very end.
    unchanged: claims that what happens changes none of the answers. sets: those in play; (): all.
    """

    players: tuple[str, ...]
    cards: tuple[Placed, ...] = ()
    marks: tuple[Marks, ...] = ()
    variables: tuple[tuple[str, int | str], ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    step: str = ""
    rolls: tuple[int, ...] = ()
    seed: int = 0
    items: tuple[Item, ...] = ()
    expect: tuple[Expectation, ...] = ()
    unchanged: bool = False
    sets: tuple[str, ...] = ()
