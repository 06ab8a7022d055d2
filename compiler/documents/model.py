"""What a document says, in one language, as plain values: no markup, no layout, no way of finding things out.

An ``Edition`` is all that can be printed about one game. Sites and PDFs are made of it, and of nothing else. All texts
are in the language of the edition; what has no wording in it is not there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

NEUTRAL, PRINTED = "neutral", "printed"
TITLES = (NEUTRAL, PRINTED)
"""Which titles a document uses: the project's own, or those that stand on the cards people own."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the game with its id: a kind, a tag, a set, a zone."""

    id: str
    title: str


@dataclass(frozen=True, slots=True)
class Figure:
    """A number on a card. origin: "guide", "public", "house", or "" if its file does not say."""

    id: str
    title: str
    value: int
    origin: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """The groups of one grouping that a card is in: the lines a location lies on, the colours of a card."""

    grouping: Word
    members: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Ability:
    """An ability with a title of its own. cards: the ids of those that have it. text: derived. target: the class of
    what its effects strike, if it has one.
    """

    id: str
    title: str
    text: tuple[str, ...]
    cards: tuple[str, ...] = ()
    target: Word | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """A card. printed: its title on the cards people own, or "". text: paragraphs derived from its effects, without
    the quote.

    origins: what comes from where, such as ("rules", "guide"). note: what its file says about that. rulings,
    related: ids of rulings that speak of it, those most about it first, and of cards that it has to do with. deck:
    where its copies start, if anywhere. target: the class of what its own effects strike, if they have one.
    """

    id: str
    title: str
    printed: str
    kind: Word
    set: Word
    tags: tuple[Word, ...]
    groups: tuple[Group, ...]
    figures: tuple[Figure, ...]
    text: tuple[str, ...]
    quote: str
    abilities: tuple[str, ...]
    copies: int
    deck: Word | None
    origins: tuple[tuple[str, str], ...]
    note: str
    rulings: tuple[str, ...]
    related: tuple[str, ...]
    path: str
    target: Word | None = None


@dataclass(frozen=True, slots=True)
class Ruling:
    """A question with its answer. settles: ids of paragraphs. cards: ids of those it speaks of.

    scenarios: how many prove it.
    """

    id: str
    question: str
    answer: str
    settles: tuple[str, ...]
    cards: tuple[str, ...]
    scenarios: int


@dataclass(frozen=True, slots=True)
class Reading:
    """How a paragraph that can be read in several ways is read. The texts are "" if this language has none."""

    issue: str
    chosen: str
    why: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A numbered assertion of the rulebook.

    kind: "rule", "definition", "erratum" and the like. rulings: ids of those that settle it, or the one that says the
    same. reasoned: whether nothing can run for it; reason: why, or "" if this language does not say.
    """

    id: str
    number: str
    kind: str
    text: str
    rulings: tuple[str, ...] = ()
    same_as: str = ""
    reading: Reading | None = None
    reasoned: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of the rulebook: paragraphs, then chapters, numbered in one row.

    about: the id of the card or the ability it is about, or "".
    """

    id: str
    number: str
    title: str
    about: str
    paragraphs: tuple[Paragraph, ...]
    chapters: tuple[Chapter, ...]

    def walk(self) -> Iterator[Chapter]:
        """This chapter and all those below, in the order of reading."""
        yield self
        for chapter in self.chapters:
            yield from chapter.walk()


@dataclass(frozen=True, slots=True)
class Stage:
    """A step of a turn as it is executed. condition: when it takes place, or "" for always.

    actions: what can be done in it; plays: whether cards can be played.
    """

    title: str
    condition: str
    text: tuple[str, ...]
    actions: tuple[str, ...]
    plays: bool


@dataclass(frozen=True, slots=True)
class Course:
    """How a game runs, derived from its effects: the set-up, step by step, and a turn."""

    setup: tuple[str, ...]
    turn: tuple[Stage, ...]


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the game and what it means.

    sort: the section of the words it belongs to ("kinds", "zones", "tags" ...). rules: what the game's own rules
    say about it, derived. paragraphs: ids of definitions that use it. cards: ids of those that have it.
    """

    id: str
    sort: str
    title: str
    rules: tuple[str, ...]
    paragraphs: tuple[str, ...]
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """What is not as it was in an earlier edition.

    what: "card", "paragraph" or "ruling". sort: "new", "gone" or "changed". before, after: its lines, if it changed.
    """

    what: str
    sort: str
    id: str
    title: str
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


@dataclass(frozen=True)
class Edition:
    """All that can be printed about one game in one language.

    titles: NEUTRAL or PRINTED. players: least and most. versions: of the sets that have one, by their ids.
    """

    game: str
    lang: str
    titles: str
    title: str
    players: tuple[int, int]
    sets: tuple[Word, ...]
    versions: Mapping[str, str]
    chapters: tuple[Chapter, ...]
    course: Course
    cards: tuple[Card, ...]
    abilities: tuple[Ability, ...]
    rulings: tuple[Ruling, ...]
    terms: tuple[Term, ...]

    @cached_property
    def card(self) -> Mapping[str, Card]:
        """Cards by id."""
        return {card.id: card for card in self.cards}

    @cached_property
    def ability(self) -> Mapping[str, Ability]:
        """Abilities by id."""
        return {ability.id: ability for ability in self.abilities}

    @cached_property
    def ruling(self) -> Mapping[str, Ruling]:
        """Rulings by id."""
        return {ruling.id: ruling for ruling in self.rulings}

    @cached_property
    def all_chapters(self) -> tuple[Chapter, ...]:
        """Every chapter, in the order of reading."""
        return tuple(chapter for top in self.chapters for chapter in top.walk())

    @cached_property
    def paragraph(self) -> Mapping[str, Paragraph]:
        """Paragraphs by id, in the order of reading."""
        return {paragraph.id: paragraph for chapter in self.all_chapters for paragraph in chapter.paragraphs}

    @cached_property
    def chapter_of(self) -> Mapping[str, Chapter]:
        """The chapter of each paragraph, by the paragraph's id."""
        return {paragraph.id: chapter for chapter in self.all_chapters for paragraph in chapter.paragraphs}

    @cached_property
    def errata(self) -> tuple[Paragraph, ...]:
        """The paragraphs that correct a card or an earlier rule."""
        return tuple(paragraph for paragraph in self.paragraph.values() if paragraph.kind == "erratum")
