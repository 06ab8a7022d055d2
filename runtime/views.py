"""What one player may know of a state, as plain JSON data. Bots and screens only ever get this.

A card that the player may not see shows as a back: neither its name nor its number in the state appears, nor does
their order. Who chooses from a pile that nobody sees searches it, and sees what is on offer. Who else is being asked
something, and what, does not show: that alone could tell what somebody holds.
"""

from __future__ import annotations

from typing import Any

from . import grid, ir
from .engine import Engine, Look
from .events import PERFORM
from .names import Names
from .state import ABILITY, ATTACHED, BLOCK, LOCALS, NOBODY, NOWHERE, PLAYED, THIS, VERB, YOU, State, things

BACK = "back"
"""What stands for a card that the player may not see."""


def view(engine: Engine, state: State, seat: int, look: Look | None = None) -> dict[str, Any]:
    """What the player at a seat may know; of seat NOBODY, what anybody may know. look: one at that very state, for
    those who need several views of it."""
    return _View(engine, state, seat, look or engine.look(state)).everything()


def sees(names: Names, state: State, seat: int, thing: int) -> bool:
    """Whether a player may know what card this is (everybody knows a player)."""
    if thing < state.seats:
        return thing >= 0
    if state.status[thing] & names.hiding:
        return state.control[thing] == seat >= 0
    while state.zone[thing] == ATTACHED:
        thing = state.host[thing]
    zone = state.zone[thing]
    if zone < 0:
        return zone == PLAYED  # a card that is being played lies open
    viewers = names.zone_of[zone].viewers
    return viewers == "all" or (viewers == "owner" and names.zone_owner[zone] == seat >= 0)


def searched(names: Names, state: State, seat: int) -> frozenset[int]:
    """The cards that a player sees only because of a choice among cards that nobody sees."""
    if state.chooser != seat:
        return frozenset()
    picks = (option[1] for option in state.options if option[0] == "pick")
    return frozenset(e for e in picks if state.zone[e] >= 0 and names.zone_of[state.zone[e]].viewers == "none")


