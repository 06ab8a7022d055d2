"""Grids: places beside each other on an unbounded square board. Pure functions over what lies where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

WIDTH = 1 << 14
CENTRE = (WIDTH >> 1) * WIDTH + (WIDTH >> 1)
"""A place is ``y * WIDTH + x``; the centre is so far from the borders that no game gets there."""

SIDES = (1, -1, WIDTH, -WIDTH)


def spaces(lying: Mapping[int, int]) -> list[int]:
    """The free places that share an edge with something, in a fixed order; the centre of an empty grid."""
    if not lying:
        return [CENTRE]
    found = dict.fromkeys(place + side for place in lying for side in SIDES)
    return [place for place in found if place not in lying]


def outer_spaces(lying: Mapping[int, int]) -> list[int]:
    """Those of the spaces that can be reached from outside without crossing anything."""
    if not lying:
        return [CENTRE]
    xs, ys = [p % WIDTH for p in lying], [p // WIDTH for p in lying]
    left, right, low, high = min(xs) - 1, max(xs) + 1, min(ys) - 1, max(ys) + 1
    start = low * WIDTH + left
    unseen = {y * WIDTH + x for y in range(low, high + 1) for x in range(left, right + 1)}.difference(lying, (start,))
    todo = [start]
    for place in todo:
        for side in SIDES:
            there = place + side
            if there in unseen:
                unseen.remove(there)
                todo.append(there)
    return [place for place in spaces(lying) if place not in unseen]


def part(lying: Mapping[int, int], start: int) -> dict[int, None]:
    """The occupied places that are connected with a place, itself included; in a fixed order."""
    seen = {start: None}
    todo = [start]
    for place in todo:
        for side in SIDES:
            there = place + side
            if there in lying and there not in seen:
                seen[there] = None
                todo.append(there)
    return seen


def at_sides(lying: Mapping[int, int], place: int) -> list[int]:
    """What shares an edge with a place, in a fixed order."""
    found = []
    for side in SIDES:
        if place + side in lying:
            found.append(lying[place + side])
    return found


def beside(a: int, b: int) -> bool:
    """Whether two places share an edge."""
    return abs(a - b) in (1, WIDTH)


def place_at(x: int, y: int) -> int:
    """The place so many steps right of the centre and below it."""
    return CENTRE + y * WIDTH + x


def position(place: int) -> tuple[int, int]:
    """How many steps a place is right of the centre and below it."""
    return place % WIDTH - CENTRE % WIDTH, place // WIDTH - CENTRE // WIDTH


def rows(lying: Iterable[int]) -> list[list[int | None]]:
    """The rectangle around some places, row by row, each place or None: for showing a grid to people."""
    held = set(lying)
    if not held:
        return []
    xs, ys = [p % WIDTH for p in held], [p // WIDTH for p in held]
    return [
        [y * WIDTH + x if y * WIDTH + x in held else None for x in range(min(xs), max(xs) + 1)]
        for y in range(min(ys), max(ys) + 1)
    ]
