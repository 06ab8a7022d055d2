"""The command ``check``: every mistake in the files of games, for people and for other programs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click

from .. import driver, render
from ..diagnostics import WARNING, Diagnostic
from ..project import default_path
from ..source import Span
from .terminal import progress, style


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path), metavar="[PATH]...")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "short", "json", "github"]),
    default="text",
    help="text: with excerpts; short: a line each; json: for programs; github: annotations of a workflow.",
)
@click.option("--limit", type=click.IntRange(min=0), default=render.LIMIT, help="Show so many at most; 0: all.")
@click.pass_context
def check(ctx: click.Context, paths: tuple[Path, ...], form: str, limit: int) -> None:
    """Find every mistake in the files of games.

    PATH: a game's folder, a folder with games in it, or a file of a game. Without one, the folder `cards` here, or
    else the games that came with Cardwright.
    """
    result = driver.check(paths or [default_path()], progress)
    for text in _FORMATS[form](result, limit or None):
        click.echo(text)
    if form != "json":
        click.echo(summary(result))
    ctx.exit(1 if result.errors else 0)


def report(result: driver.Result) -> None:
    """What is wrong, as ``check`` shows it, on standard error: for commands that need a game without errors."""
    for block in render.render(result.diagnostics, result.source):
        click.echo(block + "\n", err=True)
    click.echo(summary(result), err=True)


def summary(result: driver.Result) -> str:
    """One line: how much was checked, and how much is wrong with it."""
    files = sum(game.summary.files for game in result.games)
    cards = sum(game.summary.cards for game in result.games)
    warnings = sum(found.severity == WARNING for found in result.diagnostics)
    wrong = [counted(number, what) for number, what in ((result.errors, "error"), (warnings, "warning")) if number]
    return ", ".join([counted(files, "file"), counted(cards, "card"), *(wrong or ["no problems"])])


def counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


# ---- formats -----------------------------------------------------------------------------------------


def _text(result: driver.Result, limit: int | None) -> Iterator[str]:
    for block in render.render(result.diagnostics, result.source, style(), limit):
        yield block + "\n"


def _short(result: driver.Result, limit: int | None) -> Iterator[str]:
    return (render.one_line(found, result.source) for found in result.diagnostics[:limit])


def _json(result: driver.Result, limit: int | None) -> Iterator[str]:
    yield json.dumps([_plain(found, result) for found in result.diagnostics[:limit]], indent=2, ensure_ascii=False)


def _github(result: driver.Result, limit: int | None) -> Iterator[str]:
    for found in result.diagnostics[:limit]:
        place = _place(found.span, result)
        where = f"file={found.span.path},line={place['line']},col={place['column']}"
        hint = f" ({found.help})" if found.help else ""
        yield f"::{found.severity} {where},title={found.code}::{_escaped(found.message + hint)}"


_FORMATS: dict[str, Callable[[driver.Result, int | None], Iterator[str]]] = {
    "text": _text,
    "short": _short,
    "json": _json,
    "github": _github,
}


def _plain(found: Diagnostic, result: driver.Result) -> dict[str, Any]:
    return {
        "code": found.code,
        "severity": found.severity,
        "message": found.message,
        **_place(found.span, result),
        "help": found.help,
        "fix": found.fix,
        "labels": [{"text": label.text, **_place(label.span, result)} for label in found.labels],
        "notes": list(found.notes),
    }


def _place(span: Span, result: driver.Result) -> dict[str, Any]:
    source = result.source(span.path)
    line, column = source.position(span.start)
    end_line, end_column = source.position(span.end)
    return {"file": span.path, "line": line, "column": column, "end_line": end_line, "end_column": end_column}


def _escaped(text: str) -> str:
    """As workflow commands want it."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
