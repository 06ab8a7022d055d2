"""What stands in each printed document, part by part, as its template reads it. Sets no type and writes no file.

Every function gives plain data for the template of its name; the words come from the edition and the interface words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from typing import Any

from ..look import Look, Mark
from .faces import PALETTE, Face, Symbol
from .maps import Map
from .mentions import Mentions
from .model import Card, Chapter, Edition, Paragraph, Reading, Stage
from .ornament import ornament
from .places import Places
from .sheets import Paper
from .words import Words, capital, words

Data = Mapping[str, Any]

PLAIN_KINDS = ("rule", "ruling")
"""Kinds of paragraph that need no mention."""


@dataclass(frozen=True)
class Books:
    """All that is bound or printed about an edition."""

    edition: Edition
    look: Look
    faces: Sequence[Face]
    maps: Sequence[Map]

    # ---- what all have in common ----

    @cached_property
    def _words(self) -> Words:
        return words(self.edition.lang)

    @cached_property
    def _places(self) -> Places:
        return Places(self.edition)

    def _frame(self, title: str, paper: Paper) -> dict[str, Any]:
        mark = next(iter(self.look.backs.values()), Mark())
        colour = mark.colour or PALETTE[0]
        return {
            "game": self.edition.title,
            "title": title,
            "subtitle": self._words.players(*self.edition.players),
            "lang": self.edition.lang,
            "colour": colour,
            "ornament": ornament(self.edition.game, colour, self.look.shapes.get(mark.shape, "")),
            "width": paper.width,
            "height": paper.height,
            "words": {name: self._words[f"print.{name}"] for name in ("contents", "index", "symbols")},
        }

    @cached_property
    def _question_numbers(self) -> Mapping[str, str]:
        """What each question is called, by its id: they are numbered through, in the order of the rulebook."""
        in_order = (ruling for rulings in self._places.questions.values() for ruling in rulings)
        return {
            ruling.id: self._words.filled("print.question", number=number) for number, ruling in enumerate(in_order, 1)
        }

    def _questions(self, ids: Iterable[str]) -> str:
        return ", ".join(self._question_numbers[id] for id in ids)

    def _paragraphs(self, ids: Iterable[str]) -> str:
        known = self.edition.paragraph
        return ", ".join(f"§ {known[id].number}" for id in ids if id in known)

    # ---- the rulebook ----

    def rulebook(self, paper: Paper) -> Data:
        entries = {
            title for chapter in self.edition.all_chapters for one in chapter.paragraphs for title in self._index(one)
        }
        return {
            **self._frame(self._words["rulebook.title"], paper),
            "chapters": [self._chapter(chapter) for chapter in self.edition.chapters],
            "course": self._course(),
            "glossary": {"title": self._words["glossary.title"], "terms": [*self._terms()]},
            "index": sorted(entries, key=str.lower),
        }

    def _chapter(self, chapter: Chapter) -> Data:
        return {
            "title": f"{chapter.number} {chapter.title}",
            "paragraphs": [self._paragraph(one) for one in chapter.paragraphs],
            "chapters": [self._chapter(below) for below in chapter.chapters],
        }

    def _paragraph(self, one: Paragraph) -> Data:
        return {
            "number": one.number,
            "kind": "" if one.kind in PLAIN_KINDS else self._words[f"kinds.{one.kind}"],
            "text": one.text,
            "refs": self._questions(one.rulings),
            "reading": [*self._reading(one.reading)] if one.reading else [],
            "index": self._index(one),
        }

    def _reading(self, reading: Reading) -> Iterator[tuple[str, str]]:
        for name in ("issue", "chosen", "why"):
            if text := getattr(reading, name):
                yield self._words[f"rulebook.reading-{name}"], text

    def _index(self, one: Paragraph) -> list[str]:
        """The words under which a paragraph is found: the cards and abilities it speaks of, what it defines."""
        titles = [self._titles[id] for id in self._mentions.ids(one.text)]
        return list(dict.fromkeys([*titles, *self._defined.get(one.id, ())]))

    @cached_property
    def _titles(self) -> Mapping[str, str]:
        abilities = {ability.id: ability.title for ability in self.edition.abilities}
        return abilities | {card.id: card.title for card in self.edition.cards}

    @cached_property
    def _mentions(self) -> Mentions:
        return Mentions(self._titles)

    @cached_property
    def _defined(self) -> Mapping[str, Sequence[str]]:
        """The terms that paragraphs define, by their ids."""
        found: dict[str, list[str]] = {}
        for term in self.edition.terms:
            for id in term.paragraphs:
                found.setdefault(id, []).append(term.title)
        return found

    def _course(self) -> Data:
        course = self.edition.course
        parts = [{"title": self._words["rulebook.setup"], "steps": course.setup}] if course.setup else []
        parts += [{"title": capital(stage.title), "steps": [*self._stage(stage)]} for stage in course.turn]
        return {
            "title": self._words["rulebook.course"],
            "intro": self._words["rulebook.course-intro"],
            "parts": parts,
        }

    def _stage(self, stage: Stage) -> Iterator[str]:
        if stage.condition:
            yield f"{capital(self._words.filled('rulebook.only-if', condition=stage.condition))}."
        yield from stage.text
        if stage.actions:
            yield self._words.filled("rulebook.actions", actions=", ".join(stage.actions))
        if stage.plays:
            yield self._words["rulebook.plays-too" if stage.actions else "rulebook.plays"]

    def _terms(self) -> Iterator[Data]:
        """The words of which the rules themselves say something."""
        for term in self.edition.terms:
            if term.rules:
                sort = self._words[f"glossary.sort-{term.sort}"]
                yield {"title": capital(term.title), "sort": sort, "rules": " ".join(term.rules)}

    # ---- questions and answers ----

    def faq(self, paper: Paper) -> Data:
        places = self._places
        parts = []
        for page in places.questions:
            for chapter, rulings in places.groups(page):
                title = f"{chapter.number} {chapter.title}" if chapter else self._words["faq.other"]
                questions = [
                    {
                        "number": self._question_numbers[ruling.id],
                        "question": ruling.question,
                        "answer": ruling.answer,
                        "refs": self._paragraphs(ruling.settles),
                    }
                    for ruling in rulings
                ]
                parts.append({"title": title, "questions": questions})
        return {**self._frame(self._words["faq.title"], paper), "parts": parts}

    # ---- the card reference ----

    def reference(self, paper: Paper) -> Data:
        order = {face.id: index for index, face in enumerate(self.faces)}
        parts = []
        for set_word in self.edition.sets:
            cards = sorted((card for card in self.edition.cards if card.set == set_word), key=self._rank)
            sections = [
                {"title": capital(kind), "cards": [self._entry(card, order[card.id]) for card in same]}
                for kind, same in groupby(cards, key=lambda card: card.kind.title)
            ]
            if sections:
                parts.append({"title": set_word.title, "sections": sections})
        return {**self._frame(self._words["print.reference"], paper), "faces": self.faces, "parts": parts}

    def _rank(self, card: Card) -> tuple[int, str]:
        kinds = list(dict.fromkeys(card.kind for card in self.edition.cards))
        return kinds.index(card.kind), card.title.lower()

    def _entry(self, card: Card, face: int) -> Data:
        facts = ((label, text) for label, text in self._facts(card) if text)
        return {"face": face, "facts": [*facts]}

    def _facts(self, card: Card) -> Iterator[tuple[str, str]]:
        say = self._words
        origins = {name: say[f"origins.{name}"] for name in ("guide", "public", "house")}
        figures = (
            f"{one.title} {one.value}" + (f" ({origins[one.origin]})" if one.origin else "") for one in card.figures
        )
        yield say["cards.data"], capital(", ".join(figures))
        yield say["cards.printed"], card.printed if card.printed != card.title else ""
        yield say["cards.copies"], str(card.copies) if card.copies > 1 else ""
        sources = (f"{say[f'cards.about-{part}'].lower()}: {origins[origin]}" for part, origin in card.origins)
        yield say["cards.provenance"], "; ".join(filter(None, (*sources, card.note)))
        yield say["faq.short"], self._questions(card.rulings)
        yield say["cards.related"], ", ".join(self.edition.card[id].title for id in card.related)

    # ---- single pages ----

    def aid(self, paper: Paper) -> Data:
        """The turn in short with what the look picks from the rulebook; else the turn and the set-up as they run."""
        say, course = self._words, self.edition.course
        parts = [*self._picked()]
        turn = [self._aid_stage(stage, short=bool(parts)) for stage in course.turn]
        if not parts and course.setup:
            parts = [{"title": say["rulebook.setup"], "lines": [*map(_line, course.setup)]}]
        return {
            **self._frame(say["print.aid"], paper),
            "columns": 2,
            "parts": [{"title": say["rulebook.turn"], "lines": turn}, *parts],
            "symbols": [*self._symbols()],
        }

    def _aid_stage(self, stage: Stage, short: bool) -> Data:
        told = replace(stage, text=()) if short else stage
        return _line(" ".join(self._stage(told)), f"{capital(stage.title)}.")

    def _picked(self) -> Iterator[Data]:
        for chapter in self.edition.all_chapters:
            lines = [_line(one.text) for one in chapter.paragraphs if one.id in self.look.aid]
            if lines:
                yield {"title": chapter.title, "lines": lines}

    def _symbols(self) -> Iterator[Symbol]:
        """The drawings on the cards, each once."""
        symbols = (symbol for face in self.faces for symbol in face.symbols)
        yield from {symbol.label: symbol for symbol in symbols}.values()
        stats = (Symbol(stat.path, stat.colour, stat.label) for face in self.faces for stat in face.stats if stat.path)
        yield from {stat.label: stat for stat in stats}.values()

    def map(self, paper: Paper) -> Data:
        return {**self._frame(self._words["print.map"], paper), "maps": self.maps}


def _line(text: str, lead: str = "") -> Data:
    return {"lead": lead, "text": text}
