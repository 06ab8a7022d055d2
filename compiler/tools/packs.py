"""Games that are to be played: from a name, a path or a pack file to a linked engine, or a line on why not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from cardwright.runtime import ir, packfile, replay
from cardwright.runtime.engine import Engine, LinkError
from cardwright.runtime.sets import chosen

from .. import driver
from ..additions import Addition
from ..diagnostics import Diagnostic, did_you_mean
from ..reading import fetch
from ..render import render
from ..source import Source, Span, display_path
from .checking import counted, report
from .terminal import style

MAX_BYTES = 500_000_000
"""No pack or replay is larger; what is read beyond that is cut off."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A playable game. game: its files, if it was not loaded from a pack file."""

    pack: ir.Pack
    engine: Engine
    game: driver.Game | None


def load(name: str, sets: str = "", additions: Sequence[Addition] = ()) -> Loaded:
    """The game of this id or path, or in this pack file, with all its sets or those of a comma-separated list.

    A game with errors is reported, and the command ends.
    """
    wanted = [word.strip() for word in sets.split(",") if word.strip()]
    if Path(name).is_file() and not name.endswith(".yaml"):
        return _from_file(Path(name), wanted)
    game = driver.open_game(name, additions=additions)
    pack = _with_sets(compiled(game), wanted)
    return Loaded(pack, linked(pack), game)


def agreed(pack: ir.Pack, pairs: tuple[str, ...]) -> dict[str, str]:
    """The options of the game that ``NAME=VALUE`` pairs stand for; a usage error for one that it does not have."""
    allowed, found = dict(pack.options), {}
    for pair in pairs:
        name, _, value = pair.partition("=")
        if name not in allowed:
            known = ", ".join(f"`{each}`" for each in allowed) or "none"
            raise click.UsageError(f"`{pack.id}` has no option `{name}`; it has {known}")
        if value not in allowed[name]:
            raise click.UsageError(f"`{name}` is one of {', '.join(allowed[name])}, not `{value}`")
        found[name] = value
    return found


option = click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="What the players agree on.")
"""For commands that play: the options of the game, one at a time."""


def compiled(game: driver.Game) -> ir.Pack:
    """The game's pack; ends the command with a report if its rules have errors."""
    if game.pack is None:
        report(driver.Result((game,)))
        raise click.exceptions.Exit(1)
    mention_errors(game)
    return game.pack


def mention_errors(game: driver.Game) -> None:
    """A line on standard error if a game with a pack has errors all the same."""
    if game.summary.errors:
        errors = counted(game.summary.errors, "error")
        click.echo(f"note: {errors} in rulings, statements or texts; `cardwright check` shows them", err=True)


def faultless(game: driver.Game) -> ir.Pack:
    """The game's pack; ends the command with a report if anything in its files is an error."""
    if game.summary.errors:
        report(driver.Result((game,)))
        raise click.exceptions.Exit(1)
    return compiled(game)


def linked(pack: ir.Pack) -> Engine:
    """The engine for a pack; ends the command with a line if the pack contradicts itself."""
    try:
        return Engine(pack)
    except LinkError as error:
        raise click.ClickException(f"`{pack.id}` cannot be played: {error}") from None


def read_file(path: Path, loads: Callable[[bytes], Any]) -> Any:
    """A file of the runtime (a pack, a replay); ends the command with its code if it cannot be used."""
    try:
        return loads(fetch(path, MAX_BYTES))
    except OSError as error:
        raise click.ClickException(f"`{path}` cannot be read: {(error.strerror or str(error)).lower()}") from None
    except (packfile.PackError, replay.ReplayError) as error:
        report_file(path, error.code, error.message)
        raise click.exceptions.Exit(1) from None


def report_file(path: Path, code: str, message: str) -> None:
    """Says what is wrong with a file that is no text, as ``check`` would."""
    name = display_path(path)
    found = Diagnostic(code, Span(name, 0, 0), message, help=f"`cardwright explain {code}` says what can be done")
    for block in render([found], lambda path: Source(path, ""), style()):
        click.echo(block, err=True)


def _from_file(path: Path, sets: list[str]) -> Loaded:
    """The game of a pack file; one that cannot be linked was not made by the compiler."""
    pack = _with_sets(read_file(path, packfile.loads), sets)
    try:
        return Loaded(pack, Engine(pack), None)
    except LinkError as error:
        report_file(path, packfile.MALFORMED, f"not a pack of this version: {error}")
        raise click.exceptions.Exit(1) from None


def _with_sets(pack: ir.Pack, sets: list[str]) -> ir.Pack:
    """The pack with some of its sets, and what these need."""
    for name in sets:
        if name not in pack.sets:
            help_text = did_you_mean(name, pack.sets) or f"it has {', '.join(pack.sets)}"
            raise click.UsageError(f"`{pack.id}` has no set `{name}`; {help_text}")
    return chosen(pack, sets) if sets else pack
