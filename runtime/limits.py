"""How much the rules of a pack may ask for: whatever a pack holds, a game goes on, ends, or is stopped with a reason.

Between two choices only so many blocks run, rounds of loops are made and candidates are looked at; numbers, copies and
lasting effects stay within bounds. The figures are far beyond what a game of cards needs.
"""

from __future__ import annotations

from typing import Any

BUDGET = 200_000
"""Blocks that may run between two choices."""
DEPTH = 400
"""Events that may be open at once."""
FUEL = 1_000_000
"""Rounds of loops and candidates of nouns inside nouns between two choices."""
ROUNDS = 1_000
"""Rounds of one ``repeat``."""
FORCED = 10_000
"""Choices in a row that leave nothing to choose."""
EFFECTS = 10_000
"""Lasting effects at once."""
COPIES = 10_000
"""Copies of cards in a game."""
MEMORY = 20_000
"""Events of one turn that can be asked for later in it."""
MOST = 10**15
"""No number that is kept, and no product, goes beyond this, nor below its negative; JSON of any language holds it."""

CIRCLE = "questions that ask each other"
"""Stands in a chain for conditions that lead back to themselves."""


class RunawayError(Exception):
    """The rules never come to an end. chain: what keeps causing each other, verbs or what they ask about."""

    def __init__(self, chain: list[str]) -> None:
        super().__init__("the rules do not come to an end: " + " > ".join(chain))
        self.chain = chain


def bounded(value: Any) -> Any:
    """A value that is to be kept: a number within the bounds, anything else as it is."""
    if type(value) is int and not -MOST <= value <= MOST:
        return MOST if value > 0 else -MOST
    return value


def times(a: int, b: int) -> int:
    """A product within the bounds."""
    product = a * b
    return product if -MOST <= product <= MOST else MOST if product > 0 else -MOST
