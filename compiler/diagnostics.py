"""What is wrong, as values. Texts of the codes live in ``codes``; how it looks lives in ``render``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache

from .source import Span

ERROR, WARNING = "error", "warning"


@dataclass(frozen=True, slots=True)
class Label:
    """A second place that matters, and why: "first defined here"."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One thing wrong: a stable code (``CW0123``), its place, a line saying what, and how to go on.

    help: a concrete suggestion ("did you mean `attack`?"). fix: text to put in place of the span, if that mends it.
    """

    code: str
    span: Span
    message: str
    help: str = ""
    labels: tuple[Label, ...] = ()
    notes: tuple[str, ...] = ()
    fix: str | None = None
    severity: str = ERROR


_MANY = 200
"""So many words are compared with a misspelt one: more would take too long in a file full of mistakes."""


def closest(word: str, known: Iterable[str]) -> str:
    """The known word most like this one, or "" if none is close. Among very many, one that begins in the same way."""
    words = tuple(known)
    if len(words) > _MANY:
        near = next((found for part in _parts(word) if (found := _by_parts(words).get(part))), "")
        if near:
            return near
        words = tuple(other for other in words if other[:3] == word[:3])[: _MANY // 4]
    matches = get_close_matches(word, words, n=1, cutoff=0.6)
    return matches[0] if matches else ""


@lru_cache(maxsize=8)
def _by_parts(words: tuple[str, ...]) -> dict[str, str]:
    """Words by themselves and by what is left of them without one letter: what two of a kind have in common."""
    return {part: word for word in words for part in _parts(word)}


def _parts(word: str) -> Iterator[str]:
    yield word
    yield from (word[:i] + word[i + 1 :] for i in range(len(word)))


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """``did you mean `X`?`` or ""."""
    match = closest(word, known)
    return f"did you mean `{match}`?" if match else ""
