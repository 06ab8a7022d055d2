"""Finds places for the stops of a map that gives none: as far apart as they are along its lines.

Plain stress majorisation: every stop moves to where all others would like it, over and over. No chance in it: the same
map looks the same everywhere.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from math import cos, hypot, pi, sin

Point = tuple[float, float]

_ROUNDS = 120


def placed(stops: Sequence[str], next_to: Mapping[str, Sequence[str]]) -> dict[str, Point]:
    """A place for each stop, in steps: stops that are joined lie about one step apart. next_to: both ways."""
    distances = {stop: _distances(stop, next_to, len(stops)) for stop in stops}
    spots = {stop: _on_circle(index, len(stops)) for index, stop in enumerate(stops)}
    for _ in range(_ROUNDS):
        for stop in stops:
            spots[stop] = _wanted(stop, spots, distances[stop])
    return _from_zero(spots)


def _distances(start: str, next_to: Mapping[str, Sequence[str]], far: int) -> dict[str, int]:
    """Steps to every stop; so many as there are stops to one that cannot be reached."""
    found = {start: 0}
    waiting = deque([start])
    while waiting:
        stop = waiting.popleft()
        for other in next_to.get(stop, ()):
            if other not in found:
                found[other] = found[stop] + 1
                waiting.append(other)
    return {stop: found.get(stop, far) for stop in next_to}


def _on_circle(index: int, count: int) -> Point:
    angle = 2 * pi * index / max(count, 1)
    return count / 4 * cos(angle), count / 4 * sin(angle)


def _wanted(stop: str, spots: Mapping[str, Point], distances: Mapping[str, int]) -> Point:
    """The mean of where the others would have it, the near ones counting more."""
    x, y = spots[stop]
    weight = across = down = 0.0
    for other, (other_x, other_y) in spots.items():
        if other == stop:
            continue
        distance = distances[other]
        stretch = distance / (hypot(x - other_x, y - other_y) or 1e-9)
        share = 1 / distance**2
        weight += share
        across += share * (other_x + stretch * (x - other_x))
        down += share * (other_y + stretch * (y - other_y))
    return (across / weight, down / weight) if weight else (x, y)


def _from_zero(spots: Mapping[str, Point]) -> dict[str, Point]:
    left = min((x for x, _ in spots.values()), default=0.0)
    top = min((y for _, y in spots.values()), default=0.0)
    return {stop: (x - left, y - top) for stop, (x, y) in spots.items()}
