"""The games that come with Cardwright: their rulings hold, and the harness finds nothing in them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import ClassVar

import pytest
from cardwright.compiler import driver, project
from cardwright.compiler.rulings import Ruling
from cardwright.compiler.text import LANGUAGES, Gap
from cardwright.compiler.text.asking import Asking
from cardwright.compiler.text.narrator import Narrator
from cardwright.compiler.tools.course import Course
from cardwright.compiler.tools.log import Log
from cardwright.compiler.tools.screen import Screen
from cardwright.runtime import harness, scenario
from cardwright.runtime.bots import RandomBot
from cardwright.runtime.chronicle import told
from cardwright.runtime.engine import Engine
from cardwright.runtime.state import State
from cardwright.runtime.views import view

GAMES = [project.game_id(folder) for folder in project.find([Path(__file__).parent.parent / "cards"])]


@cache
def game(name: str) -> tuple[Engine, tuple[Ruling, ...]]:
    opened = driver.open_game(str(Path(__file__).parent.parent / "cards" / name))
    assert opened.pack is not None, opened.compiled.diagnostics
    return Engine(opened.pack), opened.compiled.rulings


@pytest.mark.parametrize("name", GAMES)
def test_every_ruling_holds(name: str) -> None:
    engine, rulings = game(name)
    failures = {r.id: f for r in rulings for s in r.scenarios if (f := scenario.run(engine, s).failure) is not None}
    assert rulings
    assert failures == {}


@pytest.mark.parametrize("name", GAMES)
def test_the_promises_hold_at_every_decision_of_every_scenario(name: str) -> None:
    engine, rulings = game(name)
    wrong: list[str] = []

    def examined(playing: Engine, state: State) -> State:
        found = (check(playing, state, 0) for check in harness.CHECKS.values())
        wrong.extend(fault for fault in found if fault)
        return state

    for ruling in rulings:
        for story in ruling.scenarios:
            scenario.play(engine, story, through=partial(examined, scenario.engine_for(engine, story)))
    assert wrong == []


@pytest.mark.parametrize("name", GAMES)
def test_random_games_pass_the_harness(name: str) -> None:
    engine, _ = game(name)
    played = harness.examine(engine, engine.pack.min_players, 1, {}, RandomBot(1))
    assert played.state.winners is not None
    for seed in range(10):
        harness.play(
            engine, min(engine.pack.min_players + seed % 3, engine.pack.max_players), seed, {}, RandomBot(seed), {}
        )


class Listening(Narrator):
    """Says everything in one language, and remembers what it has no words for."""

    lacking: ClassVar[set[Gap]] = set()

    def _say(self, say: Callable[[Asking], str | None]) -> str | None:
        words = self.words[0]
        text = say(Asking(self.audience, words))
        self.lacking.update(words.gaps)
        words.gaps = set()
        return text


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_a_game_can_be_told_in_its_own_words(name: str, lang: str) -> None:
    """What is told in the log and asked at the table has words in the language itself, and watching changes nothing."""
    engine, _ = game(name)
    seats = engine.pack.min_players
    course, alone = Course(engine, seats, 1, {}), Engine(engine.pack).new(seats, 1)
    narrator = Listening(engine.pack, lang, seats, reader=0)
    screen = Screen(engine.pack, engine.machine.questions, narrator)
    while course.state.winners is None and len(course.choices) < 120:
        seen = view(engine, course.state, course.state.chooser)
        assert screen.prompt(seen)
        assert all(screen.options(seen))
        course.choose_at_random()
        engine.observer, watching = None, engine.observer
        engine.apply(alone, course.choices[-1])
        engine.observer = watching
    engine.observer = None
    assert alone == course.state
    lines = list(Log(engine.pack, narrator).read([told(each, 0, seats) for each in course.events]))
    assert len(lines) > 20
    assert narrator.lacking == set()
