"""The log of a game: which of the things that happened are told, and in which lines.

Told is what the verbs of the game do. What the engine does in their bodies is told only if it takes a card that nobody
has spoken of; what it does for a card that is played or that waits for them is told. Book-keeping (``told: false``)
never is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

from cardwright.runtime import ir
from cardwright.runtime.chronicle import ABOUT, DROPPED
from cardwright.runtime.views import BACK

from ..text.narrator import Narrator

Told = Mapping[str, Any]
"""A stage of an event, as ``runtime.chronicle.told`` tells it."""

ALWAYS = frozenset({"begin", "win", "lose", "roll", "play", "answer", "apply"})
"""Engine verbs that are of interest wherever they happen."""
TRAVELS = frozenset({"move", "attach", "give", "swap", "reveal"})
"""Engine verbs that are of interest if they take a card that has not been spoken of."""

USES = frozenset({"play", "answer"})
"""Engine verbs that do not say what comes of them."""

_MARGIN = "  "


@dataclass(frozen=True, slots=True)
class _Line:
    """An event that is told. around: the number of the told event that it is a part of, or -1; depth: how many there
    are around it. spoken: the cards that it and they name.
    """

    told: Told
    around: int
    depth: int
    spoken: frozenset[str]


@dataclass(slots=True)
class Log:
    """Turns the events of a game into lines, as they come.

    lines: the told events by number; waiting: those of them that are only declared, and are told once something comes
    of it; silent: the numbers of book-keeping events; within: what each event is a part of.
    """

    pack: ir.Pack
    narrator: Narrator
    lines: dict[int, _Line] = field(default_factory=dict)
    waiting: set[int] = field(default_factory=set)
    silent: set[int] = field(default_factory=set)
    within: dict[int, int] = field(default_factory=dict)

    def read(self, events: Iterable[Told]) -> Iterator[str]:
        """The lines for what has happened since this was last asked."""
        told = (line for event in events for line in self._next(event))
        for _, siblings in groupby(told, lambda line: line.around):
            for line in _joined(siblings):
                text = self.narrator.event(line.told, nested=line.depth > 0)
                if text is not None:
                    yield _MARGIN * (line.depth + (line.told["verb"] != "begin")) + text

    # ---- which events --------------------------------------------------------------------------------

    def _next(self, told: Told) -> Iterator[_Line]:
        """The line of an event, if it is told now, after what has to be told first."""
        number = told["number"]
        self.within[number] = told["within"]
        if told["stage"] == DROPPED:
            if number in self.lines and number not in self.waiting:
                yield replace(self.lines[number], told=told)
            return
        around = self._around(told["within"])
        if not self._is_told(told, around):
            return
        cards = _cards(told) - {BACK}
        if around is None:
            line = _Line(told, -1, 0, cards)
        else:
            line = _Line(told, around.told["number"], around.depth + 1, around.spoken | cards)
        self.lines[number] = line
        if told["stage"] == ABOUT:
            self.waiting.add(number)
            return
        self.waiting.discard(number)
        yield from self._due(told["within"])
        yield line

    def _due(self, number: int) -> Iterator[_Line]:
        """The declared events around, outermost first, that have to be told now that something comes of them."""
        if number < 0:
            return
        yield from self._due(self.within.get(number, -1))
        if number in self.waiting:
            self.waiting.discard(number)
            yield self.lines[number]

    def _around(self, number: int) -> _Line | None:
        """The innermost told event around."""
        while number >= 0 and number not in self.lines:
            number = self.within.get(number, -1)
        return self.lines.get(number)

    def _is_told(self, told: Told, around: _Line | None) -> bool:
        verb = told["verb"]
        if ("verbs", verb) in self.pack.untold:
            self.silent.add(told["number"])
            return False
        if verb in ALWAYS or verb not in ir.ENGINE_VERBS:
            return True
        if verb in TRAVELS:
            return around is None or not _cards(told) <= around.spoken
        if told["within"] in self.silent or self._is_book_keeping(told):
            return False
        return around is None or around.told["verb"] in USES or told["source"] != around.told["source"]

    def _is_book_keeping(self, told: Told) -> bool:
        """Whether a status, counter, link or variable is changed that nobody need know of."""
        words = {content for role, _, content in told["roles"] if role in ("token", "name")}
        return any(name in words for section, name in self.pack.untold if section != "verbs")


def _cards(told: Told) -> frozenset[str]:
    """The ids of the cards that take part, backs among them."""
    contents = (content for _, _, content in told["roles"] if isinstance(content, list))
    return frozenset(thing for content in contents for thing in content if isinstance(thing, str))


# ---- journeys ----------------------------------------------------------------------------------------


def _joined(lines: Iterable[_Line]) -> Iterable[_Line]:
    """What goes the same way goes in one line."""
    found: dict[Any, _Line] = {}
    for line in lines:
        key = _way(line.told)
        found[key] = _together(found[key], line) if key in found else line
    return found.values()


def _way(told: Told) -> Any:
    """What a journey has in common with others that can be told together; of anything else, its number."""
    if told["verb"] not in ("move", "attach"):
        return told["number"], told["stage"]
    rest = [(role, str(content)) for role, _, content in told["roles"] if role != "object"]
    return told["verb"], told["stage"], told["actor"], tuple(rest)


def _together(line: _Line, other: _Line) -> _Line:
    objects = next(content for role, _, content in other.told["roles"] if role == "object")
    roles = [
        [role, preposition, [*content, *objects] if role == "object" else content]
        for role, preposition, content in line.told["roles"]
    ]
    return replace(line, told={**line.told, "roles": roles}, spoken=line.spoken | other.spoken)
