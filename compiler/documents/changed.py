"""What is different between two editions of a game, in the words of the newer one's language. Knows editions only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .model import Card, Change, Edition

NEW, GONE, CHANGED = "new", "gone", "changed"

Told = Mapping[str, tuple[str, tuple[str, ...]]]
"""For each thing by its id a title, and what there is to read, line by line."""


def changes(old: Edition, new: Edition) -> tuple[Change, ...]:
    """Cards, paragraphs and rulings that are new, gone or say something else."""
    return (
        *_compared("card", _cards(old), _cards(new)),
        *_compared("paragraph", _paragraphs(old), _paragraphs(new)),
        *_compared("ruling", _rulings(old), _rulings(new)),
    )


def _compared(what: str, old: Told, new: Told) -> Iterator[Change]:
    for id in {**new, **old}:
        if id not in old:
            yield Change(what, NEW, id, new[id][0])
        elif id not in new:
            yield Change(what, GONE, id, old[id][0])
        elif old[id] != new[id]:
            before, after = old[id][1], new[id][1]
            gone = tuple(line for line in before if line not in after)
            come = tuple(line for line in after if line not in before)
            yield Change(what, CHANGED, id, new[id][0], gone, come)


def _cards(edition: Edition) -> Told:
    return {card.id: (card.title, tuple(_lines(card))) for card in edition.cards}


def _lines(card: Card) -> Iterator[str]:
    yield card.title
    yield " · ".join((card.kind.title, *(tag.title for tag in card.tags)))
    yield from (f"{figure.title} {figure.value}" for figure in card.figures)
    yield from card.text
    if card.quote:
        yield card.quote


def _paragraphs(edition: Edition) -> Told:
    """By what they say: their numbers may move without anything being different."""
    return {paragraph.id: (paragraph.text, (paragraph.text,)) for paragraph in edition.paragraph.values()}


def _rulings(edition: Edition) -> Told:
    return {ruling.id: (ruling.question, (ruling.question, ruling.answer)) for ruling in edition.rulings}
