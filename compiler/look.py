"""What the cards and maps of a game look like, from its `look:` files: colours, drawn shapes, sizes, places on maps.

Reads documents that the schema of look files has passed, and asks whether the game has what they speak of. Draws
nothing: that is for the documents.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from cardwright.runtime import ir

from . import access
from .diagnostics import Diagnostic, Label, did_you_mean
from .document import Document, Value
from .document import Mapping as Entry
from .statements import Statement

UNKNOWN, TWICE, UNPLACED = "CW1111", "CW1112", "CW1113"

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Size:
    """In millimetres."""

    width: int
    height: int


POKER = Size(63, 88)
"""What sleeves and printers know best."""

PAPER = "#fbf8f1"


@dataclass(frozen=True, slots=True)
class Mark:
    """How something is told by eye. colour: `#rrggbb` or ""; shape: the name of a drawing or ""."""

    colour: str = ""
    shape: str = ""


@dataclass(frozen=True, slots=True)
class KindLook:
    """How the cards of a kind look. numbers: those on the face; None: all. sheets: whether they are printed at all."""

    mark: Mark = Mark()
    back: str = ""
    size: Size | None = None
    numbers: tuple[str, ...] | None = None
    sheets: bool = True


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on a map: steps to the right and down."""

    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Look:
    """shapes: SVG paths in a box of 24 by 24. cards: those that differ from their kind. tags: groups as well.

    maps: places of cards, by the zone they lie in. aid: the statements that a player wants to have at hand.
    """

    size: Size = POKER
    paper: str = PAPER
    shapes: Mapping[str, str] = field(default_factory=dict)
    backs: Mapping[str, Mark] = field(default_factory=dict)
    kinds: Mapping[str, KindLook] = field(default_factory=dict)
    cards: Mapping[str, Mark] = field(default_factory=dict)
    tags: Mapping[str, Mark] = field(default_factory=dict)
    numbers: Mapping[str, Mark] = field(default_factory=dict)
    maps: Mapping[str, Mapping[str, Spot]] = field(default_factory=dict)
    aid: tuple[str, ...] = ()

    def kind(self, name: str) -> KindLook:
        return self.kinds.get(name, KindLook())

    def size_of(self, kind: str) -> Size:
        return self.kind(kind).size or self.size


PLAIN = Look()
"""Of a game that says nothing of it."""


def read_look(
    documents: Sequence[Document], pack: ir.Pack | None, statements: Iterable[Statement]
) -> tuple[Look, list[Diagnostic]]:
    """The look of a game, joined from its files, and what is wrong with them.

    pack: the game; without it nobody can tell which names there are. statements: those of its rulebook.
    """
    roots = [access.mapping(document.root, "look") for document in documents]
    look = Look(
        size=next((_size(root.items["size"]) for root in roots if "size" in root.items), POKER),
        paper=next((access.text(root, "paper") for root in roots if "paper" in root.items), PAPER),
        shapes=_joined(roots, "shapes", lambda entry: access.text(entry, "path")),
        backs=_joined(roots, "backs", _mark),
        kinds=_joined(roots, "kinds", _kind),
        cards=_joined(roots, "cards", _mark),
        tags=_joined(roots, "tags", _mark),
        numbers=_joined(roots, "numbers", _mark),
        maps=_joined(roots, "maps", _map),
        aid=tuple(name for root in roots for name in access.texts(root, "aid")),
    )
    found = list(_twice(roots))
    known = [statement.id for statement in statements]
    found += (one for root in roots for one in _unknown_words(root, "aid", known, "statement"))
    if pack is not None:
        found += _strangers(roots, look, pack)
        found += _without_place(roots, look, pack)
    return look, found


# ---- reading -----------------------------------------------------------------------------------------


def _joined(roots: Iterable[Entry], section: str, read: Callable[[Value], T]) -> dict[str, T]:
    """The entries of a section of all files; of several with one name the first."""
    found: dict[str, T] = {}
    for root in roots:
        for name, value in access.mapping(root, section).items.items():
            found.setdefault(name, read(value))
    return found


def _size(value: Value | None) -> Size:
    return Size(access.number(value, "width", POKER.width), access.number(value, "height", POKER.height))


def _mark(value: Value) -> Mark:
    return Mark(access.text(value, "colour"), access.text(value, "shape"))


