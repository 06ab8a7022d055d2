"""PyYAML's complaints in our words. The only place that knows how PyYAML (with or without libyaml) puts them."""

from __future__ import annotations

import re

import yaml

from .diagnostics import Diagnostic, Label
from .reading import refusal
from .source import Source, Span

_QUOTE_IT = "text with a special sign in it goes in quotes"
_LINE_UP = "give it the same indentation as its neighbours"

_PHRASES: tuple[tuple[str, str, str], ...] = (
    (r"mapping values are not allowed", "a `:` cannot stand here", f"{_QUOTE_IT}, and keys line up with one another"),
    (r"could not find expected ':'", "a key without its `:`", "write `key: value`"),
    (r"cannot start any token", "no value can begin with this sign", _QUOTE_IT),
    (r"unexpected end of stream", "a quotation that is never closed", "close it with the same mark"),
    (r"unexpected document (indicator|separator)", "a quotation that is never closed", "close it with the same mark"),
    (r"unknown escape", "no such escape", "in double quotes, write a backslash as `\\\\`"),
    (r"expected ',' or '[]}]'", "a `,` or the closing bracket is missing", "check the brackets of this line"),
    (r"comment or line break|chomping or indentation", "text after `|`", "begin the text on the next line, indented"),
    (r"alphabetic or numeric", "no value can begin with this sign", _QUOTE_IT),
    (r"found a tab", "a tab in the indentation", "indent with spaces only"),
    (r"expected <block end>|expected '-' indicator|expected key", "this does not line up with what is above", _LINE_UP),
    (r"document start", "something is left over after the end of the file's mapping", "check the brackets above"),
)


def translate(error: yaml.YAMLError, source: Source) -> Diagnostic:
    """A syntax error as a diagnostic at its place."""
    match error:
        case yaml.reader.ReaderError(position=int(at)):
            message = refusal(source.text[at])
            return Diagnostic("CW0119", source.span(at, at + 1), message, help="delete it", fix="")
        case yaml.MarkedYAMLError() if error.problem_mark is not None:
            message, help_text = _phrase(error.problem or "")
            place = _place(source, error.problem_mark.index)
            return Diagnostic("CW0118", place, message, help_text, _context(error, source))
        case _:
            return Diagnostic("CW0118", source.span(0, 0), "this is not YAML")


def _phrase(problem: str) -> tuple[str, str]:
    for pattern, message, help_text in _PHRASES:
        if re.search(pattern, problem):
            return message, help_text
    return "this is not YAML", _QUOTE_IT


def _place(source: Source, index: int) -> Span:
    """One character, and never beyond the end: an error at the very end points at the last thing written."""
    written = len(source.text.rstrip())
    start = min(index, max(written - 1, 0))
    return source.span(start, start + 1)


def _context(error: yaml.MarkedYAMLError, source: Source) -> tuple[Label, ...]:
    if error.context_mark is None or error.problem_mark is None:
        return ()
    if error.context_mark.index == error.problem_mark.index:
        return ()
    return (Label(_place(source, error.context_mark.index), "it began here"),)
