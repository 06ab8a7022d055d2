"""The command ``new``: files to begin with, which pass ``check`` and ``test`` as they are.

What they say is in ``templates/``; here they are filled in with what the game at hand declares. Writes no file over
another one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from importlib.resources import files
from pathlib import Path
from string import Template

import click
from cardwright.runtime import ir

from .. import access, driver
from ..diagnostics import did_you_mean
from ..document import Document
from ..project import default_path, find, game_id
from ..source import display_path
from ..yaml_loader import load
from .packs import compiled

_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_GAME_FILES = ("game.yaml", "basic.yaml", "rulings.yaml", "statements.yaml", "texts.yaml")
_PLAYERS = ("ann", "bob", "cleo", "dan", "eve", "finn")


@click.group()
def new() -> None:
    """Write files to begin with: a game, a set of cards, or a card."""


@new.command("game")
@click.argument("name")
def new_game(name: str) -> None:
    """A small game that can be played, in the folder cards/NAME."""
    _check_name(name)
    words = {"game": name, "title": _title(name)}
    _write({Path("cards", name, file): _filled(f"game/{file}", words) for file in _GAME_FILES})
    click.echo(f"next: cardwright check, cardwright test, cardwright play {name}")


@new.command("set")
@click.argument("name")
@click.option("--game", metavar="GAME", help="The id or path of the game, if there are several.")
def new_set(name: str, game: str | None) -> None:
    """A set of one card for a game, in a folder of its own."""
    _check_name(name)
    opened = _game(game)
    pack = compiled(opened)
    if name in pack.sets:
        raise click.UsageError(f"`{pack.id}` has a set `{name}` already")
    words = {"set": name, "game": pack.id, "title": _title(name), "known": next(iter(pack.sets), "basic")}
    card = _card(pack, _free_id(pack, f"{name}-card"), None)
    _write({opened.folder.path / name / "cards.yaml": _filled("set.yaml", words) + card})


@new.command("card")
@click.argument("name")
@click.option("--set", "to", metavar="SET", help="The set it belongs to, if there are several.")
@click.option("--kind", metavar="KIND", help="Its kind. Default: the one with most cards in play.")
@click.option("--game", metavar="GAME", help="The id or path of the game, if there are several.")
def new_card(name: str, to: str | None, kind: str | None, game: str | None) -> None:
    """A card, in a file of its own beside those of its set."""
    _check_name(name)
    opened = _game(game)
    pack = compiled(opened)
    if _free_id(pack, name) != name:
        raise click.UsageError(f"`{pack.id}` has a card or ability `{name}` already")
    _known(kind, [each.name for each in pack.kinds], "kind")
    _known(to, pack.sets, "set")
    if to is None and len(pack.sets) != 1:
        raise click.UsageError(f"name the set with `--set`: {', '.join(pack.sets) or 'there is none yet'}")
    first = _file_of(opened, to or pack.sets[0])
    title = first.source.text[first.root.items["title"].span.start : first.root.items["title"].span.end]
    words = {"set": access.text(first.root, "set"), "game": pack.id, "title": title}
    folder = Path(first.source.path).parent
    _write({folder / f"{name}.yaml": _filled("card-file.yaml", words) + _card(pack, name, kind)})


# ---- names -------------------------------------------------------------------------------------------


def _check_name(name: str) -> None:
    if not _NAME.fullmatch(name):
        raise click.UsageError(f"`{name}` cannot be a name: use small letters, digits and single hyphens")


def _title(name: str) -> str:
    return name.replace("-", " ").capitalize()


def _free_id(pack: ir.Pack, name: str) -> str:
    """The name, or the first one like it that no card, ability or word of the game has."""
    taken = {card.id for card in pack.cards} | {ability.id for ability in pack.abilities}
    taken |= {zone.name for zone in pack.zones} | {verb.name for verb in pack.verbs}
    taken.update(word for kind in pack.kinds for word in (kind.name, kind.plural))
    taken.update(pack.statuses, pack.tags, pack.numbers, pack.counters, pack.links)
    number = 1
    found = name
    while found in taken:
        number += 1
        found = f"{name}-{number}"
    return found


def _known(name: str | None, known: Iterable[str], what: str) -> None:
    if name is not None and name not in known:
        raise click.UsageError(f"there is no {what} `{name}`; {did_you_mean(name, known) or ', '.join(known)}")


def _game(name: str | None) -> driver.Game:
    """The game that is meant; there must be one in the folder at hand, for the installed ones are not written into."""
    if default_path() != Path("cards") and (name is None or not Path(name).exists()):
        raise click.UsageError("there is no folder `cards` here; `cardwright new game NAME` makes one")
    if name is not None:
        return driver.open_game(name)
    folders = find([default_path()])
    if len(folders) > 1:
        raise click.UsageError(f"name the game with `--game`: {', '.join(map(game_id, folders))}")
    return next(driver.open_games(folders))


def _file_of(game: driver.Game, set_id: str) -> Document:
    """The first file of a set."""
    documents = (load(path).document for path in game.folder.files)
    return next(found for found in documents if found and access.text(found.root, "set") == set_id)


# ---- cards -------------------------------------------------------------------------------------------


def _card(pack: ir.Pack, name: str, kind: str | None) -> str:
    """A card of the game; with a rule and a ruling on it, if the game has numbers and a zone that is in play."""
    words = {"card": name, "words": _title(name), "kind": kind or _usual_kind(pack)}
    text = _filled("card.yaml", words)
    zone = _place(pack)
    if zone is None or not pack.numbers:
        return text + "    provenance: house\n"
    words["number"] = number = pack.numbers[0]
    words["players"] = ", ".join(_PLAYERS[: max(1, pack.min_players)])
    words["given"] = _given(zone, name)
    words["expected"] = f"{number} of {name} = 2"
    words["question"] = f"What does {_title(name)} come to?"
    words["answer"] = f"'One more {number} than is printed.'"
    return text + _filled("card-rules.yaml", words) + _filled("card-ruling.yaml", words)


def _usual_kind(pack: ir.Pack) -> str:
    """The kind that most cards with a number are of; without cards the first."""
    kinds = [card.kind for card in pack.cards if card.numbers] or [card.kind for card in pack.cards]
    return max(kinds, key=kinds.count) if kinds else pack.kinds[0].name


def _place(pack: ir.Pack) -> ir.Zone | None:
    """A zone in which a card is in play, the simplest to describe first."""
    zones = [zone for zone in pack.zones if zone.in_play]
    return min(zones, key=lambda zone: (zone.layout in ("grid", "graph"), zone.scope == "shared"), default=None)


def _given(zone: ir.Zone, card: str) -> str:
    if zone.scope == "player":
        return f"ann: {{{zone.name}: [{card}]}}"
    place = ", at: [0, 0]" if zone.layout == "grid" else ""
    return f"{zone.name}: [{{card: {card}, of: ann{place}}}]"


# ---- files -------------------------------------------------------------------------------------------


def _filled(name: str, words: Mapping[str, str]) -> str:
    text = files("cardwright.compiler.tools.templates").joinpath(f"{name}.in").read_text("utf-8")
    return Template(text).substitute(words)


def _write(contents: Mapping[Path, str]) -> None:
    """Writes all of the files, or none if one of them is there already or cannot be written."""
    written: list[Path] = []
    try:
        for path in contents:
            if path.exists():
                raise click.UsageError(f"`{display_path(path)}` is there already")
        for path, text in contents.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            written.append(path)
            path.write_text(text, "utf-8")
    except OSError as error:
        for path in written:
            path.unlink(missing_ok=True)
        raise click.UsageError(f"`{error.filename}` cannot be written: {(error.strerror or '').lower()}") from None
    for path in written:
        click.echo(f"wrote {display_path(path)}")
