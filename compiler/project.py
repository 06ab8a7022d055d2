"""Finding games: which files belong together. Looks at names only, except to learn the id of a game."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.resources import files
from os.path import realpath
from pathlib import Path

from .diagnostics import did_you_mean
from .reading import fetch
from .source import display_path

GAME_FILE = "game.yaml"
SUFFIXES = (".yaml", ".yml")

_GAME_ID = re.compile(r"^game:[ ]*[\"']?([a-z0-9-]+)", re.MULTILINE)
_HEAD_BYTES = 10_000


class NoGame(Exception):
    """What was named is no game and has none in it. The message is one line for people."""


@dataclass(frozen=True, slots=True)
class Folder:
    """The files of a game: its ``game.yaml`` first, the others in the order of their paths."""

    path: Path
    files: tuple[Path, ...]


def default_path() -> Path:
    """Where games are when none is named: ``cards`` in the working folder, else the games that came with Cardwright."""
    here = Path("cards")
    return here if here.is_dir() else Path(str(files("cardwright.cards")))


def find(paths: Iterable[Path]) -> tuple[Folder, ...]:
    """Every game at or below these paths, or around them if they are inside one; each once. Raises NoGame."""
    found: dict[Path, Folder] = {}
    for path in paths:
        for folder in _games_at(path):
            found.setdefault(folder.resolve(), Folder(folder, tuple(_members(folder))))
    return tuple(found.values())


def find_one(name: str) -> Folder:
    """The game of this id in the default path, or the one at this path. Raises NoGame."""
    if "/" not in name and os.sep not in name:
        games = {game_id(folder): folder for folder in find([default_path()])}
        if name in games:
            return games[name]
        if not Path(name).exists():
            raise NoGame(f"no game is called `{name}`; {did_you_mean(name, games) or _listed(games)}")
    folders = find([Path(name)])
    if len(folders) > 1:
        raise NoGame(f"there are {len(folders)} games in `{name}`; name one of them")
    return folders[0]


def game_id(folder: Folder) -> str:
    """The id that a game's file gives, as far as a glance can tell; else the name of its folder."""
    return game_of(folder.files[0]) or folder.path.name


def game_of(path: Path) -> str:
    """The game that a file says it belongs to, as far as a glance can tell, or ""."""
    try:
        head = fetch(path, _HEAD_BYTES).decode("utf-8", "replace")
    except OSError:
        return ""
    match = _GAME_ID.search(head)
    return match[1] if match else ""


def _listed(games: Iterable[str]) -> str:
    return f"known are {', '.join(sorted(games))}"


def _games_at(path: Path) -> list[Path]:
    if not path.exists():
        raise NoGame(f"there is no file or folder `{display_path(path)}`")
    around = _around(path)
    if around is not None:
        return [around]
    below = sorted(Path(root) for root, names in _walk(path) if GAME_FILE in names) if path.is_dir() else []
    if not below:
        raise NoGame(f"there is no game in `{display_path(path)}`{_what_there_is(path)}")
    return below


def _what_there_is(path: Path) -> str:
    """What is in a place without a game: the files of a set from elsewhere, or nothing of use."""
    files = card_files(path) if path.is_dir() else [path]
    game = next((game for file in files if (game := game_of(file))), "")
    if game:
        return f", only files that belong to `{game}`: `--with {display_path(path)}` adds them to that game"
    return f": a game is a folder with a `{GAME_FILE}`"


def _around(path: Path) -> Path | None:
    """The game folder that a path is, or lies in."""
    start = path if path.is_dir() else path.parent
    if (start / GAME_FILE).is_file():
        return start
    return next((folder for folder in start.resolve().parents if (folder / GAME_FILE).is_file()), None)


def _members(folder: Path) -> Iterator[Path]:
    """The files of a game. Raises NoGame if one of them is a link to something outside: whoever adds a card may not
    have others shown."""
    for path in (folder / GAME_FILE, *(path for path in card_files(folder) if path != folder / GAME_FILE)):
        if path.is_symlink() and not Path(realpath(path)).is_relative_to(realpath(folder)):
            raise NoGame(f"`{path}` is a link that leads out of its game")
        yield path


def card_files(folder: Path) -> list[Path]:
    """The card files below a folder in the order of their paths, without those of games inside it."""
    return sorted(
        Path(root, name) for root, names in _walk(folder, folder) for name in names if name.endswith(SUFFIXES)
    )


def _walk(top: Path, game: Path | None = None) -> Iterator[tuple[str, list[str]]]:
    """Folders with the names of their files, hidden ones left out; with ``game``, without other games inside it."""
    for root, folders, names in os.walk(top):
        folders[:] = [name for name in folders if not name.startswith(".")]
        if game is not None and GAME_FILE in names and Path(root) != game:
            folders.clear()
            continue
        yield root, [name for name in names if not name.startswith(".")]
