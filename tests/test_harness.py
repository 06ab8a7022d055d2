"""The harness finds nothing in a sound game, and finds each kind of fault that is put into one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from cardwright.runtime import harness, ir, replay, sweep
from cardwright.runtime.bots import FixedBot, RandomBot
from cardwright.runtime.engine import Engine, Look
from cardwright.runtime.harness import Fault
from cardwright.runtime.invariants import broken
from cardwright.runtime.state import State
from cardwright.runtime.sweep import Plan
from cardwright.runtime.views import view


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_sound_game_passes_everything(engine: Engine, players: int) -> None:
    game = harness.examine(engine, players, 11, {}, RandomBot(players))
    assert game.state.winners is not None
    assert game.choices
    assert game.used


def test_the_same_bots_play_the_same_game(engine: Engine) -> None:
    games = [harness.play(engine, 3, 2, {}, RandomBot(7), {}) for _ in range(2)]
    assert games[0].choices == games[1].choices
    assert games[0].state == games[1].state
    assert harness.play(engine, 3, 2, {}, RandomBot(8), {}).choices != games[0].choices


def test_a_fixed_bot_follows_its_list() -> None:
    bot = FixedBot((1, 5))
    assert [bot.choose({}, 3) for _ in range(3)] == [1, 2, 0]


# ---- invariants --------------------------------------------------------------------------------------


def lose_a_card(state: State) -> None:
    state.zones[0] = state.zones[0][1:]


def double_a_card(state: State) -> None:
    state.zones[1] = (*state.zones[1], state.zones[0][0])


def forget_a_column(state: State) -> None:
    state.status.pop()


def owe(state: State) -> None:
    state.counters[0][0] = -1


def hang_on_nothing(state: State) -> None:
    state.host[state.zones[0][0]] = 1


def offer_twice(state: State) -> None:
    state.options = (*state.options, state.options[0])


def ask_nobody(state: State) -> None:
    state.chooser = -1


def forget_an_index(state: State) -> None:
    ability = next(a for a, things in enumerate(state.held) if things)
    state.held[ability] = (2, *state.held[ability])
    state.zone[2], kept = -1, state.zone[2]
    state.zones[kept] = tuple(e for e in state.zones[kept] if e != 2)


BREAKERS = [
    lose_a_card, double_a_card, forget_a_column, owe, hang_on_nothing, offer_twice, ask_nobody, forget_an_index,
]  # fmt: skip


@pytest.mark.parametrize("breaker", BREAKERS, ids=lambda f: f.__name__)
def test_a_broken_state_is_noticed(engine: Engine, breaker: Callable[[State], None]) -> None:
    state = engine.new(2, 3)
    assert list(broken(engine.names, state)) == []
    breaker(state)
    assert list(broken(engine.names, state))


# ---- faults ------------------------------------------------------------------------------------------


def caught(engine: Engine) -> Fault:
    with pytest.raises(Fault) as found:
        harness.examine(engine, 2, 11, {}, RandomBot(2))
    return found.value


def test_an_error_of_the_engine_is_a_fault(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    apply = engine.apply

    def break_down(state: State, choice: int) -> None:
        if state.turn >= 3:
            raise RuntimeError("broken")
        apply(state, choice)

    monkeypatch.setattr(engine, "apply", break_down)
    with pytest.raises(Fault) as found:
        harness.play(engine, 2, 11, {}, RandomBot(2), {})
    assert (found.value.check, found.value.message) == ("error", "RuntimeError: broken")
    assert found.value.choices


def test_state_kept_outside_of_the_state_is_noticed(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    apply, calls = engine.apply, [0]

    def drift(state: State, choice: int) -> None:
        calls[0] += 1
        apply(state, choice)
        state.random ^= calls[0] > 20

    monkeypatch.setattr(engine, "apply", drift)
    assert caught(engine).check in ("json", "fork", "trace")


def test_a_fork_that_shares_is_noticed(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    fork = State.fork

    def share(state: State) -> State:
        other = fork(state)
        other.counters, other.status = state.counters, state.status
        return other

    monkeypatch.setattr(State, "fork", share)
    assert caught(engine).check in ("fork", "undo", "json")


def test_a_leaking_view_is_noticed(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:

    def leak(engine: Engine, state: State, seat: int, look: Look | None = None) -> dict[str, Any]:
        return {**view(engine, state, seat), "next": list(state.zones[0][-1:])}

    monkeypatch.setattr("cardwright.runtime.harness.view", leak)
    assert caught(engine).check == "views"


def test_a_game_without_end_is_noticed(engine: Engine) -> None:
    with pytest.raises(Fault) as found:
        harness.play(engine, 2, 11, {}, RandomBot(2), {}, limit=3)
    assert (found.value.check, len(found.value.choices)) == ("length", 3)


# ---- many games --------------------------------------------------------------------------------------


def test_a_sweep_counts(engine: Engine, tourney: ir.Pack) -> None:
    plan = Plan(games=30, players=(2, 3), seed=1, checked=2)
    whole = sweep.sweep(engine, plan, range(30))
    parts = sweep.sweep(engine, plan, range(10))
    parts.add(sweep.sweep(engine, plan, range(10, 30)))
    assert parts == whole
    assert whole.games == len(whole.lengths) == 30
    assert whole.choices == sum(whole.lengths)
    assert sum(whole.winners.values()) >= 30
    assert whole.used == set(range(len(tourney.cards)))
    assert whole.faults == []


def test_a_card_whose_use_nobody_chooses_is_used(tourney: ir.Pack) -> None:
    """A single copy that must be used is never asked about."""
    cards = tuple(replace(card, copies=1) if card.id == "duck" else card for card in tourney.cards)
    compulsory = [
        replace(ability, hooks=tuple(replace(hook, must=True) for hook in ability.hooks)) if ability.id == "duck"
        else ability for ability in tourney.abilities
    ]  # fmt: skip
    engine = Engine(replace(tourney, cards=cards, abilities=tuple(compulsory)))
    used = sweep.sweep(engine, Plan(games=10, players=(2,), seed=1), range(10)).used
    assert engine.names.cards["duck"] in used
    assert engine.forced is None


def test_a_fault_is_made_as_short_as_it_gets(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    apply = engine.apply
    brute = engine.names.cards["brute"]

    def break_down(state: State, choice: int) -> None:
        kind, *rest = state.options[choice]
        if kind == "act" and state.card[rest[0]] == brute:
            raise RuntimeError("brutes break it")
        apply(state, choice)

    monkeypatch.setattr(engine, "apply", break_down)
    plan = Plan(games=5, players=(2,), seed=1)
    faults = sweep.sweep(engine, plan, range(5)).faults
    assert faults
    longest = max(faults, key=lambda fault: len(fault.choices))
    short = sweep.shortest(engine, plan, longest)
    assert len(short.choices) <= len(longest.choices)
    assert short.message == "RuntimeError: brutes break it"
    kept = replay.record(engine, short.players, short.seed, {}, short.choices)
    with pytest.raises(RuntimeError, match="brutes break it"):
        replay.verify(engine, kept)
