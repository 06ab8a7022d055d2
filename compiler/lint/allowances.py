"""Comments that allow a warning: ``# allow orphan-value: kept for the next set``.

A comment allows what is reported on its own line, or, if it stands alone, on the next line that holds something else.
It needs a reason, and something to allow: otherwise it is reported itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from .. import codes
from ..diagnostics import WARNING, Diagnostic, did_you_mean
from ..source import Source, Span

AREA = "CW10"
"""Only warnings of this area can be allowed."""
_COMMENT = re.compile(r"(?:^|[ \t])#[ ]*allow[ ]+(?P<name>[A-Za-z][A-Za-z0-9-]*)[ ]*(?P<rest>[^\n\r]*)", re.MULTILINE)


@dataclass(slots=True)
class _Allowance:
    """line: the one for which it holds. reason: "" if none is given."""

    span: Span
    name: str
    reason: str
    line: int
    used: bool = False


def sifted(found: Iterable[Diagnostic], sources: Sequence[Source]) -> Iterator[Diagnostic]:
    """The diagnostics that nobody allows, and what is wrong with the allowances."""
    given = {source.path: list(_allowances(source)) for source in sources}
    places = {source.path: source for source in sources}
    for one in found:
        line = places[one.span.path].position(one.span.start)[0]
        page = codes.pages()[one.code]
        fitting = [it for it in given[one.span.path] if it.line == line and it.name in (page.slug, page.code)]
        for allowance in fitting:
            allowance.used = True
        if not any(allowance.reason for allowance in fitting):
            yield one
    for allowances in given.values():
        yield from (fault for allowance in allowances if (fault := _fault(allowance)) is not None)


def _allowances(source: Source) -> Iterator[_Allowance]:
    for match in _COMMENT.finditer(source.text):
        start = match.start() + match[0].index("#")
        rest = match["rest"].strip()
        reason = rest[1:].strip() if rest.startswith(":") else ""
        yield _Allowance(source.span(start, match.end()), match["name"], reason, _line(source, start))


def _line(source: Source, start: int) -> int:
    """The line that a comment is about: its own, or the next one with something on it, if it stands alone."""
    number, column = source.position(start)
    if source.line(number)[: column - 1].strip():
        return number
    last, _ = source.position(len(source.text))
    while number < last and source.line(number).lstrip()[:1] in ("", "#"):
        number += 1
    return number


def _fault(allowance: _Allowance) -> Diagnostic | None:
    known = [page for page in codes.pages().values() if page.code.startswith(AREA)]
    names = [name for page in known for name in (page.slug, page.code)]
    if allowance.name not in names:
        message = f"no warning is called `{allowance.name}`"
        return _report(allowance, message, did_you_mean(allowance.name, names) or f"one of {', '.join(names[::2])}")
    if not allowance.reason:
        return _report(allowance, "this allows something without a reason", f"write `# allow {allowance.name}: why`")
    if not allowance.used:
        return _report(allowance, f"there is no `{allowance.name}` here to allow", "take the comment away")
    return None


def _report(allowance: _Allowance, message: str, help_text: str) -> Diagnostic:
    return Diagnostic("CW1010", allowance.span, message, help_text, severity=WARNING)
