"""Reading YAML values that should have a certain shape: gives the value or reports what is wrong at its place.

For values whose shape depends on the game, which a schema cannot check. Knows shapes only, not what the keys mean.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from .diagnostics import Diagnostic, Label
from .document import Mapping, Scalar, Sequence, Value
from .source import Span

WRONG_SHAPE = "CW0701"

Word = tuple[str, Span]
"""A word and where it stands."""


@dataclass(slots=True)
class Fields:
    """Collects the diagnostics of what it reads. An absent value, or one of the wrong shape, reads as the empty one."""

    diagnostics: list[Diagnostic] = field(default_factory=list)

    def report(self, code: str, span: Span, message: str, help: str = "", labels: tuple[Label, ...] = ()) -> None:
        self.diagnostics.append(Diagnostic(code, span, message, help, labels))

    def entries(self, value: Value | None, what: str) -> Mapping:
        match value:
            case Mapping():
                return value
            case None:
                return Mapping({}, {}, Span("", 0, 0))
        self.report(WRONG_SHAPE, value.span, f"{what} must be `key: value` pairs")
        return Mapping({}, {}, value.span)

    def items(self, value: Value | None, what: str) -> tuple[Value, ...]:
        """A list; a single value counts as a list of one."""
        match value:
            case None | Scalar(value=None):
                return ()
            case Sequence(items=items):
                return items
            case Scalar():
                return (value,)
        self.report(WRONG_SHAPE, value.span, f"{what} must be a list")
        return ()

    def word(self, value: Value | None, what: str) -> str:
        """A text of one line."""
        match value:
            case None:
                return ""
            case Scalar(value=str(text)) if text.strip():
                return text.strip()
        self.report(WRONG_SHAPE, value.span, f"{what} must be text")
        return ""

    def words(self, value: Value | None, what: str) -> Iterator[Word]:
        """Words in a list, or in one text separated by commas; numbers count as words."""
        for item in self.items(value, what):
            match item:
                case Scalar(value=str(text)):
                    yield from _split(text, item.span)
                case Scalar(value=int(number)) if not isinstance(number, bool):
                    yield str(number), item.span
                case _:
                    self.report(WRONG_SHAPE, item.span, f"{what} must be words separated by commas")

    def number(self, value: Value, what: str) -> int:
        match value:
            case Scalar(value=int(number)) if not isinstance(number, bool):
                return number
        self.report(WRONG_SHAPE, value.span, f"{what} must be a whole number")
        return 0

    def flag(self, value: Value | None, what: str) -> bool:
        """``true`` or ``false``; absent is false."""
        match value:
            case None:
                return False
            case Scalar(value=bool(truth)):
                return truth
        self.report(WRONG_SHAPE, value.span, f"{what} must be `true` or `false`")
        return False

    def texts(self, value: Value | None, what: str) -> dict[str, str]:
        """A text by language."""
        found = self.entries(value, what).items
        return {language: self.word(text, f"{what} ({language})") for language, text in found.items()}


def _split(text: str, span: Span) -> Iterator[Word]:
    """The words of a text, each with its place as long as the text stands in the file as it reads."""
    start = span.start + (span.end - span.start - len(text)) // 2
    for part in text.split(","):
        word = part.strip()
        lead = len(part) - len(part.lstrip())
        if word:
            yield word, Span(span.path, start + lead, start + lead + len(word))
        start += len(part) + 1
