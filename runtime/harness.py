"""The promises of the runtime, tried out on a game being played: whatever the game, they must hold at every step.

Drives a game with a bot and looks at it from all sides. A broken promise is a ``Fault``, with the choices that lead
to it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from .bots import Bot
from .choices import ABOUT_THINGS
from .engine import Engine
from .invariants import broken
from .state import ATTACHED, NOBODY, State
from .views import searched, sees, view

PAIRS = 3
"""Pairs of hidden cards that are exchanged for each player at each step; which ones goes by the state."""

GLANCE = 16
"""Choices after which the table is looked at for cards in play."""

LIMIT = 20_000
"""Choices after which a game counts as one that does not end."""


class Fault(Exception):
    """A broken promise. check: which; choices: what led there."""

    def __init__(self, check: str, message: str, choices: tuple[int, ...]) -> None:
        super().__init__(f"{check}: {message}")
        self.check, self.message, self.choices = check, message, choices


@dataclass(slots=True)
class Game:
    """A game as it was played. used: indexes of the cards that somebody used, or that were seen in play."""

    players: int
    seed: int
    options: Mapping[str, str]
    state: State
    choices: list[int] = field(default_factory=list)
    used: set[int] = field(default_factory=set)


Check = Callable[[Engine, State, int], str]
"""Looks at a state and the choice about to be made; says what is wrong, or nothing."""


def play(
    engine: Engine,
    players: int,
    seed: int,
    options: Mapping[str, str],
    bot: Bot,
    checks: Mapping[str, Check],
    limit: int = LIMIT,
) -> Game:
    """Plays a game to its end, making the checks at each step. Raises Fault."""
    game = Game(players, seed, options, _guarded((), engine.new, players, seed, dict(options)))
    engine.forced = partial(_note_use, game)
    try:
        _play_on(engine, game, bot, checks, limit)
    finally:
        engine.forced = None
    return game


def _play_on(engine: Engine, game: Game, bot: Bot, checks: Mapping[str, Check], limit: int) -> None:
    state = game.state
    while state.winners is None:
        if len(game.choices) >= limit:
            raise Fault("length", f"the game has not ended after {limit:,} choices", tuple(game.choices))
        seen = view(engine, state, state.chooser) if bot.needs_view else {}
        choice = bot.choose(seen, len(state.options))
        _check(engine, game, choice, checks)
        _note_use(game, state.options[choice])
        game.choices.append(choice)
        _guarded(game.choices, engine.apply, state, choice)
        if state.winners is not None or len(game.choices) % GLANCE == 0:
            game.used |= {state.card[e] for e in engine.machine.board.in_play(state)}


def examine(engine: Engine, players: int, seed: int, options: Mapping[str, str], bot: Bot, limit: int = LIMIT) -> Game:
    """Plays a game with every check at every step, then undoes it to the start and plays it again. Raises Fault."""
    trail: list[tuple[State, str]] = []

    def keep(engine: Engine, state: State, choice: int) -> str:
        trail.append((state.fork(), written(state)))
        return ""

    game = play(engine, players, seed, options, bot, {**CHECKS, "undo": keep}, limit)
    _undo(engine, game, trail)
    return game


def written(state: State) -> str:
    """A state as JSON text."""
    return json.dumps(state.to_json())


def _check(engine: Engine, game: Game, choice: int, checks: Mapping[str, Check]) -> None:
    for name, check in checks.items():
        wrong = _guarded(game.choices, check, engine, game.state, choice)
        if wrong:
            raise Fault(name, wrong, (*game.choices, choice))


def _guarded(choices: Any, function: Callable[..., Any], *args: Any) -> Any:
    """Calls a function of the engine; whatever it raises is a fault of the game or of the engine."""
    try:
        return function(*args)
    except Exception as error:  # any kind: the harness exists to find what nobody thought of
        raise Fault("error", f"{type(error).__name__}: {error}", tuple(choices)) from error


def _note_use(game: Game, option: tuple[Any, ...]) -> None:
    """Remembers the card that an option uses."""
    kind, *rest = option
    if kind in ABOUT_THINGS and kind != "pick" and rest[0] >= game.state.seats:
        game.used.add(game.state.card[rest[0]])


# ---- the checks --------------------------------------------------------------------------------------


def check_invariants(engine: Engine, state: State, choice: int) -> str:
    return next(broken(engine.names, state), "")


def check_json(engine: Engine, state: State, choice: int) -> str:
    """A state that was written and read is the same, and goes on in the same way."""
    again = State.from_json(json.loads(written(state)))
    if again != state or hash(again) != hash(state):
        return "a state is not the same after writing and reading it"
    engine.apply(again, choice)
    return "" if again == engine.step(state, choice) else "a state goes on otherwise after writing and reading it"


def check_fork(engine: Engine, state: State, choice: int) -> str:
    """A fork is equal and independent; the same choice always gives the same next state."""
    before = written(state)
    fork = state.fork()
    if fork != state:
        return "a fork is not equal to its state"
    engine.apply(fork, choice)
    if written(state) != before:
        return "a choice made on a fork changes the state it was taken from"
    return "" if engine.step(state, choice) == fork else "the same choice gives another state"


def check_views(engine: Engine, state: State, choice: int) -> str:
    """What a player sees is plain JSON data, and does not depend on what that player cannot know."""
    look = engine.look(state)
    views = {seat: view(engine, state, seat, look) for seat in range(-1, state.seats)}
    for seat, mine in views.items():
        if json.loads(json.dumps(mine)) != mine:
            return f"the view of seat {seat} is not plain data"
        if any(view(engine, other, seat) != mine for other in permuted(engine, state, seat)):
            return f"the view of seat {seat} depends on cards hidden from it"
    return ""


CHECKS: dict[str, Check] = {
    "invariants": check_invariants, "json": check_json, "fork": check_fork, "views": check_views,
}  # fmt: skip


def permuted(engine: Engine, state: State, seat: int, most: int = PAIRS) -> Iterator[State]:
    """States that look the same to a player: others have more of what nobody else can count, or two cards hidden from
    that player have changed places.

    most: how many such pairs are tried; which ones differs from state to state.
    """
    busy = {x for frame in state.stack for x in _things(frame)} | searched(engine.names, state, seat)
    hidden = [
        e for e in range(state.seats, len(state.card))
        if (state.zone[e] >= 0 or state.zone[e] == ATTACHED)
        and not state.attached[e] and e not in busy and not sees(engine.names, state, seat, e)
    ]  # fmt: skip
    yield from enriched(engine, state, seat)
    lying = [e for e in hidden if state.zone[e] >= 0]
    pairs = [(e, f) for e, f in zip(lying, reversed(lying), strict=True) if e < f and state.card[e] != state.card[f]]
    pairs += [(e, f) for e in hidden if state.zone[e] == ATTACHED and (f := _alike(engine, state, e, hidden)) >= 0]
    start = state.random % max(len(pairs), 1)
    for one, other in (pairs[start:] + pairs[:start])[:most]:
        yield exchanged(state, one, other)


def _alike(engine: Engine, state: State, attached: int, hidden: list[int]) -> int:
    """Another hidden card that could hang in the place of one: of its kind, for that is known by where it hangs."""
    kinds, card = engine.names.kind_of, state.card
    other = (f for f in hidden if card[f] != card[attached] and kinds[card[f]] == kinds[card[attached]])
    return next(other, NOBODY)


def enriched(engine: Engine, state: State, seat: int) -> Iterator[State]:
    """States in which others have more of what only they can count."""
    for name in engine.pack.private:
        fork = state.fork()
        column = fork.counters[engine.names.counters[name]]
        for player in range(state.seats):
            column[player] += player != seat
        yield fork


def exchanged(state: State, one: int, other: int) -> State:
    """The state with two cards in each other's place."""
    swap = {one: other, other: one}
    fork = state.fork()
    fork.zones = [tuple(swap.get(e, e) for e in things) for things in fork.zones]
    fork.attached = [tuple(swap.get(e, e) for e in things) for things in fork.attached]
    for column in (fork.zone, fork.control, fork.status, fork.host, *fork.counters):
        column[one], column[other] = column[other], column[one]
    fork.links = [[swap.get(e, e) for e in column] for column in fork.links]
    for column in fork.links:
        column[one], column[other] = column[other], column[one]
    fork.options = tuple(
        (option[0], swap.get(option[1], option[1]), *option[2:]) if option[0] in ABOUT_THINGS else option
        for option in fork.options
    )
    return fork


def _things(value: Any) -> Iterator[int]:
    """Every number in a frame, as if it were a thing."""
    if isinstance(value, (list, tuple)):
        for item in value:
            yield from _things(item)
    elif isinstance(value, int):
        yield value


# ---- undo --------------------------------------------------------------------------------------------


def _undo(engine: Engine, game: Game, trail: list[tuple[State, str]]) -> None:
    """Walks back over the states kept on the way, none of which may have changed; then the whole way again."""
    for step in range(len(trail) - 1, -1, -1):
        state, text = trail[step]
        if written(state) != text:
            raise Fault("undo", "a state kept for undo was changed by later play", tuple(game.choices[: step + 1]))
    state = engine.new(game.players, game.seed, dict(game.options))
    for step, choice in enumerate(game.choices):
        if written(state) != trail[step][1]:
            raise Fault("trace", "the same seed and choices give another game", tuple(game.choices[:step]))
        engine.apply(state, choice)
    if state != game.state:
        raise Fault("trace", "the same seed and choices give another end", tuple(game.choices))
