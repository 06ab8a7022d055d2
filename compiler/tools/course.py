"""The course of a game: a seed and the choices made since, which undoing and loading play again from the beginning."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

from cardwright.runtime import replay
from cardwright.runtime.chronicle import Chronicle, Happening
from cardwright.runtime.engine import Engine
from cardwright.runtime.replay import Replay
from cardwright.runtime.state import State


class Course:
    """A game in progress, with all that has happened in it. choosers: who has made each of the choices."""

    state: State

    def __init__(self, engine: Engine, players: int, seed: int, options: dict[str, str]) -> None:
        self.engine, self.players, self.seed, self.options = engine, players, seed, options
        self.play(())

    def play(self, choices: Iterable[int]) -> None:
        """Begins anew, and makes these choices. Raises IllegalChoice."""
        self.choices: list[int] = []
        self.choosers: list[int] = []
        self.events: list[Happening] = []
        self.chronicle = Chronicle(self.engine)
        self.engine.observer = self.chronicle.observe
        self.state = self.engine.new(self.players, self.seed, self.options)
        self.events += self.chronicle.take(self.state)
        for choice in choices:
            self.choose(choice)

    def choose(self, index: int) -> None:
        self.choosers.append(self.state.chooser)
        self.choices.append(index)
        self.engine.apply(self.state, index)
        self.events += self.chronicle.take(self.state)

    def choose_at_random(self) -> None:
        """As a bot does: the same at the same place of the same game, whatever was undone before."""
        chance = Random(f"{self.seed} {len(self.choices)}").random()
        self.choose(int(chance * len(self.state.options)))

    def undo(self, whose: Callable[[int], bool]) -> bool:
        """Takes back the last choice of one of these seats, and all after it; False if there is none."""
        made = [step for step, seat in enumerate(self.choosers) if whose(seat)]
        if made:
            self.play(self.choices[: made[-1]])
        return bool(made)

    def record(self) -> Replay:
        """The game so far."""
        self.engine.observer = None
        try:
            return replay.record(self.engine, self.players, self.seed, self.options, self.choices)
        finally:
            self.engine.observer = self.chronicle.observe
