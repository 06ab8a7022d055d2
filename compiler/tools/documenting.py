"""The commands ``docs build`` and ``docs serve``: documents made from the card files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from .. import driver, render
from ..additions import Addition
from ..documents.model import NEUTRAL, TITLES
from ..documents.wordings import MISSING
from ..project import NoGame, game_id
from ..text import LANGUAGES
from . import revisions
from .adding import with_additions
from .checking import counted, report
from .terminal import style

if TYPE_CHECKING:
    from ..documents.building import Order, Outcome

NEEDED = ("mkdocs", "material", "jinja2", "typst")
"""The modules that documents are made with, from the extra ``docs``."""

Command = TypeVar("Command", bound=Callable[..., Any])


@click.group()
def docs() -> None:
    """Make documents from the card files: a site of rulebooks, cards and answers."""


def _options(command: Command) -> Command:
    """The options of both commands."""
    for option in reversed((
        click.argument("games", nargs=-1, metavar="[GAME]..."),
        click.option("-o", "--out", type=click.Path(file_okay=False, path_type=Path), default="site", show_default=True,
                     metavar="DIR", help="Where the documents go."),
        click.option("--lang", type=click.Choice(LANGUAGES), help="One language only."),
        click.option("--titles", type=click.Choice(TITLES), default=NEUTRAL, show_default=True,
                     help="The titles of cards: the project's own, or those printed on the cards people own."),
        click.option("--since", metavar="OLD", help="The earlier edition: a folder with games, or a revision of git. "
                     "Default: the latest tag, if there is one."),
        click.option("--pdf", is_flag=True, help="Make files to print as well, for A4 and US Letter: the rulebook, "
                     "the cards to look up and to cut out, questions and answers, a player aid, maps."),
        click.option("--draft", is_flag=True, help="Leave out what has no wording yet, instead of failing."),
        with_additions,
    )):  # fmt: skip
        command = option(command)
    return command


@docs.command()
@_options
@click.pass_context
@driver.unswept()
def build(ctx: click.Context, /, **chosen: Any) -> None:
    """Build the documents of games.

    GAME: an id or a path; without one, all games in the folder `cards`. Only what has changed is built anew. Exit
    status 1 if a language lacks wordings.
    """
    from ..documents.building import build_all
    from ..documents.gather import NoTexts

    order, games = _order(**chosen)
    try:
        outcomes = build_all(order, games)
    except (NoTexts, OSError) as error:
        raise click.ClickException(_fault(order, error)) from None
    _report(order, outcomes)
    for outcome in outcomes:
        if outcome.pages:
            prints = f", {counted(outcome.prints, 'file')} to print" if outcome.prints else ""
            click.echo(f"{order.out / outcome.lang}: {counted(outcome.pages, 'page')}{prints}")
    ctx.exit(1 if any(outcome.found or outcome.warnings for outcome in outcomes) else 0)


@docs.command()
@_options
@click.option("--port", type=click.IntRange(1, 65535), default=8000, show_default=True)
def serve(port: int, **chosen: Any) -> None:
    """Build the documents, show them at a local address, and build them again whenever a card file is saved."""
    from ..documents.gather import NoTexts
    from ..documents.serving import HOST, PortTaken
    from ..documents.serving import serve as serve_site

    order, _ = _order(**chosen)
    click.echo(f"http://{HOST}:{port}/ shows the documents; Ctrl-C ends")
    try:
        serve_site(order, port, _report, report, lambda error: click.echo(f"error: {_fault(order, error)}", err=True))
    except PortTaken as error:
        raise click.ClickException(
            f"nothing can be served at port {port}: {error}; choose another with `--port`"
        ) from None
    except (NoTexts, OSError) as error:
        raise click.ClickException(_fault(order, error)) from None


def _order(
    games: Sequence[str],
    out: Path,
    lang: str | None,
    titles: str,
    since: str | None,
    pdf: bool,
    draft: bool,
    additions: Sequence[Addition],
) -> tuple[Order, tuple[driver.Game, ...]]:
    """What is to be built, and its games; ends the command if it cannot be."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise click.UsageError(f"documents need {', '.join(missing)}: install `cardwright[docs]`")
    from ..documents.building import SOURCES, Order, earlier_editions

    if out.is_dir() and any(out.iterdir()) and not (out / SOURCES).is_dir():
        raise click.UsageError(f"`{out}` holds other files; documents want a folder of their own")
    opened = [one for name in games or (None,) for one in driver.open_some(name, additions)]
    if any(game.summary.errors for game in opened):
        report(driver.Result(tuple(opened)))
        raise click.exceptions.Exit(1)
    languages = (lang,) if lang else LANGUAGES
    folders = tuple(game.folder for game in opened)
    with ExitStack() as stack:
        edition, earlier = _earlier(opened, since, stack)
        found = dict(earlier_editions(earlier, languages, titles))
    return Order(folders, out, languages, titles, draft, pdf, edition, found), tuple(opened)


def _fault(order: Order, error: Exception) -> str:
    """Why nothing could be built of games without errors."""
    from ..documents.gather import NoTexts

    if isinstance(error, NoTexts):
        return f"{error}; `--lang en` prints a draft"
    if isinstance(error, OSError):
        return f"`{order.out}` cannot be written: {(error.strerror or str(error)).lower()}"
    return str(error)


def _earlier(games: Sequence[driver.Game], since: str | None, stack: ExitStack) -> tuple[str, dict[str, driver.Game]]:
    """What the earlier edition is called, and its games."""
    if since is not None and Path(since).exists():
        return since, {game_id(one.folder): one for one in driver.check([Path(since)]).games}
    found: dict[str, driver.Game] = {}
    for game in games:
        revision = since or revisions.latest_tag(game.folder.path)
        if revision:
            since = revision
            folder = stack.enter_context(revisions.at_revision(game.folder.path, revision))
            try:
                found[game_id(game.folder)] = driver.check([folder]).games[0]
            except NoGame:  # there was no such game then
                continue
    return since or "", found


def _report(order: Order, outcomes: Sequence[Outcome]) -> None:
    """What is missing, and what the generator of sites has to say, on standard error."""
    sources = driver.Result(tuple(driver.open_games(order.folders))).source
    found = [one for outcome in outcomes for one in outcome.found]
    for block in render.render(found, sources, style()):
        click.echo(block + "\n", err=True)
    for outcome in outcomes:
        for warning in outcome.warnings:
            click.echo(f"warning: {outcome.lang}: {warning}", err=True)
        missing = sum(one.code == MISSING for one in outcome.found)
        if missing:
            left = "left out" if outcome.pages else "nothing was built; `--draft` leaves them out"
            click.echo(f"{outcome.lang}: {counted(missing, 'wording')} missing: {left}", err=True)
