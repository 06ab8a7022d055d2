"""Versions of sets: whether what a set needs is new enough, and whether what it cannot bear is there."""

from __future__ import annotations

from collections.abc import Iterator

from . import access
from .diagnostics import Diagnostic, Label
from .files import Files, Needed, needs_of, set_of
from .source import Span

TOO_OLD, CONFLICT, TWO_VERSIONS = "CW0420", "CW0421", "CW0422"

Version = tuple[str, Span]
"""A version as it is written, and where."""


def clashes(files: Files) -> Iterator[Diagnostic]:
    """What is wrong between the sets of a game."""
    known: dict[str, Version] = {}
    for document in files.sets:
        written = access.scalar(document.root, "version")
        if written is None:
            continue
        name, version = set_of(document), (str(written.value), written.span)
        first = known.setdefault(name, version)
        if first[0] != version[0]:
            label = Label(first[1], f"here it is {first[0]}")
            yield Diagnostic(
                TWO_VERSIONS, version[1], f"`{name}` has two versions", "a set has one: write it once", (label,)
            )
    for document in files.all:
        for needed in needs_of(document):
            if needed.least and needed.name in files.names:
                yield from _old(needed, known.get(needed.name))
        for name, span in access.words(document.root, "conflicts"):
            if name in files.names:
                message = f"`{set_of(document)}` cannot be there together with `{name}`"
                yield Diagnostic(CONFLICT, span, message, "leave one of the two out")


def _old(needed: Needed, found: Version | None) -> Iterator[Diagnostic]:
    if found is None:
        message = f"`{needed.least}` of `{needed.name}` is needed, which does not say its version"
        yield Diagnostic(TOO_OLD, needed.span, message, f"add `version: {needed.least}` to the set, if it is so new")
    elif _order(found[0]) < _order(needed.least):
        label = Label(found[1], f"here it is {found[0]}")
        message = f"`{needed.least}` of `{needed.name}` is needed; {found[0]} is there"
        yield Diagnostic(TOO_OLD, needed.span, message, "get a newer one", (label,))


def _order(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))
