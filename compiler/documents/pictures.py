"""Pictures of faces as SVG, and whether the text of each has found room. Sets only what has not been set before.

What lies in a folder of pictures, and from what it was drawn, stands in a file among them; so a few faces that have
changed cost no more than themselves. Many are looked for in the cache as well, for a folder that begins with nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from ..cache import Cache, key
from ..diagnostics import Diagnostic
from ..source import Span
from . import typeset
from .faces import Face, Fit
from .files import note, noted, write

TOO_LONG = "CW1114"

TEMPLATE = "faces"

FEW = 20
"""So many faces are drawn anew sooner than looked for among all those of the game."""


@dataclass(frozen=True, slots=True)
class Picture:
    """An SVG picture, and how the face on it has been set."""

    svg: bytes
    fit: Fit


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture that lies in a folder. mark: changes with what is on it."""

    mark: str
    fit: Fit


def hung(faces: Sequence[Face], folder: Path, kept: Cache, name: str) -> dict[str, Fit]:
    """Draws what does not lie in a folder as it should; how each face has been set, by its id. name: what faces these
    are. Raises OSError."""
    there = noted(folder, _drawn_before)
    marks = {face.id: typeset.fingerprint(TEMPLATE, face) for face in faces}
    found = {id: there[id] for id in marks if id in there and _lies(folder, id, there[id], marks[id])}
    missing = [face for face in faces if face.id not in found]
    if missing:
        note(folder, found, marks)  # first, so that what an interruption leaves is not taken for what it was
        many = len(missing) > FEW
        made = pictures(faces, kept, name) if many else pictures(missing, Cache(None), name)
        for face in missing:
            write(folder / f"{face.id}.svg", made[face.id].svg)
            found[face.id] = Drawn(marks[face.id], made[face.id].fit)
    note(folder, found, marks)
    return {id: found[id].fit for id in marks}


def _lies(folder: Path, id: str, there: Drawn, mark: str) -> bool:
    return there.mark == mark and (folder / f"{id}.svg").is_file()


def _drawn_before(mark: str, fit: dict[str, Any]) -> Drawn:
    return Drawn(mark, Fit(**fit))


def pictures(faces: Sequence[Face], kept: Cache, name: str) -> dict[str, Picture]:
    """A picture of each face by its id. name: what faces these are, so that those of an earlier time are found."""
    place = key("pictures", [name])
    before = kept.get(place)
    known: Mapping[str, Picture] = before if isinstance(before, dict) else {}
    prints = {face.id: typeset.fingerprint(TEMPLATE, face) for face in faces}
    new = [face for face in faces if prints[face.id] not in known]
    drawn = dict(zip((prints[face.id] for face in new), _drawn(new), strict=True)) if new else {}
    found = {mark: drawn[mark] if mark in drawn else known[mark] for mark in prints.values()}
    if found != known:
        kept.put(place, found)
    return {name: found[mark] for name, mark in prints.items()}


def _drawn(faces: Sequence[Face]) -> Iterator[Picture]:
    data = {"faces": faces}
    pages = typeset.pictures(TEMPLATE, data)
    for svg, fit in zip(pages, typeset.notes(TEMPLATE, data, "fit"), strict=True):
        yield Picture(slim(svg), Fit(**fit))


def too_long(fits: Mapping[str, Fit], places: Mapping[tuple[str, str], Span]) -> Iterator[Diagnostic]:
    """The cards whose text has no room on them, at their places in the files."""
    for card, fit in fits.items():
        place = places.get(("card", card))
        if fit.fits or place is None:
            continue
        what = f"text of `{card}`" if fit.over else f"title of `{card}`"
        lack = f", and {fit.over:.1f} mm are missing" if fit.over else ""
        size = fit.size if fit.over else fit.title
        message = f"the {what} does not fit on the card: it would have to be smaller than {size:.1f} points{lack}"
        yield Diagnostic(TOO_LONG, place, message, "say it in fewer words, or give its kind a larger `size`")


_GLYPH = re.compile(rb'<use xlink:href="#(g[0-9A-F]+)" x="([^"]*)" y="0" fill="([^"]*)" fill-rule="nonzero"/>')
_SYMBOL = re.compile(rb'id="(g[0-9A-F]+)"')
_PATH = re.compile(rb' d="([^"]*)"')
_NUMBER = re.compile(rb" ?(-?)(\d*\.\d+|\d+)")


def slim(svg: bytes) -> bytes:
    """The same picture in fewer bytes: short names for letters, lengths to a hundredth of a point."""
    short: dict[bytes, bytes] = {}

    def name(long: bytes) -> bytes:
        return short.setdefault(long, b"g%x" % len(short))

    def glyph(match: re.Match[bytes]) -> bytes:
        return b'<use href="#%s" x="%.2f" fill="%s"/>' % (name(match[1]), float(match[2]), match[3])

    renamed = _SYMBOL.sub(lambda match: b'id="%s"' % name(match[1]), _GLYPH.sub(glyph, svg))
    return _PATH.sub(lambda match: b' d="%s"' % _shorter(match[1]), renamed)


@lru_cache(maxsize=20_000)
def _shorter(path: bytes) -> bytes:
    """A path in fewer bytes; letters come again and again."""
    return _NUMBER.sub(_rounded, path).strip()


def _rounded(match: re.Match[bytes]) -> bytes:
    """A number to two places, with no blank that a sign makes needless."""
    number = b"%.2f" % float(match[2])
    shorter = number.rstrip(b"0").rstrip(b".").removeprefix(b"0") or b"0"
    return (b"-" if match[1] else b" ") + shorter
