"""What just happened, as data: an observer that keeps the events of a game, and tells each player what it may know.

A card shows in an event if the player could see it when the event began or can see it at some time until it is over;
otherwise it shows as a back. An event that something answers is kept twice: when it is about to happen, and when it
happens or does not. Knows no words but the names of the pack.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from .engine import Engine
from .marks import ACTIVE
from .state import LOCALS, NOBODY, THIS, VERB, YOU, State, things
from .views import BACK, sees

PASSED_OVER = frozenset({"act", "cancel", "change", "end", "end-step", "end-turn", "enter", "leave"})
"""Engine events that tell people nothing that others do not tell."""

ABOUT, DONE, DROPPED = "about", "done", "dropped"
"""The stages of an event: declared and not yet performed, performed, given up."""

Role = tuple[str, str, Any]
"""Name, preposition and content of a role: things as a tuple, a place as its zone and seat, else a plain value."""


@dataclass(slots=True)
class Happening:
    """A stage of an event. number: of the event, over the game. within: of the event that it is a part of, or -1.

    cards: what each card spoken of is; seen: the seats that know it, as a bit mask.
    """

    number: int
    within: int
    stage: str
    verb: str
    actor: int
    source: int
    roles: tuple[Role, ...]
    cards: dict[int, str]
    seen: dict[int, int]

    def known(self, thing: int, seat: int) -> bool:
        return bool(self.seen.get(thing, 0) >> seat & 1)


@dataclass(slots=True)
class _Open:
    """A frame of the stack, and what is kept of its event."""

    frame: list[Any]
    happening: Happening


@dataclass(slots=True)
class Chronicle:
    """The events of one game, followed from its beginning. Give ``observe`` to the engine as its observer.

    happenings: since it was last asked. open: the events that other events may be a part of; frames are told apart as
    objects, so that a game must not change to a fork of its state while it is followed. frameless: the latest event of
    each verb that was performed without a frame of its own. latest: the last event, and those around it, outermost
    first. shown: who has been shown which cards by what is going on.
    """

    engine: Engine
    happenings: list[Happening] = field(default_factory=list)
    open: list[_Open] = field(default_factory=list)
    frameless: dict[str, Happening] = field(default_factory=dict)
    latest: list[Happening] = field(default_factory=list)
    shown: dict[int, int] = field(default_factory=dict)
    count: int = 0

    def observe(self, state: State, verb: str, roles: dict[str, Any], frame: list[Any], own: bool) -> None:
        """Notes an event that is about to be performed."""
        self._look(state)
        self._give_up(state)
        if verb in PASSED_OVER or self._is_idle(state, verb, roles):
            return
        happening = self._note(state, DONE, verb, roles, frame, self._around(state, frame, own))
        if own:
            self._perform(frame, happening)
        else:
            self.frameless[verb] = happening
        match verb:
            case "reveal":
                self._show(state, roles)
            case "shuffle":
                self.shown.clear()

    def _is_idle(self, state: State, verb: str, roles: dict[str, Any]) -> bool:
        """Whether nothing changes by it. Steps begin without being told of; dice are told of when they lie."""
        names = self.engine.names
        match verb:
            case "begin":
                return bool(roles["name"] != "turn")
            case "roll":
                return "result" not in roles
            case "put" | "remove" if roles["token"] in names.statuses:
                bit, on = 1 << names.statuses[roles["token"]], verb == "put"
                return all(bool(state.status[thing] & bit) is on for thing in things(roles["object"]))
            case "set" if roles["name"] in names.variables:
                return bool(state.vars[names.variables[roles["name"]]] == roles["value"])
            case "set" if roles["name"] in names.counters:
                column = state.counters[names.counters[roles["name"]]]
                return all(column[thing] == roles["value"] for thing in things(roles["object"]))
        return False

    def take(self, state: State) -> list[Happening]:
        """The events since the last time, complete now that the game waits."""
        self._look(state)
        self._give_up(state)
        self.open = [each for each in self.open if _is_among(each.frame, state.stack)]
        if not self.open:
            self.shown.clear()
        taken, self.happenings, self.latest = self.happenings, [], []
        return taken

    def _look(self, state: State) -> None:
        """Notes who can see the cards of what is going on; done before and after everything that happens in it."""
        for happening in self.latest:
            for thing in happening.seen:
                for seat in range(state.seats):
                    if sees(self.engine.names, state, seat, thing):
                        happening.seen[thing] |= 1 << seat

    # ---- what is a part of what ----------------------------------------------------------------------

    def _around(self, state: State, frame: list[Any], own: bool) -> int:
        """The number of the event that an event is a part of. frame, own: as the observer is told."""
        if not own and frame[VERB] >= 0:
            return self._event_of(state, frame)
        below = _below(frame, state.stack)
        return next((self._event_of(state, each) for each in below if self._is_kept(each)), NOBODY)

    def _is_kept(self, frame: list[Any]) -> bool:
        return frame[VERB] >= 0 and self.engine.names.verb_list[frame[VERB]] not in (*PASSED_OVER, "begin")

    def _event_of(self, state: State, frame: list[Any]) -> int:
        """The number of a frame's event, which is noted now if it has only been declared."""
        found = next((each.happening for each in self.open if each.frame is frame), None)
        if found is None:
            verb = self.engine.names.verb_list[frame[VERB]]
            found = self.frameless.get(verb) or self._declared(state, verb, frame)
            self.open.append(_Open(frame, found))
        return found.number

    def _perform(self, frame: list[Any], happening: Happening) -> None:
        """What was declared is done now, or is done without having been declared."""
        before = next((each for each in self.open if each.frame is frame), None)
        if before is None:
            self.open.append(_Open(frame, happening))
        else:
            happening.number, before.happening = before.happening.number, happening

    def _declared(self, state: State, verb: str, frame: list[Any]) -> Happening:
        """An event to which something has been answered before it was performed."""
        roles = self.engine.machine.named(frame[VERB], frame[LOCALS:])
        return self._note(state, ABOUT, verb, roles, frame, self._around(state, frame, True))

    def _give_up(self, state: State) -> None:
        """Notes the declared events that have gone from the stack without having been performed."""
        waiting = [each for each in self.open if each.happening.stage == ABOUT]
        gone = [each.happening for each in waiting if not _is_among(each.frame, state.stack)]
        self.happenings += [replace(happening, stage=DROPPED) for happening in gone]
        if gone:
            self.open = [each for each in self.open if each.happening not in gone]

    # ---- one event -----------------------------------------------------------------------------------

    def _note(
        self, state: State, stage: str, verb: str, roles: dict[str, Any], frame: list[Any], within: int
    ) -> Happening:
        typed = self._typed(verb, roles)
        spoken = {e for _, _, value in typed if isinstance(value, tuple) for e in value} | {frame[THIS]}
        names = self.engine.pack.cards
        cards = {e: names[state.card[e]].id for e in spoken if e >= state.seats}
        seen = {card: self.shown.get(card, 0) for card in cards}
        self.count += 1
        happening = Happening(self.count, within, stage, verb, frame[YOU], frame[THIS], typed, cards, seen)
        self.happenings.append(happening)
        around = next((i for i, each in enumerate(self.latest) if each.number == within), -1)
        self.latest = [*self.latest[: around + 1], happening]
        self._look(state)
        return happening

    def _typed(self, verb: str, roles: dict[str, Any]) -> tuple[Role, ...]:
        params = self.engine.names.params[self.engine.names.verbs[verb]]
        plain = verb == "set" and roles["name"] not in (*self.engine.names.links, ACTIVE)
        typed = [
            (p.name, p.preposition, self._content("" if plain and p.name == "value" else p.type, roles[p.name]))
            for p in params
        ]
        return (*typed, *(("result", "", face) for face in (roles.get("result"),) if verb == "roll"))

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
        """What is revealed is seen by those it is shown to, as long as what is going on goes on."""
        seen = self.happenings[-1].seen
        for thing in things(roles["object"]):
            for seat in things(roles["player"]) or range(state.seats):
                seen[thing] = self.shown[thing] = seen.get(thing, 0) | 1 << seat


def _is_among(frame: list[Any], stack: Sequence[list[Any]]) -> bool:
    return any(each is frame for each in stack)


def _below(frame: list[Any], stack: Sequence[list[Any]]) -> Iterator[list[Any]]:
    """The frames below one of the stack (all of them, if it is not in it), from the top."""
    frames: Iterator[list[Any]] = reversed(stack)
    if _is_among(frame, stack):
        next(each for each in frames if each is frame)
    return frames


def told(happening: Happening, seat: int | None, seats: int) -> dict[str, Any]:
    """An event as the player at a seat may know it, as JSON data: things are seats, ids of cards, or backs.

    seat None: for those who may know everything.
    """

    def name(thing: int) -> Any:
        if thing < seats:
            return thing if thing != NOBODY else None
        return happening.cards[thing] if seat is None or happening.known(thing, seat) else BACK

    return {
        "number": happening.number,
        "within": happening.within,
        "stage": happening.stage,
        "verb": happening.verb,
        "actor": happening.actor,
        "source": name(happening.source),
        "roles": [
            [role, preposition, [name(thing) for thing in value] if isinstance(value, tuple) else value]
            for role, preposition, value in happening.roles
        ],
    }
