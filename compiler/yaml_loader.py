"""YAML files as values with places: a strict subset of YAML 1.2, read with PyYAML's event stream.

Built from events rather than composed nodes: only events tell anchors, tags and styles apart before anything is
expanded, and they are four times as fast. Scalars follow the YAML 1.2 core rules, so that ``no`` is a word.
Knows nothing of what the keys mean.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from . import yaml_errors
from .diagnostics import Diagnostic, Label
from .document import Document, Mapping, Scalar, Sequence, Value
from .reading import UNSEEN, read, refusal
from .source import Source, Span

MAX_DEPTH = 50
MAX_DIGITS = 18

_Loader: type = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_PLAIN = ("", None)
"""How the C and the pure parser write the plain style."""

_CONSTANTS: dict[str, bool | None] = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None,
    "true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False,
}  # fmt: skip
_NUMBER_START = frozenset("+-.0123456789")
_INT = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")
_LEADING_ZERO = re.compile(r"[-+]?0[0-9]+")
_CONTROL = re.compile(rf"[\x00-\x08\x0b-\x1f\x7f-\x9f{UNSEEN}]")
REMEMBERED = 1_000
"""So many files are not parsed again by a process that compiles a game again and again while somebody writes it."""
_HARMLESS = frozenset({"CW0112", "CW0117", "CW0121"})
"""Faults that lose nothing: later passes may look at the rest of the file without reporting mere consequences."""
_QUOTE_TEXT = "put text with a comma in it in quotes"
_WRITE_OUT = "write the value out; or quote the text"


@dataclass(frozen=True, slots=True)
class Loaded:
    """A file as far as it could be read; ``document`` is None if so much is wrong that the rest would mislead."""

    source: Source
    document: Document | None
    diagnostics: tuple[Diagnostic, ...]


def load(path: Path) -> Loaded:
    """Reads and parses a file. Never raises for what is in it or for its absence."""
    source, faults = read(path)
    return Loaded(source, None, tuple(faults)) if faults else parse(source)


@lru_cache(maxsize=REMEMBERED)
def parse(source: Source) -> Loaded:
    """Parses a text: what ``load`` does after reading."""
    builder = _Builder(source)
    root = builder.build()
    complete = all(found.code in _HARMLESS for found in builder.diagnostics)
    document = Document(source, root) if root is not None and complete else None
    return Loaded(source, document, tuple(builder.diagnostics))


class _Builder:
    """One pass over the events of one file."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.diagnostics: list[Diagnostic] = []
        self._next: Callable[[], yaml.Event]

    def build(self) -> Mapping | None:
        try:
            loader = _Loader(self.source.text)
            self._next = loader.get_event
            return self._document()
        except yaml.YAMLError as error:
            self.diagnostics.append(yaml_errors.translate(error, self.source))
        except _TooDeep as error:
            message = f"more than {MAX_DEPTH} levels of nesting"
            self._report("CW0111", error.span, message, help="no card file needs as many; a bracket may be missing")
        return None

    def _document(self) -> Mapping | None:
        self._next()  # the start of the stream
        if isinstance(self._next(), yaml.StreamEndEvent):
            self._report("CW0108", self.source.span(0, 0), "this file holds nothing but comments")
            return None
        root = self._value(self._next(), 0)
        self._next()  # the end of the document
        following = self._next()
        if isinstance(following, yaml.DocumentStartEvent):
            where = self._span(following)
            self._report("CW0109", where, "a second document in one file", help="give it a file of its own")
        if isinstance(root, Mapping):
            return root
        if not self.diagnostics:
            self._report("CW0110", root.span, "a file must hold `key: value` pairs at its top")
        return None

    def _value(self, event: Any, depth: int) -> Value:
        if depth > MAX_DEPTH and isinstance(event, yaml.CollectionStartEvent):
            raise _TooDeep(self._span(event))
        kind = type(event)
        if kind is yaml.AliasEvent:
            span = self._span(event)
            self._report("CW0114", span, "aliases are not allowed", help=_WRITE_OUT)
            return Scalar(None, span)
        if event.anchor is not None or event.tag is not None:
            self._report_properties(event)
        if kind is yaml.ScalarEvent:
            return self._scalar(event)
        return self._mapping(event, depth) if kind is yaml.MappingStartEvent else self._sequence(event, depth)

    # ---- the three kinds of value ----

    def _scalar(self, event: Any) -> Scalar:
        start, end = event.start_mark.index, event.end_mark.index
        if event.style in _PLAIN:
            span = self.source.span(start, end)
            return Scalar(self._plain(event.value, span), span)
        if event.style == "|":
            return Scalar(event.value, self._block_span(start, end), block=True)
        span = self.source.span(start, len(self.source.text[:end].rstrip()))
        code = _CONTROL.search(event.value)
        if code is not None and code[0] not in self.source.text[start:end]:  # else it is told by its own place
            self._report("CW0119", span, refusal(code[0]), "write it without")
        return Scalar(event.value, span)

    def _sequence(self, event: yaml.SequenceStartEvent, depth: int) -> Sequence:
        items: list[Value] = []
        while type(following := self._next()) is not yaml.SequenceEndEvent:
            items.append(self._value(following, depth + 1))
        return Sequence(tuple(items), self._whole(event, following, items[-1].span if items else None))

    def _mapping(self, event: yaml.MappingStartEvent, depth: int) -> Mapping:
        items: dict[str, Value] = {}
        keys: dict[str, Span] = {}
        last: Span | None = None
        while type(following := self._next()) is not yaml.MappingEndEvent:
            key = self._key(following, depth)
            value = self._value(self._next(), depth + 1)
            last = value.span
            if key is None:
                continue
            name, span = key
            if event.flow_style and self._is_bare(span, value):
                self._report(
                    "CW0121", span, "a comma begins a new entry inside `{ }`; this one has no value", _QUOTE_TEXT
                )
            elif name in items:
                self._report_duplicate(name, span, keys[name])
            else:
                items[name] = value
                keys[name] = span
        return Mapping(items, keys, self._whole(event, following, last))

    def _is_bare(self, key: Span, value: Value) -> bool:
        """Whether a key of a ``{ }`` has not even a colon after it."""
        return value.span.start == value.span.end and ":" not in self.source.text[key.end : value.span.end]

    def _key(self, event: Any, depth: int) -> tuple[str, Span] | None:
        """A key and its place; None, and a diagnostic, if it cannot be one."""
        before = len(self.diagnostics)
        key = self._value(event, depth + 1)
        span = self._span(event)
        if len(self.diagnostics) > before:
            return None
        if isinstance(key, Scalar) and isinstance(key.value, str):
            if key.value == "<<" and event.style in _PLAIN:
                self._report("CW0116", span, "merge keys are not allowed", help="write the keys out")
                return None
            return key.value, span
        help_text, fix = "", None
        if isinstance(key, Scalar) and key.value is not None:
            fix = f'"{self.source.text[span.start : span.end]}"'
            help_text = f"quote it: `{fix}`"
        self._report("CW0113", span, "a key must be text", help=help_text, fix=fix)
        return None

    # ---- scalars ----

    def _plain(self, text: str, span: Span) -> str | int | float | bool | None:
        """The value of a plain scalar by the YAML 1.2 core rules."""
        if text in _CONSTANTS:
            return _CONSTANTS[text]
        if text[0] not in _NUMBER_START:
            return text
        if _INT.fullmatch(text):
            return self._integer(text, span)
        return float(text.lower().replace(".inf", "inf").replace(".nan", "nan")) if _FLOAT.fullmatch(text) else text

    def _integer(self, text: str, span: Span) -> int:
        if len(text) > MAX_DIGITS:
            self._report("CW0120", span, f"a number of more than {MAX_DIGITS} digits")
            return 0
        if not _LEADING_ZERO.fullmatch(text):
            return int(text, 0)
        value = int(text)
        message = f"`{text}` is {value} for some tools and an octal number for others"
        self._report("CW0117", span, message, help=f'write `{value}`, or `"{text}"` if it is text', fix=str(value))
        return value

    def _block_span(self, start: int, end: int) -> Span:
        """From the first character of a ``|`` block's content to the end of its last line, line end included."""
        text = self.source.text
        header = text.find("\n", start, end)
        if header < 0 or not text[header:end].strip():
            return self.source.span(end, end)
        content = text[header:end]
        first = header + len(content) - len(content.lstrip())
        last = header + len(content.rstrip())
        line_end = text.find("\n", last, end)
        return self.source.span(first, line_end + 1 if line_end >= 0 else last)

    # ---- places and reports ----

    def _span(self, event: yaml.Event) -> Span:
        return self.source.span(*_range(event))

    def _whole(self, first: yaml.CollectionStartEvent, last: yaml.Event, inner: Span | None) -> Span:
        """All of a collection. A block collection ends with its last value, not where the parser noticed its end."""
        start, end = _range(first)[0], _range(last)[1]
        return self.source.span(start, end if first.flow_style or inner is None else max(start, inner.end))

    def _report_properties(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent) -> None:
        if event.anchor is not None:
            self._report("CW0114", self._mark("&", event), "anchors are not allowed", help=_WRITE_OUT)
        if event.tag is not None:
            self._report(
                "CW0115", self._mark("!", event), "tags are not allowed", help="leave it out; or quote the text"
            )

    def _mark(self, sign: str, event: yaml.Event) -> Span:
        """The word that begins with a sign, at or after the start of an event."""
        start = self.source.text.index(sign, _range(event)[0])
        return self.source.span(start, start + len(self.source.text[start:].split(maxsplit=1)[0]))

    def _report_duplicate(self, name: str, span: Span, first: Span) -> None:
        label = Label(first, "first given here")
        self._report("CW0112", span, f"the key `{name}` is given twice", help="keep one of the two", labels=(label,))

    def _report(
        self,
        code: str,
        span: Span,
        message: str,
        help: str = "",
        labels: tuple[Label, ...] = (),
        fix: str | None = None,
    ) -> None:
        self.diagnostics.append(Diagnostic(code, span, message, help, labels, fix=fix))


def _range(event: Any) -> tuple[int, int]:
    """Where an event starts and ends. (Typed loosely: the stubs do not know that parsed events always have marks.)"""
    return event.start_mark.index, event.end_mark.index


class _TooDeep(Exception):
    def __init__(self, span: Span) -> None:
        self.span = span
