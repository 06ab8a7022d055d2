"""From the folders of games to packs and diagnostics: the passes in their order, and the cache around them.

A file with faults does not hide those of the others: each pass gets what the one before could make sense of. Heavy
modules (the schema's, the parser's) are imported only when something has to be compiled.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from . import cache, project
from .additions import Addition, added, installed_game
from .diagnostics import ERROR, Diagnostic
from .progress import Track, unseen
from .source import Source, display_path

if TYPE_CHECKING:
    from cardwright.runtime import ir

    from .compilation import Compiled


@contextmanager
def unswept() -> Iterator[None]:
    """Compiling, and telling what was compiled, makes large trees without cycles; to search them for cycles again and
    again takes a fifth of the time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


@dataclass(frozen=True, slots=True)
class Summary:
    """What is known of a game without its pack. told: whether it has words to tell it with, in a file of texts."""

    files: int
    cards: int
    diagnostics: tuple[Diagnostic, ...]
    told: bool

    @property
    def errors(self) -> int:
        return sum(1 for found in self.diagnostics if found.severity == ERROR)


class Game:
    """A game on disk: its summary at once, its pack and rulings when asked for."""

    def __init__(self, folder: project.Folder, kept: cache.Cache, track: Track = unseen) -> None:
        self.folder = folder
        self._cache = kept
        self._track = track

    @cached_property
    def summary(self) -> Summary:
        return self.recalled or self._compile()[0]

    @cached_property
    def recalled(self) -> Summary | None:
        """The summary, if it is there without compiling anything."""
        found = self._cache.get(self._key("summary"))
        return found if isinstance(found, Summary) else None

    @cached_property
    def compiled(self) -> Compiled:
        """The pack, the statements and the rulings."""
        from .compilation import Compiled

        found = self._cache.get(self._key("game"))
        return found if isinstance(found, Compiled) else self._compile()[1]

    @property
    def pack(self) -> ir.Pack | None:
        """The compiled game; None if its rules or its cards have errors. Others do not keep it from being played."""
        return self.compiled.pack

    @property
    def identity(self) -> str:
        """Changes with any of its files, and with the code that reads them."""
        return self._key("identity")

    @unswept()
    def _compile(self) -> tuple[Summary, Compiled]:
        from .compilation import Memory, compile_folder

        before = cache.key("memory", [str(self.folder.path.resolve())])
        known = self._cache.get(before)
        memory = known if isinstance(known, Memory) else Memory()
        compiled, after = compile_folder(self.folder, self._track, memory)
        if after.goes_beyond(memory):
            self._cache.put(before, after)
        told = compiled.pack is not None and bool(compiled.pack.texts)
        summary = Summary(len(self.folder.files), compiled.cards, compiled.diagnostics, told)
        self._cache.put(self._key("summary"), summary)
        self._cache.put(self._key("game"), compiled)
        self.compiled = compiled
        return summary, compiled

    def _key(self, what: str) -> str:
        return cache.key(what, self._inputs)

    @cached_property
    def _inputs(self) -> tuple[bytes, ...]:
        return tuple(part for path in self.folder.files for part in _identity(path))


@dataclass(frozen=True)
class Result:
    """What a check has found, over all games."""

    games: tuple[Game, ...]

    @cached_property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """All diagnostics, game by game, each in the order of its files and places."""
        return tuple(found for game in self.games for found in game.summary.diagnostics)

    @property
    def errors(self) -> int:
        return sum(game.summary.errors for game in self.games)

    @property
    def files(self) -> tuple[str, ...]:
        """All files, by their paths as people see them."""
        return tuple(self._paths)

    def source(self, path: str) -> Source:
        """The source of a path as diagnostics name it, read anew: only needed when there is something to show."""
        from .reading import read

        found = self._paths.get(path)
        return read(found)[0] if found is not None else Source(path, "")

    @cached_property
    def _paths(self) -> dict[str, Path]:
        return {display_path(path): path for game in self.games for path in game.folder.files}


def check(paths: Iterable[Path], track: Track = unseen, additions: Sequence[Addition] = (), jobs: int = 1) -> Result:
    """Checks every game at, below or around these paths, in so many processes. Raises project.NoGame if there is
    none."""
    games = tuple(open_games(added(project.find(paths), additions), track))
    _compile_side_by_side([game for game in games if game.recalled is None], track, jobs)
    return Result(games)


def _compile_side_by_side(games: Sequence[Game], track: Track, jobs: int) -> None:
    """Fills in the summaries of games that have to be compiled, if there are several; the largest first.

    What compiles is imported once, before there are other processes; those end before there is anything to sweep.
    """
    if min(len(games), jobs) < 2:
        return
    from concurrent.futures import ProcessPoolExecutor

    import_module(".compilation", __package__)
    ordered = sorted(games, key=lambda game: -len(game.folder.files))
    with ProcessPoolExecutor(min(len(games), jobs), initializer=gc.disable) as pool:
        summaries = [pool.submit(_summary, game.folder) for game in ordered]
        for game, summary in track("checking", list(zip(ordered, summaries, strict=True))):
            game.summary = summary.result()


def _summary(folder: project.Folder) -> Summary:
    return next(open_games([folder])).summary


def open_games(folders: Iterable[project.Folder], track: Track = unseen) -> Iterator[Game]:
    kept = cache.Cache(cache.cache_folder())
    return (Game(folder, kept, track) for folder in folders)


def open_game(name: str, track: Track = unseen, additions: Sequence[Addition] = ()) -> Game:
    """The game of this id, at this path, or installed under this name. Raises project.NoGame."""
    try:
        folder = project.find_one(name)
    except project.NoGame:
        found = installed_game(name)
        if found is None:
            raise
        folder = found
    return next(open_games(added([folder], additions), track))


def open_some(name: str | None, additions: Sequence[Addition] = ()) -> list[Game]:
    """The game of that name, or all those in the default path. Raises project.NoGame."""
    if name is not None:
        return [open_game(name, additions=additions)]
    return list(open_games(added(project.find([project.default_path()]), additions)))


def _identity(path: Path) -> tuple[bytes, bytes]:
    """What a file adds to the key of what is made from it: its name in diagnostics, and its content."""
    from .reading import MAX_BYTES, fetch

    try:
        content = fetch(path)
        if len(content) > MAX_BYTES:
            content = b"too large: %d" % path.stat().st_size
    except OSError as error:
        content = f"unreadable: {error.errno}".encode()
    return display_path(path).encode(), content
