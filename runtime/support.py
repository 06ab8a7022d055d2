"""Small functions that generated code calls: values of one shape or another, comparisons, sets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from . import grid
from .board import Board
from .limits import times
from .machine import Machine
from .state import NOBODY, State, things


def one(value: Any) -> int:
    """One thing of a role: the first of several, NOBODY of none."""
    if type(value) is int:
        return value
    return next(iter(value), NOBODY) if value else NOBODY


def same(a: Any, b: Any) -> bool:
    """Whether two values are the same thing, things, number or word."""
    if type(a) in (tuple, list) or type(b) in (tuple, list):
        return tuple(things(a if type(a) is not list else tuple(a))) == tuple(
            things(b if type(b) is not list else tuple(b))
        )
    return bool(a == b)


def holds(role: Any, value: Any) -> bool:
    """Whether a role holds a thing, or one of several."""
    if type(role) is not tuple:
        role = (role,)
    if type(value) in (tuple, list):
        return any(e in role for e in value)
    return value in role and value != NOBODY


def compare(a: Any, op: str, b: Any) -> bool:
    """Compares two numbers of which either may be absent: an absent one equals nothing and beats nothing."""
    if op == "==":
        return a is not None and a == b
    if op == "!=":
        return a is None or a != b
    if a is None or b is None:
        return False
    return bool(a < b if op == "<" else a <= b if op == "<=" else a > b if op == ">" else a >= b)


def every(ask: Callable[[int], Any], value: Any) -> bool:
    """Whether all the things of a value (at least one) pass a test."""
    held = tuple(value) if type(value) is list else things(value)
    return bool(held) and all(ask(e) for e in held)


def over(a: int, b: int) -> int:
    """Division, rounded down; by zero it gives 0."""
    return a // b if b else 0


def lowest(values: Iterable[int | None]) -> int:
    return min((v for v in values if v is not None), default=0)


def highest(values: Iterable[int | None]) -> int:
    return max((v for v in values if v is not None), default=0)


def total(values: Iterable[int | None]) -> int:
    return sum(v for v in values if v is not None)


def extreme(S: State, pool: Sequence[int], measure: Callable[[State, int], int | None], op: str) -> list[int]:
    """The things with the lowest or highest number; an absent number ranks above all."""
    ranked = [(float("inf") if (v := measure(S, e)) is None else v, e) for e in pool]
    if not ranked:
        return []
    best = (min if op == "lowest" else max)(v for v, _ in ranked)
    return [e for v, e in ranked if v == best]


class Support:
    """The functions that need the board; ``table`` gives generated code its names."""

    def __init__(self, machine: Machine, board: Board) -> None:
        self.machine = machine
        self.board = board
        self.place = -1
        self.parts: dict[tuple[int, int], Mapping[int, None]] = {}

    def numerous(self, S: State, pool: Sequence[int], kind: int | None, op: str) -> list[int]:
        """The players who control the fewest or most cards of a kind; ``strictly``: nobody if tied."""
        kinds = self.machine.names.kind_of
        counted = {
            p: sum(1 for e in self.board.things_of(S, p) if kind is None or kinds[S.card[e]] == kind) for p in pool
        }
        if not counted:
            return []
        best = (min if op.endswith("fewest") else max)(counted.values())
        found = [p for p in pool if counted[p] == best]
        return found if len(found) == 1 or not op.startswith("strictly") else []

    def is_in(self, S: State, e: int, first: int, last: int) -> bool:
        return e >= 0 and first <= S.zone[e] <= last

    def zone_seat(self, S: State, e: int, base: int) -> int:
        """The seat in whose zone a thing is, among the players' zones from ``base`` on (NOBODY: in none of them)."""
        seat = S.zone[e] - base if e >= 0 and S.zone[e] >= base else NOBODY
        return seat if seat < S.seats else NOBODY

    def lying_at(self, S: State, place: tuple[int, str]) -> tuple[int, ...]:
        """The card at the bottom or (else) the top of a pile, if there is one."""
        held = S.zones[place[0]]
        return held[:1] if place[1] == "bottom" else held[-1:]

    # ---- grids and maps ------------------------------------------------------------------------------

    def spaces(self, S: State, zone: int) -> list[tuple[int, int]]:
        return [(zone, place) for place in grid.spaces(S.grids[self.machine.names.grid_of[zone]])]

    def outer_spaces(self, S: State, zone: int) -> list[tuple[int, int]]:
        return [(zone, place) for place in grid.outer_spaces(S.grids[self.machine.names.grid_of[zone]])]

    def spot(self, S: State, e: int) -> tuple[int, int] | None:
        return (S.zone[e], S.cell[e]) if e >= 0 and S.cell[e] >= 0 else None

    def adjacent(self, S: State, a: int, b: int) -> bool:
        """Whether two things lie beside each other."""
        return a >= 0 and b >= 0 and S.zone[a] == S.zone[b] and S.cell[a] >= 0 and grid.beside(S.cell[a], S.cell[b])

    def beside(self, S: State, a: tuple[int, int] | None, b: tuple[int, int] | None) -> bool:
        return a is not None and b is not None and a[0] == b[0] and grid.beside(a[1], b[1])

    def beside_any(self, S: State, a: tuple[int, int] | None, things: Sequence[int]) -> bool:
        return any(self.beside(S, a, self.spot(S, e)) for e in things)

    def neighbours(self, S: State, e: int) -> Sequence[int]:
        """The things that share an edge with a thing."""
        if e < 0 or S.cell[e] < 0:
            return ()
        return grid.at_sides(S.grids[self.machine.names.grid_of[S.zone[e]]], S.cell[e])

    def around(self, S: State, a: tuple[int, int] | None) -> Sequence[int]:
        """The things that share an edge with a place."""
        return grid.at_sides(S.grids[self.machine.names.grid_of[a[0]]], a[1]) if a is not None else ()

    def linked(self, S: State, a: tuple[int, int] | None) -> list[int]:
        """The things connected with a place."""
        if a is None:
            return []
        part = self.part(S, a)
        return [e for place, e in S.grids[self.machine.names.grid_of[a[0]]].items() if place in part]

    def connected(self, S: State, a: tuple[int, int] | None, b: tuple[int, int] | None) -> bool:
        if a is None or b is None or a[0] != b[0]:
            return False
        return b[1] in self.part(S, a)

    def part(self, S: State, spot: tuple[int, int]) -> Mapping[int, None]:
        """The places connected with one; remembered until something is elsewhere."""
        if self.place != self.board.clock.place:
            self.place, self.parts = self.board.clock.place, {}
        if spot not in self.parts:
            found = grid.part(S.grids[self.machine.names.grid_of[spot[0]]], spot[1])
            self.parts.update(((spot[0], place), found) for place in found)
        return self.parts[spot]

    def shares(self, S: State, grouping: int, a: int, b: int) -> bool:
        groups = self.machine.names.groups[grouping]
        return a >= S.seats and b >= S.seats and not groups[S.card[a]].isdisjoint(groups[S.card[b]])

    def zones_of(self, S: State, base: int) -> list[int]:
        """What the zones of all players hold."""
        return [e for zone in range(base, base + S.seats) for e in S.zones[zone]]

    def belongs(self, S: State, e: int, whose: int) -> bool:
        if e < 0 or whose < 0:
            return False
        return (S.host[e] if whose >= S.seats else S.control[e]) == whose

    def controller(self, S: State, e: int) -> int:
        return S.control[e] if e >= 0 else NOBODY

    def owner(self, S: State, e: int) -> int:
        return S.owner[e] if e >= 0 else NOBODY

    def host(self, S: State, e: int) -> int:
        return S.host[e] if e >= 0 else NOBODY

    def has_won(self, S: State, e: int) -> bool:
        return S.winners is not None and e in S.winners

    def is_out(self, S: State, e: int) -> bool:
        return 0 <= e < S.seats and bool(S.lost >> e & 1)

    def printed(self, S: State, k: int, e: int) -> int | None:
        return self.machine.names.printed[k][S.card[e]] if e >= S.seats else None

    def counter(self, S: State, k: int, e: int) -> int:
        return S.counters[k][e] if e >= 0 else 0

    def link(self, S: State, k: int, e: int) -> int:
        return S.links[k][e] if e >= 0 else NOBODY

    def players(self, S: State) -> list[int]:
        return self.machine.turns.order_from(S, S.active)

    def after(self, S: State, seat: int) -> int:
        return self.machine.turns.next_seat(S, seat)

    def ahead(self, S: State, seat: int) -> int:
        return self.machine.turns.next_seat(S, seat, -1)

    def happened(self, S: State, F: Any, verb: int, fits: Callable[..., Any]) -> bool:
        return any(v == verb and fits(S, F, roles) is not None for v, roles in S.past)

    def was_offered(self, S: State, F: Any, verb: int, fits: Callable[..., Any]) -> bool:
        return any(v == verb and fits(S, F, roles) is not None for v, roles in S.offered)

    def abilities_of(self, S: State, e: int) -> tuple[int, ...]:
        """The abilities of a thing now that are its own, not those of its kind."""
        if e < S.seats:
            return ()
        return tuple(a for a in S.abilities[e] if a not in self.machine.names.kind_abilities)

    def table(self) -> dict[str, Any]:
        machine, board = self.machine, self.board
        own = {
            name: getattr(self, name)
            for name in (
                "numerous",
                "is_in",
                "lying_at",
                "zone_seat",
                "has_won",
                "is_out",
                "spaces",
                "outer_spaces",
                "spot",
                "adjacent",
                "beside",
                "beside_any",
                "neighbours",
                "around",
                "linked",
                "connected",
                "shares",
                "zones_of",
                "belongs",
                "controller",
                "owner",
                "host",
                "counter",
                "printed",
                "link",
                "players",
                "after",
                "ahead",
                "happened",
                "was_offered",
                "abilities_of",
            )
        }
        return {
            **own,
            "control": self.controller,
            "one": one,
            "ents": things,
            "same": same,
            "holds": holds,
            "compare": compare,
            "every": every,
            "over": over,
            "times": times,
            "lowest": lowest,
            "highest": highest,
            "total": total,
            "extreme": extreme,
            "in_play": board.in_play,
            "things_of": board.things_of,
            "playing": board.playing,
            "metered": machine.metered,
            "rounds": machine.rounds,
            "spend": machine.spend,
            "targetable": machine.targetable,
            "playable_on": machine.uses.playable_on,
            "event_is": machine.event_is,
            "event_at": machine.event_at,
            "declare": machine.uses.declare,
            "play_card": machine.uses.play_card,
            "command": machine.uses.command,
            "commanded": machine.uses.commanded,
            "take_up": machine.uses.take_up,
            "aimed": machine.aimed,
            "alter": machine.alter,
            "amend": machine.amend,
            "last": machine.last,
            "NOBODY": NOBODY,
        }
