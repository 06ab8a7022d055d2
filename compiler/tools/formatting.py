"""The command ``fmt``: lays out the rules in card files, and changes nothing else in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import unified_diff
from pathlib import Path

import click

from ..cache import write_atomically
from ..layout import laid_out
from ..project import NoGame, card_files, default_path, find, game_of
from ..source import Source, display_path
from ..yaml_loader import load
from .checking import counted


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path, exists=True), metavar="[PATH]...")
@click.option("--check", "only_check", is_flag=True, help="Write nothing; fail if a file would change.")
@click.option("--diff", "as_diff", is_flag=True, help="Write nothing; show what would change.")
@click.pass_context
def fmt(ctx: click.Context, paths: tuple[Path, ...], only_check: bool, as_diff: bool) -> None:
    """Lay out the rules in card files: blanks, indentation, blank lines, comments.

    PATH: a card file, or a folder with games or a set in it. Without one, the folder `cards` here. Files with errors in
    their YAML stay as they are.
    """
    changed = skipped = unchanged = 0
    for path in _files(paths or (default_path(),)):
        loaded = load(path)
        if loaded.document is None:
            click.echo(f"{display_path(path)}: left alone, `cardwright check` says why", err=True)
            skipped += 1
            continue
        wanted = laid_out(loaded.document)
        if wanted == loaded.source.text:
            unchanged += 1
            continue
        changed += 1
        _treat(path, loaded.source, wanted, only_check, as_diff)
    done = "would change" if only_check or as_diff else "changed"
    click.echo(f"{counted(changed, 'file')} {done}, {unchanged} as they should be", err=as_diff)
    ctx.exit(1 if skipped or (only_check and changed) else 0)


def _treat(path: Path, source: Source, wanted: str, only_check: bool, as_diff: bool) -> None:
    if as_diff:
        before, after = source.text.splitlines(keepends=True), wanted.splitlines(keepends=True)
        click.echo("".join(unified_diff(before, after, source.path, source.path)), nl=False)
    elif only_check:
        click.echo(f"{display_path(path)}: would change")
    else:
        write_atomically(path, wanted.encode())
        click.echo(f"{display_path(path)}: changed")


def _files(paths: Iterable[Path]) -> Iterator[Path]:
    """The files named, and those of the games in the folders named; each once."""
    seen: dict[Path, Path] = {}
    for path in paths:
        for file in [path] if path.is_file() else _below(path):
            seen.setdefault(file.resolve(), file)
    yield from seen.values()


def _below(folder: Path) -> list[Path]:
    """The card files of the games in a folder, or of a set that lies elsewhere than its game."""
    try:
        return [file for game in find([folder]) for file in game.files]
    except NoGame:
        files = card_files(folder)
        if not any(map(game_of, files)):
            raise
        return files
