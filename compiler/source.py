"""Files as text with places in it. Knows nothing of YAML or of the rules language."""

from __future__ import annotations

import os
from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple


class Span(NamedTuple):
    """A stretch of a source: character offsets, ``start`` included, ``end`` not. ``path``: as people see the file."""

    path: str
    start: int
    end: int


_new = tuple.__new__
"""Half as dear as to call a class of named tuples: there is a place for each value of each file."""


@dataclass(frozen=True)
class Source:
    """A file's text. ``path`` is the name shown to people."""

    path: str
    text: str = field(repr=False)

    @cached_property
    def digest(self) -> str:
        """Stands for the text."""
        return sha256(self.text.encode()).hexdigest()

    @cached_property
    def _starts(self) -> list[int]:
        starts = [0]
        starts += (i + 1 for i, char in enumerate(self.text) if char == "\n")
        return starts

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both from 1; columns count characters."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of a line (from 1) without its end."""
        start = self._starts[number - 1]
        end = self._starts[number] if number < len(self._starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")

    def span(self, start: int, end: int) -> Span:
        return _new(Span, (self.path, start, end))


def display_path(path: Path) -> str:
    """A path as people see it: relative to the working folder if it lies inside; what is no text shows as such."""
    here, there = Path(os.path.realpath(".")), Path(os.path.realpath(path))
    name = there.relative_to(here) if there.is_relative_to(here) else path
    return os.fsencode(name).decode("utf-8", "replace")
