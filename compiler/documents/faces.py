"""The faces of cards: everything that stands on one, as plain values in the order in which it is drawn.

Joins what an edition says of a card with how its game looks. Sets no type: templates draw what is here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..look import Look, Mark
from .model import Card, Edition, Figure, Word
from .ornament import ornament
from .words import Words, capital

PALETTE = ("#7b3f3a", "#2f5d62", "#6a4c7d", "#8a6a1f", "#3e5a34", "#5c5470", "#8b4a2b", "#34516e")
"""For kinds that a look says nothing of."""

_ROW = re.compile(r"^(\d+(?:–\d+)?)(?:, (.+?))?: (.+)$", re.DOTALL)
"""A row of a table: a number or a span of them, its title if it has one, what happens."""


@dataclass(frozen=True, slots=True)
class Symbol:
    """A drawing on a disc. path: an SVG path, or ""."""

    path: str
    colour: str
    label: str


@dataclass(frozen=True, slots=True)
class Stat:
    """A number on a face."""

    label: str
    value: str
    path: str
    colour: str


@dataclass(frozen=True, slots=True)
class Line:
    """A paragraph. row: the numbers of a row of a table, or "". lead: what stands out at its beginning, or ""."""

    text: str
    lead: str = ""
    row: str = ""


@dataclass(frozen=True, slots=True)
class Back:
    """Drawing and title are both in the middle, where there is no drawing the title."""

    colour: str
    path: str
    title: str


@dataclass(frozen=True, slots=True)
class Fit:
    """How a face has been set: the sizes of title and text in points, the heights of heading and text in millimetres.

    over: the height that is missing; fits: whether title and text have room.
    """

    title: float
    size: float
    head: float
    used: float
    fits: bool
    over: float


@dataclass(frozen=True, slots=True)
class Face:
    """width, height: in millimetres. line: kind and tags. target: what its own effects strike, or "".

    ornament: an SVG picture. foot, note: the smallest print. copies: how often it is printed; 0 on no sheet. fit: how
    it is to be set; None before that has been found out.
    """

    id: str
    lang: str
    title: str
    line: str
    width: int
    height: int
    paper: str
    colour: str
    borders: tuple[str, ...]
    symbols: tuple[Symbol, ...]
    stats: tuple[Stat, ...]
    text: tuple[Line, ...]
    target: str
    quote: str
    ornament: str
    foot: str
    note: str
    back: Back
    copies: int
    fit: Fit | None = None


def faces(edition: Edition, look: Look, words: Words) -> tuple[Face, ...]:
    """The faces of all cards of an edition, in its order."""
    artist = _Artist(edition, look, words)
    return tuple(artist.face(card) for card in edition.cards)


@dataclass(frozen=True, slots=True)
class _Artist:
    edition: Edition
    look: Look
    words: Words

    def face(self, card: Card) -> Face:
        kind = self.look.kind(card.kind.id)
        size = self.look.size_of(card.kind.id)
        own = self.look.cards.get(card.id, Mark())
        colour = own.colour or kind.mark.colour or self._spare(card.kind)
        marks, leads = _marked(card), self._leads(card)
        borders = [mark.colour for word in marks if (mark := self._mark(word)).colour and not mark.shape]
        return Face(
            id=card.id,
            lang=self.edition.lang,
            title=card.title,
            line=" · ".join(self._kind_line(card)),
            width=size.width,
            height=size.height,
            paper=self.look.paper,
            colour=colour,
            borders=tuple(dict.fromkeys(borders)) or (colour,),
            symbols=tuple(self._symbol(word, colour) for word in marks if self._mark(word).shape),
            stats=tuple(self._stat(figure, colour) for figure in self._figures(card)),
            text=tuple(_line(text, leads) for text in card.text),
            target=capital(self._target(card.target)),
            quote=card.quote,
            ornament=ornament(card.id, colour, self._path(own) or self._path(kind.mark)),
            foot=f"{self.edition.title} · {card.set.title}",
            note=self._note(card),
            back=self._back(kind.back, colour),
            copies=card.copies if kind.sheets else 0,
        )

    def _kind_line(self, card: Card) -> Iterator[str]:
        """The kind, then its tags and groups."""
        yield capital(card.kind.title)
        yield from (word.title for word in _marked(card))

    def _figures(self, card: Card) -> Iterator[Figure]:
        wanted = self.look.kind(card.kind.id).numbers
        given = {figure.id: figure for figure in card.figures}
        return (given[name] for name in (given if wanted is None else wanted) if name in given)

    def _stat(self, figure: Figure, colour: str) -> Stat:
        mark = self.look.numbers.get(figure.id, Mark())
        return Stat(capital(figure.title), str(figure.value), self._path(mark), mark.colour or colour)

    def _symbol(self, word: Word, colour: str) -> Symbol:
        mark = self._mark(word)
        return Symbol(self._path(mark), mark.colour or colour, word.title)

    def _leads(self, card: Card) -> dict[str, str]:
        """How the paragraphs of named abilities begin, and how that is shown: with what the ability strikes."""
        abilities = [self.edition.ability[name] for name in card.abilities if name in self.edition.ability]
        targets = {one.title: self._target(one.target) for one in abilities}
        return {title: f"{title} ({target}):" if target else f"{title}:" for title, target in targets.items()}

    def _target(self, target: Word | None) -> str:
        return self.words.filled("cards.target", name=target.title) if target is not None else ""

    def _note(self, card: Card) -> str:
        """Says which parts of the card are the project's own, so that nothing passes for printed that is not."""
        own = [part for part, origin in card.origins if origin == "house" and f"print.house-{part}" in self.words]
        return " · ".join(self.words[f"print.house-{part}"] for part in own)

    def _back(self, name: str, colour: str) -> Back:
        mark = self.look.backs.get(name, Mark())
        return Back(mark.colour or colour, self._path(mark), self.edition.title)

    def _mark(self, word: Word) -> Mark:
        return self.look.tags.get(word.id, Mark())

    def _path(self, mark: Mark) -> str:
        return self.look.shapes.get(mark.shape, "")

    def _spare(self, kind: Word) -> str:
        kinds = list(dict.fromkeys(card.kind.id for card in self.edition.cards))
        return PALETTE[kinds.index(kind.id) % len(PALETTE)]


def _marked(card: Card) -> tuple[Word, ...]:
    """The tags and groups of a card, each once: a group is a tag too."""
    words = [*card.tags, *(member for group in card.groups for member in group.members)]
    return tuple({word.id: word for word in words}.values())


def _line(text: str, leads: Mapping[str, str]) -> Line:
    """A paragraph, taken apart: the rows of tables and the titles of abilities stand out."""
    if row := _ROW.match(text):
        return Line(row[3], row[2] or "", row[1])
    for title, lead in leads.items():
        if text.startswith(f"{title}: "):
            return Line(text[len(title) + 2 :], lead)
    return Line(text)
