"""Performing verbs that nothing waits for: no stages, and no frame at all if the body cannot wait either."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .machine import Legality, Machine
from .marks import Deed
from .state import NOBODY, State

Roles = tuple[Any, ...]


def prelude(machine: Machine, verb: int) -> Callable[[State, Any, Roles], Roles | None] | None:
    """What comes before performing a verb: is it legal, who is spared. It gives the roles that are left, or None.

    None if there is nothing to ask.
    """
    legal, affected = machine.legals[verb], machine.names.affected[verb] if machine.shielding else -1
    if legal is None and affected < 0:
        return None

    def allowed(S: State, F: Any, roles: Roles) -> Roles | None:
        if legal is not None and not legal(S, roles, F):
            return None
        if affected >= 0:
            left = machine.spare(S, verb, roles, F)
            if left != roles[affected]:
                return None if left in ((), NOBODY) else (*roles[:affected], left, *roles[affected + 1 :])
        return roles

    return allowed


def able_call(machine: Machine, verb: int) -> Legality:
    """The function that tells whether an event may happen, and is not spared altogether by a protection. Whether a card
    can be played, or made to act, is asked of the card."""
    match machine.names.verb_list[verb]:
        case "play":
            return lambda S, roles, F: (
                machine.uses.playable(S, roles[0], roles[2] if roles[2] >= 0 else F[2]) is not None
            )
        case "command":
            return lambda S, roles, F: bool(machine.turns.commands(S, roles[0], F[2]))
    legal, affected = machine.legals[verb], machine.names.affected[verb] if machine.shielding else -1
    if affected < 0:
        return legal or (lambda S, roles, F: True)

    def able(S: State, roles: Roles, F: Any) -> bool:
        if legal is not None and not legal(S, roles, F):
            return False
        return roles[affected] in ((), NOBODY) or machine.spare(S, verb, roles, F) not in ((), NOBODY)

    return able


def plain_call(machine: Machine, verb: int, deed: Deed | None = None) -> Callable[[State, Any, Roles], Any]:
    """The function that performs a verb whose body cannot wait. deed: what it does, if not what it always does."""
    allowed, past = prelude(machine, verb), verb in machine.past_verbs
    deed, means, target = deed or machine.deeds[verb], machine.verb_means[verb], machine.verb_class[verb]
    body = machine.code[machine.bodies[verb]] if machine.bodies[verb] else None
    room = [None] * (machine.slots[verb] - len(machine.names.params[verb]))

    def act(S: State, F: Any, roles: Roles) -> Any:
        if machine.observer is not None:
            machine.observe(S, F, roles, verb)
        return deed(S, F, roles) if deed is not None else None

    if body is None and allowed is None and not past:
        return act

    def perform(S: State, F: Any, roles: Roles) -> Any:
        if allowed is not None:
            left = allowed(S, F, roles)
            if left is None:
                return None
            roles = left
        outcome = None
        if body is None:
            outcome = act(S, F, roles)
        else:
            if machine.observer is not None:
                machine.observe(S, F, roles, verb)
            body(S, [0, F[1], F[2], F[3], F[4], means or F[5], verb, 0, F[8], None, target or F[10], *roles, *room])
        if past:
            machine.remember(S, verb, roles)
        return outcome

    return perform


def quiet_call(machine: Machine, verb: int) -> Callable[[State, Any, Roles], None]:
    """The function that begins a verb whose body may wait: its frame goes on the stack, at its body."""
    allowed, means, target = prelude(machine, verb), machine.verb_means[verb], machine.verb_class[verb]
    block = machine.bodies[verb]
    room = [None] * (machine.slots[verb] - len(machine.names.params[verb]))

    def begin(S: State, F: Any, roles: Roles) -> None:
        if allowed is not None:
            left = allowed(S, F, roles)
            if left is None:
                return
            roles = left
        if machine.observer is not None:
            machine.observe(S, F, roles, verb)
        machine.open(
            S, [block, F[1], F[2], F[3], F[4], means or F[5], verb, 0, F[8], None, target or F[10], *roles, *room]
        )

    return begin


def quiet_end(machine: Machine, verb: int) -> Callable[[State], None]:
    """The function that ends such a verb."""
    past, watchful = verb in machine.past_verbs, machine.watchful
    roles = slice(11, 11 + len(machine.names.params[verb]))

    def end(S: State) -> None:
        frame = S.stack.pop()
        if S.effects:
            at = len(S.stack)
            machine.board.expire(S, lambda effect: effect[3] == ("event", at))
        if past:
            machine.remember(S, verb, tuple(frame[roles]))
        if watchful:
            machine.settle_effects(S)

    return end
