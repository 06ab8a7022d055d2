"""The command ``replay``: plays a recorded game again and says whether it keeps its course."""

from __future__ import annotations

from pathlib import Path

import click
from cardwright.runtime import packfile
from cardwright.runtime import replay as replays
from cardwright.runtime.replay import Divergence, Replay

from ..additions import Addition
from .adding import with_additions
from .checking import counted
from .packs import Loaded, load, read_file

SHOWN = 10
"""Changed parts that are named."""


@click.command()
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--game", metavar="GAME", help="Play it by this game, path or pack file instead of the game it names.")
@with_additions
@click.pass_context
def replay(ctx: click.Context, file: Path, game: str | None, additions: tuple[Addition, ...]) -> None:
    """Play a recorded game again and compare every step.

    If the game has changed since, this says at which step the course differs, and which cards are not what they were.
    """
    kept: Replay = read_file(file, replays.loads)
    loaded = load(game or kept.game, ",".join(kept.sets), additions)
    click.echo(f"{kept.game}, {kept.players} players, seed {kept.seed}, {counted(len(kept.choices), 'choice')}")
    if kept.note:
        click.echo(f"kept because of {kept.note}")
    try:
        divergence = replays.verify(loaded.engine, kept)
    except Exception as error:  # whatever the game does: replays of faults exist to see it again
        click.echo(f"the game breaks off: {type(error).__name__}: {error}")
        ctx.exit(1)
    ctx.exit(_tell(loaded, kept, divergence))


def _tell(loaded: Loaded, kept: Replay, divergence: Divergence | None) -> int:
    """Prints what came of it; the exit status."""
    same = packfile.pack_hash(loaded.pack) == kept.pack
    if divergence is None:
        click.echo("it keeps its course" + ("" if same else ", although the game has changed"))
        return 0
    step = divergence.step
    where = f"after choice {step} of {len(kept.choices)}" if step else "already at the start"
    click.echo(f"it leaves its course {where}: {divergence.why}")
    if divergence.nearest:
        click.echo(f"that choice was about what has changed: {', '.join(divergence.nearest)}")
    if divergence.changed:
        more = f" and {len(divergence.changed) - SHOWN} more" if len(divergence.changed) > SHOWN else ""
        click.echo(f"changed since: {', '.join(divergence.changed[:SHOWN])}{more}")
    if same:
        click.echo("the game is the same: the engine has changed, or the file was edited")
    return 1
