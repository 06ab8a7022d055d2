"""Statuses, counters, variables and links as rules change them: for each name a function made once, which knows where
it keeps what it is told. Asks nothing and waits for nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .board import Board
from .limits import bounded
from .names import Names
from .state import NOBODY, State, things

ACTIVE = "active-player"
"""Not a variable of the game, but set like one."""

Deed = Callable[[State, Any, tuple[Any, ...]], Any]
"""What a verb does: ``(state, frame of the doer, roles) -> outcome``."""

VERBS = ("put", "remove", "set")
"""The verbs whose first role is such a name."""


class Marks:
    """The deeds of ``VERBS``, by verb and name."""

    def __init__(self, names: Names, board: Board) -> None:
        self.names = names
        self.board = board
        self.made: dict[tuple[str, str], Deed] = {}

    def deed(self, verb: str, name: str) -> Deed:
        """What a verb does with the status, counter, variable or link of a name."""
        if (verb, name) not in self.made:
            maker = {"put": self._put, "remove": self._remove, "set": self._set}[verb]
            self.made[verb, name] = self._stirring(maker(name)) if self.board.stirs(name) else maker(name)
        return self.made[verb, name]

    def any(self, verb: str) -> Deed:
        """The same with whatever name comes."""
        return lambda S, F, roles: self.deed(verb, roles[0])(S, F, roles)

    def _stirring(self, deed: Deed) -> Deed:
        """A deed after which functioning abilities have to be looked at again."""

        def stir(S: State, F: Any, roles: tuple[Any, ...]) -> None:
            self.board.stale = True
            deed(S, F, roles)

        return stir

    def _put(self, name: str) -> Deed:
        clock = self.board.clock
        if name in self.names.statuses:
            bit = 1 << self.names.statuses[name]

            def mark(S: State, F: Any, roles: tuple[Any, ...]) -> None:
                clock.time += 1
                for e in roles[2]:
                    S.status[e] |= bit

            return mark
        k = self.names.counters[name]

        def add(S: State, F: Any, roles: tuple[Any, ...]) -> None:
            clock.time += 1
            column, amount = S.counters[k], max(roles[1] or 0, 0)
            for e in roles[2]:
                column[e] = bounded(column[e] + amount)

        return add

    def _remove(self, name: str) -> Deed:
        clock = self.board.clock
        if name in self.names.statuses:
            others = ~(1 << self.names.statuses[name])

            def unmark(S: State, F: Any, roles: tuple[Any, ...]) -> None:
                clock.time += 1
                for e in roles[2]:
                    S.status[e] &= others

            return unmark
        k = self.names.counters[name]

        def take(S: State, F: Any, roles: tuple[Any, ...]) -> None:
            clock.time += 1
            column, amount = S.counters[k], 1 if roles[1] is None else max(roles[1], 0)
            for e in roles[2]:
                column[e] = max(column[e] - amount, 0)

        return take

    def _set(self, name: str) -> Deed:
        clock, names = self.board.clock, self.names

        def active(S: State, F: Any, roles: tuple[Any, ...]) -> None:
            clock.time += 1
            S.active = next(iter(things(roles[2])), S.active)

        def variable(S: State, F: Any, roles: tuple[Any, ...]) -> None:
            clock.time += 1
            S.vars[k] = bounded(roles[2])

        def counter(S: State, F: Any, roles: tuple[Any, ...]) -> None:
            clock.time += 1
            for e in things(roles[1]):
                S.counters[k][e] = bounded(max(roles[2] or 0, 0))

        def link(S: State, F: Any, roles: tuple[Any, ...]) -> None:
            clock.time += 1
            for e in things(roles[1]):
                S.links[k][e] = next(iter(things(roles[2])), NOBODY)

        if name == ACTIVE:
            return active
        for known, deed in ((names.variables, variable), (names.counters, counter), (names.links, link)):
            if name in known:
                k = known[name]
                return deed
        raise KeyError(name)
