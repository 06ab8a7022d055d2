"""Runs a scenario on an engine: sets the table, makes the picks, asks the questions, and says what went otherwise.

Knows no file format. Decisions that nobody mentions are declined if that is possible; a scenario that would pass
whatever happens is refused, for it proves nothing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from . import ir, script
from .chance import NoSuchFaceError
from .engine import Engine
from .stage import Stage
from .state import State

MAX_DECLINED = 1_000
"""Decisions declined on the way to one that is mentioned; more means that the game never comes to it."""

DECLINING = ("pass", "no", "done")


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a scenario does not hold.

    kind: "expect", "offer", "refuse", "pick" (not on offer), "decision" (somebody has to be mentioned), "proof" (it
    proves nothing, or more than it claims), "roll" (a die of the rules has no such face), "state" (a state is not the
    same after writing and reading it).
    place: see ``script``.
    """

    kind: str
    place: int
    expected: str
    actual: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a scenario: the last state, and why it failed, if it did."""

    state: State
    failure: Failure | None = None


def run(engine: Engine, scenario: script.Scenario) -> Outcome:
    """Runs a scenario twice, once with the state written and read at every decision; both must come to the same."""
    plain = play(engine, scenario)
    written = play(engine, scenario, through=rewritten)
    if plain.failure is None and (written.failure is not None or written.state != plain.state):
        actual = written.failure.actual if written.failure is not None else "another state at the end"
        return Outcome(written.state, Failure("state", script.NOWHERE, "the same course when states are saved", actual))
    return plain


def rewritten(state: State) -> State:
    """The state after a trip through its JSON text."""
    return State.from_json(json.loads(json.dumps(state.to_json())))


def play(engine: Engine, scenario: script.Scenario, through: Callable[[State], State] = lambda state: state) -> Outcome:
    """Runs a scenario once; each state passes ``through`` before the next choice."""
    run = _Run(engine_for(engine, scenario), scenario, through)
    try:
        run.play()
    except _Stop as stop:
        return Outcome(run.stage.state, stop.failure)
    except NoSuchFaceError as wrong:
        expected = f"a roll from 1 to {wrong.faces}"
        return Outcome(run.stage.state, Failure("roll", script.NOWHERE, expected, str(wrong.face)))
    return Outcome(run.stage.state)


def engine_for(engine: Engine, scenario: script.Scenario) -> Engine:
    """The engine for a scenario: with its sets, and with the whole history if it asks what has happened."""
    past = any(
        isinstance(node, ir.Was) or (isinstance(node, ir.Could) and node.when == "turn")
        for expectation in _expectations(scenario)
        for node in ir.walk(expectation.cond)
    )
    return engine.with_sets(scenario.sets, past)


class _Stop(Exception):
    def __init__(self, kind: str, place: int, expected: str, actual: str) -> None:
        self.failure = Failure(kind, place, expected, actual)


class _Run:
    """One run: the table, and the choices made on it."""

    def __init__(self, engine: Engine, scenario: script.Scenario, through: Callable[[State], State]) -> None:
        self.engine, self.scenario, self.through = engine, scenario, through
        self.stage = Stage(engine, scenario)

    def play(self) -> None:
        before = [self.holds(expectation) for expectation in _expectations(self.scenario)]
        for item in self.scenario.items:
            match item:
                case script.Picks(seat, words, place):
                    self.pick(seat, words, place)
                case script.Offered():
                    self.offered(item)
                case script.Expect(expectations):
                    self.expect(expectations)
        self.wind_up()
        self.expect(self.scenario.expect)
        self.prove(before)

    # ---- choosing ------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        return self.stage.state

    def apply(self, index: int) -> None:
        self.stage.state = self.through(self.state)
        self.engine.apply(self.state, index)

    def pick(self, seat: int, words: tuple[str, ...], place: int) -> None:
        """Makes a player's next decisions, one after another."""
        while words:
            self.reach(seat, words[0], place)
            index, used = self.choice(words, place)
            self.apply(index)
            words = words[used:]

    def choice(self, words: tuple[str, ...], place: int) -> tuple[int, int]:
        """The option that the first words mean, and how many of them it takes to say so."""
        found, used = self.fitting(words)
        if len(found) > 1:
            shown = " or ".join(self.stage.told(self.state.options[i]) for i in found)
            raise _Stop("pick", place, ", ".join(words), f"that can mean {shown}")
        return found[0], used

    def fitting(self, words: tuple[str, ...]) -> tuple[list[int], int]:
        """The options that answer to as many of the first words as any does, and how many words those are."""
        found = [(i, self.stage.words(option)) for i, option in enumerate(self.state.options)]
        used = 0
        while used < len(words):
            fitting = [(i, rest - {words[used]}) for i, rest in found if words[used] in rest]
            if not fitting:
                break
            found, used = fitting, used + 1
        return [i for i, _ in found], used

    def reach(self, seat: int, word: str, place: int) -> None:
        """Declines decisions until the player has one in which the word is on offer."""
        for _ in range(MAX_DECLINED):
            if self.on_offer(seat, word):
                return
            if self.state.winners is not None or self.stuck(self.state.chooser == seat, word):
                break
            self.decline(place)
        raise _Stop("pick", place, f"{self.name(seat)} can pick {word}", self.stage.situation())

    def stuck(self, mine: bool, word: str) -> bool:
        """Whether declining what is asked now could not lead to the decision that is meant."""
        if self.at_large():
            return mine or word in DECLINING
        return mine and self.declining() is None

    def on_offer(self, seat: int, word: str) -> bool:
        return self.state.chooser == seat and any(word in self.stage.words(option) for option in self.state.options)

    def at_large(self) -> bool:
        """Whether the turn itself asks what to do, and no event is under way."""
        return len(self.state.stack) == 1

    def declining(self) -> int | None:
        """The option that declines, or the only one there is."""
        options = self.state.options
        return next((i for i, option in enumerate(options) if option[0] in DECLINING or len(options) == 1), None)

    def decline(self, place: int) -> None:
        index = self.declining()
        if index is None:
            raise _Stop("decision", place, "no decision that somebody must make", self.stage.situation())
        self.apply(index)

    def wind_up(self) -> None:
        """Declines whatever is still asked until no event is under way."""
        for _ in range(MAX_DECLINED):
            if self.state.winners is not None or self.at_large():
                return
            self.decline(script.NOWHERE)

    def offered(self, item: script.Offered) -> None:
        """Whether a player could make these picks now, tried out on a fork."""
        kept = self.state
        self.stage.state = kept.fork()
        found = self.is_offered(item)
        situation = self.stage.situation()
        self.stage.state = kept
        if found == item.refused:
            word = "refused" if item.refused else "on offer"
            actual = "it is on offer" if item.refused else situation
            raise _Stop("refuse" if item.refused else "offer", item.place, f"{', '.join(item.words)} is {word}", actual)

    def is_offered(self, item: script.Offered) -> bool:
        words = item.words
        while words:
            while not self.on_offer(item.seat, words[0]):
                if self.over(item.seat):
                    return False
                self.decline(item.place)
            found, used = self.fitting(words)
            words = words[used:]
            if words and len(found) > 1:  # several answer to the first word, none of them to the next
                return False
            if words:
                self.apply(found[0])
        return True

    def over(self, seat: int) -> bool:
        """Whether declining could not lead to another decision of the player at this point."""
        if self.state.winners is not None or self.state.chooser == seat:
            return True
        return self.at_large() or self.declining() is None

    def name(self, seat: int) -> str:
        return self.scenario.players[seat]

    # ---- asking --------------------------------------------------------------------------------------

    def holds(self, expectation: script.Expectation) -> bool:
        return self.engine.ask(self.state, expectation.cond, self.stage.things)

    def expect(self, expectations: Iterable[script.Expectation]) -> None:
        for expectation in expectations:
            if not self.holds(expectation):
                raise _Stop("expect", expectation.place, expectation.text, self.stage.explain(expectation.cond))

    def prove(self, before: list[bool]) -> None:
        """Refuses a scenario whose questions all had the same answer before anything was done."""
        scenario = self.scenario
        if not scenario.items:
            proves = any(_derived(expectation.cond) for expectation in scenario.expect)
        else:
            tried = any(isinstance(item, script.Offered) for item in scenario.items)
            proves = tried or not all(before) or any(_legality(e.cond) for e in _expectations(scenario))
        place = next((e.place for e in _expectations(scenario)), script.NOWHERE)
        if scenario.unchanged and not all(before):
            raise _Stop("proof", place, "that nothing expected here changes", "something does: leave out `unchanged`")
        if not proves and not scenario.unchanged:
            actual = "all of it was true before anything was done"
            raise _Stop("proof", place, "something that the scenario brings about", actual)


def _expectations(scenario: script.Scenario) -> Iterator[script.Expectation]:
    for item in scenario.items:
        if isinstance(item, script.Expect):
            yield from item.expectations
    yield from scenario.expect


def _legality(cond: ir.Cond) -> bool:
    """Whether a question is about what would be legal: then its answer is the engine's, not the table's."""
    return any(isinstance(node, ir.Could) for node in ir.walk(cond))


def _derived(cond: ir.Cond) -> bool:
    """Whether an answer takes more than reading back what was put on the table."""
    return any(
        isinstance(node, ir.Could | ir.HasAbility | ir.Is | ir.Count | ir.Exists | ir.Fold)
        or (isinstance(node, ir.Part) and node.what == "number")
        for node in ir.walk(cond)
    )
