"""Texts in the language of an edition: what is there is used, what is not is reported, nothing is borrowed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..diagnostics import Diagnostic
from ..source import Span

MISSING = "CW1101"

NAMES = {"en": "English", "it": "Italian"}
"""What languages are called in diagnostics."""


@dataclass(slots=True)
class Wordings:
    """Picks texts of one language and collects what it lacks."""

    lang: str
    missing: list[Diagnostic] = field(default_factory=list)

    def of(self, texts: Mapping[str, str], what: str, place: Span) -> str:
        """The text of this language; "" if there is none, which is reported."""
        text = texts.get(self.lang, "")
        if not text:
            self.report(what, place, f"add `{self.lang}:` beside the other language")
        return text

    def report(self, what: str, place: Span, advice: str) -> None:
        """Something has no wording in this language."""
        message = f"{what} has no {NAMES.get(self.lang, self.lang)} wording"
        self.missing.append(Diagnostic(MISSING, place, message, advice))
