"""Grids as lines of text: what lies where, whose it is, and the free places that can be picked. Looks at views only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any

WIDTH = 17
"""Characters inside a cell."""

Spot = tuple[int, int]


class Board:
    """Draws the cards of one grid, each in a cell of its own.

    titles: of the cards by id. names: of the players. active: the seat whose turn it is; its cards bear an arrow.
    free: the places on offer.
    """

    def __init__(
        self,
        cards: Sequence[Mapping[str, Any]],
        titles: Mapping[str, str],
        names: Sequence[str],
        active: int,
        free: Iterable[Spot] = (),
    ) -> None:
        self.titles, self.names, self.active = titles, names, active
        self.tiles = {self._spot(card): self._tile(card) for card in cards}
        self.free = [spot for spot in free if spot not in self.tiles]

    @staticmethod
    def _spot(card: Mapping[str, Any]) -> Spot:
        x, y = card["at"]
        return x, y

    def _tile(self, card: Mapping[str, Any]) -> list[str]:
        """The lines of a card: its title, who controls it, its numbers and counters, its statuses."""
        whose = card["controller"]
        owner = f"{'>' if whose == self.active else ' '} {self.names[whose]}" if whose >= 0 else ""
        amounts = {**card["numbers"], **card["counters"]}
        figures = ", ".join(f"{short(name)} {value}" for name, value in amounts.items())
        lines = [self.titles[card["card"]][:WIDTH], owner[:WIDTH], *wrap(figures, WIDTH)]
        return [*lines, *wrap(", ".join(card["statuses"]), WIDTH)]

    def lines(self) -> Iterator[str]:
        """The rectangle around everything, with the numbers of its columns and rows."""
        spots = [*self.tiles, *self.free]
        xs = range(min(x for x, _ in spots), max(x for x, _ in spots) + 1)
        ys = range(min(y for _, y in spots), max(y for _, y in spots) + 1)
        yield ("     " + "".join(f"{x:^{WIDTH + 1}}" for x in xs)).rstrip()
        for y in ys:
            yield self._border(xs, y)
            height = max((len(self.tiles[x, y]) for x in xs if (x, y) in self.tiles), default=1)
            for i in range(height):
                yield self._line(xs, y, i, f"{y:>3} " if i == height // 2 else "    ")
        yield self._border(xs, ys.stop)

    def _border(self, xs: range, y: int) -> str:
        """The line above a row."""
        parts = []
        for x in range(xs.start, xs.stop + 1):
            corner = any((x - dx, y - dy) in self.tiles for dx in (0, 1) for dy in (0, 1))
            edge = (x, y) in self.tiles or (x, y - 1) in self.tiles
            parts.append(("+" if corner else " ") + ("-" if edge else " ") * WIDTH)
        return ("    " + "".join(parts)).rstrip()

    def _line(self, xs: range, y: int, i: int, head: str) -> str:
        parts = []
        for x in range(xs.start, xs.stop + 1):
            wall = (x, y) in self.tiles or (x - 1, y) in self.tiles
            parts.append(("|" if wall else " ") + self._text(x, y, i))
        return (head + "".join(parts)).rstrip()

    def _text(self, x: int, y: int, i: int) -> str:
        tile = self.tiles.get((x, y))
        if tile is not None:
            return f"{tile[i] if i < len(tile) else '':<{WIDTH}}"
        return f"{f'({x}:{y})' if i == 0 and (x, y) in self.free else '':^{WIDTH}}"


def short(name: str) -> str:
    """A name with a hyphen by its initials: a cell has little room."""
    words = name.split("-")
    return "".join(word[0] for word in words) if len(words) > 1 else name
