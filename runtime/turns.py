"""Turns: the bottom frame of the stack, which begins turns, walks their steps and offers what can be done."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .choices import PASS, decide
from .hooks import Hook
from .state import BLOCK, LOCALS, NOBODY, STEP_OVER, YOU, State

if TYPE_CHECKING:
    from .machine import Machine

Frame = list[Any]


BEGIN_TURN, BEGIN_STEP, BODY, OFFER, CHOSEN, END_STEP, END_TURN, NEXT_TURN = range(8)
"""The blocks, counted from the first of them."""


class Turns:
    """Blocks ``(state, frame)`` of the bottom frame; ``first`` is the number of the first of them.

    The frame has one local: how often something was done in the running step, or STEP_OVER.
    """

    def __init__(self, machine: Machine, first: int) -> None:
        self.machine = machine
        self.first = first
        self.steps = machine.names.pack.turn
        self.rounds = [
            [tuple((start + i) % n for i in range(n)) for start in range(n)] for n in range(machine.names.seats + 1)
        ]

    def blocks(self) -> tuple[Callable[[State, Frame], None], ...]:
        return (
            self.begin_turn,
            self.begin_step,
            self.body,
            self.offer,
            self.chosen,
            self.end_step,
            self.end_turn,
            self.next_turn,
        )

    def frame(self) -> Frame:
        """The bottom frame, before the first turn."""
        return [self.first, NOBODY, 0, NOBODY, -1, "", -1, 0, (), None, "", 0]

    # ---- order of seats ------------------------------------------------------------------------------

    def order_from(self, S: State, seat: int) -> list[int]:
        """The players still in the game, clockwise from a seat."""
        round_ = self.rounds[S.seats][max(seat, 0)]
        return [p for p in round_ if not S.lost >> p & 1] if S.lost else list(round_)

    def order_after(self, S: State, seat: int) -> list[int]:
        """The players still in the game, clockwise from the one after a seat, that seat last."""
        return self.order_from(S, ((seat if seat >= 0 else S.active) + 1) % S.seats)

    def next_seat(self, S: State, seat: int, by: int = 1) -> int:
        for i in range(1, S.seats + 1):
            p = (seat + i * by) % S.seats
            if not S.lost >> p & 1:
                return p
        return seat

    # ---- the stages ----------------------------------------------------------------------------------

    def begin_turn(self, S: State, F: Frame) -> None:
        S.turn += 1
        self.machine.board.changed("turn")
        S.step, S.past, S.offered = 0, (), ()
        F[YOU] = S.active
        self.machine.board.expire(S, lambda e: e[3][0] == "next-start" and e[3][1] == S.active and e[3][2] < S.turn)
        F[BLOCK] = self.first + BEGIN_STEP
        if not self.machine.edge(S, F, "begin", "turn"):
            self.begin_step(S, F)

    def begin_step(self, S: State, F: Frame) -> None:
        guards = self.machine.step_guards
        if S.step in guards:
            frame = self.machine.rule_frame(S, 0, 0)
            while S.step in guards and not guards[S.step](S, frame):
                S.step += 1
        if S.step >= len(self.steps) or S.lost >> S.active & 1:
            self.end_turn(S, F)
            return
        F[LOCALS] = 0
        F[BLOCK] = self.first + BODY
        if not self.machine.edge(S, F, "begin", self.steps[S.step].name):
            self.body(S, F)

    def body(self, S: State, F: Frame) -> None:
        F[BLOCK] = self.first + OFFER
        block, slots = self.machine.step_bodies[S.step] if S.step < len(self.steps) else (0, 0)
        if block and F[LOCALS] != STEP_OVER:
            S.stack.append(self.machine.rule_frame(S, block, slots))
        else:
            self.offer(S, F)

    def offer(self, S: State, F: Frame) -> None:
        F[BLOCK] = self.first + END_STEP
        step = self.steps[S.step] if S.step < len(self.steps) else None
        if step is None or not step.offers or F[LOCALS] == STEP_OVER or S.lost >> S.active & 1:
            self.end_step(S, F)
            return
        more = not step.times or F[LOCALS] < step.times
        options = self.options(S, step.offers) if more else []
        if not options and not (more and S.asking):
            self.end_step(S, F)
            return
        F[BLOCK] = self.first + CHOSEN
        decide(S, S.active, step.name, options if step.required and options else [*options, PASS])

    def options(self, S: State, offers: tuple[str, ...]) -> list[tuple[Any, ...]]:
        """What the active player can do now, in table order."""
        found: list[tuple[Any, ...]] = []
        for offer in offers:
            if offer == "plays":
                found += self.plays(S, S.active)
            else:
                found += self.actions(S, S.active, None if offer == "actions" else offer)
        return found

    def actions(self, S: State, seat: int, name: str | None) -> list[tuple[Any, ...]]:
        machine = self.machine
        found: list[tuple[Any, ...]] = []
        for ability in machine.rule_actions:
            for hook in machine.actions[ability]:
                self._add_action(S, NOBODY, seat, hook, name, found)
        for e in machine.board.things_of(S, seat):
            found += self.actions_of(S, e, seat, name)
        return found

    def actions_of(self, S: State, e: int, seat: int, name: str | None = None) -> list[tuple[Any, ...]]:
        """What a player can do now with a card."""
        found: list[tuple[Any, ...]] = []
        for ability in S.abilities[e] if e >= S.seats else ():
            for hook in self.machine.actions.get(ability, ()):
                self._add_action(S, e, seat, hook, name, found)
        return found

    def commands(self, S: State, e: int, seat: int) -> list[tuple[Any, ...]]:
        """What a player can make a card do, be it their own or not: anything but to command in turn."""
        found: list[tuple[Any, ...]] = []
        for ability in S.abilities[e] if e >= S.seats else ():
            for hook in self.machine.actions.get(ability, ()):
                if not hook.commands:
                    self._add_action(S, e, seat, hook, None, found)
        return found

    def _add_action(
        self, S: State, e: int, seat: int, hook: Hook, name: str | None, found: list[tuple[Any, ...]]
    ) -> None:
        if name is None or hook.name == name:
            frame = self.machine.hook_frame(S, e, seat, hook)
            if self.machine.uses.usable(S, frame, hook, "act"):
                found.append(("act", e, hook.name, hook.number))

    def plays(self, S: State, seat: int) -> list[tuple[Any, ...]]:
        machine = self.machine
        found: list[tuple[Any, ...]] = []
        for zone in machine.names.hand_zones_of[seat]:
            for e in S.zones[zone]:
                for ability in machine.names.card_abilities[S.card[e]]:
                    for hook in machine.plays.get(ability, ()):
                        frame = machine.hook_frame(S, e, seat, hook)
                        if machine.uses.usable(S, frame, hook, "play"):
                            found.append(("play", e, hook.number))
        return found

    def chosen(self, S: State, F: Frame) -> None:
        answer, S.answer = S.answer, None
        if answer == PASS:
            self.end_step(S, F)
            return
        F[LOCALS] += 1
        F[BLOCK] = self.first + OFFER
        hook = self.machine.hooks[answer[-1]]
        S.stack.append(self.machine.hook_frame(S, answer[1], S.active, hook))

    def end_step(self, S: State, F: Frame) -> None:
        step = self.steps[S.step] if S.step < len(self.steps) else None
        S.step += 1
        self.machine.board.changed("turn")
        F[BLOCK] = self.first + BEGIN_STEP
        if step is None or not self.machine.edge(S, F, "end", step.name):
            self.begin_step(S, F)

    def end_turn(self, S: State, F: Frame) -> None:
        F[BLOCK] = self.first + NEXT_TURN
        self.machine.edge(S, F, "end", "turn")

    def next_turn(self, S: State, F: Frame) -> None:
        active, turn = S.active, S.turn
        self.machine.board.expire(
            S,
            lambda e: (
                e[3][0] == "turn"
                or (e[3][0] == "next-turn" and e[3][1] == active and e[3][2] < turn)
                or (e[3][0] in ("next-turn", "next-start") and S.lost >> e[3][1] & 1)
            ),
        )
        S.active = self.next_seat(S, active)
        self.machine.board.changed("turn")
        F[BLOCK] = self.first + BEGIN_TURN
