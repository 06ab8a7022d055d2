"""From rules text to tokens: the words of the grammar, what tells a verb from a name, and indentation.

Which token a text is depends on what may stand where it stands, so the parser is asked before each one. Knows the
terminals of the grammar and the verb forms it is given, and nothing of what the tokens come to.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from .tables import ALWAYS, Row, Tables, tables

Token = tuple[str, int, int]
"""Its kind, and where in the text it starts and ends."""


@dataclass(frozen=True, slots=True)
class VerbForms:
    """How the verbs of a game are spelt. third: "attacks" to "attack". base: "attack"."""

    third: Mapping[str, str]
    base: frozenset[str]

    def __hash__(self) -> int:
        return hash(self.base)


class Stray(Exception):
    """A text that is no token, or one that cannot stand here. kind: "" for what is never a token."""

    def __init__(self, kind: str, position: int) -> None:
        self.kind, self.position = kind, position


class BadDedent(Exception):
    """A line that is indented less than the one above, but as no other."""

    def __init__(self, position: int) -> None:
        self.position = position


_OPENING = frozenset({"WHEN", "BEFORE", "ALWAYS", "ACTION", "PLAY", "VERB"})
"""The words that begin a hook, and are names elsewhere."""


def tokens(
    text: str, start: int, end: int, forms: VerbForms, indentation: int, inline: bool, row: Callable[[], Row]
) -> Iterator[Token]:
    """The tokens of a piece of a text. inline: line ends mean nothing. row: what may stand next.

    Raises Stray and BadDedent.
    """
    levels = [indentation]
    before = kind = ""
    for kind, first, last in _words(text, start, end, row):
        if kind == "_NL":
            if inline:
                continue
            yield kind, first, last
            before = kind
            yield from _turns(text, first, last, end, levels)
            continue
        if kind == "NAME" or (before == "_NL" and kind in _OPENING and len(levels) > 1):
            word = text[first:last]
            kind = "VERBS" if word in forms.third or (before == "YOU" and word in forms.base) else "NAME"
        yield kind, first, last
        before = kind
    if kind and not inline:
        if kind != "_NL":
            yield "_NL", first, last
        for _ in levels[1:]:
            yield "_DEDENT", first, last


def _turns(text: str, first: int, last: int, end: int, levels: list[int]) -> Iterator[Token]:
    """The blocks that begin or end with a line end. levels: the indentations of those that are open."""
    if last >= end:
        return  # what follows belongs to no line of this piece
    depth = last - text.rindex("\n", first, last) - 1
    if depth > levels[-1]:
        levels.append(depth)
        yield "_INDENT", first, last
    while depth < levels[-1]:
        levels.pop()
        if not levels or depth > levels[-1]:
            raise BadDedent(last)
        yield "_DEDENT", first, last


# ---- words -------------------------------------------------------------------------------------------


def _words(text: str, start: int, end: int, row: Callable[[], Row]) -> Iterator[Token]:
    """The tokens that stand in a text. The first of all terminals that matches, if it may stand there, is the first
    of those that may; if not, they are tried one by one."""
    scan, like = _scanner(tables()), tables().words
    while True:
        found = scan(text, start, end)
        assert found is not None  # the pattern matches nothing as well
        kind = found.lastgroup
        allowed = row()
        if kind is None:
            if found.end() == end:
                return
            raise _stray(text, found.end(), end, allowed)
        first, start = found.span(kind)
        if kind not in allowed and kind not in ALWAYS:
            kind, start = _another(text, first, end, allowed)
        if kind in like:
            word = like[kind].get(text[first:start], kind)
            kind = word if word in allowed else kind
        yield kind, first, start


def _another(text: str, start: int, end: int, allowed: Row) -> tuple[str, int]:
    """The kind of the token at a place, and its end, by those that may stand there."""
    for kind, match in _matchers(tables()):
        if (kind in allowed or kind in ALWAYS) and (found := match(text, start, end)):
            return kind, found.end()
    raise _stray(text, start, end, allowed)


def _stray(text: str, start: int, end: int, allowed: Row) -> Stray:
    for kind, match in _matchers(tables()):
        if found := match(text, start, end):
            return Stray(tables().words.get(kind, {}).get(found[0], kind), start)
    return Stray("", start)


Match = Callable[[str, int, int], re.Match[str] | None]


@cache
def _matchers(grammar: Tables) -> list[tuple[str, Match]]:
    """The terminals one by one."""
    return [(name, re.compile(pattern).match) for name, pattern in _patterns(grammar) if name not in grammar.ignored]


@cache
def _scanner(grammar: Tables) -> Match:
    """All terminals at once, after what is ignored. Words that look like another terminal are left to that."""
    ignored = (pattern for name, pattern in _patterns(grammar) if name in grammar.ignored)
    alike = {word for words in grammar.words.values() for word in words.values()}
    kinds = (f"(?P<{name}>{pattern})" for name, pattern in _patterns(grammar) if name not in {*alike, *grammar.ignored})
    return re.compile(f"(?:{'|'.join(ignored)})*(?:{'|'.join(kinds)})?").match


def _patterns(grammar: Tables) -> Iterator[tuple[str, str]]:
    for terminal in grammar.terminals:
        yield terminal.name, re.escape(terminal.pattern) if terminal.fixed else terminal.pattern
