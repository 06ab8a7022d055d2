"""The plain data of a pack: kinds, zones, cards, variables. Every name in it is checked; rules are not looked at."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from cardwright.runtime import ir

from . import access, versions
from .declare import entries
from .diagnostics import Diagnostic, did_you_mean
from .document import Document, Mapping, Scalar, Value
from .files import WORDS, Files, needs_of
from .source import Span
from .vocabulary import Vocabulary

OFFERS = ("actions", "plays")


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads sections of documents whose shape is sound; reports names that nothing declares."""

    words: Vocabulary
    diagnostics: list[Diagnostic]

    # ---- of the game ----

    def players(self, root: Mapping) -> tuple[int, int]:
        """How many can play: at least, and at most."""
        players = access.mapping(root, "players")
        least, most = access.number(players, "min", 1), access.number(players, "max", 1)
        if most < least:
            message = f"`max` must be at least {least}, what `min` is, not {most}"
            self.diagnostics.append(Diagnostic("CW0206", players.keys["max"], message, "exchange the two"))
        return least, most

    def kinds(self, root: Mapping, abilities: Sequence[str]) -> tuple[ir.Kind, ...]:
        """abilities: the ids of all, among them those of kinds."""
        kinds = access.mapping(root, "kinds")
        return tuple(
            ir.Kind(
                name,
                tuple(id for id in abilities if id == f"kind:{name}" or id.startswith(f"kind:{name}:")),
                self._after(entry),
                self.means(entry, "means"),
                self.words.kinds[name],
            )
            for name, entry in kinds.items.items()
        )

    def _after(self, entry: Value) -> str:
        """Where cards of a kind go once played: a zone, or its top or bottom."""
        found = access.scalar(entry, "after")
        if found is None:
            return ""
        written = str(found.value)
        zone = written.removeprefix("top of ").removeprefix("bottom of ")
        self._known("CW0408", zone, found.span, "a zone", self.words.zones)
        return written

    def zones(self, root: Mapping) -> tuple[ir.Zone, ...]:
        return tuple(
            ir.Zone(
                name,
                access.text(zone, "scope"),
                access.text(zone, "layout"),
                access.text(zone, "viewers"),
                access.flag(zone, "in-play"),
                access.flag(zone, "playable"),
            )
            for name, zone in access.mapping(root, "zones").items.items()
        )

    def private(self, root: Mapping) -> tuple[str, ...]:
        """The counters that only their owners know."""
        counters = access.mapping(root, "counters").items
        return tuple(name for name, entry in counters.items() if access.text(entry, "viewers") == "owner")

    def hiding(self, root: Mapping) -> tuple[str, ...]:
        """The statuses that hide a card from all but its controller."""
        statuses = access.mapping(root, "statuses").items
        return tuple(name for name, entry in statuses.items() if access.flag(entry, "hides"))

    def untold(self, root: Mapping) -> tuple[tuple[str, str], ...]:
        """What is book-keeping only, section by section."""
        return tuple(
            (section, name)
            for section in ("counters", "statuses", "links", "variables", "verbs")
            for name, entry in access.mapping(root, section).items.items()
            if not access.flag(entry, "told", True)
        )

    def variables(self, root: Mapping) -> tuple[tuple[str, Any], ...]:
        return tuple(self._variable(name, each) for name, each in access.mapping(root, "variables").items.items())

    def _variable(self, name: str, entry: Value) -> tuple[str, Any]:
        """A variable with its first word or number."""
        values = access.texts(entry, "values")
        if not values:
            return name, access.number(entry, "start", 0)
        start = access.scalar(entry, "start")
        if start is None:
            return name, values[0]
        self._known("CW0415", str(start.value), start.span, f"a value of `{name}`", values)
        return name, str(start.value)

    def offers(self, entry: Mapping) -> tuple[str, ...]:
        """What a step of the turn offers: actions, plays or verbs."""
        found = tuple(access.words(entry, "offers"))
        for word, span in found:
            self._known("CW0404", word, span, "something to offer", (*OFFERS, *self.words.verbs))
        return tuple(word for word, _ in found)

    # ---- of the sets ----

    def sets(self, files: Files) -> tuple[str, ...]:
        """The ids of the sets."""
        for document in files.all:
            for word, span in access.words(document.root, "with"):
                self._known("CW0418", word, span, "a set of this game", files.names)
            for needed in needs_of(document):
                self._known("CW0418", needed.name, needed.span, "a set of this game", files.names)
        self.diagnostics.extend(versions.clashes(files))
        return files.names

    def card(self, name: str, entry: Mapping, document: Document, kinds: dict[str, Value]) -> ir.Card:
        kind = self._name(entry, "kind", "CW0402", "a kind of this game", self.words.kinds)
        own = (name,) if "rules" in entry.items else ()
        grouped = self._groups(entry)
        self.target_class(entry, "target")
        return ir.Card(
            name,
            access.title(entry, "title", name),
            kind,
            access.text(document.root, "set"),
            (*self._tags(entry), *(group for _, groups in grouped for group in groups)),
            self._numbers(entry),
            (*self._abilities(entry), *own),
            access.number(entry, "copies", 1),
            self._deck(entry, kinds.get(kind)),
            grouped,
        )

    def _tags(self, entry: Mapping) -> tuple[str, ...]:
        return tuple(self._list(entry, "tags", "CW0403", "a tag of this game", self.words.tags))

    def _groups(self, entry: Mapping) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The groups that a card is in, by grouping."""
        groups = access.mapping(entry, "groups")
        for name, span in groups.keys.items():
            self._known("CW0419", name, span, "a grouping of this game", self.words.groupings)
        return tuple(
            (name, tuple(self._list(groups, name, "CW0403", f"a group of `{name}`", self.words.groupings[name])))
            for name in groups.items
            if name in self.words.groupings
        )

    def _abilities(self, entry: Mapping) -> Iterator[str]:
        return self._list(entry, "abilities", "CW0409", "an ability", self.words.abilities)

    def _numbers(self, entry: Mapping) -> tuple[tuple[str, int], ...]:
        numbers = access.mapping(entry, "numbers")
        for name, span in numbers.keys.items():
            self._known("CW0407", name, span, "a number of this game", self.words.numbers)
        return tuple(
            (name, value.value)
            for name, value in numbers.items.items()
            if isinstance(value, Scalar) and isinstance(value.value, int)
        )

    def _deck(self, entry: Mapping, kind: Value | None) -> str:
        """Where the copies of a card start: as it says, or its kind, or in the zone called ``deck``."""
        for place in (entry, kind):
            if access.scalar(place, "deck") is not None:
                return self._name(place, "deck", "CW0408", "a zone", self.words.zones)
        return "deck" if "deck" in self.words.zones else ""

    # ---- names ----

    def means(self, entry: Value | None, key: str) -> str:
        return self._name(entry, key, "CW0403", "a means of this game", self.words.means)

    def target_class(self, entry: Value | None, key: str) -> str:
        return self._name(entry, key, "CW0403", "a class of this game", self.words.classes)

    def ability(self, entry: Mapping) -> None:
        """Checks the names that an ability's entry has beside its rules."""
        self.means(entry, "means")
        self.target_class(entry, "target")
        self._tags(entry)

    def _name(self, entry: Value | None, key: str, code: str, what: str, known: Collection[str]) -> str:
        found = access.scalar(entry, key)
        if found is None:
            return ""
        self._known(code, str(found.value), found.span, what, known)
        return str(found.value)

    def _list(self, entry: Mapping, key: str, code: str, what: str, known: Collection[str]) -> Iterator[str]:
        for name, span in access.words(entry, key):
            self._known(code, name, span, what, known)
            yield name

    def _known(self, code: str, name: str, span: Span, what: str, known: Collection[str]) -> None:
        if name not in known:
            help_text = did_you_mean(name, known)
            self.diagnostics.append(Diagnostic(code, span, f"`{name}` is not {what}", help_text))


def brought(document: Document) -> Iterator[tuple[str, str]]:
    """What a file declares besides rules: the section of the pack that each thing goes to, and its name there."""
    for section in WORDS:
        words = access.mapping(document.root, section)
        if section == "groupings":
            yield from (("tags", group) for each in words.items.values() for group in access.texts(each, "values"))
        else:
            yield from ((section, name) for name in words.items)
    yield from (("cards", name) for name, _, _ in entries([document], "cards"))
