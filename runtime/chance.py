"""Chance: one small generator whose whole state is an int inside the game's state (splitmix64)."""

from __future__ import annotations

from collections.abc import Sequence

_MASK = (1 << 64) - 1


class NoSuchFaceError(ValueError):
    """A die was to show a number that is not on it."""

    def __init__(self, face: int, faces: int) -> None:
        super().__init__(f"a die of {faces} faces cannot show {face}")
        self.face, self.faces = face, faces


def seeded(seed: int) -> int:
    """The generator's first state for a seed; any int is a seed."""
    return advance(seed & _MASK)[0]


def advance(state: int) -> tuple[int, int]:
    """The next state, and 64 random bits."""
    state = (state + 0x9E3779B97F4A7C15) & _MASK
    bits = state
    bits = ((bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    bits = ((bits ^ (bits >> 27)) * 0x94D049BB133111EB) & _MASK
    return state, bits ^ (bits >> 31)


def below(state: int, limit: int) -> tuple[int, int]:
    """The next state, and a whole number from 0 to ``limit - 1`` (bias below 2**-50 for any sane limit)."""
    state, bits = advance(state)
    return state, (bits * limit) >> 64


def shuffled(state: int, items: Sequence[int]) -> tuple[int, tuple[int, ...]]:
    """The next state, and the items in random order."""
    order = list(items)
    for i in range(len(order) - 1, 0, -1):
        state, j = below(state, i + 1)
        order[i], order[j] = order[j], order[i]
    return state, tuple(order)
