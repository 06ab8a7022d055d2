"""The command ``check``: every mistake in the files of games, for people and for other programs."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import click

from .. import driver, render
from ..additions import Addition
from ..diagnostics import ERROR, WARNING, Diagnostic
from ..project import GAME_FILE, default_path
from . import formats, revisions
from .adding import with_additions
from .formats import Report
from .terminal import progress


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path), metavar="[PATH]...")
@click.option("--format", "form", type=click.Choice(list(formats.FORMATS)), default="text", help=formats.ABOUT)
@click.option("--limit", type=click.IntRange(min=0), help="Show so many at most; 0: all. Default for text: 50.")
@click.option("--changed-since", "revision", metavar="REV", help="Only what was not wrong yet at this git revision.")
@with_additions
@click.pass_context
def check(
    ctx: click.Context,
    paths: tuple[Path, ...],
    form: str,
    limit: int | None,
    revision: str | None,
    additions: tuple[Addition, ...],
) -> None:
    """Find every mistake in the files of games.

    PATH: a game's folder, a folder with games in it, or a file of a game. Without one, the folder `cards` here, or
    else the games that came with Cardwright.
    """
    result = driver.check(paths or [usual_path(additions)], progress, additions, os.cpu_count() or 1)
    found = result.diagnostics if revision is None else new_since(result, revision)
    tell(Report(found, cache(result.source), result.files, "check"), form, limit)
    if formats.has_summary(form):
        click.echo(summary(result, found))
    ctx.exit(1 if any(one.severity == ERROR for one in found) else 0)


def tell(report: Report, form: str, limit: int | None) -> None:
    """Prints a report in the format that was asked for."""
    if limit is None:
        limit = render.LIMIT if form == "text" else 0
    for text in formats.formatted(report, form, limit or None):
        click.echo(text)


def new_since(result: driver.Result, revision: str) -> tuple[Diagnostic, ...]:
    """The diagnostics that the games did not have at an earlier revision, wherever they have come up."""
    return tuple(found for game in result.games for found in _new(game, result, revision))


def _new(game: driver.Game, result: driver.Result, revision: str) -> list[Diagnostic]:
    found = list(game.summary.diagnostics)
    if not found or not revisions.has_changed(game.folder.path, revision):
        return []
    with revisions.at_revision(game.folder.path, revision) as folder:
        if not (folder / GAME_FILE).is_file():
            return found
        earlier = driver.check([folder])
        known = Counter(_identity(one, earlier, folder) for one in earlier.diagnostics)
    new: list[Diagnostic] = []
    for one in found:
        identity = _identity(one, result, game.folder.path)
        known[identity] -= 1
        if known[identity] < 0:
            new.append(one)
    return new


def _identity(found: Diagnostic, result: driver.Result, folder: Path) -> tuple[str, str, str, str]:
    """What stays the same of a diagnostic while its line moves up and down."""
    source = result.source(found.span.path)
    line = source.line(source.position(found.span.start)[0]) if source.text else ""
    file = Path(found.span.path).resolve().relative_to(folder.resolve())
    return str(file), found.code, found.message, line.strip()


def usual_path(additions: Sequence[Addition] = ()) -> Path:
    """Where games are when none is named; if those are not the reader's own, a line says so."""
    path = default_path()
    if path.is_absolute() and not additions:
        click.echo("note: there is no folder `cards` here; these are the games that came with Cardwright", err=True)
    return path


def report(result: driver.Result) -> None:
    """What is wrong, as ``check`` shows it, on standard error: for commands that need a game without errors."""
    for block in render.render(result.diagnostics, result.source):
        click.echo(block + "\n", err=True)
    click.echo(summary(result), err=True)


def summary(result: driver.Result, found: Sequence[Diagnostic] | None = None) -> str:
    """One line: how much was checked, and how much is wrong with it. found: what of it counts, if not all."""
    files = sum(game.summary.files for game in result.games)
    cards = sum(game.summary.cards for game in result.games)
    severities = [one.severity for one in (result.diagnostics if found is None else found)]
    numbers = [(severities.count(severity), severity) for severity in (ERROR, WARNING)]
    wrong = [counted(number, severity) for number, severity in numbers if number]
    return ", ".join([counted(files, "file"), counted(cards, "card"), *(wrong or ["no problems"])])


def counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
