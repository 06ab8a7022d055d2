"""What a terminal can do beyond plain text: colours and progress bars, if it is one."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from typing import TypeVar

from ..render import COLOURED, PLAIN, Style

T = TypeVar("T")

_MANY = {"reading": 20}
"""Fewer items of a sort are done before a bar could be read."""
_MANY_OTHERS = 300


def style() -> Style:
    """Colours if standard output is a terminal and nobody has asked for none."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" or not sys.stdout.isatty()
    return PLAIN if plain else COLOURED


def progress(what: str, items: Sequence[T]) -> Iterable[T]:
    """The items, with a bar on standard error while they are gone through, if there are many and somebody watches."""
    if len(items) < _MANY.get(what, _MANY_OTHERS) or not sys.stderr.isatty():
        return items
    from rich.console import Console
    from rich.progress import track

    return track(items, f"{what} ...", console=Console(stderr=True), transient=True)
