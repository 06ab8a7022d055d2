"""What is wrong, as values. Texts of the codes live in ``codes``; how it looks lives in ``render``."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches

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


def closest(word: str, known: Iterable[str]) -> str:
    """The known word most like this one, or "" if none is close."""
    matches = get_close_matches(word, list(known), n=1, cutoff=0.6)
    return matches[0] if matches else ""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """``did you mean `X`?`` or ""."""
    match = closest(word, known)
    return f"did you mean `{match}`?" if match else ""
