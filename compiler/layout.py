"""The canonical layout of rules: blanks between words, indentation, blank lines and comments. Meaning is never touched.

Works on lines and words, so that it need know neither the grammar nor the vocabulary of a game: what stands on a line,
and which line belongs to which, stays as it is. Laying out twice is laying out once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .document import Document, Mapping, Scalar, Value
from .document import Sequence as Listed
from .source import Source, Span

INDENT = 4
"""So far the lines of a body stand in from the line they belong to."""
_IN_BLOCK = 2
"""So far a block stands in from its key."""

RULES = frozenset({"rules", "kind-rules", "setup", "do", "if", "default-duration"})
"""The keys under which rules stand, at any depth."""

_WORD = re.compile(
    r"""
      "[^"\n]*"                             # a title
    | x\d{1,6}(?:/\d{1,6})?(?![a-z0-9-])    # a factor
    | [a-z][a-z0-9]*(?:-[a-z0-9]+)*         # a name
    | \d+
    | != | <= | >=
    | \S                                    # one sign
    """,
    re.VERBOSE,
)
_HEADER = re.compile(r"\|[+-]?[ ]*(#[^\n]*)?\r?\n")
"""What stands between a key and its block. One that sets its own indentation is left alone."""
_GETS = ("gets", "get")


def laid_out(document: Document) -> str:
    """The text of a file with all its rules in their canonical layout."""
    text = document.source.text
    for span, replacement in reversed(list(_changes(document))):
        text = text[: span.start] + replacement + text[span.end :]
    return text


def layout(rules: str) -> str:
    """Rules in their canonical layout, not indented; the lines of the result end in line feeds."""
    return "".join(f"{line}\n" for line in _lines(rules.splitlines()))


# ---- rules in a file ---------------------------------------------------------------------------------


def _changes(document: Document) -> Iterator[tuple[Span, str]]:
    """What to put in place of what, from top to bottom."""
    for key, rules in sorted(_rules(document.root, False), key=lambda found: found[1].span):
        span = _whole(document.source, key, rules) if rules.block else rules.span
        if span is None:
            continue
        written = document.source.text[span.start : span.end]
        wanted = _block(document.source, key, written) if rules.block else respaced(written)
        if wanted != written:
            yield span, wanted


def _rules(value: Value, inside: bool, key: Span | None = None) -> Iterator[tuple[Span, Scalar]]:
    """Every text of rules that stands in the file as it reads, with its key."""
    match value:
        case Mapping(items=items, keys=keys):
            for name, item in items.items():
                yield from _rules(item, inside or name in RULES, keys[name])
        case Listed(items=listed):
            for item in listed:
                yield from _rules(item, False, None)
        case Scalar(value=str()) if inside and key is not None:
            yield key, value


def _whole(source: Source, key: Span, rules: Scalar) -> Span | None:
    """The whole lines of a block; None if its header says something about its indentation."""
    colon = source.text.find("|", key.end)
    header = _HEADER.match(source.text, colon)
    if header is None or header.end() > rules.span.end:
        return None
    return source.span(header.end(), rules.span.end)


def _block(source: Source, key: Span, written: str) -> str:
    """A block with the indentation that its key asks for, and the line ends of the file."""
    _, column = source.position(key.start)
    end = "\r\n" if "\r\n" in written else "\n"
    lines = _lines(written.splitlines())
    margin = " " * (column - 1 + _IN_BLOCK)
    text = "".join(f"{margin}{line}".rstrip() + end for line in lines)
    return text if written.endswith("\n") else text.removesuffix(end)


# ---- lines -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Line:
    """A line: how far it is indented, what stands on it (words, comment); neither: a blank line."""

    depth: int
    code: str
    comment: str

    @property
    def blank(self) -> bool:
        return not self.code and not self.comment


def _lines(written: Sequence[str]) -> Iterator[str]:
    lines = _without_spare_blanks([_read(line) for line in written])
    levels = _levels(lines)
    for number, line in enumerate(lines):
        margin = " " * (INDENT * levels[number])
        yield margin + "  ".join(part for part in (line.code, line.comment) if part) if not line.blank else ""


def _read(line: str) -> _Line:
    code, comment = _parts(line)
    return _Line(len(line) - len(line.lstrip()), respaced(code), comment.rstrip())


def _parts(line: str) -> tuple[str, str]:
    """The words of a line and its comment; a sign inside a title begins none."""
    quoted = False
    for at, char in enumerate(line):
        quoted ^= char == '"'
        if char == "#" and not quoted:
            return line[:at], line[at:]
    return line, ""


def _without_spare_blanks(lines: Sequence[_Line]) -> list[_Line]:
    """At most one blank line in a row, none at the ends."""
    kept: list[_Line] = []
    for line in lines:
        if not line.blank or (kept and not kept[-1].blank):
            kept.append(line)
    return kept[:-1] if kept and kept[-1].blank else kept


def _levels(lines: Sequence[_Line]) -> list[int]:
    """How many steps each line stands in. Only words count: a comment goes with the line below it, or above it."""
    levels = [0] * len(lines)
    stack: list[int] = []
    last = -1
    for number, line in enumerate(lines):
        if not line.code:
            continue
        while stack and stack[-1] >= line.depth:
            stack.pop()
        stack.append(line.depth)
        levels[number] = len(stack) - 1
        for between in range(last + 1, number):
            levels[between] = _of_comment(lines, levels, between, last, number)
        last = number
    for between in range(last + 1, len(lines)):
        levels[between] = levels[last] if last >= 0 and lines[between].depth >= lines[last].depth else 0
    return levels


def _of_comment(lines: Sequence[_Line], levels: Sequence[int], at: int, above: int, below: int) -> int:
    """The level of a comment between two lines with words: that of the line below, unless it clearly ends the block."""
    ends_block = above >= 0 and lines[below].depth < lines[above].depth <= lines[at].depth
    return levels[above] if ends_block else levels[below]


# ---- words -------------------------------------------------------------------------------------------


def respaced(code: str) -> str:
    """The words of a line with the blanks that belong between them."""
    words = _WORD.findall(code)
    glued = _range_of_row(words)
    line = ""
    for number, word in enumerate(words):
        before = words[number - 1] if number else ""
        signed = before in ("+", "-") and number > 1 and words[number - 2] in _GETS
        close = word in ",:)]}" or before in ("", "(", "[", "{") or signed or number in glued
        line += word if close else f" {word}"
    return line


def _range_of_row(words: Sequence[str]) -> tuple[int, ...]:
    """The words that belong closely to the one before: those of ``1-3:`` at the start of a row."""
    row = len(words) > 3 and words[0].isdigit() and words[1] == "-" and words[2].isdigit()
    return (1, 2) if row and (words[3] == ":" or words[3].startswith('"')) else ()
