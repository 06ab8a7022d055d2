"""Squillo City as data: random games come to each of its two ends, with every number of players."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from cardwright.compiler import driver
from cardwright.runtime.bots import RandomBot
from cardwright.runtime.engine import Engine
from cardwright.runtime.harness import play
from cardwright.runtime.state import State

GAME = Path(__file__).parent.parent / "cards" / "city"


@pytest.fixture(scope="module")
def engine() -> Engine:
    (game,) = driver.check([GAME]).games
    assert game.pack is not None
    return Engine(game.pack)


def end_of(engine: Engine, state: State) -> str:
    """Which of the two ends a game came to: the last card of the black market bought, or no coins left."""
    if not state.zones[engine.names.zone_instance("black-market", 0)]:
        return "black market"
    return "supply" if state.vars[engine.names.variables["supply"]] == 0 else "neither"


def test_random_games_come_to_both_ends(engine: Engine) -> None:
    ends = Counter(end_of(engine, play(engine, 2 + n % 4, n, {}, RandomBot(n), {}).state) for n in range(60))
    assert set(ends) == {"black market", "supply"}
