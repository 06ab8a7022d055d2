"""The command ``diff``: what a change means, for who has to say yes to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import click
from cardwright.runtime import scenario, script
from cardwright.runtime.engine import Engine, LinkError

from .. import driver
from ..project import NoGame, default_path, game_id
from ..text import LANGUAGES
from . import revisions
from .changes import GONE, NEW, changes
from .checking import counted


@click.command()
@click.argument("old")
@click.argument("new", required=False)
@click.option("--in", "place", type=click.Path(path_type=Path), metavar="PATH", help="Where revisions are looked at.")
@click.option("--lang", type=click.Choice(LANGUAGES), default=LANGUAGES[0], show_default=True, help="Of the texts.")
@click.option("--no-rulings", is_flag=True, help="Do not run the rulings.")
@click.pass_context
def diff(ctx: click.Context, old: str, new: str | None, place: Path | None, lang: str, no_rulings: bool) -> None:
    """Tell what is different between two states of games: cards, texts, effects, and what rulings come to.

    OLD, NEW: folders with games in them, or revisions of git, at which the folder `cards` (or PATH) is looked at.
    Without NEW, that folder as it is now. Exit status 1 if a game has errors and could not be compared.
    """
    with ExitStack() as stack:
        before = _games(old, place, stack)
        after = _games(new, place, stack)
        failed = False
        for name in {**before, **after}:
            failed |= not _compare(name, before.get(name), after.get(name), lang, not no_rulings)
    ctx.exit(1 if failed else 0)


def _games(name: str | None, place: Path | None, stack: ExitStack) -> dict[str, driver.Game]:
    """The games in a folder, or at a revision, by their ids."""
    here = place or default_path()
    if name is None:
        path = here
    elif Path(name).exists():
        path = Path(name)
    else:
        path = stack.enter_context(revisions.at_revision(here, name))
    try:
        return {game_id(game.folder): game for game in driver.check([path]).games}
    except NoGame:
        if name is not None and Path(name).exists():
            raise
        return {}


def _compare(name: str, old: driver.Game | None, new: driver.Game | None, lang: str, with_rulings: bool) -> bool:
    """Prints what is different in one game; False if it could not be compared."""
    if old is None or new is None:
        click.echo(f"{name}: {'a new game' if old is None else 'gone'}")
        return True
    faulty = [word for word, game in (("old", old), ("new", new)) if game.pack is None]
    if faulty or old.pack is None or new.pack is None:
        click.echo(f"{name}: not compared, the {' and the '.join(faulty)} state has errors", err=True)
        return False
    found = list(changes(old.pack, new.pack, lang))
    outcomes = list(_outcomes(old, new)) if with_rulings and found else []
    if not found and not outcomes:
        return True
    click.echo(f"{name}: {counted(len(found), 'change')}, {counted(len(outcomes), 'ruling')} with another outcome")
    for change in found:
        sort = {NEW: " (new)", GONE: " (gone)"}.get(change.sort, "")
        click.echo(f"\n{change.what} {change.name}{sort}")
        for line in change.lines:
            click.echo(f"    {line}")
    if outcomes:
        click.echo("\nrulings")
    for outcome in outcomes:
        click.echo(f"    {outcome}")
    return True


# ---- rulings -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What a scenario comes to: nothing, if it holds, or why not."""

    failure: str

    @property
    def holds(self) -> bool:
        return not self.failure


def _outcomes(old: driver.Game, new: driver.Game) -> Iterator[str]:
    """The rulings of either state that come to something else in the other one."""
    before, after = _engine(old), _engine(new)
    earlier, later = _scripts(old), _scripts(new)
    if before is None or after is None:
        return
    for name in {**earlier, **later}:
        if name in earlier:
            then, now = _outcome(before, earlier[name]), _outcome(after, earlier[name])
            if then != now:
                held = f"no longer holds: {now.failure}" if then.holds else "holds now"
                rewritten = "" if later.get(name) == earlier[name] else " (as written before)"
                yield f"{name}: {held}{rewritten}"
        elif not _outcome(before, later[name]).holds:
            yield f"{name}: new, and would not have held before"


def _engine(game: driver.Game) -> Engine | None:
    try:
        return Engine(game.pack) if game.pack is not None else None
    except LinkError:
        return None


def _scripts(game: driver.Game) -> Mapping[str, script.Scenario]:
    """The scenarios of a game by the names of their rulings, numbered where there are several."""
    found: dict[str, script.Scenario] = {}
    for ruling in game.compiled.rulings:
        for number, one in enumerate(ruling.scenarios, 1):
            found[f"{ruling.id} ({number})" if len(ruling.scenarios) > 1 else ruling.id] = one
    return found


def _outcome(engine: Engine, one: script.Scenario) -> _Outcome:
    try:
        failure = scenario.play(engine, one).failure
    except Exception as error:  # a word of the other state may mean nothing here
        return _Outcome(f"cannot be played: {type(error).__name__}: {error}")
    return _Outcome(f"expected {failure.expected}; actual: {failure.actual}" if failure is not None else "")
