"""An ornament for each card, so that no two look alike: rings of simple figures, drawn by chance from the card's id.

The same id gives the same ornament on every machine. Knows ids and colours, nothing of cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from math import cos, pi, sin

CENTRE = 50
_RINGS = (40, 29, 19)


def ornament(seed: str, colour: str, path: str = "") -> str:
    """An SVG picture of 100 by 100. path: a drawing in a box of 24 by 24 for its middle, or ""."""
    chance = sha256(seed.encode()).digest()
    fold = 5 + chance[0] % 8
    parts = [part for ring, radius in enumerate(_RINGS) for part in _ring(chance[1 + 4 * ring :], fold, radius, colour)]
    parts.append(f'<circle cx="{CENTRE}" cy="{CENTRE}" r="13" fill="{colour}"/>')
    if path:
        parts.append(f'<path transform="translate(41 41) scale(.75)" fill-rule="evenodd" fill="#fff" d="{path}"/>')
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{"".join(parts)}</svg>'


def _ring(chance: bytes, fold: int, radius: int, colour: str) -> Iterator[str]:
    """One ring: so many equal figures around the centre, every other one turned to the gaps."""
    figure = _FIGURES[chance[0] % len(_FIGURES)]
    count = fold * (1 + chance[1] % 2)
    shift = (chance[2] % 2) * pi / count
    style = f'fill="{colour}" fill-opacity="{0.22 + chance[3] % 4 * 0.12:.2f}"'
    size = min(7.5, 2.2 * radius / count)
    for step in range(count):
        angle = shift + 2 * pi * step / count
        x, y = CENTRE + radius * cos(angle), CENTRE + radius * sin(angle)
        turn = 180 * angle / pi
        yield f'<g transform="translate({x:.2f} {y:.2f}) rotate({turn:.1f}) scale({size:.2f})" {style}>{figure}</g>'


_FIGURES = (
    '<circle r=".8"/>',
    '<ellipse rx="1.4" ry=".6"/>',
    '<ellipse rx=".6" ry="1.2"/>',
    '<path d="M-1.2 0L0-.8 1.2 0 0 .8Z"/>',
    '<path d="M1.3 0L-.8 1V-1Z"/>',
    '<path d="M-1.3 0C-.4-1.2.8-1 1.3 0 .8 1-.4 1.2-1.3 0Z"/>',
    '<path fill-rule="evenodd" d="M-1 0A1 1 0 1 1 1 0 1 1 0 1 1-1 0ZM-.55 0A.55.55 0 1 0 .55 0 .55.55 0 1 0-.55 0Z"/>',
    '<path d="M-1.1-.35H1.1V.35H-1.1Z"/>',
)
"""In a box from -1 to 1, pointing outwards along x."""
