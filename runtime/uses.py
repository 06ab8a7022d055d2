"""Using optional hooks: actions, answers and plays, from the question whether one can be used to its event."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .choices import settle
from .hooks import Hook
from .state import ABILITY, APPLIED, BLOCK, CLASS, IT, LOCALS, MEANS, NOBODY, PLAYED, THIS, VERB, YOU, State, things

if TYPE_CHECKING:
    from .machine import Machine

Frame = list[Any]


class Uses:
    """What players do of their own free will."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine

    def usable(self, S: State, F: Frame, hook: Hook, verb: str) -> bool:
        """Whether a player can use an optional hook now: not forbidden, its guard holds, targets and costs are
        there."""
        number = self.machine.names.verbs[verb]
        if self.machine.legals[number] is not None:
            doer = F[THIS] if F[THIS] >= 0 else F[YOU]
            roles = (F[THIS], (), F[YOU]) if verb == "play" else (hook.name, doer) if verb == "act" else (doer,)
            if not self.machine.legal(S, number, roles, F):
                return False
        if hook.guard is not None and not hook.guard(S, F):
            return False
        if hook.feasible is not None and not hook.feasible(S, F):
            return False
        if hook.candidates is not None:
            S.offered += hook.candidates(S, F, frozenset(S.offered))
        return True

    def take_up(self, S: State, F: Frame) -> None:
        """A card about to be played leaves the hand, before its targets and costs are chosen."""
        card = F[THIS]
        if card >= 0 and S.zone[card] >= 0 and self.machine.names.zone_playable[S.zone[card]]:
            self.show(S, card, F[YOU])

    def show(self, S: State, card: int, seat: int) -> None:
        """A card is about to be played: it lies open, in no zone."""
        self.machine.board.shift(S, card, PLAYED)
        S.control[card] = seat
        self.machine.board.changed("zone")

    def declare(self, S: State, F: Frame, number: int) -> None:
        """Targets are chosen and costs paid: the frame of the hook gives way to the event of using it."""
        hook = self.machine.hooks[number]
        verb = "play" if F[THIS] >= 0 and S.zone[F[THIS]] == PLAYED else "act" if hook.name else "answer"
        chosen = tuple(e for slot in hook.targets for e in things(F[slot]))
        if verb != "play" and not self.listened(self.machine.names.verbs[verb]):
            F[BLOCK] = hook.body
            return
        S.stack.pop()
        roles: tuple[Any, ...]
        if verb == "play":
            roles = (F[THIS], chosen, F[YOU], number, tuple(F[LOCALS:]))
        elif verb == "act":
            roles = (hook.name, F[THIS] if F[THIS] >= 0 else F[YOU], number, tuple(F[LOCALS:]))
        else:
            roles = (F[THIS] if F[THIS] >= 0 else F[YOU], number, tuple(F[LOCALS:]))
        self.machine.events.push(S, F, self.machine.names.verbs[verb], roles)

    def listened(self, verb: int) -> bool:
        """Whether an event of that verb needs a frame of its own."""
        events = self.machine.events
        return self.machine.observer is not None or any(
            (
                events.before[verb],
                events.respond[verb],
                events.instead[verb],
                events.when[verb],
                verb in self.machine.past_verbs,
            )
        )

    def use(self, S: State, F: Frame) -> None:
        """Performs the event of using a hook: its body runs, above the event."""
        count = len(self.machine.names.params[F[VERB]])
        number, local = F[LOCALS + count : LOCALS + count + 2]
        hook = self.machine.hooks[number]
        answers = hook.fits is not None
        at = F[IT] if answers else self.machine.events.position(S, F)
        frame = [hook.body, F[THIS], F[YOU], at, F[ABILITY], F[MEANS], -1, 0, F[APPLIED], None, F[CLASS], *local]
        if F[VERB] == self.machine.events.play and not answers and len(hook.targets) == 1:
            slot, target = hook.targets[0], F[LOCALS + 1]
            frame[slot] = target if hook.several else target[0] if target else NOBODY
        S.stack.append(frame)

    def playable(self, S: State, card: int, seat: int) -> Frame | None:
        """The frame in which a player could play a card now, if it has targets and its costs can be paid.

        A card whose play asks what could be played is no answer to its own question.
        """
        if card < S.seats or card in self.machine.considered:
            return None
        self.machine.considered.append(card)
        try:
            for ability in self.machine.names.card_abilities[S.card[card]]:
                for hook in self.machine.plays.get(ability, ()):
                    frame = self.machine.hook_frame(S, card, seat, hook)
                    if self.usable(S, frame, hook, "play"):
                        return frame
            return None
        finally:
            self.machine.considered.pop()

    def play_card(self, S: State, F: Any, card: int) -> None:
        """The player of F plays a card, wherever it is, if that is possible now."""
        frame = self.playable(S, card, F[YOU])
        if frame is not None:
            self.show(S, card, F[YOU])
            S.stack.append(frame)

    def command(self, S: State, F: Any, card: int) -> None:
        """The player of F chooses what a card does, as if it were their own; nothing if it can do nothing."""
        S.answer = None
        options = self.machine.turns.commands(S, card, F[YOU])
        if options:
            settle(S, F[YOU], "command", options)

    def commanded(self, S: State, F: Any) -> None:
        """Does what was chosen."""
        answer, S.answer = S.answer, None
        if answer is not None:
            S.stack.append(self.machine.hook_frame(S, answer[1], F[YOU], self.machine.hooks[answer[-1]]))

    def applicable(self, S: State, roles: tuple[Any, ...], F: Any) -> bool:
        """Whether a card has a play that could have such a target (none at all for none; no play wants a second one),
        the player of F being its player."""
        card, target = roles
        if card < S.seats:
            return False
        for ability in self.machine.names.card_abilities[S.card[card]]:
            for hook in self.machine.plays.get(ability, ()):
                frame = self.machine.hook_frame(S, card, F[YOU], hook)
                aimed = things(target)
                if len(hook.targets) > 1:
                    continue
                if not aimed if hook.aims is None else aimed and all(hook.aims(S, frame, e) for e in aimed):
                    return hook.guard is None or bool(hook.guard(S, frame))
        return False

    def apply_card(self, S: State, F: Any, card: int, target: tuple[int, ...]) -> None:
        """What playing a card on something does, done by the player of F."""
        if card < S.seats or not self.applicable(S, (card, target), F):
            return
        for ability in self.machine.names.card_abilities[S.card[card]]:
            for hook in self.machine.plays.get(ability, ()):
                frame = self.machine.hook_frame(S, card, F[YOU], hook)
                frame[BLOCK] = hook.body
                if hook.targets:
                    slot = hook.targets[0]
                    frame[slot] = target if hook.several else target[0]
                S.stack.append(frame)
                return

    def playable_on(self, S: State, e: int, F: Any) -> bool:
        """Whether nothing forbids the card of frame F to be played on a thing."""
        return self.machine.legal(S, self.machine.events.play, (F[THIS], (e,), F[YOU]), F)