def _kind(value: Value) -> KindLook:
    given = value.items if isinstance(value, Entry) else {}
    return KindLook(
        mark=_mark(value),
        back=access.text(value, "back"),
        size=_size(given["size"]) if "size" in given else None,
        numbers=access.texts(value, "numbers") if "numbers" in given else None,
        sheets=access.flag(value, "sheets", True),
    )


def _map(value: Value) -> dict[str, Spot]:
    places = access.mapping(value, "places").items
    return {card: Spot(access.number(spot, "x", 0), access.number(spot, "y", 0)) for card, spot in places.items()}


# ---- what is wrong -----------------------------------------------------------------------------------

_SECTIONS = ("shapes", "backs", "kinds", "cards", "tags", "numbers", "maps")


def _twice(roots: Sequence[Entry]) -> Iterator[Diagnostic]:
    """What two files of a game say something about."""
    for section in ("", *_SECTIONS):
        joined = () if section else (*_SECTIONS, "aid")
        first: dict[str, Label] = {}
        for root in roots:
            keys = access.mapping(root, section).keys if section else root.keys
            for name, place in keys.items():
                if name in first and name not in joined:
                    message = f"the look of `{name}` is given twice"
                    yield Diagnostic(TWICE, place, message, "keep one of them", (first[name],))
                first.setdefault(name, Label(place, "first given here"))


def _strangers(roots: Iterable[Entry], look: Look, pack: ir.Pack) -> Iterator[Diagnostic]:
    """Names that the game, or the look itself, does not have."""
    known: dict[str, Iterable[str]] = {
        "kinds": [kind.name for kind in pack.kinds],
        "cards": [card.id for card in pack.cards],
        "tags": pack.tags,
        "numbers": pack.numbers,
        "maps": [zone.name for zone in pack.zones],
    }
    for root in roots:
        for section, names in known.items():
            yield from _unknown(access.mapping(root, section), names, section[:-1])
        for section in ("backs", *known):
            for entry in access.mapping(root, section).items.values():
                yield from _unknown_word(entry, "shape", look.shapes, "drawing")
                yield from _unknown_word(entry, "back", look.backs, "back")
                yield from _unknown_words(entry, "numbers", pack.numbers, "number")
        for zone, entry in access.mapping(root, "maps").items.items():
            cards = [card.id for card in pack.cards if card.deck == zone]
            yield from _unknown(access.mapping(entry, "places"), cards, "card of this zone")


def _unknown(entries: Entry, known: Iterable[str], what: str) -> Iterator[Diagnostic]:
    names = tuple(known)
    for name, place in entries.keys.items():
        if name not in names:
            yield Diagnostic(UNKNOWN, place, f"there is no {what} called `{name}`", did_you_mean(name, names))


def _unknown_word(entry: Value, key: str, known: Iterable[str], what: str) -> Iterator[Diagnostic]:
    word, place = access.text(entry, key), access.scalar(entry, key)
    if place is not None and word not in known:
        yield Diagnostic(UNKNOWN, place.span, f"there is no {what} called `{word}`", did_you_mean(word, known))


def _unknown_words(entry: Value, key: str, known: Sequence[str], what: str) -> Iterator[Diagnostic]:
    for word, place in access.words(entry, key):
        if word not in known:
            yield Diagnostic(UNKNOWN, place, f"there is no {what} called `{word}`", did_you_mean(word, known))


def _without_place(roots: Iterable[Entry], look: Look, pack: ir.Pack) -> Iterator[Diagnostic]:
    """Cards of a map that have no place, where others have one; and two on one place."""
    for root in roots:
        maps = access.mapping(root, "maps")
        for zone, entry in maps.items.items():
            places = access.mapping(entry, "places")
            if not places.items:
                continue
            cards = [card.id for card in pack.cards if card.deck == zone]
            missing = [name for name in cards if name not in look.maps[zone]]
            if missing:
                message = f"on the map of `{zone}` there is no place for {', '.join(f'`{name}`' for name in missing)}"
                yield Diagnostic(UNPLACED, maps.keys[zone], message, "give every card of the zone one, or none")
            yield from _overlaps(places, look.maps[zone])


def _overlaps(places: Entry, spots: Mapping[str, Spot]) -> Iterator[Diagnostic]:
    first: dict[Spot, Label] = {}
    for name, place in places.keys.items():
        spot = spots[name]
        if spot in first:
            message = f"`{name}` lies where another card does"
            yield Diagnostic(UNPLACED, place, message, "choose another place", (first[spot],))
        first.setdefault(spot, Label(place, "this one"))
