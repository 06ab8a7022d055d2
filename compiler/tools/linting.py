"""The command ``lint``: warnings about games without errors."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click

from .. import driver
from ..additions import Addition
from ..diagnostics import WARNING, Diagnostic
from ..lint import Pool, lint
from ..project import default_path
from ..yaml_loader import load
from . import formats
from .adding import with_additions
from .checking import summary, tell
from .formats import Report
from .packs import faultless
from .terminal import progress


@click.command("lint")
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path), metavar="[PATH]...")
@click.option("--format", "form", type=click.Choice(list(formats.FORMATS)), default="text", help=formats.ABOUT)
@click.option("--limit", type=click.IntRange(min=0), help="Show so many at most; 0: all. Default for text: 50.")
@with_additions
@click.pass_context
def lint_command(
    ctx: click.Context, paths: tuple[Path, ...], form: str, limit: int | None, additions: tuple[Addition, ...]
) -> None:
    """Find what is there for nothing, what nobody has asked about, and what may go wrong.

    A comment allows one warning, on its own line or the next: `# allow orphan-value: kept for the next set`. Exit
    status 1 if there is a warning left. PATH: as for `check`, which must have found no errors.
    """
    result = driver.check(paths or [default_path()], progress, additions)
    found = tuple(warning for game in result.games for warning in warnings(game))
    tell(Report(found, cache(result.source), result.files, "lint", frozenset({WARNING})), form, limit)
    if formats.has_summary(form):
        click.echo(summary(result, found))
    ctx.exit(1 if found else 0)


def warnings(game: driver.Game) -> Iterator[Diagnostic]:
    """The warnings about a game; ends the command with a report if it has errors."""
    pack = faultless(game)
    documents = (load(path).document for path in game.folder.files)
    read = tuple(document for document in documents if document is not None)
    yield from lint(Pool(pack, game.compiled.statements, game.compiled.rulings, read))
