"""The life of an event: legality, before, responses, recheck, replacement, performed, triggers.

Each stage is a block of the event's own frame. A stage that no hook of the pack waits for is left out when the pack
is linked, so that an event nobody listens to costs its body alone. docs/language.md section 2 states the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Any

from .choices import PASS, decide, settle
from .hooks import Hook, Table
from .limits import bounded
from .state import (
    ABILITY,
    APPLIED,
    BLOCK,
    CLASS,
    FLAGS,
    IT,
    LOCALS,
    MEANS,
    NOBODY,
    PLAYED,
    SCRATCH,
    THIS,
    VERB,
    YOU,
    State,
    things,
)

if TYPE_CHECKING:
    from .machine import Machine

CANCELLED, DISTURBED = 1, 2

BEGIN, BEFORE, RESPOND, RESPONDED, RECHECK, INSTEAD, REPLACED, PERFORM, ALONG, AFTER, QUEUE, ORDERED, END = range(13)

Frame = list[Any]


class Events:
    """The stages as blocks ``(state, frame)``, over the look-up tables of a linked pack."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        verbs = range(len(machine.names.verb_list))
        tables = machine.tables
        self.before = [tables.get(("before", v)) for v in verbs]
        self.respond = [tables.get(("respond", v)) for v in verbs]
        self.instead = [tables.get(("instead", v)) for v in verbs]
        self.part_of = [tables.get(("as", v)) for v in verbs]
        self.when = [tables.get(("when", v)) for v in verbs]
        self.width = [LOCALS + len(params) for params in machine.names.params]
        self.use = {machine.names.verbs[name] for name in ("play", "act", "answer")}
        # Using a hook was found legal before its costs were paid: a card may be tapped for what the tapped cannot do.
        self.legal = [None if v in self.use else machine.legals[v] for v in verbs]
        self.play = machine.names.verbs["play"]

    def blocks(self) -> tuple[Callable[[State, Frame], None], ...]:
        return (
            self.begin,
            self.run_before,
            self.open_window,
            self.responded,
            self.recheck,
            self.replace,
            self.replaced,
            self.perform,
            self.along,
            self.after,
            self.run_queue,
            self.ordered,
            self.end,
        )

    # ---- declared ------------------------------------------------------------------------------------

    def push(self, S: State, F: Any, verb: int, roles: tuple[Any, ...]) -> Frame:
        """Declares an event: its frame goes on the stack, performed for the one whose frame F is."""
        frame = [BEGIN, F[THIS], F[YOU], F[IT], F[ABILITY], F[MEANS], verb, 0, F[APPLIED], None, F[CLASS], *roles]
        frame.extend([None] * (self.machine.slots[verb] - len(roles)))
        self.machine.open(S, frame)
        return frame

    def begin(self, S: State, F: Frame) -> None:
        verb = F[VERB]
        roles = tuple(F[LOCALS : self.width[verb]])
        legal, before = self.legal[verb], self.before[verb]
        if legal is not None and not legal(S, roles, F):
            F[FLAGS] |= CANCELLED
            F[BLOCK] = END
            return
        due = self.due_before(S, F, before, roles) if before is not None else ()
        if due or self.respond[verb]:
            where = tuple([(e, S.zone[e]) for role in roles for e in things(role) if S.seats <= e < len(S.zone)])
            F[SCRATCH] = where, due
            F[BLOCK] = BEFORE
            self.run_before(S, F)
        else:
            self.carry_out(S, F)

    def carry_out(self, S: State, F: Frame) -> None:
        """Goes on to the performance, unless something takes its place."""
        if self.instead[F[VERB]]:
            F[BLOCK] = INSTEAD
            self.replace(S, F)
        else:
            F[BLOCK] = PERFORM
            self.perform(S, F)

    def roles(self, F: Any) -> tuple[Any, ...]:
        return tuple(F[LOCALS : self.width[F[VERB]]])

    def matches(
        self, S: State, F: Frame, table: Table, roles: tuple[Any, ...], but: Collection[tuple[int, int]] = ()
    ) -> Sequence[tuple[int, Hook, Frame]]:
        """The hooks of a table that fit the event, each with the frame it would run in. but: hooks (their numbers, with
        their things) that are not asked."""
        concerned = table.concerned(S, roles)
        if not concerned:
            return ()
        found = []
        at = self.position(S, F)
        for e, hook in concerned:
            if (hook.number, e) not in but:
                frame = self.fitting(S, F, e, hook, roles, at, S.control[e] if e >= 0 else S.active)
                if frame is not None:
                    found.append((e, hook, frame))
        return found

    def fitting(
        self, S: State, F: Frame, e: int, hook: Hook, roles: tuple[Any, ...], at: int, you: int
    ) -> Frame | None:
        frame = [hook.block, e, you, at, hook.ability, hook.means, -1, 0, F[APPLIED], None, hook.target]
        names = hook.fits(S, frame, roles) if hook.fits is not None else ()
        if names is None:
            return None
        frame += names
        frame.extend([None] * (hook.slots - len(names)))
        return frame

    @staticmethod
    def position(S: State, F: Frame) -> int:
        """Where in the stack a frame is; an event's frame is at the top or near it."""
        stack = S.stack
        at = len(stack) - 1
        while at >= 0 and stack[at] is not F:
            at -= 1
        return at

    @staticmethod
    def holds(S: State, hook: Hook, frame: Any) -> Any:
        return hook.guard is None or hook.guard(S, frame)

    # ---- before and responses ------------------------------------------------------------------------

    def due_before(self, S: State, F: Frame, table: Table, roles: tuple[Any, ...]) -> tuple[tuple[Any, ...], ...]:
        """The frames of the compulsory hooks that run before an event."""
        fitting = self.matches(S, F, table, roles)
        if not fitting:
            return ()
        found = [match for match in fitting if self.holds(S, match[1], match[2])]
        if len(found) > 1:
            found.sort(key=lambda match: self.turn_before(S, F, *match))
        return tuple([tuple(frame) for _, _, frame in found])

    def turn_before(self, S: State, F: Frame, e: int, hook: Hook, frame: Frame) -> int:
        """Whose compulsory hooks come when: the game's, those of who does it, those of other things in the event, then
        table order."""
        if e < 0 or hook.role >= 0:
            return -3 if e < 0 else -2 if self.machine.names.params[F[VERB]][hook.role].preposition == "by" else -1
        seat: int = frame[YOU]
        return (seat - S.active) % S.seats

    def run_before(self, S: State, F: Frame) -> None:
        where, queue = F[SCRATCH]
        if F[FLAGS] & CANCELLED:
            self.close(S, F)
        elif queue:
            F[SCRATCH] = where, queue[1:]
            F[FLAGS] |= DISTURBED
            S.stack.append(list(queue[0]))
        elif self.respond[F[VERB]]:
            F[SCRATCH] = where, 0
            F[BLOCK] = RESPOND
            self.open_window(S, F)
        else:
            F[BLOCK] = RECHECK
            self.recheck(S, F)

    def open_window(self, S: State, F: Frame) -> None:
        """Asks the next player in order who can respond; nobody left: the window closes."""
        where, passed = F[SCRATCH]
        if F[FLAGS] & CANCELLED:
            self.close(S, F)
            return
        order = self.machine.turns.order_after(S, F[YOU])
        for i in range(passed, len(order)):
            options = self.responses(S, F, order[i])
            if options:
                F[SCRATCH] = where, i
                F[BLOCK] = RESPONDED
                must = any(self.machine.hooks[number].must for _, _, number in options)
                decide(S, order[i], "respond", options if must else [*options, PASS])
                return
        F[BLOCK] = RECHECK
        self.recheck(S, F)

    def responses(self, S: State, F: Frame, seat: int) -> list[tuple[str, int, int]]:
        """What a player can answer to the event: hooks in play, and cards in hand."""
        table = self.respond[F[VERB]]
        if table is None:
            return []
        roles, at = self.roles(F), self.position(S, F)
        found = []
        for e, hook in table.concerned(S, roles):
            you = S.control[e] if e >= 0 else S.active
            if you == seat and self.may_answer(S, F, e, hook, roles, at, seat, False):
                found.append(("respond", e, hook.number))
        for ability, hook in table.wide:
            for e in S.held[ability] if ability >= 0 else ():
                if self.machine.names.zone_owner[S.zone[e]] == seat and self.may_answer(
                    S, F, e, hook, roles, at, seat, True
                ):
                    found.append(("respond", e, hook.number))
        return found

    def may_answer(
        self, S: State, F: Frame, e: int, hook: Hook, roles: tuple[Any, ...], at: int, seat: int, from_hand: bool
    ) -> bool:
        if (hook.number, e) in F[APPLIED]:
            return False
        frame = self.fitting(S, F, e, hook, roles, at, seat)
        if frame is None or not self.holds(S, hook, frame):
            return False
        return self.machine.uses.usable(S, frame, hook, "play" if from_hand else "answer")

    def responded(self, S: State, F: Frame) -> None:
        where, i = F[SCRATCH]
        answer, S.answer = S.answer, None
        F[BLOCK] = RESPOND
        if answer == PASS:
            F[SCRATCH] = where, i + 1
            return
        _, e, number = answer
        hook = self.machine.hooks[number]
        seat = self.machine.turns.order_after(S, F[YOU])[i]
        frame = self.fitting(S, F, e, hook, self.roles(F), self.position(S, F), seat)
        F[APPLIED] = (*F[APPLIED], (number, e))
        F[FLAGS] |= DISTURBED
        F[SCRATCH] = where, 0
        if frame is not None:
            S.stack.append(frame)

    def close(self, S: State, F: Frame) -> None:
        """The event does not happen."""
        F[FLAGS] |= CANCELLED
        if F[VERB] == self.play:
            self.finish_play(S, F)
        F[BLOCK] = END

    def recheck(self, S: State, F: Frame) -> None:
        """What hooks have added to its numbers counts from now on; what is no longer where it was drops out.

        Without an object the event ends.
        """
        where, _ = F[SCRATCH]
        if F[FLAGS] & CANCELLED:
            self.close(S, F)
            return
        for position, room in self.machine.amended.get(F[VERB], {}).items():
            if F[room] is not None:
                (plus, times, over), F[room] = F[room], None
                F[LOCALS + position] = bounded(((F[LOCALS + position] or 0) + plus) * times // (over or 1))
        gone = {e for e, zone in where if S.zone[e] != zone} if F[FLAGS] & DISTURBED else ()
        if gone and F[VERB] not in self.use and not self.left_over(F, gone):
            self.close(S, F)
        else:
            self.carry_out(S, F)

    def left_over(self, F: Frame, gone: Collection[int]) -> bool:
        """Takes what is gone out of the roles of an event; whether the event still has all it needs."""
        affected = self.machine.names.affected[F[VERB]]
        for i, role in enumerate(self.roles(F)):
            if type(role) is tuple and not (role and type(role[-1]) is str):
                F[LOCALS + i] = tuple(e for e in role if e not in gone)
            elif type(role) is int and role in gone and self.machine.thing_role(F[VERB], i):
                F[LOCALS + i] = NOBODY
            if F[LOCALS + i] != role and F[LOCALS + i] in ((), NOBODY) and self.machine.needed(F[VERB], i, affected):
                return False
        return True

    # ---- replaced or performed -----------------------------------------------------------------------

    def replace(self, S: State, F: Frame) -> None:
        roles = self.roles(F)
        table = self.instead[F[VERB]]
        fitting = self.matches(S, F, table, roles, F[APPLIED]) if table is not None else ()
        found = [match for match in fitting if self.holds(S, match[1], match[2])] if fitting else ()
        if not found:
            F[BLOCK] = PERFORM
            self.perform(S, F)
            return
        F[BLOCK] = REPLACED
        affected = self.machine.names.affected[F[VERB]]
        objects = things(roles[affected]) if affected >= 0 else ()
        who = objects[0] if objects and objects[0] < S.seats else S.control[objects[0]] if objects else S.active
        settle(S, who, "replace", [("respond", e, hook.number) for e, hook, _ in found])

    def replaced(self, S: State, F: Frame) -> None:
        (_, e, number), S.answer = S.answer, None
        hook = self.machine.hooks[number]
        frame = self.fitting(S, F, e, hook, self.roles(F), self.position(S, F), S.control[e] if e >= 0 else S.active)
        F[BLOCK] = END
        F[FLAGS] |= CANCELLED
        if F[VERB] == self.play:
            self.finish_play(S, F)
        if frame is not None:
            frame[APPLIED] = (*F[APPLIED], (number, e))
            S.stack.append(frame)

    def perform(self, S: State, F: Frame) -> None:
        machine, verb = self.machine, F[VERB]
        if machine.shielding:
            affected = machine.names.affected[verb]
            if affected >= 0:
                spared = machine.spare(S, verb, self.roles(F), F)
                if spared != F[LOCALS + affected]:
                    F[LOCALS + affected] = spared
                    if spared in ((), NOBODY):
                        self.close(S, F)
                        return
        when = self.when[verb]
        if when is not None:
            fitting = self.matches(S, F, when, tuple(F[LOCALS : self.width[verb]]))
            F[SCRATCH] = tuple([(hook.number, tuple(f)) for _, hook, f in fitting]) if fitting else ()
        if machine.observer is not None:
            machine.observe(S, F)
        F[BLOCK] = ALONG if self.part_of[verb] else AFTER
        body = machine.bodies[verb]
        if body:
            F[MEANS] = machine.verb_means[verb] or F[MEANS]
            F[CLASS] = machine.verb_class[verb] or F[CLASS]
            F[BLOCK] = body
            machine.code[body](S, F)
        elif verb in self.use:
            self.machine.uses.use(S, F)
        else:
            deed = machine.deeds[verb]
            if deed is not None:
                outcome = deed(S, F, self.roles(F))
                if verb in machine.fruitful:
                    F[LOCALS] = outcome
            if S.stack[-1] is F:
                (self.along if self.part_of[verb] else self.after)(S, F)

    def along(self, S: State, F: Frame) -> None:
        """What is part of the event by ``as`` hooks: all that hold now, one after the other."""
        F[BLOCK] = AFTER
        table = self.part_of[F[VERB]]
        found = self.matches(S, F, table, self.roles(F)) if table is not None else ()
        frames = [frame for _, hook, frame in reversed(found) if self.holds(S, hook, frame)] if found else ()
        if frames:
            S.stack.extend(frames)
        else:
            self.after(S, F)

    # ---- triggers ------------------------------------------------------------------------------------

    def after(self, S: State, F: Frame) -> None:
        verb = F[VERB]
        machine = self.machine
        if verb == self.play:
            self.finish_play(S, F)
        roles = tuple(F[LOCALS : self.width[verb]])
        if verb in machine.past_verbs:
            machine.remember(S, verb, roles)
        if machine.watchful:
            machine.settle_effects(S)
        when = self.when[verb]
        if when is None:
            self.end(S, F)
            return
        seen: tuple[tuple[int, tuple[Any, ...]], ...] = F[SCRATCH] or ()
        known = [(number, frame[THIS]) for number, frame in seen] if seen else ()
        late = self.matches(S, F, when, roles, known)
        fitting = (*seen, *[(hook.number, tuple(f)) for _, hook, f in late]) if late else seen
        due = [(n, f) for n, f in fitting if self.holds(S, machine.hooks[n], f)] if fitting else ()
        if not due:
            self.end(S, F)
            return
        if len(due) > 1:
            order = {seat: i for i, seat in enumerate(self.machine.turns.order_from(S, S.active))}
            due = sorted(due, key=lambda item: -1 if item[1][THIS] < 0 else order.get(item[1][YOU], S.seats))
        F[SCRATCH] = tuple(due)
        F[BLOCK] = QUEUE
        self.run_queue(S, F)

    def run_queue(self, S: State, F: Frame) -> None:
        """Runs the next trigger; a player with several different ones due says which comes first."""
        queue = F[SCRATCH]
        if not queue or S.winners is not None:
            self.end(S, F)
            return
        first = queue[0][1]
        mine = [item for item in queue if item[1][YOU] == first[YOU] and (item[1][THIS] < 0) == (first[THIS] < 0)]
        if first[THIS] >= 0 and len({number for number, _ in mine}) > 1:
            F[BLOCK] = ORDERED
            decide(S, first[YOU], "order", [("respond", frame[THIS], number) for number, frame in mine])
            return
        self.run_trigger(S, F, queue[0])

    def ordered(self, S: State, F: Frame) -> None:
        (_, e, number), S.answer = S.answer, None
        F[BLOCK] = QUEUE
        self.run_trigger(S, F, next(item for item in F[SCRATCH] if item[0] == number and item[1][THIS] == e))

    @staticmethod
    def run_trigger(S: State, F: Frame, item: tuple[int, tuple[Any, ...]]) -> None:
        queue = list(F[SCRATCH])
        queue.remove(item)
        F[SCRATCH] = tuple(queue)
        S.stack.append(list(item[1]))

    def end(self, S: State, F: Frame) -> None:
        S.stack.pop()
        S.answer = F[LOCALS] if F[VERB] in self.machine.fruitful else None
        if S.effects:
            at = len(S.stack)
            self.machine.board.expire(S, lambda effect: effect[3] == ("event", at))

    # ---- notices -------------------------------------------------------------------------------------

    def notice(self, S: State, F: Any, verb: int, objects: tuple[int, ...]) -> Frame | None:
        """A ``leave`` or ``enter`` event that has just been caused; its triggers are those that saw it coming."""
        table = self.when[verb]
        if not objects or table is None:
            return None
        frame = [AFTER, F[THIS], F[YOU], F[IT], F[ABILITY], F[MEANS], verb, 0, F[APPLIED], None, F[CLASS], objects]
        at = NOBODY
        found = []
        for e, hook in table.concerned(S, (objects,)):
            fit = self.fitting(S, frame, e, hook, (objects,), at, S.control[e] if e >= 0 else S.active)
            if fit is not None:
                found.append((hook.number, tuple(fit)))
        frame[SCRATCH] = tuple(found)
        return frame

    def finish_play(self, S: State, F: Frame) -> None:
        """A played card that its play has put nowhere goes where its kind goes."""
        card = F[LOCALS]
        if card >= 0 and S.zone[card] == PLAYED:
            self.machine.board.retire(S, card)
