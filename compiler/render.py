"""Diagnostics as text for people: the line in question, marks under it, what it means, how to go on.

Knows how things look, and nothing of what can be wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from unicodedata import east_asian_width

from .diagnostics import WARNING, Diagnostic
from .source import Source, Span

LIMIT = 50
"""So many diagnostics are shown, unless the caller wants others."""

_WIDTH = 140
"""Longer lines are shown in part."""
_BEFORE = 60

Sources = Callable[[str], Source]
"""The source of a path as diagnostics name it."""


@dataclass(frozen=True, slots=True)
class Style:
    """Escape sequences, or empty texts."""

    error: str = ""
    warning: str = ""
    frame: str = ""
    strong: str = ""
    end: str = ""


PLAIN = Style()
COLOURED = Style("\x1b[1;31m", "\x1b[1;33m", "\x1b[1;34m", "\x1b[1m", "\x1b[0m")


@dataclass(frozen=True, slots=True)
class _Mark:
    """A stretch to underline, with what to say about it."""

    span: Span
    sign: str
    text: str
    colour: str


def render(
    diagnostics: Iterable[Diagnostic], sources: Sources, style: Style = PLAIN, limit: int | None = LIMIT
) -> Iterator[str]:
    """Each diagnostic as a block of text without a final line end; then, if there are more than the limit, how many."""
    remaining = list(diagnostics)
    for diagnostic in islice(remaining, limit):
        yield "\n".join(_block(diagnostic, sources, style))
    if limit is not None and len(remaining) > limit:
        yield f"... and {len(remaining) - limit:,} more"


def one_line(diagnostic: Diagnostic, sources: Sources) -> str:
    """``path:line:column: error[CODE]: message (help)``."""
    line, column = sources(diagnostic.span.path).position(diagnostic.span.start)
    hint = f" ({diagnostic.help})" if diagnostic.help else ""
    where = f"{diagnostic.span.path}:{line}:{column}"
    return visible(f"{where}: {diagnostic.severity}[{diagnostic.code}]: {diagnostic.message}{hint}")


def _block(diagnostic: Diagnostic, sources: Sources, style: Style) -> Iterator[str]:
    colour = style.warning if diagnostic.severity == WARNING else style.error
    head = f"{colour}{diagnostic.severity}[{diagnostic.code}]{style.end}"
    yield f"{head}{style.strong}: {visible(diagnostic.message)}{style.end}"
    marks = [_Mark(diagnostic.span, "^", "", colour)]
    marks += (_Mark(label.span, "-", label.text, style.frame) for label in diagnostic.labels)
    margin = max(len(str(sources(mark.span.path).position(mark.span.start)[0])) for mark in marks)
    paths = dict.fromkeys(mark.span.path for mark in marks)
    for path in paths:
        here = [mark for mark in marks if mark.span.path == path]
        arrow = "-->" if path == diagnostic.span.path else ":::"
        yield from _excerpt(sources(path), here, arrow, margin, style)
    bar = f"{' ' * margin} {style.frame}={style.end}"
    if diagnostic.help:
        yield f"{bar} help: {visible(diagnostic.help)}"
    for note in diagnostic.notes:
        yield f"{bar} note: {note}"


def _excerpt(source: Source, marks: Sequence[_Mark], arrow: str, margin: int, style: Style) -> Iterator[str]:
    """The lines with marks in them, under the place of the first mark."""
    first, column = source.position(marks[0].span.start)
    frame, end = style.frame, style.end
    yield f"{' ' * margin}{frame}{arrow}{end} {source.path}:{first}:{column}"
    if not source.text:
        return
    lines = sorted({source.position(mark.span.start)[0] for mark in marks})
    yield f"{' ' * margin} {frame}|{end}"
    for previous, number in pairwise([lines[0] - 1, *lines]):
        if number > previous + 1:
            yield f"{frame}...{end}"
        yield from _line(source, number, marks, margin, style)


def _line(source: Source, number: int, marks: Sequence[_Mark], margin: int, style: Style) -> Iterator[str]:
    here = [mark for mark in marks if source.position(mark.span.start)[0] == number]
    here.sort(key=lambda mark: mark.span.start)
    text = source.line(number)
    columns = [source.position(mark.span.start)[1] - 1 for mark in here]
    cut = columns[0] - _BEFORE if len(text) > _WIDTH and columns[0] > _BEFORE else 0
    shown = text[cut : cut + _WIDTH]
    frame, end = style.frame, style.end
    yield f"{frame}{number:>{margin}} |{end} {_shown(shown)}".rstrip()
    for mark, column in zip(here, columns, strict=True):
        if column - cut > len(shown):
            continue
        length = min(mark.span.end - mark.span.start, len(text) - column)
        indent = _cells(shown[: column - cut])
        signs = mark.sign * max(1, _cells(shown[column - cut : column - cut + length]))
        words = f" {mark.text}" if mark.text else ""
        yield f"{' ' * margin} {frame}|{end} {' ' * indent}{mark.colour}{signs}{words}{end}"


def visible(text: str) -> str:
    """The text with every sign that would not show, or would change how others show, by its number."""
    return "".join(char if char.isprintable() else f"U+{ord(char):04X}" for char in text)


def _shown(text: str) -> str:
    """The text as a terminal can show it: no tabs, no control characters."""
    return "".join(char if char.isprintable() else " " for char in text.replace("\t", "    "))


def _cells(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return sum(4 if char == "\t" else 2 if east_asian_width(char) in "WF" else 1 for char in text)
