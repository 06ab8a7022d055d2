"""Where on the site what stands: addresses of pages and anchors, and links between them. Knows no markup of its pages.

Pages are told by their paths below the site of one language, without a suffix: ``duel/cards/brute``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, cached_property

from .mentions import Mentions
from .model import Chapter, Edition, Ruling

INDEX = "index"
"""The page about all others in a folder."""

OTHER = "other"
"""The page of questions that settle no paragraph."""

_PARAGRAPH = re.compile(r"[^A-Za-z0-9_.-]")


class Places:
    """The addresses of everything in an edition."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.root = edition.game

    def page(self, name: str) -> str:
        """The path of a page of this game by its name, such as ``cards/index``."""
        return f"{self.root}/{name}"

    def card(self, id: str) -> str:
        return self.page(card_page(id))

    def ability(self, id: str) -> str:
        return f"{self.page('abilities')}#{id}"

    def chapter(self, chapter: Chapter) -> str:
        """The page of a chapter; of one below the top, its place on the page."""
        top = self._tops[chapter.id]
        page = self.page(f"rulebook/{top.id}")
        return page if top is chapter else f"{page}#{chapter.id}"

    def paragraph(self, id: str) -> str:
        """The place of a paragraph; "" if the edition has no such one."""
        chapter = self.edition.chapter_of.get(id)
        return f"{self.page(f'rulebook/{self._tops[chapter.id].id}')}#{anchor(id)}" if chapter is not None else ""

    def ruling(self, id: str) -> str:
        return f"{self.page(f'faq/{self._homes[id]}')}#{id}"

    @cached_property
    def questions(self) -> Mapping[str, tuple[Ruling, ...]]:
        """The rulings of each page of questions: by the id of the chapter, in the order of the rulebook."""
        found: dict[str, list[Ruling]] = {top.id: [] for top in self.edition.chapters}
        found[OTHER] = []
        for ruling in sorted(self.edition.rulings, key=self._rank):
            found[self._homes[ruling.id]].append(ruling)
        return {name: tuple(rulings) for name, rulings in found.items() if rulings}

    def groups(self, page: str) -> tuple[tuple[Chapter | None, tuple[Ruling, ...]], ...]:
        """The rulings of a page of questions, by the chapters they belong to."""
        found: dict[str, list[Ruling]] = {}
        for ruling in self.questions[page]:
            chapter = self.chapter_of_ruling[ruling.id]
            found.setdefault(chapter.id if chapter is not None else "", []).append(ruling)
        chapters = {chapter.id: chapter for chapter in self.edition.all_chapters}
        return tuple((chapters.get(id), tuple(rulings)) for id, rulings in found.items())

    @cached_property
    def chapter_of_ruling(self) -> Mapping[str, Chapter | None]:
        """The chapter that each ruling belongs to: that of the first paragraph it settles."""
        return {
            ruling.id: next(
                (self.edition.chapter_of[id] for id in ruling.settles if id in self.edition.chapter_of), None
            )
            for ruling in self.edition.rulings
        }

    @cached_property
    def _homes(self) -> Mapping[str, str]:
        return {
            id: self._tops[chapter.id].id if chapter is not None else OTHER
            for id, chapter in self.chapter_of_ruling.items()
        }

    @cached_property
    def _tops(self) -> Mapping[str, Chapter]:
        """The chapter at the top above each chapter, by id."""
        return {below.id: top for top in self.edition.chapters for below in top.walk()}

    @cached_property
    def _ranks(self) -> Mapping[str, int]:
        return {id: rank for rank, id in enumerate(self.edition.paragraph)}

    def _rank(self, ruling: Ruling) -> int:
        return min((self._ranks[id] for id in ruling.settles[:1] if id in self._ranks), default=len(self._ranks))

    @cached_property
    def mentions(self) -> Mentions:
        """Finds cards in the texts of the edition."""
        return Mentions({card.id: card.title for card in self.edition.cards})


def card_page(id: str) -> str:
    """The name of the page of a card; a card that is called like the list of all gets one that no card can have."""
    return f"cards/{id if id != INDEX else 'index_'}"


def anchor(id: str) -> str:
    """An id as a name for a place on a page."""
    return _PARAGRAPH.sub("-", id)


@cache
def relative(target: str, here: str, suffix: str = ".html") -> str:
    """The address of a page or place, seen from a page. With another suffix, that of a file, which may lie outside."""
    page, mark, place = target.partition("#")
    if place and page == here:
        return f"{mark}{place}"
    there, seen = page.split("/"), here.split("/")[:-1]
    shared = next(
        (depth for depth, (one, other) in enumerate(zip(there[:-1], seen, strict=False)) if one != other),
        min(len(there) - 1, len(seen)),
    )
    up = "../" * (len(seen) - shared)
    return f"{up}{'/'.join(there[shared:])}{suffix}{mark}{place}"
