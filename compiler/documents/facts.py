"""What card files say for readers only, and packs do not carry: titles by language, printed titles, provenance.

Reads documents that have been checked, file by file, and remembers what each has said by its content.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from .. import access
from ..cache import Cache, key
from ..document import Document, Scalar
from ..document import Mapping as Entry
from ..reading import read
from ..source import Span, display_path

Key = tuple[str, str]
"""What is spoken of: "game", "set", "card", "ability" or "section", and its id; or "part", and a key of a file."""

PARTS = (("", "turn"), ("look", "aid"))
"""The keys, below which one or at the top, that documents have something to say about."""

ORIGINS = ("rules", "numbers", "name", "group", "tags", "copies")
"""What of a card may come from somewhere, in the order in which it is told."""


@dataclass(frozen=True, slots=True)
class Facts:
    """titles: by language. places: where something is given its id or its title. notes: about where things come from.

    paths: the file of each card. versions: of sets. rules: of cards and abilities, as they are written.
    """

    titles: dict[Key, dict[str, str]] = field(default_factory=dict)
    printed: dict[Key, str] = field(default_factory=dict)
    places: dict[Key, Span] = field(default_factory=dict)
    origins: dict[str, dict[str, str]] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)
    paths: dict[str, Path] = field(default_factory=dict)
    versions: dict[str, str] = field(default_factory=dict)
    rules: dict[str, str] = field(default_factory=dict)

    def take(self, other: Facts) -> None:
        """Adds what another file says; what was said first stays."""
        for name in self.__slots__:
            mine, theirs = getattr(self, name), getattr(other, name)
            mine.update({each: value for each, value in theirs.items() if each not in mine})


def read_facts(files: Iterable[Path], kept: Cache) -> Facts:
    """What all files of a game say."""
    paths = list(files)
    place = key("facts", map(display_path, paths))
    before = kept.get(place)
    known: Mapping[str, Facts] = before if isinstance(before, dict) else {}
    names = {path: key("facts", [display_path(path), read(path)[0].text]) for path in paths}
    found = {names[path]: known.get(names[path]) or _of_file(path) for path in paths}
    if found.keys() != known.keys():
        kept.put(place, found)
    facts = Facts()
    for said in found.values():
        facts.take(said)
    return facts


def _of_file(path: Path) -> Facts:
    from ..yaml_loader import load

    document = load(path).document
    return _facts(document, path) if document is not None else Facts()


def _facts(document: Document, path: Path) -> Facts:
    facts = Facts()
    root = document.root
    for kind in ("set", "game"):
        if kind in root.items and "title" in root.items:
            _title(facts, (kind, access.text(root, kind)), root)
            break
    if version := access.text(root, "version"):
        facts.versions[access.text(root, "set")] = version
    sections = access.mapping(root, "sections")
    for name, span in sections.keys.items():
        facts.titles["section", name] = dict(_by_language(access.mapping(sections, name)))
        facts.places["section", name] = span
    for above, part in PARTS:
        holder = access.mapping(root, above) if above else root
        if part in holder.keys:
            facts.places["part", part] = holder.keys[part]
    for sort in ("card", "ability"):
        for item in access.items(root, "cards" if sort == "card" else "abilities"):
            _entry(facts, sort, item if isinstance(item, Entry) else access.NO_MAPPING, path)
    return facts


def _entry(facts: Facts, sort: str, item: Entry, path: Path) -> None:
    name = access.text(item, "id")
    _title(facts, (sort, name), item)
    facts.paths[name] = path
    origins, note = _provenance(item)
    facts.origins[name] = origins
    if note:
        facts.notes[name] = note
    if rules := access.text(item, "rules"):
        facts.rules[name] = rules


def _title(facts: Facts, what: Key, item: Entry) -> None:
    facts.titles[what] = dict(_by_language(access.mapping(item, "title")))
    facts.places[what] = item.keys.get("title", item.span)
    if printed := access.text(item, "printed"):
        facts.printed[what] = printed


def _provenance(item: Entry) -> tuple[dict[str, str], str]:
    """Where what comes from; one word says it of the rules and the numbers."""
    whole = access.text(item, "provenance")
    if whole:
        return {"rules": whole, **({"numbers": whole} if access.mapping(item, "numbers").items else {})}, ""
    parts = access.mapping(item, "provenance")
    origins = {name: origin for name in ORIGINS if (origin := access.text(parts, name))}
    return origins, access.text(parts, "note")


def _by_language(entry: Entry) -> Iterator[tuple[str, str]]:
    yield from ((lang, str(text.value)) for lang, text in entry.items.items() if isinstance(text, Scalar))


def shown(facts: Facts, what: Key, lang: str, printed: bool = False) -> str:
    """The title of something in a language, or as it is printed; "" if it has none there."""
    titles: Mapping[str, str] = facts.titles.get(what, {})
    return (facts.printed.get(what, "") if printed else "") or titles.get(lang, "")
