"""What just happened, as data: an observer that keeps the events of a game, and tells each player what it may know.

A card shows in an event if the player could see it when the event was declared or can see it after what it did;
otherwise it shows as a back. Knows no words but the names of the pack.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .deeds import things
from .engine import Engine
from .state import NOBODY, VERB, State
from .views import BACK, sees

QUIET = frozenset({"begin", "end", "enter", "leave", "set", "act", "cancel", "change", "end-step", "end-turn"})
"""Engine events that tell people nothing that others do not tell."""

FINAL = frozenset({"win", "lose"})
"""Events that are always of interest."""

Role = tuple[str, str, Any]
"""Name, preposition and content of a role: things as a tuple, a place as its zone and seat, else a plain value."""


@dataclass(slots=True)
class Happening:
    """One event. depth: in how many others it happened. cards: what each card spoken of is; seen: the seats that know
    it, as a bit mask.
    """

    verb: str
    depth: int
    actor: int
    source: int
    roles: tuple[Role, ...]
    cards: dict[int, str]
    seen: dict[int, int]

    @property
    def idle(self) -> bool:
        """Whether nothing but its actor takes part: a stage of other events, of no interest by itself."""
        others = (value for _, _, value in self.roles if isinstance(value, dict) or value not in ((), (self.actor,)))
        return self.verb not in FINAL and not any(isinstance(value, dict | tuple) for value in others)

    def known(self, thing: int, seat: int) -> bool:
        return bool(self.seen.get(thing, 0) >> seat & 1)


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
        typed = self._typed(verb, roles)
        spoken = {e for _, _, value in typed if isinstance(value, tuple) for e in value} | {source}
        names = self.engine.pack.cards
        cards = {e: names[state.card[e]].id for e in spoken if e >= state.seats}
        depth = sum(1 for frame in state.stack[:-1] if frame[VERB] >= 0)
        self.happenings.append(Happening(verb, depth, actor, source, typed, cards, dict.fromkeys(cards, 0)))
        self.look(state)
        if verb == "reveal":
            self._show(state, roles)

    def _typed(self, verb: str, roles: dict[str, Any]) -> tuple[Role, ...]:
        params = self.engine.names.params[self.engine.names.verbs[verb]]
        return tuple((param.name, param.preposition, self._content(param.type, roles[param.name])) for param in params)

    def _content(self, type: str, value: Any) -> Any:
        """What a role holds, by the type of the role."""
        match type:
            case "card" | "player" | "any":
                return things(value)
            case "zone":
                names = self.engine.names
                return {"zone": names.zone_of[value[0]].name, "seat": names.zone_owner[value[0]]}
        return value

    def _show(self, state: State, roles: dict[str, Any]) -> None:
        """What is revealed is seen by those it is shown to."""
        seen = self.happenings[-1].seen
        for thing in things(roles["object"]):
            for seat in things(roles["player"]) or range(state.seats):
                seen[thing] = seen.get(thing, 0) | 1 << seat

    def look(self, state: State) -> None:
        """Notes who can see the cards of the latest event now; done before and after it is performed."""
        for happening in self.happenings[-1:]:
            for thing in happening.seen:
                for seat in range(state.seats):
                    if sees(self.engine.names, state, seat, thing):
                        happening.seen[thing] |= 1 << seat

    def take(self, state: State) -> list[Happening]:
        """The events since the last time, complete now that the game waits."""
        self.look(state)
        taken, self.happenings = self.happenings, []
        return taken


def told(happening: Happening, seat: int | None, seats: int) -> dict[str, Any]:
    """An event as the player at a seat may know it, as JSON data: things are seats, ids of cards, or backs.

    seat None: for those who may know everything.
    """

    def name(thing: int) -> Any:
        if thing < seats:
            return thing if thing != NOBODY else None
        return happening.cards[thing] if seat is None or happening.known(thing, seat) else BACK

    return {
        "verb": happening.verb,
        "depth": happening.depth,
        "actor": happening.actor,
        "source": name(happening.source),
        "roles": [
            [role, preposition, [name(thing) for thing in value] if isinstance(value, tuple) else value]
            for role, preposition, value in happening.roles
        ],
    }
