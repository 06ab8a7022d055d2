"""The statements of a rulebook as data: what a game's rulings have to settle, one by one.

Reads ``statements.yaml``. Knows nothing of the rules language, and does not ask whether a statement is true.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .diagnostics import Diagnostic, Label
from .document import Document, Value
from .fields import Fields
from .source import Span

DUPLICATE, UNKNOWN = "CW0704", "CW0705"

KINDS = ("rule", "ruling", "erratum", "interaction", "definition")
_KEYS = ("id", "section", "kind", "states", "reading", "same-as", "reason")


@dataclass(frozen=True, slots=True)
class Reading:
    """How a statement that can be read in several ways is read here, and why."""

    issue: str
    chosen: str
    why: str


@dataclass(frozen=True, slots=True)
class Statement:
    """One testable assertion of a rulebook.

    states: the assertion by language. same_as: another statement that asserts the same. reason: why nothing can run
    for it ("" if something can).
    """

    id: str
    section: str
    kind: str
    states: dict[str, str]
    span: Span
    reading: Reading | None = None
    same_as: str = ""
    reason: str = ""


def read_statements(document: Document) -> tuple[tuple[Statement, ...], list[Diagnostic]]:
    """The statements of a file in their order, and everything wrong with it."""
    fields = Fields()
    root = fields.entries(document.root, "a file of statements", ("game", "statements"))
    fields.require(root, "a file of statements", "game", "statements")
    found = [_statement(fields, item) for item in fields.items(root.items.get("statements"), "`statements`")]
    statements = tuple(statement for statement in found if statement is not None)
    _check_ids(fields, statements)
    return statements, fields.diagnostics


def _statement(fields: Fields, value: Value) -> Statement | None:
    entry = fields.entries(value, "a statement", _KEYS)
    if not fields.require(entry, "a statement", "id", "section", "kind", "states"):
        return None
    items = entry.items
    kind = fields.word(items["kind"], "`kind`")
    if kind and kind not in KINDS:
        message = f"no kind of statement is called `{kind}`"
        fields.report(UNKNOWN, items["kind"].span, message, f"one of {', '.join(KINDS)}")
    return Statement(
        id=fields.word(items["id"], "`id`"),
        section=fields.word(items["section"], "`section`"),
        kind=kind,
        states=fields.texts(items["states"], "`states`"),
        span=items["id"].span,
        reading=_reading(fields, items.get("reading")),
        same_as=fields.word(items.get("same-as"), "`same-as`"),
        reason=fields.word(items.get("reason"), "`reason`"),
    )


def _reading(fields: Fields, value: Value | None) -> Reading | None:
    if value is None:
        return None
    names = ("issue", "chosen", "why")
    entry = fields.entries(value, "a reading", names)
    if not fields.require(entry, "a reading", *names):
        return None
    return Reading(*(fields.word(entry.items[name], f"`{name}`") for name in names))


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
            fields.report(UNKNOWN, statement.span, message)
