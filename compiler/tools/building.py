"""The command ``build``: a game as a pack file."""

from __future__ import annotations

from pathlib import Path

import click
from cardwright.runtime import packfile

from .. import driver
from ..additions import Addition
from ..cache import write_atomically
from .adding import with_additions
from .packs import faultless
from .terminal import progress


@click.command()
@click.argument("game")
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), required=True, metavar="FILE",
              help="Where to write it.")  # fmt: skip
@with_additions
def build(game: str, output: Path, additions: tuple[Addition, ...]) -> None:
    """Compile a game into a pack file.

    GAME: the id of a game, or its path. A game with errors is not built, and FILE stays as it was.
    """
    opened = driver.open_game(game, progress, additions)
    pack = faultless(opened)
    content = packfile.dumps(pack)
    try:
        write_atomically(output, content)
    except OSError as error:
        raise click.UsageError(f"`{output}` cannot be written: {(error.strerror or str(error)).lower()}") from None
    click.echo(f"{output}: {len(content):,} bytes, {packfile.pack_hash(pack)}")
