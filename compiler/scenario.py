"""From the scenario of a ruling to a runnable script: every name checked against the pack, every question compiled.

Knows the names of the game through its pack and the rules language through one function that compiles a question.
Runs nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from cardwright.runtime import ir, script

from .diagnostics import Diagnostic, did_you_mean
from .document import Value
from .fields import Fields, Word
from .source import Source, Span
from .table import ITEM_KEYS, Given, Names, read_given

AMBIGUOUS, UNKNOWN_PICK, EMPTY = "CW0707", "CW0708", "CW0709"


_COUNTED = re.compile(r"\d+|-?\d+:-?\d+")
"""A number, or a place on a grid."""


class Compile(Protocol):
    """Compiles the question at a span. names: what it may speak of, each a "card" or a "player"."""

    def __call__(
        self, source: Source, span: Span, *, names: Mapping[str, str]
    ) -> tuple[ir.Cond | None, list[Diagnostic]]: ...


@dataclass(slots=True)
class ScenarioCompiler:
    """Compiles the scenarios of one file. places: where each numbered place of a scenario stands."""

    source: Source
    names: Names
    compile: Compile
    fields: Fields
    places: list[Span] = field(default_factory=list)

    def scenario(self, value: Value) -> script.Scenario | None:
        """The script for a scenario; None (and diagnostics) if anything in it is wrong.

        None without a diagnostic if it needs a card that has faults of its own. What is done and expected on a table
        that is itself wrong is not looked at: its names would be missing.
        """
        before = len(self.fields.diagnostics)
        entry = self.fields.entries(value, "a scenario")
        given = read_given(self.fields, self.names, entry, self.place)
        if given.spoiled or len(self.fields.diagnostics) > before:
            return None
        part = _Part(self, given)
        items = tuple(item for value in self.fields.items(entry.items.get("do"), "`do`") for item in part.items(value))
        expect = part.expectations(entry.items.get("expect"))
        made = given.scenario(items, expect, self.fields.flag(entry.items.get("unchanged"), "`unchanged`"))
        if len(self.fields.diagnostics) > before:
            return None
        if not expect and not any(isinstance(item, script.Expect | script.Offered) for item in items):
            message = "this scenario expects nothing"
            self.fields.report(EMPTY, entry.span, message, "add an `expect`, or a `refuse` or `offer` in its `do`")
        return made

    def place(self, span: Span) -> int:
        """The number of a place."""
        self.places.append(span)
        return len(self.places) - 1


@dataclass(slots=True)
class _Part:
    """What happens in one scenario: its names are those of the table."""

    compiler: ScenarioCompiler
    given: Given

    @property
    def fields(self) -> Fields:
        return self.compiler.fields

    def items(self, value: Value) -> Iterator[script.Item]:
        """The items that one entry of ``do`` stands for (usually one)."""
        entry = self.fields.entries(value, "an item of `do`")
        for key, content in entry.items.items():
            match key:
                case "expect":
                    yield script.Expect(self.expectations(content))
                case "offer" | "refuse":
                    yield from self.offered(content, refused=key == "refuse")
                case _ if (seat := self.seat(key, entry.keys[key], ITEM_KEYS)) is not None:
                    words = self.picks(self.fields.words(content, f"what `{key}` picks"))
                    yield script.Picks(seat, words, self.compiler.place(content.span))

    def offered(self, value: Value, refused: bool) -> Iterator[script.Offered]:
        """One item for each entry of the list: ``{bob: [card, "attack, foe"]}``."""
        entry = self.fields.entries(value, "`refuse`" if refused else "`offer`")
        for name, content in entry.items.items():
            seat = self.seat(name, entry.keys[name])
            for item in self.fields.items(content, "the picks"):
                words = self.picks(self.fields.words(item, "a pick"))
                if seat is not None and words:
                    yield script.Offered(seat, words, refused, self.compiler.place(item.span))

    def seat(self, name: str, span: Span, also: tuple[str, ...] = ()) -> int | None:
        if name in self.given.players:
            return self.given.players.index(name)
        help_text = did_you_mean(name, (*self.given.players, *also))
        self.fields.report(UNKNOWN_PICK, span, f"nobody here is called `{name}`", help_text)
        return None

    def picks(self, words: Iterator[Word]) -> tuple[str, ...]:
        return tuple(word for word, span in words if self._can_be_picked(word, span))

    def _can_be_picked(self, word: str, span: Span) -> bool:
        count = self.given.count(word)
        if count > 1:
            self._report_ambiguous(word, span, count)
        elif not count and not _COUNTED.fullmatch(word) and word not in self.compiler.names.picks:
            known = (*self.given.names(), *self.compiler.names.picks)
            message = f"`{word}` is no action, card, player or way of answering here"
            self.fields.report(UNKNOWN_PICK, span, message, did_you_mean(word, known))
        else:
            return True
        return False

    def expectations(self, value: Value | None) -> tuple[script.Expectation, ...]:
        made = (self._expectation(item) for item in self.fields.items(value, "`expect`"))
        return tuple(expectation for expectation in made if expectation is not None)

    def _expectation(self, value: Value) -> script.Expectation | None:
        span = value.span
        cond, diagnostics = self.compiler.compile(self.compiler.source, span, names=self.given.names())
        self.fields.diagnostics += diagnostics
        if cond is None or not self._only_clear_names(cond, span):
            return None
        text = self.compiler.source.text[span.start : span.end].strip()
        return script.Expectation(cond, text, self.compiler.place(span))

    def _only_clear_names(self, cond: ir.Cond, span: Span) -> bool:
        spoken = {node.name for node in ir.walk(cond) if isinstance(node, ir.Ref)}
        unclear = sorted(name for name in spoken if self.given.count(name) > 1)
        for name in unclear:
            self._report_ambiguous(name, span, self.given.count(name))
        return not unclear

    def _report_ambiguous(self, name: str, span: Span, count: int) -> None:
        help_text = f"give the one that is meant a name of its own: `{{card: {name}, as: ...}}`"
        self.fields.report(AMBIGUOUS, span, f"`{name}` stands for {count} cards here", help_text)
