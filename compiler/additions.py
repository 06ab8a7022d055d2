"""Sets from elsewhere: files that belong to a game but do not lie in its folder.

They come from a folder that somebody names, or from an installed package that has an entry point in the group
``cardwright.packs``. They are data: the package that holds them is never imported, and no link leads out of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from os.path import realpath
from pathlib import Path

from .diagnostics import did_you_mean
from .project import GAME_FILE, Folder, NoGame, card_files, find, game_id, game_of

GROUP = "cardwright.packs"
"""The entry points of this group name folders: ``winter = "my_package.winter"``."""

MAX_FILES = 1_000


@dataclass(frozen=True, slots=True)
class Addition:
    """The files of a set from elsewhere. name: as it was asked for. game: the id of the game it belongs to."""

    name: str
    game: str
    files: tuple[Path, ...]


def find_addition(name: str) -> Addition:
    """The set in this folder or file, or the installed one of this name. Raises NoGame."""
    path = Path(name)
    if not path.exists():
        known = installed()
        if name not in known:
            hint = did_you_mean(name, known) or (f"installed are {', '.join(sorted(known))}" if known else "")
            raise NoGame(f"`{name}` is no folder and no installed pack" + (f"; {hint}" if hint else ""))
        path = known[name]
    if (path / GAME_FILE).is_file():
        raise NoGame(f"`{name}` is a game of its own, and no addition to one")
    files = (path,) if path.is_file() else tuple(_members(path))
    games = {game for file in files if (game := game_of(file))}
    if len(games) != 1:
        raise NoGame(f"`{name}` " + ("belongs to several games" if games else "holds no file that names its game"))
    return Addition(name, games.pop(), files)


def added(folders: Sequence[Folder], additions: Sequence[Addition]) -> tuple[Folder, ...]:
    """The games with what is added to them. Raises NoGame if something belongs to none of them."""
    games = [game_id(folder) for folder in folders]
    for one in additions:
        if one.game not in games:
            raise NoGame(f"`{one.name}` belongs to the game `{one.game}`, which is not here")
    return tuple(_with(folder, game, additions) for folder, game in zip(folders, games, strict=True))


def _with(folder: Folder, game: str, additions: Sequence[Addition]) -> Folder:
    more = [file for one in additions if one.game == game for file in one.files]
    known = {realpath(file) for file in folder.files}
    return replace(folder, files=(*folder.files, *(file for file in more if realpath(file) not in known)))


def installed_game(name: str) -> Folder | None:
    """The installed pack of this name, if it is a whole game."""
    folder = installed().get(name)
    if folder is None or not (folder / GAME_FILE).is_file():
        return None
    return replace(find([folder])[0], files=(folder / GAME_FILE, *_members(folder)))


def installed() -> dict[str, Path]:
    """The folders of installed packs by name. Nothing of theirs is run to find them."""
    from importlib.metadata import entry_points  # slow to import, and seldom needed

    found = ((point.name, _folder(point.value)) for point in entry_points(group=GROUP))
    return {name: folder for name, folder in sorted(found, key=lambda it: it[0]) if folder is not None}


def _folder(place: str) -> Path | None:
    """The folder of a package by its dotted name. Only its top package is looked up, which imports nothing."""
    from importlib.util import find_spec

    top, *rest = place.split(":")[0].strip().split(".")
    try:
        spec = find_spec(top)
    except (ImportError, ValueError):
        return None
    places = list(spec.submodule_search_locations or ()) if spec is not None else []
    folder = Path(places[0], *rest) if places else None
    return folder if folder is not None and folder.is_dir() else None


def _members(folder: Path) -> Iterator[Path]:
    """The card files of a pack; its game's own file is left out."""
    files = [path for path in card_files(folder) if path != folder / GAME_FILE]
    if len(files) > MAX_FILES:
        raise NoGame(f"`{folder}` has more than {MAX_FILES:,} files")
    for path in files:
        if not path.resolve().is_relative_to(folder.resolve()) or not path.is_file():
            raise NoGame(f"`{path}` is no file of its own: it leads out of the pack")
        yield path
