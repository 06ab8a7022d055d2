"""The command ``show``: what a card compiles to, as a tree of effect objects."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, Field, fields, is_dataclass
from typing import Any

import click
from cardwright.runtime import ir

from .. import driver
from ..additions import Addition
from ..diagnostics import did_you_mean
from .adding import with_additions
from .checking import report

_WIDTH = 100


@click.command()
@click.argument("card")
@click.option("--game", metavar="GAME", help="The id or path of the game it belongs to, if several have such a card.")
@with_additions
@click.pass_context
def show(ctx: click.Context, card: str, game: str | None, additions: tuple[Addition, ...]) -> None:
    """Print the effects of a card (or of an ability) as a tree. CARD: its id."""
    games = driver.open_some(game, additions)
    packs = [opened.pack for opened in games if opened.pack is not None]
    for pack in packs:
        if lines := list(card_lines(pack, card)):
            click.echo("\n".join(lines))
            return
    broken = [opened for opened in games if opened.pack is None]
    if broken:
        report(driver.Result(tuple(broken)))
        ctx.exit(1)
    known = [name for pack in packs for name in _names(pack)]
    raise click.UsageError(f"no card is called `{card}`; {did_you_mean(card, known) or 'see `cardwright text`'}")


def card_lines(pack: ir.Pack, name: str) -> Iterator[str]:
    """The card or ability of this id; nothing if there is none."""
    abilities = {ability.id: ability for ability in pack.abilities}
    for card in pack.cards:
        if card.id == name:
            yield f"{card.id} ({card.kind}, {card.set}): {card.title}"
            yield from _facts(card)
            for ability in card.abilities:
                yield from _ability(abilities[ability])
            return
    if name in abilities:
        yield from _ability(abilities[name])


def _names(pack: ir.Pack) -> Iterator[str]:
    yield from (card.id for card in pack.cards)
    yield from (ability.id for ability in pack.abilities)


def _facts(card: ir.Card) -> Iterator[str]:
    if card.numbers:
        yield "  " + ", ".join(f"{name} {value}" for name, value in card.numbers)
    if card.tags:
        yield f"  tags: {', '.join(card.tags)}"


def _ability(ability: ir.Ability) -> Iterator[str]:
    words = ", ".join(word for word in (ability.target, ability.means, *ability.tags) if word)
    yield f"  ability {ability.id}{f' ({words})' if words else ''}"
    for hook in ability.hooks:
        yield from tree(hook, "    ")


def tree(node: Any, indent: str = "", label: str = "") -> Iterator[str]:
    """A node as lines: on one if it fits, else its parts below it."""
    line = f"{indent}{label}{inline(node)}"
    if not (isinstance(node, tuple) or is_dataclass(node)) or (len(line) <= _WIDTH and not _has_steps(node)):
        yield line
    elif isinstance(node, tuple):
        yield f"{indent}{label}".rstrip()
        for item in node:
            yield from tree(item, indent + "  ")
    else:
        yield f"{indent}{label}{type(node).__name__}"
        for name, value in _parts(node):
            yield from tree(value, indent + "  ", f"{name}: ")


def inline(node: Any) -> str:
    """A node on one line."""
    if isinstance(node, tuple):
        return f"[{', '.join(inline(item) for item in node)}]"
    if not is_dataclass(node):
        return str(node)
    parts = ", ".join(f"{name}: {inline(value)}" for name, value in _parts(node))
    return f"{type(node).__name__}({parts})" if parts else type(node).__name__


def _parts(node: Any) -> Iterator[tuple[str, Any]]:
    """The fields that say something."""
    for field in fields(node):
        value = getattr(node, field.name)
        if value not in (None, (), "") and value != _default(field):
            yield field.name, value


def _default(field: Field[Any]) -> Any:
    return None if field.default is MISSING else field.default


def _has_steps(node: Any) -> bool:
    """Whether a node has a body: then each of its parts gets a line."""
    return isinstance(getattr(node, "body", None) or getattr(node, "mods", None), tuple)
