"""Maps as lines of text: the cards of a graph, line by line, with whoever stands there. Looks at nothing but views.

Two cards are joined where they share a group. A grouping in which some card is in several groups joins cards to lines;
the groups of any other one only say what a card is like.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cardwright.runtime import ir

JOINT = " -- "


class Map:
    """Draws the cards of one zone. groups: of each card by id, by grouping."""

    def __init__(self, pack: ir.Pack, cards: Sequence[dict[str, Any]]) -> None:
        declared = {card.id: card for card in pack.cards}
        self.cards = cards
        self.groups = {card["thing"]: dict(declared[card["card"]].groups) for card in cards}
        self.titles = {card["thing"]: declared[card["card"]].title for card in cards}
        self.joining = {
            grouping for groups in self.groups.values() for grouping, found in groups.items() if len(found) > 1
        }

    def lines(self, standing: Mapping[int, Sequence[str]]) -> Iterator[str]:
        """One line of text for each line of the map, then what lies on none. standing: who is at a card, by number."""
        names = dict.fromkeys(name for groups in self.groups.values() for name in self._on(groups))
        width = max(map(len, names), default=0)
        for name in names:
            stops = [thing for thing, groups in self.groups.items() if name in self._on(groups)]
            yield f"{name:<{width}}  " + JOINT.join(self._stop(thing, standing) for thing in stops)
        for thing, groups in self.groups.items():
            if not any(self._on(groups)):
                yield " " * (width + 2) + self._stop(thing, standing)

    def _on(self, groups: Mapping[str, Sequence[str]]) -> Iterator[str]:
        """The lines that a card is on."""
        return (name for grouping, found in groups.items() if grouping in self.joining for name in found)

    def _stop(self, thing: int, standing: Mapping[int, Sequence[str]]) -> str:
        """A card: its title, what it is like, its numbers, who is there."""
        card = next(card for card in self.cards if card["thing"] == thing)
        groups = self.groups[thing].items()
        like = [name for grouping, found in groups if grouping not in self.joining for name in found]
        about = ", ".join([*like, *(f"{name} {value}" for name, value in card["numbers"].items())])
        there = "".join(f" <{name}>" for name in standing.get(thing, ()))
        return f"{self.titles[thing]}{f' ({about})' if about else ''}{there}"
