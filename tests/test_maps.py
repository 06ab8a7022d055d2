"""A toy game on a map: what shares groups, coins that only their owner counts, cards played by other cards."""

from __future__ import annotations

from pathlib import Path

import pytest
from cardwright.compiler import driver
from cardwright.runtime import harness
from cardwright.runtime.bots import RandomBot
from cardwright.runtime.engine import Engine
from cardwright.runtime.state import State
from cardwright.runtime.views import view

GAME = """\
game: tram
title: {en: Tram}
players: {min: 2, max: 2}
kinds:
  stop: {plural: stops, deck: town}
  ticket: {plural: tickets, deck: pool, after: pool}
zones:
  town: {scope: shared, layout: graph, viewers: all, in-play: true}
  pool: {scope: shared, layout: pile, viewers: none}
  hand: {scope: player, layout: row, viewers: owner, playable: true}
counters: {coins: {viewers: owner}, visits: {}}
links: {spot: {}}
groupings: {line: {values: [red, blue]}}
verbs:
  ride:
    rules: |
      verb ride to (goal: stop) by (rider: player = you) if goal != spot of rider:
          set spot of rider to goal
          put visits on rider
setup: |
  for each player as one:
      set spot of one to top of town
      repeat 2 times:
          move top of pool to hand of one
turn:
  - step: ride
    do: |
      ride to any stop that shares line with (spot of you)
  - step: main
    offers: [plays]
    times: 1
  - step: end
    do: |
      if visits of you > 9:
          win
"""

CARDS = """\
set: base
game: tram
title: {en: Base}
cards:
  - {id: harbour, title: {en: Harbour}, kind: stop, groups: {line: [red]}}
  - {id: square, title: {en: Square}, kind: stop, groups: {line: [red, blue]}}
  - {id: park, title: {en: Park}, kind: stop, groups: {line: [blue]}}
  - id: fare
    title: {en: Fare}
    kind: ticket
    copies: 4
    rules: |
      play if spot of you is red:
          put 2 coins on you
  - id: pass
    title: {en: Pass}
    kind: ticket
    copies: 4
    rules: |
      play:
          choose any card in hand of you as other where [other could be played]
          play other
          put 1 coins on you
"""


@pytest.fixture
def engine(tmp_path: Path) -> Engine:
    (tmp_path / "game.yaml").write_text(GAME)
    (tmp_path / "cards.yaml").write_text(CARDS)
    opened = driver.open_game(str(tmp_path))
    assert opened.pack is not None
    return Engine(opened.pack)


def lay(engine: Engine, spot: str, *hand: str) -> tuple[State, dict[str, int]]:
    """A table with three stops, the first player at one of them with a hand; before the ride."""
    state = engine.blank(2, 1)
    state.asking = True
    things = {name: engine.place(state, name, "town") for name in ("harbour", "square", "park")}
    things |= {f"{name}-{i}": engine.place(state, name, "hand", 0) for i, name in enumerate(hand)}
    state.links[0][0] = state.links[0][1] = things[spot]
    return state, things


def picked(engine: Engine, state: State, *options: tuple[object, ...]) -> State:
    for option in options:
        engine.apply(state, next(i for i, found in enumerate(state.options) if found[: len(option)] == option))
    return state


def test_a_line_leads_to_the_stops_on_it(engine: Engine) -> None:
    state, things = lay(engine, "square")
    engine.start(state, 0, "ride")
    assert [option[1] for option in state.options] == [things["harbour"], things["park"]]
    state, things = lay(engine, "harbour")
    engine.start(state, 0, "ride")
    assert [option[1] for option in state.options] == [things["square"]]


def test_groups_are_tags(engine: Engine) -> None:
    state, things = lay(engine, "park", "fare")
    engine.start(state)
    assert not any(option[0] == "play" for option in state.options)
    state, things = lay(engine, "square", "fare")
    engine.start(state)
    assert ("play", things["fare-0"]) in [option[:2] for option in state.options]


def test_a_card_can_play_another(engine: Engine) -> None:
    state, things = lay(engine, "square", "pass", "fare")
    engine.start(state)
    picked(engine, state, ("play", things["pass-0"]), ("pick", things["fare-1"]))
    assert state.counters[0][0] == 3
    assert state.zone[things["pass-0"]] == state.zone[things["fare-1"]] == engine.names.zone_base["pool"]


def test_a_card_plays_only_what_could_be_played(engine: Engine) -> None:
    state, _ = lay(engine, "park", "pass", "pass", "fare")
    engine.start(state)
    assert state.options == (("pass",),)  # neither the fare, nor one pass by the other


def test_only_the_owner_counts_what_is_private(engine: Engine) -> None:
    state, _ = lay(engine, "park")
    engine.start(state)
    state.counters[0][0], state.counters[1][0] = 5, 3
    seen = [view(engine, state, seat)["players"][0]["counters"] for seat in (0, 1, -1)]
    assert seen == [{"coins": 5, "visits": 3}, {"visits": 3}, {"visits": 3}]


def test_the_harness_notices_what_private_counters_give_away(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    assert harness.examine(engine, 2, 1, {}, RandomBot(1)).state.winners
    state, _ = lay(engine, "park")
    engine.start(state)
    monkeypatch.setattr(
        harness, "view", lambda engine, state, seat, look=None: {"seat": seat, "coins": state.counters[0]}
    )
    assert "depends on" in harness.check_views(engine, state, 0)
