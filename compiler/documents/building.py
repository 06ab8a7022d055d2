"""Building the documents of games: from their folders to sites, language by language, each in a process of its own.

Puts the parts together; says nothing and knows no commands.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field
from functools import lru_cache
from multiprocessing import get_context
from pathlib import Path

from .. import driver, project
from ..cache import Cache, cache_folder, key
from ..diagnostics import Diagnostic
from ..project import game_id
from . import reference
from .changed import changes
from .examples import Examples, shortest
from .files import RECORD, keep_only, write
from .gather import Gathered, gather, refuse_untold
from .model import NEUTRAL, Edition
from .pages import Extras, GamePages, Summary, crossroads, front
from .pictures import too_long
from .printing import Press, printed, too_large
from .site import Section, Site
from .typeset import plain
from .words import words

SOURCES, PICTURES, PRINTS = ".sources", "pictures", "print"

REMEMBERED = 8
"""So many games are kept in mind by a process that builds a language again and again while somebody writes."""

STAMP = ".stamp"
"""Beside the pictures of a game: what they were made from."""


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be built, and where. draft: whether parts without wording are left out, instead of everything.
    pdf: whether there are to be files to print.

    earlier: editions to compare with, by game and language; since: what they are called.
    """

    folders: tuple[project.Folder, ...]
    out: Path
    languages: tuple[str, ...]
    titles: str = NEUTRAL
    draft: bool = False
    pdf: bool = False
    since: str = ""
    earlier: Mapping[tuple[str, str], Edition] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What has come of one language. found: what is wrong in the card files; warnings: of the site's generator.

    pages: how many the site has; 0 if it was not built. prints: how many files to print there are.
    """

    lang: str
    found: tuple[Diagnostic, ...]
    warnings: tuple[str, ...] = ()
    pages: int = 0
    prints: int = 0


def build_all(
    order: Order, games: Sequence[driver.Game] | None = None, workers: Executor | None = None
) -> tuple[Outcome, ...]:
    """Builds every language, and the page that leads to them.

    games: those of the order, if they are open. workers: who does it; without them, new ones, who know these games.
    Raises NoTexts before anything is written.
    """
    games = tuple(driver.open_games(order.folders)) if games is None else games
    for game in games:
        if not game.summary.told:
            refuse_untold(game_id(game.folder), order.languages)
    with workshop(order, games) if workers is None else nullcontext(workers) as pool:
        outcomes = tuple(pool.map(build, [order] * len(order.languages), order.languages))
    built = [outcome.lang for outcome in outcomes if outcome.pages]
    if built:
        write(order.out / "index.html", crossroads(built).encode())
    return outcomes


def workshop(order: Order, games: Sequence[driver.Game] = ()) -> Executor:
    """Workers for an order, a process for each language; they remember what they have learnt from one build to the
    next. For one language alone, a thread will do. games: open ones that are built once, and known to them already."""
    if len(order.languages) == 1:
        return ThreadPoolExecutor(1)
    if games and _may_fork():
        return ProcessPoolExecutor(len(order.languages), get_context("fork"), _inherit, (games,))
    return ProcessPoolExecutor(len(order.languages), get_context("spawn"))


def _may_fork() -> bool:
    """Whether a process can be split in two: the typesetter keeps threads, which a fork would be without, and wait
    for."""
    return sys.platform == "linux" and "typst" not in sys.modules


_inherited: list[driver.Game] = []
"""In a process for one language: the games as they were opened, and perhaps compiled, by the one it is a fork of."""


def _inherit(games: Sequence[driver.Game]) -> None:
    _inherited[:] = games
    gc.disable()  # to look for garbage would copy what is shared with the other languages, and it all goes soon


@driver.unswept()
def build(order: Order, lang: str) -> Outcome:
    """Builds the site of one language; not if wordings are missing, unless a draft will do."""
    made: list[_Made] = []
    lacking: list[Diagnostic] = []
    for game in _inherited or driver.open_games(order.folders):
        try:
            made.append(_made(order, game, lang))
        except _Lacking as error:
            lacking += error.missing
    if lacking:
        return Outcome(lang, tuple(lacking))
    found = tuple(one for each in made for one in each.found)
    site = Site(
        lang=lang,
        sources=order.out / SOURCES / lang,
        target=order.out / lang,
        front=front(lang, [each.summary for each in made], f"{reference.FOLDER}/index"),
        sections=(*(each.section for each in made), _for_authors(lang, made)),
        languages=order.languages,
    )
    warnings = site.build()
    return Outcome(lang, found, tuple(warnings), len(site.pages), sum(each.prints for each in made))


class _Lacking(Exception):
    """A game lacks wordings, and no draft was asked for."""

    def __init__(self, missing: tuple[Diagnostic, ...]) -> None:
        self.missing = missing


@dataclass(frozen=True, slots=True)
class _Made:
    """What a game comes to in one language. prints: how many files to print."""

    section: Section
    summary: Summary
    found: tuple[Diagnostic, ...]
    examples: Examples
    prints: int


def _made(order: Order, game: driver.Game, lang: str) -> _Made:
    """The part of a site about a game; as it was made before, if nothing it is made of has changed since."""
    earlier = order.earlier.get((game_id(game.folder), lang))
    wanted = f"{lang} {order.titles} {order.pdf} {order.draft} {order.since}"
    name = key("documents", [game.identity, wanted, plain(earlier)])
    folder = order.out / PICTURES / lang / game_id(game.folder)
    stamp = folder / STAMP
    if stamp.is_file() and stamp.read_text("utf-8") == name:
        with suppress(LookupError):
            return _recalled(name)
    gathered = gather(game, lang, order.titles)
    if gathered.missing and not order.draft:
        raise _Lacking(gathered.missing)
    stamp.unlink(missing_ok=True)  # what an interruption leaves is not taken for what it was
    made = _make(order, game, gathered, folder, earlier)
    Cache(cache_folder()).put(name, made)
    write(stamp, name.encode())
    return made


@lru_cache(maxsize=REMEMBERED)
def _recalled(name: str) -> _Made:
    """What was made under a name. Raises LookupError if that is not known."""
    made = Cache(cache_folder()).get(name)
    if not isinstance(made, _Made):
        raise LookupError(name)
    return made


def _make(order: Order, game: driver.Game, gathered: Gathered, folder: Path, earlier: Edition | None) -> _Made:
    edition = gathered.edition
    press = Press(edition, game.compiled.look, folder, Cache(cache_folder()), str(game.folder.path.resolve()))
    maps = {f"map-{plan.zone}.svg": plan.svg.encode() for plan in press.maps}
    for file, content in maps.items():
        write(folder / file, content)
    keep_only(folder, frozenset({*(f"{id}.svg" for id in press.fits), *maps, RECORD, STAMP}))
    address = f"../{PICTURES}/{edition.lang}/{edition.game}"
    extras = Extras(
        faces={id: f"{address}/{id}.svg" for id in press.fits},
        maps=tuple((plan.title, f"{address}/map-{plan.zone}.svg") for plan in press.maps),
        downloads=_printed(order, press) if order.pdf else (),
        changes=(order.since, changes(earlier, edition)) if earlier is not None else None,
    )
    section = Section(edition.title, tuple(GamePages(edition, extras).pages()))
    found = (*gathered.missing, *too_long(press.fits, gathered.places))
    if order.pdf:
        found += tuple(too_large(order.out / _prints(edition), edition.lang, gathered.places))
    return _Made(section, Summary.of(edition), found, gathered.examples, len(extras.downloads))


def _printed(order: Order, press: Press) -> tuple[tuple[str, str], ...]:
    """Prints what there is to print; the titles and addresses of the files."""
    folder = _prints(press.edition)
    files = tuple(press.printables())
    printed(order.out / folder, files)
    return tuple((file.title, f"../{folder}/{file.name}") for file in files)


def _prints(edition: Edition) -> str:
    """The folder of the files to print, below that of all documents."""
    return f"{PRINTS}/{edition.lang}/{edition.game}"


def _for_authors(lang: str, made: Iterable[_Made]) -> Section:
    """The reference, with examples from these games; as it was made before, if it has the same."""
    examples, kept = shortest(each.examples for each in made), Cache(cache_folder())
    name = key("reference", [lang, plain(examples)])
    section = kept.get(name)
    if not isinstance(section, Section):
        section = Section(words(lang)["site.authors"], reference.reference(lang, examples))
        kept.put(name, section)
    return section


def earlier_editions(
    games: Mapping[str, driver.Game], languages: tuple[str, ...], titles: str
) -> Iterator[tuple[tuple[str, str], Edition]]:
    """Editions of games as they were, as far as they can be made; what they lack is nobody's business any more."""
    for name, game in games.items():
        for lang in languages if game.pack is not None and game.pack.texts else ():
            yield (name, lang), gather(game, lang, titles).edition
