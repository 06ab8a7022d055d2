"""The commands ``test`` and ``coverage``: rulings run as tests, and how much of a rulebook they settle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import click
from cardwright.runtime import scenario
from cardwright.runtime.engine import Engine
from cardwright.runtime.script import Scenario

from .. import driver
from ..additions import Addition
from ..project import game_id
from ..rulings import Ruling
from ..source import Span
from ..statements import Statement
from .adding import with_additions
from .checking import usual_path
from .packs import faultless, linked
from .witness import what_happened


@dataclass(frozen=True, slots=True)
class Case:
    """One scenario of a ruling, run. failure: a line on what went otherwise, or ""."""

    ruling: Ruling
    script: Scenario
    failure: str
    span: Span


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path), metavar="[PATH]...")
@click.option("-k", "word", default="", metavar="WORD", help="Only rulings with this in their id, card or statements.")
@click.option("--log", "logged", is_flag=True, help="Tell what happens in the scenarios that fail.")
@with_additions
@click.pass_context
def test(ctx: click.Context, paths: tuple[Path, ...], word: str, logged: bool, additions: tuple[Addition, ...]) -> None:
    """Run the rulings of games as tests.

    PATH: a game's folder, a folder with games in it, or a file with rulings. Without one, the folder `cards` here, or
    else the games that came with Cardwright. Each scenario is run twice, once with the state saved at every decision.
    """
    wanted = paths or (usual_path(additions),)
    places = [*wanted, *(file for one in additions for file in one.files)]
    result = driver.check(wanted, additions=additions)
    passed = failed = 0
    for game in result.games:
        rulings = [r for r in _within(_rulings(game), places) if _about(r, word)]
        if not rulings:
            continue
        engine = linked(faultless(game))
        for case in run(engine, rulings):
            passed, failed = passed + (not case.failure), failed + bool(case.failure)
            if case.failure:
                click.echo(f"{_where(result, case.span)}: {case.ruling.id}: {case.failure}")
            if case.failure and logged:
                _tell_log(engine, case)
    if not passed + failed:
        raise click.ClickException("no rulings found" + (f" with `{word}` in them" if word else ""))
    click.echo(f"{passed} passed, {failed} failed")
    ctx.exit(1 if failed else 0)


def run(engine: Engine, rulings: Iterable[Ruling]) -> Iterator[Case]:
    """Runs every scenario of the rulings."""
    for ruling in rulings:
        for number, script in enumerate(ruling.scenarios, 1):
            name = f"scenario {number}: " if len(ruling.scenarios) > 1 else ""
            try:
                failure = scenario.run(engine, script).failure
            except Exception as error:  # whatever it is, the other rulings are still worth running
                yield Case(ruling, script, f"{name}fault: {type(error).__name__}: {error}", ruling.span)
                continue
            line = f"{name}expected {failure.expected}; actual: {failure.actual}" if failure else ""
            place = ruling.places[failure.place] if failure and failure.place >= 0 else ruling.span
            yield Case(ruling, script, line, place)


def _tell_log(engine: Engine, case: Case) -> None:
    """What happens in a scenario that fails, line by line."""
    try:
        lines = what_happened(engine, case.script)
    except Exception:  # the failure has said which
        return
    for line in lines or ["  nothing happens"]:
        click.echo(f"  {line}")


def _rulings(game: driver.Game) -> tuple[Ruling, ...]:
    faultless(game)
    return game.compiled.rulings


def _within(rulings: Iterable[Ruling], paths: Sequence[Path]) -> Iterator[Ruling]:
    """The rulings in files at or below these paths, or in games at or below them."""
    roots = [path.resolve() for path in paths]
    return (r for r in rulings if any(Path(r.span.path).resolve().is_relative_to(root) for root in roots))


def _about(ruling: Ruling, word: str) -> bool:
    return any(word in name for name in (ruling.id, ruling.card, *(id for id, _ in ruling.settles)))


def _where(result: driver.Result, span: Span) -> str:
    line, column = result.source(span.path).position(span.start)
    return f"{span.path}:{line}:{column}"


# ---- coverage ----------------------------------------------------------------------------------------


@dataclass(slots=True)
class Tally:
    """How the statements of one section stand."""

    section: str
    executed: int = 0
    reasoned: int = 0
    open: int = 0

    @property
    def total(self) -> int:
        return self.executed + self.reasoned + self.open

    @property
    def percent(self) -> float:
        return 100 * (self.executed + self.reasoned) / self.total if self.total else 100.0


@click.command()
@click.argument("game", required=False)
@click.option("--min", "least", type=click.FloatRange(0, 100), metavar="PERCENT", help="Fail if less is settled.")
@click.option("--open", "listed", is_flag=True, help="List the statements that nothing settles.")
@with_additions
@click.pass_context
def coverage(
    ctx: click.Context, game: str | None, least: float | None, listed: bool, additions: tuple[Addition, ...]
) -> None:
    """Count the statements of a rulebook that rulings settle.

    A statement is executed if a ruling that settles it has a scenario, and all its scenarios pass; reasoned if it gives
    the reason why nothing can run for it. GAME: an id or a path; without one, all games in the folder `cards`.
    """
    games = driver.open_some(game, additions)
    low = False
    for one in games:
        settled = _settled(one)
        statements = one.compiled.statements
        if not statements:
            continue
        total = _tell(game_id(one.folder), statements, settled)
        low |= least is not None and total.percent < least
        if listed:
            _list_open(statements, settled)
    if low:
        click.echo(f"less than {least:g} % is settled", err=True)
    ctx.exit(1 if low else 0)


def _settled(game: driver.Game) -> frozenset[str]:
    """Ids of the statements that passing scenarios settle, and of those that assert the same."""
    rulings = [ruling for ruling in _rulings(game) if ruling.scenarios]
    failed = {case.ruling.id for case in run(linked(faultless(game)), rulings) if case.failure}
    settled = {id for ruling in rulings if ruling.id not in failed for id, _ in ruling.settles}
    same = {s.id for s in game.compiled.statements if s.same_as in settled}
    return frozenset(settled | same)


def _tell(game: str, statements: Iterable[Statement], settled: frozenset[str]) -> Tally:
    """Prints the table of a game; its last line, the total."""
    total = Tally("in all")
    tallies: dict[str, Tally] = {}
    for statement in statements:
        for tally in (tallies.setdefault(statement.section, Tally(statement.section)), total):
            tally.executed += statement.id in settled
            tally.reasoned += statement.id not in settled and bool(statement.reason)
            tally.open += statement.id not in settled and not statement.reason
    width = max(len(name) for name in (game, *tallies))
    click.echo(f"{game:<{width}}  executed  reasoned  open  settled")
    for tally in (*tallies.values(), total):
        numbers = f"{tally.executed:>8}  {tally.reasoned:>8}  {tally.open:>4}  {tally.percent:>5.1f} %"
        click.echo(f"{tally.section:<{width}}  {numbers}")
    return total


def _list_open(statements: Iterable[Statement], settled: frozenset[str]) -> None:
    click.echo()
    for statement in statements:
        if statement.id not in settled and not statement.reason:
            click.echo(f"{statement.id}: {statement.states.get('en') or next(iter(statement.states.values()), '')}")
