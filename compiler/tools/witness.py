"""What happens in a scenario, told as the log of a game: for those who look for what went otherwise than expected."""

from __future__ import annotations

from typing import Any

from cardwright.runtime import scenario
from cardwright.runtime.chronicle import Chronicle, told
from cardwright.runtime.engine import Engine
from cardwright.runtime.script import Scenario
from cardwright.runtime.state import State

from ..text.narrator import Narrator
from .log import Log


class Witness:
    """Sees what happens on the table of a scenario; not what is tried on copies of it."""

    def __init__(self, engine: Engine) -> None:
        self.chronicle = Chronicle(engine)
        self.table: State | None = None

    def watch(self, state: State) -> State:
        self.table = state
        return state

    def observe(self, state: State, verb: str, roles: dict[str, Any], frame: list[Any], own: bool) -> None:
        if self.table is None or state is self.table:
            self.chronicle.observe(state, verb, roles, frame, own)


def what_happened(engine: Engine, script: Scenario) -> list[str]:
    """The lines of the log of a scenario, as far as it goes. Raises what the engine raises."""
    playing = scenario.engine_for(engine, script)
    witness = Witness(playing)
    playing.observer = witness.observe
    try:
        outcome = scenario.play(playing, script, witness.watch)
    finally:
        playing.observer = None
    events = [told(each, None, len(script.players)) for each in witness.chronicle.take(outcome.state)]
    narrator = Narrator(playing.pack, "en", len(script.players), names=tuple(script.players))
    return list(Log(playing.pack, narrator).read(events))
