"""The games that come with Cardwright: their rulings hold, and the harness finds nothing in them."""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path

import pytest
from cardwright.compiler import driver, project
from cardwright.compiler.rulings import Ruling
from cardwright.runtime import harness, scenario
from cardwright.runtime.bots import RandomBot
from cardwright.runtime.engine import Engine
from cardwright.runtime.state import State

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
