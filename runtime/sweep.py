"""Many random games in a row: what they have in common, and the shortest way to whatever went wrong.

One call plays a stretch of games and gives plain data, so that several processes can share the work.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from . import harness
from .bots import FixedBot, RandomBot
from .engine import Engine
from .harness import Fault

TRIES = 150
"""Games played at most to make the way to a fault shorter."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to play. players: numbers of players, in turn. checked: how many of the games get the whole harness."""

    games: int
    players: tuple[int, ...]
    seed: int
    options: Mapping[str, str] = field(default_factory=dict)
    checked: int = 0
    limit: int = harness.LIMIT


@dataclass(frozen=True, slots=True)
class Found:
    """A fault: the game it happened in, and choices that lead to it."""

    check: str
    message: str
    players: int
    seed: int
    choices: tuple[int, ...]


@dataclass(slots=True)
class Tally:
    """What some games came to. winners: by seat (-1: nobody). used: indexes of the cards that were used or in play."""

    games: int = 0
    choices: int = 0
    lengths: list[int] = field(default_factory=list)
    winners: Counter[int] = field(default_factory=Counter)
    used: set[int] = field(default_factory=set)
    faults: list[Found] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        self.games += other.games
        self.choices += other.choices
        self.lengths += other.lengths
        self.winners += other.winners
        self.used |= other.used
        self.faults += other.faults


def sweep(engine: Engine, plan: Plan, numbers: Iterable[int]) -> Tally:
    """Plays the games of a plan with these numbers (from 0)."""
    tally = Tally()
    for number in numbers:
        players, seed = plan.players[number % len(plan.players)], plan.seed + number
        try:
            game = _game(engine, plan, players, seed, number < plan.checked)
        except Fault as fault:
            tally.faults.append(Found(fault.check, fault.message, players, seed, fault.choices))
            continue
        tally.games += 1
        tally.choices += len(game.choices)
        tally.lengths.append(len(game.choices))
        tally.winners.update(game.state.winners or (-1,))
        tally.used |= game.used
    return tally


def _game(engine: Engine, plan: Plan, players: int, seed: int, checked: bool) -> harness.Game:
    """One game; the bot's chance has nothing to do with the game's, though both follow from the seed."""
    bot = RandomBot(seed ^ 0x5EED)
    if checked:
        return harness.examine(engine, players, seed, plan.options, bot, plan.limit)
    return harness.play(engine, players, seed, plan.options, bot, {}, plan.limit)


# ---- shorter ways to a fault -------------------------------------------------------------------------


def shortest(engine: Engine, plan: Plan, found: Found, tries: int = TRIES) -> Found:
    """The same fault with fewer choices, as far as leaving out stretches of them leads to it still."""
    best = found
    size = len(best.choices) // 2 if found.check != "length" else 0
    while size >= 1 and tries > 0:
        start = 0
        while start < len(best.choices) and tries > 0:
            tries -= 1
            shorter = _again(engine, plan, best, best.choices[:start] + best.choices[start + size :])
            if shorter is None:
                start += size
            else:
                best = shorter
        size //= 2
    return best


def _again(engine: Engine, plan: Plan, found: Found, choices: tuple[int, ...]) -> Found | None:
    """The fault that these choices lead to, if it is the same and no longer in coming."""
    try:
        checks = {found.check: harness.CHECKS[found.check]} if found.check in harness.CHECKS else {}
        harness.play(engine, found.players, found.seed, plan.options, FixedBot(choices), checks, len(found.choices))
    except Fault as fault:
        same = (fault.check, fault.message.split(":")[0]) == (found.check, found.message.split(":")[0])
        if same and len(fault.choices) < len(found.choices):
            return replace(found, message=fault.message, choices=fault.choices)
    return None
