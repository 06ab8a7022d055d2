"""Rulings: questions with answers, the statements they settle, and the scenarios that prove them.

Reads the ``rulings`` of documents that their schema has passed, in files of their own or beside the cards they settle.
Runs nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from cardwright.runtime import script

from .diagnostics import Diagnostic, Label, did_you_mean
from .document import Document, Mapping, Value
from .fields import Fields, Word
from .scenario import Compile, ScenarioCompiler
from .source import Span
from .statements import DUPLICATE, UNKNOWN, Statement
from .table import Names


@dataclass(frozen=True, slots=True)
class Ruling:
    """One item of a game's FAQ.

    settles: ids of statements, with their places. question, answer: by language. places: where the numbered places of
    its scenarios stand. card: the card it is written beside ("" in a file of rulings).
    """

    id: str
    settles: tuple[Word, ...]
    question: dict[str, str]
    answer: dict[str, str]
    scenarios: tuple[script.Scenario, ...]
    places: tuple[Span, ...]
    span: Span
    card: str = ""


def compile_rulings(document: Document, names: Names, compile: Compile) -> tuple[tuple[Ruling, ...], list[Diagnostic]]:
    """All rulings of a document, and what is wrong with them. A ruling with a faulty scenario is left out."""
    fields = Fields()
    made = (
        _ruling(fields, value, card, ScenarioCompiler(document.source, names, compile, fields))
        for value, card in _written(fields, document.root)
    )
    return tuple(ruling for ruling in made if ruling is not None), fields.diagnostics


def check_rulings(rulings: Iterable[Ruling], statements: Iterable[Statement]) -> list[Diagnostic]:
    """What is wrong with the rulings of a game as a whole: ids given twice, statements that do not exist."""
    fields = Fields()
    known = {statement.id for statement in statements}
    first: dict[str, Ruling] = {}
    for ruling in rulings:
        if ruling.id in first:
            label = Label(first[ruling.id].span, "first given here")
            fields.report(DUPLICATE, ruling.span, f"the ruling `{ruling.id}` is given twice", labels=(label,))
        first.setdefault(ruling.id, ruling)
        for id, span in ruling.settles:
            if id not in known:
                fields.report(UNKNOWN, span, f"no statement is called `{id}`", did_you_mean(id, known))
    return fields.diagnostics


def _written(fields: Fields, root: Mapping) -> Iterator[tuple[Value, str]]:
    """Every ruling of a file, with the card it stands beside."""
    for value in fields.items(root.items.get("rulings"), "`rulings`"):
        yield value, ""
    for item in fields.items(root.items.get("cards"), "`cards`"):
        card = fields.entries(item, "a card").items
        for value in fields.items(card.get("rulings"), "`rulings`"):
            yield value, fields.word(card.get("id"), "`id`")


def _ruling(fields: Fields, value: Value, card: str, compiler: ScenarioCompiler) -> Ruling | None:
    items = fields.entries(value, "a ruling").items
    written = fields.items(items.get("scenarios"), "`scenarios`")
    written = (items["scenario"], *written) if "scenario" in items else written
    scenarios = tuple(scenario for one in written if (scenario := compiler.scenario(one)) is not None)
    if len(scenarios) < len(written):
        return None
    return Ruling(
        id=fields.word(items.get("id"), "`id`"),
        settles=tuple(fields.words(items.get("settles"), "`settles`")),
        question=fields.texts(items.get("question"), "`question`"),
        answer=fields.texts(items.get("answer"), "`answer`"),
        scenarios=scenarios,
        places=tuple(compiler.places),
        span=items["id"].span if "id" in items else value.span,
        card=card,
    )
