"""The table of a running scenario: which thing each name stands for, and how things and options are told to people.

Sets the table up, and puts the engine's data into the scenario's own words. Decides nothing.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from . import grid, ir, script
from .engine import Engine
from .state import ASIDE, ATTACHED, NOBODY, State
from .views import hook_ability


class Stage:
    """things: the thing of each name that stands for one thing only. called: the name of each thing put down."""

    def __init__(self, engine: Engine, scenario: script.Scenario) -> None:
        self.engine, self.scenario = engine, scenario
        self.things: dict[str, int] = {name: seat for seat, name in enumerate(scenario.players)}
        self.called: dict[int, str] = dict(enumerate(scenario.players))
        self.state: State = engine.blank(len(scenario.players), scenario.seed, dict(scenario.options))
        self._lay()

    # ---- setting up ----------------------------------------------------------------------------------

    def _lay(self) -> None:
        state, names = self.state, self.engine.names
        placed: list[tuple[int, script.Marks]] = list(enumerate(self.scenario.marks))
        for card in self.scenario.cards:
            placed += self._put(card, None)
        if self.scenario.step == script.SETUP and not self.scenario.cards:
            self.engine.deal(state)
        times = Counter(self.called.values())
        self.things = {name: thing for thing, name in self.called.items() if times[name] == 1}
        for thing, marks in placed:
            self._mark(thing, marks)
        for name, value in self.scenario.variables:
            state.vars[names.variables[name]] = value
        state.rolls = self.scenario.rolls
        state.asking = True
        self.engine.start(state, 0, self.scenario.step)

    def _put(self, card: script.Placed, host: int | None) -> list[tuple[int, script.Marks]]:
        """Places a card and what is attached to it."""
        seat = card.seat if card.seat != script.NOWHERE else None
        at = grid.place_at(*card.at) if card.at is not None else None
        thing = self.engine.place(self.state, card.card, card.zone, seat, host, at)
        self.called[thing] = card.name
        placed = [(thing, card.marks)]
        for attached in card.attached:
            placed += self._put(attached, thing)
        return placed

    def _mark(self, thing: int, marks: script.Marks) -> None:
        state, names = self.state, self.engine.names
        for name, value in marks.counters:
            state.counters[names.counters[name]][thing] = value
        for name in marks.statuses:
            state.status[thing] |= 1 << names.statuses[name]
        for name, other in marks.links:
            state.links[names.links[name]][thing] = self.things[other]

    # ---- telling -------------------------------------------------------------------------------------

    def words(self, option: tuple[Any, ...]) -> frozenset[str]:
        """The words that an option answers to."""
        match option:
            case ("act", thing, action, _):
                return frozenset({self.name(thing), action})
            case ("play", thing, _):
                return frozenset({self.name(thing), "play"})
            case ("respond", thing, hook):
                ability = hook_ability(self.engine, hook)
                return frozenset({self.name(thing), "respond", *({ability} - self.things.keys())})
            case ("pick", thing):
                return frozenset({self.name(thing)})
            case ("place", _, place):
                return frozenset({place_word(place)})
            case ("number" | "mode", value):
                return frozenset({str(value)})
        return frozenset({option[0]})

    def told(self, option: tuple[Any, ...]) -> str:
        """An option as a pick is written."""
        match option:
            case ("act", thing, action, _):
                return f"{action}, {self.name(thing)}" if thing >= 0 else str(action)
            case ("respond", thing, hook) if thing < 0:
                return hook_ability(self.engine, hook)
            case ("play" | "respond" | "pick", thing, *_):
                return self.name(thing)
            case ("place", _, place):
                return place_word(place)
            case ("number" | "mode", value):
                return str(value)
        return str(option[0])

    def name(self, thing: int) -> str:
        """What the scenario calls a thing; one that was not put down is called by its card."""
        if thing == NOBODY:
            return "nobody"
        return self.called.get(thing) or self.engine.names.pack.cards[self.state.card[thing]].id

    def situation(self) -> str:
        """Who is asked, and what is on offer."""
        state = self.state
        if state.winners is not None:
            return "the game is over"
        if state.chooser == NOBODY:
            return "nobody is asked anything"
        offers = "; ".join(self.told(option) for option in state.options)
        return f"{self.scenario.players[state.chooser]} is asked ({state.prompt}): {offers}"

    # ---- explaining ----------------------------------------------------------------------------------

    def explain(self, cond: ir.Cond) -> str:
        """Why a question is answered no."""
        match cond:
            case ir.Compare(left=left, right=right):
                return f"{self.value(left)} and {self.value(right)}"
            case ir.And(items):
                return next(self.explain(item) for item in items if not self._ask(item))
            case ir.In(subject=subject):
                return f"{self.value(subject)} is {self.where(subject)}"
            case ir.Not(ir.In(subject=subject)):
                return f"{self.value(subject)} is {self.where(subject)}"
            case ir.Not():
                return "it is so"
        return "it is not so"

    def _ask(self, cond: ir.Cond) -> bool:
        return self.engine.ask(self.state, cond, self.things)

    def value(self, expr: ir.Expr) -> str:
        """The value of an expression, things by their names."""
        value = self.engine.value(self.state, expr, self.things)
        if isinstance(expr, ir.Place):
            return " of ".join(part for part in (expr.at, expr.zone) if part)
        if isinstance(value, tuple):
            return ", ".join(self.name(thing) for thing in value) or "nothing"
        if value is None:
            return "no number"
        counted = isinstance(expr, ir.Num | ir.Count | ir.Fold | ir.Arith | ir.Var) or (
            isinstance(expr, ir.Part) and expr.what in ("number", "counter")
        )
        return str(value) if counted or isinstance(value, str) else self.name(value)

    def where(self, subject: ir.Noun) -> str:
        """Where a thing is."""
        thing = self.engine.value(self.state, subject, self.things)
        if not isinstance(thing, int) or thing < self.state.seats:
            return "in no zone"
        zone, names = self.state.zone[thing], self.engine.names
        if zone == ATTACHED:
            return f"attached to {self.name(self.state.host[thing])}"
        if zone < 0:
            return "put aside" if zone == ASIDE else "being played"
        owner = names.zone_owner[zone]
        return f"in {names.zone_of[zone].name}" + (f" of {self.name(owner)}" if owner >= 0 else "")


def place_word(place: int) -> str:
    """A place of a grid as picks call it: its steps right of the centre and below it, as ``1:-2``."""
    x, y = grid.position(place)
    return f"{x}:{y}"
