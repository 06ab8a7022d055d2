"""What just happened, as data: an observer that keeps the events of a game, and tells each player what it may know.

A card shows in an event if the player could see it when the event was declared or can see it after what it did;
otherwise it shows as a back. Knows no words but the names of the pack.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .engine import Engine
from .state import NOBODY, State
from .views import BACK, sees

QUIET = frozenset({"begin", "end", "enter", "leave", "set"})
"""Engine events that tell people nothing that the others do not."""

EVERYBODY = -1


@dataclass(slots=True)
class Happening:
    """One event. roles: values by role, things as their numbers. cards: what each thing spoken of is.

    seen: for each of those things, a bit mask of the seats that know what it is.
    """

    verb: str
    actor: int
    source: int
    roles: dict[str, Any]
    cards: dict[int, str]
    seen: dict[int, int]


@dataclass(slots=True)
class Chronicle:
    """The events since it was last asked. Give ``observe`` to the engine as its observer."""

    engine: Engine
    happenings: list[Happening] = field(default_factory=list)

    def observe(self, state: State, verb: str, roles: dict[str, Any], source: int, actor: int) -> None:
        """Notes an event that is about to be performed."""
        self.look(state)
        if verb in QUIET:
            return
        things = {e for value in roles.values() for e in _things(value)} | {source}
        names = self.engine.names.pack.cards
        cards = {e: names[state.card[e]].id for e in things if e >= state.seats}
        self.happenings.append(Happening(verb, actor, source, roles, cards, dict.fromkeys(cards, 0)))
        self.look(state)
        if verb == "reveal":
            self._show(state, self.happenings[-1], roles)

    def look(self, state: State) -> None:
        """Notes who can see the cards of the latest event now; called before and after it is performed."""
        for happening in self.happenings[-1:]:
            for thing in happening.seen:
                for seat in range(state.seats):
                    if sees(self.engine.names, state, seat, thing):
                        happening.seen[thing] |= 1 << seat

    def _show(self, state: State, happening: Happening, roles: dict[str, Any]) -> None:
        """What is revealed is seen by those it is shown to."""
        told = _things(roles.get("player")) or tuple(range(state.seats))
        for thing in _things(roles.get("object")):
            for seat in told:
                happening.seen[thing] |= 1 << seat

    def take(self, state: State) -> list[Happening]:
        """The events since the last time, complete now that the game waits."""
        self.look(state)
        taken, self.happenings = self.happenings, []
        return taken


def told(happening: Happening, seat: int, seats: int) -> dict[str, Any]:
    """An event as a player may know it (EVERYBODY: what all may know), as JSON data: things are cards' ids, backs or seats."""
    everyone = (1 << seats) - 1

    def name(thing: int) -> Any:
        if thing < seats:
            return thing if thing >= 0 else None
        seen = happening.seen.get(thing, 0)
        known = seen == everyone if seat == EVERYBODY else seen >> seat & 1
        return happening.cards.get(thing, BACK) if known else BACK

    roles = {
        role: name(value) if isinstance(value, int) and role in _thing_roles(happening) else
        [name(thing) for thing in value] if isinstance(value, tuple) and value and isinstance(value[-1], int) else value
        for role, value in happening.roles.items()
    }  # fmt: skip
    return {"verb": happening.verb, "actor": happening.actor, "source": name(happening.source), "roles": roles}
