"""The statements of a rulebook as data: what a game's rulings have to settle, one by one.

Reads documents that the schema of statements has passed. Does not ask whether a statement is true.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from .diagnostics import Diagnostic, Label, did_you_mean
from .document import Document, Scalar, Value
from .fields import Fields
from .source import Span

DUPLICATE, UNKNOWN = "CW0702", "CW0703"

SEPARATOR = " / "
"""Stands between the names in a section."""

WRITTEN_IN = "en"
"""The language of names of sections, and of notes that do not say theirs."""

Note = dict[str, str]
"""What the authors say of a statement, by language."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How a statement that can be read in several ways is read here, and why."""

    issue: Note
    chosen: Note
    why: Note


@dataclass(frozen=True, slots=True)
class Statement:
    """One testable assertion of a rulebook.

    kind: rule, ruling, interaction, component and the like. states: the assertion by language. same_as: another
    statement that asserts the same. reason: why nothing can run for it, or for that one (empty if something can).
    """

    id: str
    section: str
    kind: str
    states: dict[str, str]
    span: Span
    reading: Reading | None = None
    same_as: str = ""
    reason: Note = field(default_factory=dict)


def read_statements(documents: Iterable[Document]) -> tuple[tuple[Statement, ...], list[Diagnostic]]:
    """The statements of a game's files in their order, and what is wrong with them."""
    fields = Fields()
    read = tuple(documents)
    statements = tuple(
        _statement(fields, item)
        for document in read
        for item in fields.items(document.root.items.get("statements"), "`statements`")
    )
    _check_ids(fields, statements)
    _check_sections(fields, statements, read)
    reasons = {statement.id: statement.reason for statement in statements}
    shared = (replace(one, reason=one.reason or reasons.get(one.same_as, {})) for one in statements)
    return tuple(shared), fields.diagnostics


def _statement(fields: Fields, value: Value) -> Statement:
    items = fields.entries(value, "a statement").items
    return Statement(
        id=fields.word(items.get("id"), "`id`"),
        section=fields.word(items.get("section"), "`section`"),
        kind=fields.word(items.get("kind"), "`kind`"),
        states=fields.texts(items.get("states"), "`states`"),
        span=items["id"].span if "id" in items else value.span,
        reading=_reading(fields, items.get("reading")),
        same_as=fields.word(items.get("same-as"), "`same-as`"),
        reason=_note(fields, items.get("reason"), "`reason`"),
    )


def _reading(fields: Fields, value: Value | None) -> Reading | None:
    if value is None:
        return None
    items = fields.entries(value, "`reading`").items
    return Reading(*(_note(fields, items.get(name), f"`{name}`") for name in ("issue", "chosen", "why")))


def _note(fields: Fields, value: Value | None, what: str) -> Note:
    if isinstance(value, Scalar):
        return {WRITTEN_IN: fields.word(value, what)}
    return fields.texts(value, what)


def _check_ids(fields: Fields, statements: Iterable[Statement]) -> None:
    first: dict[str, Statement] = {}
    for statement in statements:
        if statement.id in first:
            label = Label(first[statement.id].span, "first given here")
            fields.report(DUPLICATE, statement.span, f"the statement `{statement.id}` is given twice", labels=(label,))
        first.setdefault(statement.id, statement)
    for statement in first.values():
        if statement.same_as and statement.same_as not in first:
            message = f"`{statement.id}` is the same as `{statement.same_as}`, which no statement is called"
            fields.report(UNKNOWN, statement.span, message, did_you_mean(statement.same_as, first))


def _check_sections(fields: Fields, statements: Iterable[Statement], documents: Iterable[Document]) -> None:
    known = {name for statement in statements for name in statement.section.split(SEPARATOR)}
    for document in documents:
        named = fields.entries(document.root.items.get("sections"), "`sections`")
        for name, span in named.keys.items():
            if name not in known:
                fields.report(UNKNOWN, span, f"no statement is in a section `{name}`", did_you_mean(name, known))
