"""Maps of a game as pictures: the cards of a zone as stops, joined by the lines they lie on. SVG, from plain data.

Two stops are joined where they follow one another on a line. A grouping in which some card is in several groups makes
lines of its groups; those of any other grouping only say what a stop is like, and are drawn in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot

from ..look import Look, Mark
from .faces import PALETTE
from .model import Card, Edition, Figure, Word
from .placing import Point, placed
from .svg import Given, about, element, words

STEP = 150
"""From one place to the next, in units of the picture."""

_MARGIN, _RADIUS, _STROKE, _HEAD, _FOOT = 95, 25, 11, 70, 60
_FONT = "'Libertinus Serif', Georgia, 'Times New Roman', serif"
_INK = "#23201c"


@dataclass(frozen=True, slots=True)
class Map:
    """A picture of a zone. zone: its id; width, height: in the units of the picture."""

    zone: str
    title: str
    svg: str
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class _Track:
    """A line: its name, its colour, its stops in order."""

    word: Word
    colour: str
    stops: tuple[str, ...]


def maps(edition: Edition, look: Look) -> tuple[Map, ...]:
    """The maps that a look speaks of, as far as there are cards on them."""
    found = []
    for zone in look.maps:
        cards = [card for card in edition.cards if card.deck is not None and card.deck.id == zone]
        if cards:
            found.append(_Drawing(edition, look, zone, cards).map())
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Drawing:
    edition: Edition
    look: Look
    zone: str
    cards: Sequence[Card]

    def map(self) -> Map:
        spots = self._spots()
        width = max(x for x, _ in spots.values()) + _MARGIN
        height = max(y for _, y in spots.values()) + _MARGIN + _FOOT
        title = self._title()
        picture = element(
            "svg",
            about(title),
            element("rect", width=width, height=height, rx=18, fill=self.look.paper),
            words(title, x=_MARGIN / 2, y=44, font_size=28, font_weight="bold", fill=_INK),
            *self._tracks_drawn(spots),
            *(part for card in self.cards for part in self._stop(card, *spots[card.id])),
            *self._legend(height - 34),
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {width:g} {height:g}",
            role="img",
            font_family=_FONT,
        )
        return Map(self.zone, title, picture, width, height)

    def _title(self) -> str:
        deck = self.cards[0].deck
        return f"{self.edition.title} · {deck.title if deck else self.zone}"

    # ---- places and lines ----

    def _spots(self) -> dict[str, Point]:
        given = self.look.maps[self.zone]
        if all(card.id in given for card in self.cards):
            steps = {card.id: (float(given[card.id].x), float(given[card.id].y)) for card in self.cards}
        else:
            steps = placed([card.id for card in self.cards], self._next_to())
        return {name: (_MARGIN + x * STEP, _HEAD + _MARGIN / 2 + y * STEP) for name, (x, y) in steps.items()}

    def _next_to(self) -> Mapping[str, Sequence[str]]:
        joined: dict[str, list[str]] = {card.id: [] for card in self.cards}
        for track in self._tracks():
            for one, other in pairwise(track.stops):
                joined[one].append(other)
                joined[other].append(one)
        return joined

    def _joining(self) -> frozenset[str]:
        """The groupings that make lines."""
        groups = (group for card in self.cards for group in card.groups)
        return frozenset(group.grouping.id for group in groups if len(group.members) > 1)

    def _tracks(self) -> tuple[_Track, ...]:
        joining = self._joining()
        stops: dict[Word, list[str]] = {}
        for card in self.cards:
            for group in card.groups:
                for member in group.members if group.grouping.id in joining else ():
                    stops.setdefault(member, []).append(card.id)
        return tuple(
            _Track(word, self._mark(word).colour or PALETTE[index % len(PALETTE)], tuple(names))
            for index, (word, names) in enumerate(stops.items())
        )

    def _mark(self, word: Word) -> Mark:
        return self.look.tags.get(word.id, Mark())

    def _tracks_drawn(self, spots: Mapping[str, Point]) -> Iterator[str]:
        """Each piece between two stops; those of several lines side by side."""
        pieces: dict[frozenset[str], list[_Track]] = {}
        for track in self._tracks():
            for pair in pairwise(track.stops):
                pieces.setdefault(frozenset(pair), []).append(track)
        for ends, tracks in pieces.items():
            one, other = (spots[name] for name in sorted(ends))
            for index, track in enumerate(tracks):
                (x1, y1), (x2, y2) = _beside(one, other, (index - (len(tracks) - 1) / 2) * (_STROKE + 2))
                yield element("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=track.colour, **_TRACK)

    # ---- stops ----

    def _stop(self, card: Card, x: float, y: float) -> Iterator[str]:
        """The stop, what it is like, its numbers, its title."""
        yield element("circle", cx=x, cy=y, r=_RADIUS, fill="#ffffff", stroke=_INK, stroke_width=4)
        joining = self._joining()
        like = [member for group in card.groups if group.grouping.id not in joining for member in group.members]
        for index, word in enumerate(like):
            yield self._symbol(word, x + (index - (len(like) - 1) / 2) * _RADIUS, y, 18 / max(1, len(like) - 0.5))
        for index, figure in enumerate(card.figures):
            yield self._bonus(figure, x + _RADIUS, y - _RADIUS - index * 22)
        for index, line in enumerate(_broken(card.title)):
            low = y + _RADIUS + 20 + index * 18
            yield words(
                line, x=x, y=low, font_size=19, text_anchor="middle", stroke=self.look.paper, fill=_INK, **_HALO
            )

    def _symbol(self, word: Word, x: float, y: float, radius: float) -> str:
        mark = self._mark(word)
        disc = element("circle", cx=x, cy=y, r=radius, fill=mark.colour or _INK)
        return element("g", about(word.title), disc, self._shape(mark, x, y, radius * 1.3))

    def _bonus(self, figure: Figure, x: float, y: float) -> str:
        """A number on a pill."""
        return element(
            "g",
            about(figure.title),
            element("rect", x=x - 8, y=y - 12, width=48, height=24, rx=12, fill=_INK),
            self._shape(self.look.numbers.get(figure.id, Mark()), x + 6, y, 16),
            words(f"{figure.value:+d}", x=x + 25, y=y + 6, font_size=16, text_anchor="middle", fill="#ffffff"),
        )

    def _shape(self, mark: Mark, x: float, y: float, side: float) -> str:
        """A drawing around a place, in white."""
        path = self.look.shapes.get(mark.shape, "")
        place = f"translate({x - side / 2:.2f} {y - side / 2:.2f}) scale({side / 24:.3f})"
        return element("path", transform=place, fill="#ffffff", fill_rule="evenodd", d=path) if path else ""

    def _legend(self, y: float) -> Iterator[str]:
        """The lines by their names."""
        x = _MARGIN / 2
        for track in self._tracks():
            yield element("rect", x=x, y=y - 9, width=30, height=_STROKE, rx=5, fill=track.colour)
            yield words(track.word.title, x=x + 38, y=y + 3, font_size=17, fill=_INK)
            x += 38 + 9 * len(track.word.title) + 26


_TRACK: Mapping[str, Given] = {"stroke_width": _STROKE, "stroke_linecap": "round"}
_HALO: Mapping[str, Given] = {"stroke_width": 5, "stroke_linejoin": "round", "paint_order": "stroke"}
"""Keeps words readable where a line runs below them."""


def _beside(one: Point, other: Point, shift: float) -> tuple[Point, Point]:
    """A stretch moved sideways."""
    (x1, y1), (x2, y2) = one, other
    length = hypot(x2 - x1, y2 - y1) or 1.0
    dx, dy = -(y2 - y1) / length * shift, (x2 - x1) / length * shift
    return (x1 + dx, y1 + dy), (x2 + dx, y2 + dy)


def _broken(title: str) -> tuple[str, ...]:
    """A long title on two lines, parted where it is nearest to the middle."""
    gaps = [index for index, letter in enumerate(title) if letter == " "]
    if len(title) <= 13 or not gaps:
        return (title,)
    gap = min(gaps, key=lambda index: abs(2 * index - len(title)))
    return title[:gap], title[gap + 1 :]
