"""The files of a game that hold rules, as a whole: what they declare together, and who may speak of what.

A file of a set counts only if its set is in play, and the sets it is written ``with``. It may speak of the game, of
those sets, and of the sets they need; so leaving a set out never leaves a name behind that nothing declares. Looks
into no rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from . import access
from .diagnostics import Diagnostic, Label
from .document import Document
from .document import Mapping as Entry
from .source import Source, Span

WORDS = (
    "kinds", "zones", "numbers", "counters", "statuses", "tags", "links", "groupings", "classes", "means", "variables",
    "options", "verbs",
)  # fmt: skip
"""The sections whose words the game and its sets declare together, each word once."""

NAMED = ("rules", "kind-rules")
"""The sections whose names are a file's own affair, as long as its set has each but once."""

_WORD = {
    "kinds": "kind", "zones": "zone", "numbers": "number", "counters": "counter", "statuses": "status", "tags": "tag",
    "links": "link", "groupings": "grouping", "classes": "class", "means": "means", "variables": "variable",
    "options": "option", "verbs": "verb", "rules": "rule", "kind-rules": "rule for the kind",
}  # fmt: skip


@dataclass(frozen=True)
class Files:
    """The file of the game, and those of its sets in the order of their paths."""

    game: Document
    sets: tuple[Document, ...]

    @property
    def all(self) -> tuple[Document, ...]:
        return (self.game, *self.sets)

    @cached_property
    def _sources(self) -> Mapping[str, Source]:
        return {document.source.path: document.source for document in self.all}

    def source(self, span: Span) -> Source:
        """The file in which a place lies."""
        return self._sources[span.path]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The ids of the sets, each once; a set may be spread over several files."""
        return tuple(dict.fromkeys(set_of(document) for document in self.sets))

    @cached_property
    def needs(self) -> Mapping[str, frozenset[str]]:
        """For each set ("" the game) the sets without which it cannot be, itself included."""
        direct: dict[str, set[str]] = {name: {name} for name in self.names}
        direct[""] = set()
        for document in self.all:
            direct[set_of(document)].update(needed.name for needed in needs_of(document))
        return {name: frozenset(_closure(needed, direct)) for name, needed in direct.items()}

    def known(self, document: Document) -> frozenset[str]:
        """The sets of which a file may speak."""
        named = {"", *origin(document)}
        return frozenset(found for name in named for found in self.needs.get(name, (name,)))

    def seen_by(self, document: Document) -> Files:
        """The files of which a file may speak."""
        known = self.known(document)
        return Files(self.game, tuple(each for each in self.sets if origin(each) <= known))

    def joined(self) -> Entry:
        """The entries of the game's file, with the words of all files in its sections."""
        items, keys = dict(self.game.root.items), dict(self.game.root.keys)
        for section in WORDS:
            parts = [access.mapping(document.root, section) for document in self.all]
            words = {word: value for part in reversed(parts) for word, value in part.items.items()}
            places = {word: place for part in reversed(parts) for word, place in part.keys.items()}
            order = dict.fromkeys(word for part in parts for word in part.keys)
            if order:
                named, placed = {word: words[word] for word in order}, {word: places[word] for word in order}
                items[section] = Entry(named, placed, parts[0].span)
        return Entry(items, keys, self.game.root.span)

    def clashes(self) -> Iterator[Diagnostic]:
        """Words that two files declare."""
        for section in WORDS:
            yield from _twice(section, self.all)
        for section in NAMED:
            for name in ("", *self.names):
                yield from _twice(section, [document for document in self.all if set_of(document) == name])


@dataclass(frozen=True, slots=True)
class Needed:
    """A set that a file needs, and the least version of it that will do ("" any)."""

    name: str
    least: str
    span: Span


def needs_of(document: Document) -> Iterator[Needed]:
    """What stands under ``needs``: `basic`, or `basic >= 1.2.0`."""
    for written, span in access.words(document.root, "needs"):
        name, _, least = written.partition(" >= ")
        yield Needed(name, least, Span(span.path, span.start, min(span.end, span.start + len(name))))


def set_of(document: Document) -> str:
    """The set that a file belongs to; "" for the file of the game."""
    return access.text(document.root, "set")


def origin(document: Document) -> frozenset[str]:
    """The sets that must be in play for a file to count."""
    name = set_of(document)
    return frozenset((name, *access.texts(document.root, "with"))) if name else frozenset()


def _closure(names: Iterable[str], direct: Mapping[str, Iterable[str]]) -> set[str]:
    found: set[str] = set()
    left = list(names)
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left += direct.get(name, ())
    return found


def _twice(section: str, documents: Sequence[Document]) -> Iterator[Diagnostic]:
    first: dict[str, Span] = {}
    for document in documents:
        for word, span in access.mapping(document.root, section).keys.items():
            if word in first:
                message = f"there is a second {_WORD[section]} called `{word}`"
                label = Label(first[word], "first declared here")
                yield Diagnostic("CW0411", span, message, "keep one, or choose another name", (label,))
            first.setdefault(word, span)
