"""The hooks of a pack as look-up tables: which of them may concern an event, found without a scan of all cards.

A hook whose pattern has ``this`` in a role is found through the thing in that role; any other one through the list of
things that carry its ability. Made by the linker; nothing here changes during a game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from .state import State

Test = Callable[[State, Any], Any]


@dataclass(eq=False, slots=True)
class Hook:
    """One hook of one ability, compiled.

    fits(S, F, R): None, or the values of the names its pattern binds. guard(S, F). block: where its frame starts,
    body: where its body starts once targets are chosen and costs are paid. slots: locals of its frame. targets: the
    positions of its targets in the frame; several: whether the first of them is a group. role: the position of the
    role that its own thing has in the event (-1: none). feasible(S, F): are there targets, and can the costs be paid.
    aims(S, F, e): could its first target be the thing e. candidates(S, F, known): the events it could start with now,
    for those who ask later what was on offer. commands: it makes a card act.
    """

    number: int
    ability: int
    means: str
    target: str
    fits: Callable[[State, Any, Any], tuple[Any, ...] | None] | None = None
    guard: Test | None = None
    block: int = 0
    body: int = 0
    slots: int = 0
    name: str = ""
    targets: tuple[int, ...] = ()
    several: bool = False
    role: int = -1
    must: bool = False
    commands: bool = False
    feasible: Test | None = None
    aims: Callable[[State, Any, int], Any] | None = None
    candidates: Callable[[State, Any, frozenset[Any]], tuple[Any, ...]] | None = None


@dataclass(eq=False, slots=True)
class Table:
    """The hooks of one sort for one verb. own: by role position and ability; wide: by ability (-1: of the game itself);
    known: the own ones by role position and all the abilities of a thing, as they were asked for."""

    own: dict[int, dict[int, list[Hook]]] = field(default_factory=dict)
    wide: list[tuple[int, Hook]] = field(default_factory=list)
    known: dict[int, dict[tuple[int, ...], list[Hook]]] = field(default_factory=dict)

    def add(self, hook: Hook, of_game: bool) -> None:
        if hook.role >= 0:
            self.own.setdefault(hook.role, {}).setdefault(hook.ability, []).append(hook)
            self.known[hook.role] = {}
        else:
            self.wide.append((-1 if of_game else hook.ability, hook))

    def concerned(self, S: State, roles: Any) -> list[tuple[int, Hook]]:
        """Each thing in play (-1: the game) and hook of it that may concern an event with such roles."""
        seats, abilities, live = S.seats, S.abilities, S.live
        found = []
        for position, known in self.known.items():
            held = roles[position]
            for e in held if type(held) is tuple else (held,):
                if type(e) is int and e >= seats:
                    hooks = known.get(abilities[e])
                    if hooks is None:
                        hooks = known[abilities[e]] = self._having(position, abilities[e])
                    for hook in hooks:
                        found.append((e, hook))
        for ability, hook in self.wide:
            if ability < 0:
                found.append((-1, hook))
            else:
                for e in live[ability]:
                    found.append((e, hook))
        return found

    def _having(self, position: int, abilities: tuple[int, ...]) -> list[Hook]:
        """The hooks of a thing with such abilities that concern it in that role."""
        own = self.own[position]
        return [hook for a in abilities for hook in own.get(a, ())]