class _View:
    """One view in the making."""

    def __init__(self, engine: Engine, state: State, seat: int, look: Look) -> None:
        self.engine, self.state, self.seat = engine, state, seat
        self.names = engine.names
        self.look = look

    def everything(self) -> dict[str, Any]:
        state, pack = self.state, self.names.pack
        mine = state.chooser == self.seat != NOBODY
        return {
            "game": pack.id,
            "seat": self.seat,
            "turn": state.turn,
            "active": state.active,
            "step": pack.turn[state.step].name if 0 <= state.step < len(pack.turn) else "",
            "winners": None if state.winners is None else list(state.winners),
            "out": [seat for seat in range(state.seats) if state.lost >> seat & 1],
            "variables": dict(zip(self.names.variables, state.vars, strict=True)),
            "players": [self.marks(seat) for seat in range(state.seats)],
            "zones": [self.zone(zone) for zone in range(len(state.zones)) if self.names.zone_owner[zone] < state.seats],
            "played": [self.card(e) for e in self.played()],
            "happening": [self.event(frame) for frame in state.stack if frame[VERB] >= 0],
            "deciding": mine,
            "prompt": state.prompt if mine else "",
            "options": [self.option(option) for option in state.options] if mine else [],
            "asked": self.asked() if mine else None,
        }

    def played(self) -> list[int]:
        """The cards that are being played, outermost first: they lie open, in no zone."""
        state = self.state
        return [e for e in dict.fromkeys(frame[THIS] for frame in state.stack) if e >= 0 and state.zone[e] == PLAYED]

    def zone(self, zone: int) -> dict[str, Any]:
        things = self.state.zones[zone]
        return {
            "zone": self.names.zone_of[zone].name,
            "seat": self.names.zone_owner[zone],
            "count": len(things),
            "cards": [self.face(e) for e in things] if any(self.sees(e) for e in things) else [],
        }

    def sees(self, thing: int) -> bool:
        return sees(self.names, self.state, self.seat, thing)

    def face(self, thing: int) -> dict[str, Any]:
        """A card that lies where this player sees others: by all that can be known of it, or its back."""
        return self.card(thing) if self.sees(thing) else {"card": BACK, "attached": []}

    def card(self, thing: int) -> dict[str, Any]:
        """A card with all that can be known of it, and what is attached to it."""
        state, names = self.state, self.names
        return {
            "thing": thing,
            "card": names.pack.cards[state.card[thing]].id,
            "controller": state.control[thing],
            "at": list(grid.position(state.cell[thing])) if state.cell[thing] != NOWHERE else None,
            "numbers": self.look.numbers(thing),
            "abilities": [names.pack.abilities[a].id for a in state.abilities[thing]],
            **self.marks(thing),
            "attached": [self.face(e) for e in state.attached[thing]],
        }

    def marks(self, thing: int) -> dict[str, Any]:
        """Counters that are not 0, statuses, and links as far as they lead to things this player may see."""
        state, names = self.state, self.names
        secret = () if state.control[thing] == self.seat != NOBODY else names.pack.private
        counters = ((name, state.counters[i][thing]) for name, i in names.counters.items() if name not in secret)
        return {
            "counters": {name: n for name, n in counters if n},
            "statuses": self.look.statuses(thing),
            "links": {
                name: self.reference(state.links[i][thing])
                for name, i in names.links.items() if state.links[i][thing] != NOBODY
            },
        }  # fmt: skip

    def event(self, frame: list[Any]) -> dict[str, Any]:
        """What is being done, or only declared: its roles with their prepositions, things as references."""
        verb = frame[VERB]
        params = self.names.params[verb]
        roles = zip(params, frame[LOCALS : LOCALS + len(params)], strict=True)
        return {
            "verb": self.names.verb_list[verb],
            "stage": "about" if frame[BLOCK] <= PERFORM else "done",
            "actor": frame[YOU],
            "roles": [[param.name, param.preposition, self.role(param.type, value)] for param, value in roles],
        }

    def role(self, type: str, value: Any) -> Any:
        """A role's value: things as references, words and numbers as they are, places as zones."""
        match type:
            case "card" | "player" | "any":
                return [self.reference(thing) for thing in things(value)]
            case "zone":
                return {"zone": self.names.zone_of[value[0]].name, "seat": self.names.zone_owner[value[0]]}
        return value

    def reference(self, thing: int) -> Any:
        """A thing as it can be spoken of: a number if the player may see it, or where its back lies."""
        if thing < self.state.seats or self.sees(thing):
            return thing  # NOBODY too
        zone = self.state.zone[thing]
        if zone == ATTACHED:
            return {"card": BACK, "host": self.reference(self.state.host[thing])}
        if zone < 0:
            return {"card": BACK}
        names = self.names
        return {"card": BACK, "zone": names.zone_of[zone].name, "seat": names.zone_owner[zone]}

    def asked(self) -> dict[str, Any] | None:
        """What a choice is about, if the rules ask for it: the number of the question in the linked pack, whose card
        and rule it is and whose choice that rule calls yours, and what the names in it stand for."""
        question = self.engine.question(self.state)
        if question is None:
            return None
        frame = self.state.stack[-1]
        spoken = {node.name for node in ir.walk(question.purpose) if isinstance(node, ir.Ref)}
        return {
            "question": frame[BLOCK],
            "source": self.reference(frame[THIS]),
            "ability": self.names.pack.abilities[frame[ABILITY]].id if frame[ABILITY] >= 0 else "",
            "you": frame[YOU],
            "chosen": self.role("card", frame[question.chosen]) if question.chosen >= 0 else [],
            "names": {
                name: self.role({"e": "card", "es": "card", "p": "zone"}.get(type, type), frame[slot])
                for name, slot, type in question.names
                if name in spoken and frame[slot] is not None
            },
        }

    def option(self, option: tuple[Any, ...]) -> list[Any]:
        """An option by what it is about; of a hook, the ability it belongs to."""
        match option:
            case ("pick", thing) if thing in searched(self.names, self.state, self.seat):
                name = self.names.pack.cards[self.state.card[thing]].id
                return ["pick", {**self.reference(thing), "card": name}]
            case ("pick", thing):
                return ["pick", self.reference(thing)]
            case ("place", zone, place):
                return ["place", self.names.zone_of[zone].name, list(grid.position(place))]
            case ("act", thing, action, hook):
                return ["act", self.reference(thing), action, hook_ability(self.engine, hook)]
            case ("play" | "respond" as kind, thing, hook):
                return [kind, self.reference(thing), hook_ability(self.engine, hook)]
        return list(option)


def hook_ability(engine: Engine, hook: int) -> str:
    """The id of the ability that a hook of an option belongs to."""
    return engine.pack.abilities[engine.machine.hooks[hook].ability].id
