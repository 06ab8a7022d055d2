"""The rulebook of an edition: statements in the order of their files, as numbered paragraphs in chapters.

The section of a statement is a path of names, ``Part / Part``; each name is a chapter. A name is said in the words that
``sections:`` gives it, or is the English title of a card or an ability, and is said with its title.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import PurePath

from ..rulings import Ruling
from ..statements import SEPARATOR, WRITTEN_IN, Note, Statement
from . import model
from .facts import Facts
from .places import INDEX, OTHER
from .wordings import Wordings

_LONGEST = 60
"""Letters of a name of a page."""


@dataclass(slots=True)
class _Node:
    """A chapter in the making. first: the statement that it was found with."""

    part: str
    first: Statement
    statements: list[Statement] = field(default_factory=list)
    below: dict[str, _Node] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Rulebook:
    """What chapters are made of. about: ids of cards and abilities by their English titles. titles: by their ids, in
    the language. said: makes a text of it that uses the edition's titles.
    """

    facts: Facts
    wordings: Wordings
    about: Mapping[str, str]
    titles: Mapping[str, str]
    settled: Mapping[str, tuple[str, ...]]
    said: Callable[[str], str]

    def chapters(self, statements: Iterable[Statement]) -> tuple[model.Chapter, ...]:
        """The chapters of these statements. What has no wording is left out, and reported."""
        top: dict[str, _Node] = {}
        for statement in in_order(statements):
            _node(top, statement).statements.append(statement)
        taken = {INDEX, OTHER}
        return tuple(self._chapter(node, f"{number}", "", taken) for number, node in enumerate(top.values(), 1))

    def _chapter(self, node: _Node, number: str, above: str, taken: set[str]) -> model.Chapter:
        name = _free(f"{above}-{slug(node.part)}" if above else slug(node.part), taken)
        paragraphs = (
            self._paragraph(statement, f"{number}.{place}") for place, statement in enumerate(node.statements, 1)
        )
        written = tuple(paragraph for paragraph in paragraphs if paragraph.text)
        first = len(node.statements) + 1
        below = tuple(
            self._chapter(one, f"{number}.{place}", name, taken) for place, one in enumerate(node.below.values(), first)
        )
        return model.Chapter(name, number, self._title(node), self.about.get(node.part, ""), written, below)

    def _title(self, node: _Node) -> str:
        titles = self.facts.titles.get(("section", node.part), {})
        if found := titles.get(self.wordings.lang):
            return found
        if not titles and node.part in self.about:
            return self.titles[self.about[node.part]]
        if self.wordings.lang == WRITTEN_IN:
            return node.part
        place = self.facts.places.get(("section", node.part), node.first.span)
        advice = f"add it under `sections:` in the file of statements: `{node.part}: {{{self.wordings.lang}: ...}}`"
        self.wordings.report(f"the section `{node.part}`", place, advice)
        return ""

    def _paragraph(self, statement: Statement, number: str) -> model.Paragraph:
        text = self.wordings.of(statement.states, f"the statement `{statement.id}`", statement.span)
        settled = self.settled.get(statement.id, ()) or self.settled.get(statement.same_as, ())
        return model.Paragraph(
            id=statement.id,
            number=number,
            kind=statement.kind,
            text=self.said(text),
            rulings=settled,
            same_as=statement.same_as,
            reading=self._reading(statement),
            reasoned=not settled and bool(statement.reason),
            reason="" if settled else self._note(statement, "reason", statement.reason),
        )

    def _reading(self, statement: Statement) -> model.Reading | None:
        reading = statement.reading
        if reading is None:
            return None
        issue, chosen, why = reading.issue, reading.chosen, reading.why
        notes = (("issue", issue), ("chosen", chosen), ("why", why))
        return model.Reading(*(self._note(statement, name, note) for name, note in notes))

    def _note(self, statement: Statement, name: str, note: Note) -> str:
        """What authors say of a statement; "" if they do not, which is reported as soon as another language does."""
        lang = self.wordings.lang
        if note and lang not in note:
            languages = ", ".join(f"{each}: ..." for each in (*note, lang))
            what = f"`{name}` of the statement `{statement.id}`"
            self.wordings.report(what, statement.span, f"write `{name}: {{{languages}}}`")
        return self.said(note.get(lang, ""))


def in_order(statements: Iterable[Statement]) -> list[Statement]:
    """The statements of the game itself before those of its sets, which lie in folders below."""
    return sorted(statements, key=lambda one: len(PurePath(one.span.path).parts))


def settled_by(rulings: Iterable[Ruling], statements: Iterable[Statement]) -> dict[str, tuple[str, ...]]:
    """The ids of the rulings that settle each statement, or one that asserts the same."""
    found: dict[str, tuple[str, ...]] = {}
    for ruling in rulings:
        for id, _ in ruling.settles:
            found[id] = (*found.get(id, ()), ruling.id)
    for statement in statements:
        if statement.same_as and statement.id in found:
            found.setdefault(statement.same_as, found[statement.id])
    return found


def slug(part: str) -> str:
    """A part of a section as a name for pages and anchors, no longer than names of files may be."""
    letters = "".join(letter if letter.isalnum() else " " for letter in part.lower().replace("'", ""))
    return "-".join(letters[:_LONGEST].split()) or "chapter"


def _free(name: str, taken: set[str]) -> str:
    """The name, or the first one like it that is not taken; it is from now on."""
    found, number = name, 1
    while found in taken:
        number += 1
        found = f"{name}-{number}"
    taken.add(found)
    return found


def _node(level: dict[str, _Node], statement: Statement) -> _Node:
    first, *rest = statement.section.split(SEPARATOR)
    node = level.setdefault(first, _Node(first, statement))
    for part in rest:
        node = node.below.setdefault(part, _Node(part, statement))
    return node
