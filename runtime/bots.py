"""Players that are no people. A bot sees a view and how many options it has, never the state."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Protocol


class Bot(Protocol):
    """Decides for one seat or several. ``view``: what the deciding player may know; the answer is an option's index."""

    needs_view: bool
    """Whether ``choose`` looks at the view; if not it may be given an empty one, which saves making it."""

    def choose(self, view: Mapping[str, Any], options: int) -> int: ...


class RandomBot:
    """Picks any option, each as likely. Its chance is its own: the game's generator is not touched."""

    needs_view = False

    def __init__(self, seed: int) -> None:
        self._random = Random(seed).random

    def choose(self, view: Mapping[str, Any], options: int) -> int:
        return int(self._random() * options)


class FixedBot:
    """Follows a list of choices, taking each modulo the number of options; then always the first option."""

    needs_view = False

    def __init__(self, choices: tuple[int, ...]) -> None:
        self._choices = iter(choices)

    def choose(self, view: Mapping[str, Any], options: int) -> int:
        return next(self._choices, 0) % options
