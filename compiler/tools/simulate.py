"""The command ``sim``: many random games, what they came to, and a replay file for each fault they found."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

import click
from cardwright.runtime import ir, replay, sweep
from cardwright.runtime.engine import Engine
from cardwright.runtime.sweep import Found, Plan, Tally
from rich.console import Console
from rich.progress import Progress

from ..additions import Addition
from ..cache import write_atomically
from .adding import with_additions
from .packs import Loaded, agreed, load, option

STRETCH = 25
"""Games that a process plays before it reports."""


@click.command()
@click.argument("game")
@click.option("--games", type=click.IntRange(min=1), default=100, show_default=True, help="How many to play.")
@click.option("--players", metavar="P or P-Q", help="Number of players, or a range of them. Default: all.")
@click.option("--seed", type=int, default=1, show_default=True, help="Of the first game; the next has the next one.")
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Processes to play in.")
@click.option("--check", "checked", metavar="K or all", default="0", help="So many games get the whole harness.")
@click.option("--json", "as_json", is_flag=True, help="The report as JSON.")
@click.option("--sets", default="", metavar="A,B", help="Only these sets, and those they need.")
@option
@with_additions
@click.pass_context
def sim(
    ctx: click.Context,
    game: str,
    games: int,
    players: str | None,
    seed: int,
    jobs: int,
    checked: str,
    as_json: bool,
    sets: str,
    options: tuple[str, ...],
    additions: tuple[Addition, ...],
) -> None:
    """Play many random games and report on them.

    GAME: the id of a game, its path, or a pack file. A game checked by the whole harness is played with states saved,
    forked, undone and compared at every step. For each fault the shortest way to it is written to a replay file.
    """
    loaded = load(game, sets, additions)
    plan = Plan(
        games, _players(loaded.pack, players), seed, agreed(loaded.pack, options), checked=_checked(checked, games)
    )
    started = time.perf_counter()
    tally = _play(loaded, plan, jobs)
    report = _report(loaded.pack, plan, tally, time.perf_counter() - started)
    report["faults"] = [_save(loaded.engine, plan, fault, seen) for fault, seen in _distinct(tally.faults)]
    click.echo(json.dumps(report, indent=2) if as_json else "\n".join(_lines(report)))
    ctx.exit(1 if tally.faults else 0)


def _players(pack: ir.Pack, text: str | None) -> tuple[int, ...]:
    """The numbers of players that ``P`` or ``P-Q`` stands for."""
    low, _, high = (text or f"{pack.min_players}-{pack.max_players}").partition("-")
    try:
        numbers = tuple(range(int(low), int(high or low) + 1))
    except ValueError:
        numbers = ()
    if not numbers or numbers[0] < pack.min_players or numbers[-1] > pack.max_players:
        raise click.UsageError(f"`{pack.id}` is for {pack.min_players} to {pack.max_players} players, not `{text}`")
    return numbers


def _checked(text: str, games: int) -> int:
    if text == "all":
        return games
    if not text.isdigit():
        raise click.UsageError(f"--check takes a number or `all`, not `{text}`")
    return int(text)


# ---- playing -----------------------------------------------------------------------------------------


def _play(loaded: Loaded, plan: Plan, jobs: int) -> Tally:
    """All games of the plan, in one process or several."""
    stretches = [range(start, min(start + STRETCH, plan.games)) for start in range(0, plan.games, STRETCH)]
    total = Tally()
    with _progress(plan.games) as advance:
        for tally, stretch in _tallies(loaded, plan, stretches, jobs):
            total.add(tally)
            advance(len(stretch))
    return total


def _tallies(loaded: Loaded, plan: Plan, stretches: list[range], jobs: int) -> Iterator[tuple[Tally, range]]:
    if jobs == 1 or len(stretches) == 1:
        yield from ((sweep.sweep(loaded.engine, plan, stretch), stretch) for stretch in stretches)
        return
    with ProcessPoolExecutor(min(jobs, os.cpu_count() or 1), initializer=_prepare, initargs=(loaded.pack,)) as pool:
        waiting = {pool.submit(_work, plan, stretch): stretch for stretch in stretches}
        for done in as_completed(waiting):
            yield done.result(), waiting[done]


_engine: list[Engine] = []
"""The engine of a worker process, linked once."""


def _prepare(pack: ir.Pack) -> None:
    _engine[:] = [Engine(pack)]


def _work(plan: Plan, stretch: range) -> Tally:
    return sweep.sweep(_engine[0], plan, stretch)


@contextmanager
def _progress(games: int) -> Iterator[Any]:
    """Gives a function to tell how many games are done; a bar on standard error, if that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda number: None
        return
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("games", total=games)
        yield lambda number: bar.advance(task, number)


