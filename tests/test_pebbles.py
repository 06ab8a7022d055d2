"""A toy game on a grid, by its rulings: spaces, connections, parts of events, amended numbers, optional steps."""

from __future__ import annotations

from pathlib import Path

import pytest
from cardwright.compiler import driver
from cardwright.compiler.tools import cli
from cardwright.runtime import harness, ir
from cardwright.runtime.bots import RandomBot
from cardwright.runtime.chronicle import Chronicle, told
from cardwright.runtime.engine import Engine

PEBBLES = Path(__file__).parent / "data" / "pebbles"


@pytest.fixture(scope="module")
def pack() -> ir.Pack:
    (game,) = driver.check([PEBBLES]).games
    assert game.pack is not None
    return game.pack


def test_all_rulings_hold(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(("test", str(PEBBLES))) == 0, capsys.readouterr().out


def test_what_a_card_says_of_an_event_is_part_of_it(pack: ir.Pack) -> None:
    flint = next(ability for ability in pack.abilities if ability.id == "flint")
    part, before = flint.hooks
    assert isinstance(part, ir.As)
    assert part.event.verb == "knock"
    assert isinstance(before, ir.Before)
    assert before.body == (ir.Amend("add", "amount", ir.Num(1)),)


def test_steps_with_a_condition(pack: ir.Pack) -> None:
    assert [step.guard is not None for step in pack.turn] == [True, False, False]


def test_random_games_pass_the_harness(pack: ir.Pack) -> None:
    engine = Engine(pack)
    for seed in range(4):
        game = harness.examine(engine, 2, seed, {"bonus": "with"}, RandomBot(seed))
        assert game.state.winners is not None


def test_the_log_tells_who_takes_the_turn_as_a_player(pack: ir.Pack) -> None:
    engine = Engine(pack)
    log = Chronicle(engine)
    engine.observer = log.observe
    state = engine.new(2, 1, {"bonus": "with"})
    taken = next(each for each in log.take(state) if each.verb == "set")
    assert dict((role, value) for role, _, value in told(taken, None, 2)["roles"])["value"] == [1]
