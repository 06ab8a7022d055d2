"""From rules text to syntax trees, in place: every span is a span of the file.

A text of several hooks or steps is cut where a line returns to the base indentation, and each piece is parsed by
itself, so that one mistake hides no other. Knows the verb forms it is given and nothing else of a game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any

from .diagnostics import Diagnostic
from .parser import Parser, Refused, TooDeep
from .source import Source, Span
from .syntax_errors import Unexpected, explain
from .syntax_nodes import grammar
from .tables import tables
from .tokens import BadDedent, Stray, VerbForms, tokens

REMEMBERED = 20_000
"""So many pieces are not parsed again by a process that compiles a game again and again while somebody writes it."""


@dataclass(frozen=True, slots=True)
class Parsed:
    """What a text holds, as far as it could be parsed, and what is wrong with the rest."""

    items: tuple[Any, ...]
    diagnostics: tuple[Diagnostic, ...]


def parse_hooks(source: Source, span: Span, forms: VerbForms) -> Parsed:
    """The hooks (``tree.Hook``) of a rules text."""
    return _parse_pieces(source, span, forms, "start")


def parse_steps(source: Source, span: Span, forms: VerbForms) -> Parsed:
    """The steps (``tree.Step``) of a procedure."""
    return _parse_pieces(source, span, forms, "procedure")


def parse_condition(source: Source, span: Span, forms: VerbForms) -> Parsed:
    """One question (``tree.Cond``), or nothing."""
    return _parse_piece(source, unquoted(source, span), forms, "condition", 0)


def parse_duration(source: Source, span: Span, forms: VerbForms) -> Parsed:
    """One span of time (``tree.Duration``), or nothing."""
    return _parse_piece(source, unquoted(source, span), forms, "duration", 0)


def pieces(source: Source, span: Span) -> Iterator[Span]:
    """The hooks (or steps) of a rules text, each parsed by itself."""
    return (piece for piece, _ in _pieces(source, span))


def unquoted(source: Source, span: Span) -> Span:
    """The span without the quotes around it, if there are any."""
    text = source.text[span.start : span.end]
    quoted = len(text) > 1 and text[0] in "\"'" and text[-1] == text[0]
    return source.span(span.start + 1, span.end - 1) if quoted else span


# ---- pieces ------------------------------------------------------------------------------------------


def _parse_pieces(source: Source, span: Span, forms: VerbForms, start: str) -> Parsed:
    items: list[Any] = []
    diagnostics: list[Diagnostic] = []
    for piece, indentation in _pieces(source, span):
        parsed = _parse_piece(source, piece, forms, start, indentation)
        items += parsed.items
        diagnostics += parsed.diagnostics
    return Parsed(tuple(items), tuple(diagnostics))


def _pieces(source: Source, span: Span) -> Iterator[tuple[Span, int]]:
    """The hooks or steps of a text, each with its indentation."""
    lines = [line for line in _lines(source, span) if _holds_something(source, line)]
    base = min((indentation for _, indentation in lines), default=0)
    starts = [start for start, depth in lines if depth == base and not _continues(source, start)]
    if lines and (not starts or starts[0] > lines[0][0]):
        starts.insert(0, lines[0][0])
    for start, end in pairwise([*starts, span.end]):
        yield source.span(start, _line_start(source, end)), base


def _lines(source: Source, span: Span) -> Iterator[tuple[int, int]]:
    """Where the text of each line starts, and how far it is indented. A text on the line of its key is not indented."""
    begin = _line_start(source, span.start)
    if begin == span.start and source.text[begin : span.start].strip():
        begin = span.start
    while begin < span.end:
        newline = source.text.find("\n", begin, span.end)
        end = span.end if newline < 0 else newline + 1
        line = source.text[begin:end]
        indentation = len(line) - len(line.lstrip(" \t"))
        yield begin + indentation, indentation
        begin = end


def _line_start(source: Source, offset: int) -> int:
    """Where the line of an offset begins if nothing but blanks stands before the offset; else the offset."""
    begin = source.text.rfind("\n", 0, offset) + 1
    return offset if source.text[begin:offset].strip() else begin


def _holds_something(source: Source, line: tuple[int, int]) -> bool:
    return source.text[line[0] : line[0] + 1] not in ("", "\n", "\r", "#")


def _continues(source: Source, start: int) -> bool:
    """Whether a line belongs to the step before it although it is not indented."""
    return source.text[start : start + 5].rstrip(" :\r\n") == "else"


# ---- one piece ---------------------------------------------------------------------------------------


@lru_cache(maxsize=REMEMBERED)
def _parse_piece(source: Source, piece: Span, forms: VerbForms, start: str, indentation: int) -> Parsed:
    parser = Parser(grammar(), source, start)
    inline = start not in ("start", "procedure")
    found = tokens(source.text, piece.start, piece.end, forms, indentation, inline, parser.row)
    try:
        return Parsed(parser.parse(found, piece.end), ())
    except BadDedent as error:
        message = "the indentation of this line fits no line above"
        return _failed("CW0304", source.span(error.position, error.position + 1), message)
    except TooDeep as error:
        return _failed("CW0305", error.span, "this is nested too deeply", "give parts of it names with `let`")
    except Stray as error:
        unexpected = Unexpected(error.kind, error.position, parser.accepted(), _spellings())
    except Refused as error:
        kind, first, last = error.token
        unexpected = Unexpected(kind, last if kind == "_INDENT" else first, parser.accepted(), _spellings())
    return Parsed((), (explain(source, unexpected, forms.third, forms.base),))


def _failed(code: str, span: Span, message: str, help: str = "") -> Parsed:
    return Parsed((), (Diagnostic(code, span, message, help),))


@cache
def _spellings() -> dict[str, str]:
    """How the terminals that are fixed words or signs are written."""
    return {terminal.name: terminal.pattern for terminal in tables().terminals if terminal.fixed}
