"""Pictures of faces as SVG, and whether the text of each has found room. Sets only what has not been set before."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ..cache import Cache, key
from ..diagnostics import Diagnostic
from ..source import Span
from . import typeset
from .faces import Face, Fit

TOO_LONG = "CW1114"

TEMPLATE = "faces"


@dataclass(frozen=True, slots=True)
class Picture:
    """An SVG picture, and how the face on it has been set."""

    svg: bytes
    fit: Fit


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


def too_long(found: Mapping[str, Picture], places: Mapping[tuple[str, str], Span]) -> Iterator[Diagnostic]:
    """The cards whose text has no room on them, at their places in the files."""
    for card, picture in found.items():
        place, fit = places.get(("card", card)), picture.fit
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
