"""YAML values with their places: what the loader makes of a file and every later pass reads."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Union

from .frozen import Value as Frozen
from .frozen import frozen
from .source import Source, Span


@frozen
class Scalar(Frozen):
    """A plain value: str, int, float, bool or None (by the YAML 1.2 core rules).

    span covers the value as written (quotes included). For a literal block (``|``) ``block`` is true and the span
    starts at the first character of the content and ends after its last line, so that rules can be parsed in place.
    """

    value: str | int | float | bool | None
    span: Span
    block: bool = False


@frozen
class Sequence(Frozen):
    items: tuple[Value, ...]
    span: Span


@frozen
class Mapping(Frozen):
    """Keys are strings; duplicates have been refused. ``keys`` holds the place of each key."""

    items: dict[str, Value]
    keys: dict[str, Span]
    span: Span


Value = Union[Scalar, Sequence, Mapping]


@dataclass(frozen=True, slots=True)
class Document:
    """One file: its source and its top mapping."""

    source: Source
    root: Mapping = field(repr=False)
