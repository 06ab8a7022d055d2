"""A pack cut down to some of its cards: what is left plays as before, as long as no other card is ever there.

For whoever links many packs to play a few cards: linking takes as long as a pack is large. Knows effect objects only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

from cardwright.runtime import ir


class Cutter:
    """Finds what a few cards of a pack bring with them: their abilities, and whatever rules speak of by name."""

    def __init__(self, pack: ir.Pack) -> None:
        known = {*(card.id for card in pack.cards), *(ability.id for ability in pack.abilities)}
        self._spoken = {ability.id: known.intersection(mentioned(ability)) for ability in pack.abilities}
        for card in pack.cards:  # many a card has an ability of its own, with its name
            self._spoken[card.id] = self._spoken.get(card.id, set()).union(card.abilities)
        rest = (pack.kinds, pack.verbs, pack.rules, pack.setup, pack.turn, pack.default_span)
        self._always = known.intersection(mentioned(rest))

    def names(self, wanted: Iterable[str]) -> frozenset[str]:
        """The cards and abilities that come with those wanted, themselves included. Names of other things are passed
        over."""
        found: set[str] = set()
        pending = [*wanted, *self._always]
        while pending:
            name = pending.pop()
            if name not in found and name in self._spoken:
                found.add(name)
                pending += self._spoken[name]
        return frozenset(found)


def cut(pack: ir.Pack, names: frozenset[str]) -> ir.Pack:
    """The pack without the cards and abilities that have other names."""
    cards = tuple(card for card in pack.cards if card.id in names)
    return replace(pack, cards=cards, abilities=tuple(each for each in pack.abilities if each.id in names))


def mentioned(value: Any) -> Iterator[str]:
    """Every text inside plain data."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from mentioned(item)
    elif is_dataclass(value):
        for field in fields(value):
            yield from mentioned(getattr(value, field.name))
