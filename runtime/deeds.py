"""What the engine's own verbs do to a state once their event is performed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import chance
from .limits import COPIES, RunawayError
from .marks import VERBS, Deed
from .state import ASIDE, LOCALS, NOBODY, STEP_OVER, VERB, YOU, State, things

if TYPE_CHECKING:
    from .machine import Machine


class Deeds:
    """One method for each engine verb that rules can do: ``(state, frame of the doer, roles) -> outcome``."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.names = machine.names
        self.board = machine.board

    def table(self) -> dict[str, Deed]:
        return {
            "move": self.move,
            "attach": self.attach,
            "give": self.give,
            **{verb: self.machine.marks.any(verb) for verb in VERBS},
            "shuffle": self.shuffle,
            "roll": self.roll,
            "reveal": self.reveal,
            "copy": self.copy,
            "swap": self.swap,
            "apply": self.apply,
            "win": self.win,
            "lose": self.lose,
            "end-step": self.end_step,
            "end-turn": self.end_turn,
        }

    def move(self, S: State, F: Any, roles: tuple[Any, ...]) -> None:
        objects, (zone, end) = roles
        with_notice = self.machine.notice(S, F, objects)
        for e in objects:
            if e >= S.seats:
                self.board.shift(S, e, zone, end, F[YOU])
        with_notice()

    def attach(self, S: State, F: Any, roles: tuple[Any, ...]) -> None:
        objects, host = roles
        if host < S.seats:
            return
        with_notice = self.machine.notice(S, F, objects)
        for e in objects:
            if e >= S.seats:
                self.board.attach(S, e, host)
        with_notice()

    def give(self, S: State, F: Any, roles: tuple[Any, ...]) -> None:
        objects, seat = roles
        if 0 <= seat < S.seats:
            for e in objects:
                if e >= S.seats:
                    self.board.give(S, e, seat)

    def shuffle(self, S: State, F: Any, roles: tuple[Any, ...]) -> None:
        zone = roles[0][0]
        S.random, S.zones[zone] = chance.shuffled(S.random, S.zones[zone])
        self.board.rearranged()

    def roll(self, S: State, F: Any, roles: tuple[Any, ...]) -> int:
        faces = max(roles[0] or 1, 1)
        if S.rolls:
            face, S.rolls = S.rolls[0], S.rolls[1:]
            if not 1 <= face <= faces:
                raise chance.NoSuchFaceError(face, faces)
        else:
            S.random, below = chance.below(S.random, faces)
            face = below + 1
        if self.machine.observer is not None:
            named = {"faces": faces, "result": face}
            self.machine.observer(S, "roll", named, F, F[VERB] == self.names.verbs["roll"])
        return face

    def reveal(self, S: State, F: Any, roles: tuple[Any, ...]) -> None:
        """Showing changes nothing but what people know; the observer tells them."""

    def copy(self, S: State, F: Any, roles: tuple[Any, ...]) -> int:
        model = roles[0]
        if model < S.seats:
            return NOBODY
        new = len(S.card)
        if new > S.seats + self.board.first_copy + COPIES:
            raise RunawayError([*self.machine.chain(S), "copy"])
        S.card.append(S.card[model])
        S.owner.append(F[YOU])
        S.zone.append(ASIDE)
        S.attached.append(())
        S.abilities.append(())
        for zeros in (S.status, *S.counters):
            zeros.append(0)
        for nothings in (S.cell, S.control, S.host, *S.links):
            nothings.append(NOBODY)
        return new

    def swap(self, S: State, F: Any, roles: tuple[Any, ...]) -> None:
        a, b = roles
        if a >= S.seats and b >= S.seats:
            self.board.swap(S, a, b)

    def apply(self, S: State, F: Any, roles: tuple[Any, ...]) -> None:
        card, target = roles
        self.machine.uses.apply_card(S, F, card, things(target))

    def win(self, S: State, F: Any, roles: tuple[Any, ...]) -> None:
        self.board.changed()
        S.winners = tuple(sorted(e for e in roles[0] if 0 <= e < S.seats))

    def lose(self, S: State, F: Any, roles: tuple[Any, ...]) -> None:
        self.board.changed()
        for e in roles[0]:
            if 0 <= e < S.seats:
                S.lost |= 1 << e
        if S.lost == (1 << S.seats) - 1 and S.winners is None:
            S.winners = ()

    def end_step(self, S: State, F: Any, roles: tuple[Any, ...]) -> None:
        S.stack[0][LOCALS] = STEP_OVER

    def end_turn(self, S: State, F: Any, roles: tuple[Any, ...]) -> None:
        self.board.changed()
        S.stack[0][LOCALS] = STEP_OVER
        S.step = len(self.names.pack.turn)
