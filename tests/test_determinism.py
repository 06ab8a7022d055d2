"""The same sources, seeds and choices give the same packs and games, in every process and on a busy engine."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from cardwright.runtime import ir
from cardwright.runtime.engine import Engine
from cardwright.runtime.state import State
from cardwright.runtime.views import view

TOURNEY = Path(__file__).parent / "data" / "tourney"

_GAME = """
import hashlib, json, sys
from cardwright.compiler import driver
from cardwright.runtime import packfile
from cardwright.runtime.engine import Engine
from cardwright.runtime.views import view
pack = driver.open_game(sys.argv[1]).pack
engine, seen = Engine(pack), hashlib.sha256()
state = engine.new(3, 5)
while state.winners is None:
    seen.update(json.dumps([state.to_json(), view(engine, state, 0)]).encode())
    engine.apply(state, hash(state.random) % len(state.options))
print(packfile.pack_hash(pack), seen.hexdigest(), state.winners)
"""


def told(hash_seed: str) -> str:
    """What a process of its own finds out about a game."""
    run = subprocess.run(
        [sys.executable, "-c", _GAME, str(TOURNEY)],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    return run.stdout


def test_the_order_of_hashes_changes_nothing() -> None:
    assert len({told(seed) for seed in ("0", "1", "42")}) == 1


# ---- one engine, many games --------------------------------------------------------------------------


class Interrupted(Exception):
    """Raised in the middle of an event."""


class Interruption:
    """An observer that breaks off at the n-th event."""

    def __init__(self, after: int) -> None:
        self.left = after

    def __call__(self, *event: Any) -> None:
        self.left -= 1
        if self.left < 0:
            raise Interrupted


def disturb(engine: Engine, state: State, other: State, chance: random.Random) -> None:
    """Whatever else may be done with an engine between two choices of a game."""
    match chance.randrange(5):
        case 0:
            view(engine, other, chance.randrange(other.seats))
        case 1:
            engine.numbers(other, other.seats)
            engine.statuses(state, other.seats)
        case 2:
            engine.observer = Interruption(chance.randrange(4))
            try:
                engine.apply(state.fork(), chance.randrange(len(state.options)))
            except Interrupted:
                pass
            finally:
                engine.observer = None
        case 3:
            marked = state.fork()
            marked.status[chance.randrange(len(marked.status))] ^= 1
            engine.numbers(marked, marked.seats)
        case _:
            engine.step(other, chance.randrange(len(other.options)))


def carried_on(state: State, chance: random.Random) -> State:
    """The same state in another way: as it is, a fork of it, or written and read."""
    match chance.randrange(3):
        case 0:
            return state.fork()
        case 1:
            return State.from_json(json.loads(json.dumps(state.to_json())))
    return state


@pytest.mark.parametrize("seed", range(3))
def test_games_on_one_engine_do_not_touch_each_other(seed: int, tourney: ir.Pack) -> None:
    """Many games in turn on one engine, with everything else in between, go as each does alone on a fresh one."""
    chance = random.Random(seed)
    shared = Engine(tourney)
    games = [(number, shared.new(2 + number % 3, number)) for number in range(6)]
    states = dict(games)
    choices: dict[int, list[int]] = {number: [] for number in states}
    for _ in range(250):
        number, other = chance.choice(list(states)), chance.choice(list(states.values()))
        state = states[number]
        if state.winners is not None or other.winners is not None:
            continue
        disturb(shared, state, other, chance)
        state = carried_on(state, chance)
        choices[number].append(chance.randrange(len(state.options)))
        shared.apply(state, choices[number][-1])
        states[number] = state
    for number, state in states.items():
        alone = Engine(tourney)
        again = alone.new(2 + number % 3, number)
        for choice in choices[number]:
            alone.apply(again, choice)
        assert again == state
        assert json.dumps(again.to_json()) == json.dumps(state.to_json())