# ---- faults ------------------------------------------------------------------------------------------


def _distinct(faults: list[Found]) -> Iterator[tuple[Found, int]]:
    """One fault of each sort, with how often it happened."""
    sorts: dict[tuple[str, str], list[Found]] = {}
    for fault in faults:
        sorts.setdefault((fault.check, fault.message.split(":")[0]), []).append(fault)
    for sort in sorts.values():
        yield min(sort, key=lambda fault: len(fault.choices)), len(sort)


def _save(engine: Engine, plan: Plan, fault: Found, times: int) -> dict[str, Any]:
    """Writes the shortest way to a fault to a replay file; what to report of it."""
    found = sweep.shortest(engine, plan, fault)
    report = {"check": found.check, "message": found.message, "times": times, "choices": len(found.choices)}
    try:
        note = f"{found.check}: {found.message}"
        content = replay.dumps(replay.record(engine, found.players, found.seed, plan.options, found.choices, note))
        path = Path(f"{engine.pack.id}-fault-{found.players}-{found.seed}.json")
        write_atomically(path, content)
    except Exception as error:  # the fault itself must be reported, whatever it does to replays
        return {**report, "replay": None, "why": f"{type(error).__name__}: {error}"}
    return {**report, "replay": str(path)}


# ---- the report --------------------------------------------------------------------------------------


def _report(pack: ir.Pack, plan: Plan, tally: Tally, seconds: float) -> dict[str, Any]:
    lengths = sorted(tally.lengths) or [0]
    never = [card.id for i, card in enumerate(pack.cards) if i not in tally.used]
    return {
        "game": pack.id,
        "games": tally.games,
        "players": list(plan.players),
        "seed": plan.seed,
        "checked": min(plan.checked, plan.games),
        "seconds": round(seconds, 3),
        "games_per_second": round(tally.games / seconds, 1),
        "decisions_per_second": round(tally.choices / seconds),
        "decisions": {"min": lengths[0], "median": median(lengths), "max": lengths[-1]},
        "winners": {("nobody" if seat < 0 else str(seat + 1)): n for seat, n in sorted(tally.winners.items())},
        "never_played": never,
        "warnings": list(_warnings(plan, tally, never)),
    }


def _warnings(plan: Plan, tally: Tally, never: list[str]) -> Iterator[str]:
    if never:
        yield f"{len(never)} of the cards were never played; play more games, or see why"
    if tally.winners[-1]:
        yield f"{tally.winners[-1]} games ended without a winner"
    losers = [seat + 1 for seat in range(min(plan.players)) if not tally.winners[seat]]
    if losers and tally.games >= 100:
        yield f"nobody ever won in seat {', '.join(map(str, losers))}"


def _lines(report: dict[str, Any]) -> Iterator[str]:
    players = "-".join(str(n) for n in sorted({report["players"][0], report["players"][-1]}))
    lengths = report["decisions"]
    yield f"{report['games']:,} games of {report['game']}, {players} players, seeds from {report['seed']}"
    yield f"{report['games_per_second']:,} games/s, {report['decisions_per_second']:,} decisions/s"
    yield f"decisions in a game: {lengths['min']:,} min, {lengths['median']:,g} median, {lengths['max']:,} max"
    yield "winners by seat: " + ", ".join(f"{seat}: {number:,}" for seat, number in report["winners"].items())
    if report["checked"]:
        yield f"checked by the whole harness: {report['checked']:,} games"
    if report["never_played"]:
        yield "never played: " + ", ".join(report["never_played"])
    yield from (f"warning: {warning}" for warning in report["warnings"])
    for fault in report["faults"]:
        yield f"fault ({fault['times']} times): {fault['check']}: {fault['message']}"
        yield f"  {fault['choices']} choices lead to it: {fault['replay'] or 'no replay: ' + fault['why']}"
