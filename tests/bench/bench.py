"""Speed, as a table: `python tests/bench/bench.py [--games N] [--players P] [--peer GAME=SCRIPT]`.

For each game that comes with Cardwright: random whole games and choices a second of processor time, and what a fork and
a JSON round trip of a game half-way cost (an undo is a step back to a kept fork, so it costs the same); then
`cardwright check` of all cards, cold and warm, as whole processes, and `cardwright docs build` of all games in both
languages after a number on one card has changed, without and with the files to print. A peer plays the core of a game
in another way: a script that answers `--only NAME --games N --seed S` with one line of JSON (`decisions`, `cpu_s`). It
is run in turn with ours, and the median of the ratios is printed. Machines swing: read the ratio.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from cardwright.compiler import driver
from cardwright.runtime.engine import Engine
from cardwright.runtime.state import State

PEER = "squirmish core: legal/apply"
ROUNDS = 9


@dataclass(frozen=True, slots=True)
class Row:
    """What was measured of one game. Rates a second, costs in microseconds."""

    name: str
    games: float
    decisions: float
    length: float
    fork: float
    json: float
    size: int


def playout(engine: Engine, players: int, seed: int, stop: int = sys.maxsize) -> tuple[State, int]:
    """A random game to its end, or to a number of choices; the state and how many were made."""
    chance, state, made = random.Random(seed), engine.new(players, seed), 0
    while state.winners is None and made < stop:
        engine.apply(state, int(chance.random() * len(state.options)))
        made += 1
    return state, made


def cost(call: Callable[[], object], times: int = 200) -> float:
    """Microseconds of a call: the best of five batches."""
    best = float("inf")
    for _ in range(5):
        start = time.perf_counter()
        for _ in range(times):
            call()
        best = min(best, time.perf_counter() - start)
    return best / times * 1e6


def round_trip(state: State) -> State:
    """The state, written as JSON and read again."""
    return State.from_json(json.loads(json.dumps(state.to_json())))


def middle(engine: Engine, players: int, length: float) -> Iterator[State]:
    """Ten states half-way through a game."""
    for seed in range(1000, 1010):
        state, _ = playout(engine, players, seed, int(length / 2))
        if state.winners is None:
            yield state


def measure(engine: Engine, players: int, games: int) -> Row:
    playout(engine, players, 1)
    start, made = time.process_time(), 0
    for seed in range(games):
        made += playout(engine, players, seed)[1]
    spent = time.process_time() - start
    states = list(middle(engine, players, made / games))
    return Row(
        f"{engine.pack.title}, {players} players",
        games / spent,
        made / spent,
        made / games,
        statistics.median(cost(state.fork) for state in states),
        statistics.median(cost(partial(round_trip, state), 5) for state in states),
        max(len(json.dumps(state.to_json())) for state in states),
    )


def rate(engine: Engine, players: int, games: int) -> float:
    """Choices a second of processor time."""
    start, made = time.process_time(), 0
    for seed in range(games):
        made += playout(engine, players, seed)[1]
    return made / (time.process_time() - start)


def peer_rate(script: str, games: int) -> float:
    """Choices a second of processor time of the peer."""
    command = [sys.executable, script, "--only", PEER, "--games", str(games), "--seed", "1"]
    found = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    return float(found["decisions"] / found["cpu_s"])


def ratio(engine: Engine, players: int, games: int, script: str) -> str:
    """Both in turn, several times: the median of the ratios, with the lowest and the highest."""
    found = sorted(rate(engine, players, games) / peer_rate(script, 10 * games) for _ in range(ROUNDS))
    return f"{found[ROUNDS // 2]:.3f} ({found[0]:.3f} to {found[-1]:.3f})"


def check_times(rounds: int) -> tuple[float, float]:
    """Seconds of `cardwright check` as a whole process: without a cache, and with a warm one (medians)."""
    with tempfile.TemporaryDirectory() as folder:

        def run(cache: str) -> float:
            environment = {**os.environ, "CARDWRIGHT_CACHE": cache}
            start = time.perf_counter()
            subprocess.run(
                [sys.executable, "-m", "cardwright", "check"], env=environment, check=True, capture_output=True
            )
            return time.perf_counter() - start

        cold = [run("") for _ in range(rounds)]
        run(folder)
        return statistics.median(cold), statistics.median(run(folder) for _ in range(rounds))


def docs_times(rounds: int) -> tuple[float, float]:
    """Seconds of `cardwright docs build` as a whole process, after a number on one card has changed: without files to
    print, and with them (medians)."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        (paths,) = _paths()
        shutil.copytree(paths, folder / "cards")
        card = max((folder / "cards").rglob("*.yaml"), key=lambda path: path.read_text("utf-8").count("numbers: {"))
        environment = {**os.environ, "CARDWRIGHT_CACHE": str(folder / "cache")}

        def run(*options: str) -> float:
            command = [sys.executable, "-m", "cardwright", "docs", "build", "-o", f"site{''.join(options)}", *options]
            start = time.perf_counter()
            subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True)
            return time.perf_counter() - start

        def again(*options: str) -> float:
            number = random.randrange(1000, 10_000)
            changed = re.sub(r"(numbers: \{[a-z-]+: )\d+", rf"\g<1>{number}", card.read_text("utf-8"), count=1)
            card.write_text(changed, "utf-8")
            return run(*options)

        run()
        site = statistics.median(again() for _ in range(rounds))
        run("--pdf")
        return site, statistics.median(again("--pdf") for _ in range(rounds))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=20, help="games of each row")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--peer", metavar="GAME=SCRIPT", help="what to measure beside a game")
    args = parser.parse_args()
    print(f"{'game':32} {'games/s':>9} {'choices/s':>10} {'length':>7} {'fork µs':>8} {'JSON µs':>8} {'kB':>5}")
    game, _, peer = (args.peer or "").partition("=")
    for found in driver.check(_paths()).games:
        if found.pack is None:
            continue
        engine, players = Engine(found.pack), min(args.players, found.pack.max_players)
        row = measure(engine, players, args.games)
        print(
            f"{row.name:32} {row.games:9.1f} {row.decisions:10.0f} {row.length:7.0f} {row.fork:8.1f}"
            f" {row.json:8.0f} {row.size / 1000:5.0f}",
            flush=True,
        )
        if found.pack.id == game:
            print(f"    as a part of the choices a second of {peer}: {ratio(engine, players, args.games, peer)}")
    cold, warm = check_times(3)
    print(f"cardwright check: cold {cold:.2f} s, warm {warm:.2f} s")
    site, prints = docs_times(3)
    print(f"cardwright docs build after a change: {site:.2f} s, with --pdf {prints:.2f} s")


def _paths() -> list[Path]:
    return [Path(__file__).parent.parent.parent / "cards"]


if __name__ == "__main__":
    main()
