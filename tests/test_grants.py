"""Abilities that come and go: after every choice the things in play have those they should have, and no others."""

from __future__ import annotations

import random
import textwrap
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from cardwright.compiler import driver
from cardwright.runtime import ir
from cardwright.runtime.engine import Engine
from cardwright.runtime.grants import unsettling
from cardwright.runtime.state import State

Layout = Callable[[Mapping[str, str | bytes]], Path]

GAME = """\
game: hive
title: {en: Hive}
players: {min: 2, max: 2}
kinds:
  bee: {plural: bees, after: grave}
  ring: {plural: rings, after: grave}
zones:
  hand: {scope: player, layout: row, viewers: owner, playable: true}
  field: {scope: player, layout: row, viewers: all, in-play: true}
  grave: {scope: shared, layout: pile, viewers: all}
numbers: {force: {}}
counters: {mark: {}}
links: {rival: {}}
statuses: {tired: {}, odd: {}}
tags: {red: {}, blue: {}}
means: {ability: {}}
variables: {clock: {start: 0}}
default-duration: the end of this turn
rules:
  hour: |
    action wait:
        set clock to {clock + 1}
turn:
  - step: main
    offers: [actions, plays]
"""
ACTIONS = """\
play:
    move this to field of you
action hop:
    move this to hand of you
action change-side:
    give this to next-player
action tire on any bee as friend:
    put tired on friend
action rest on any bee as friend:
    remove tired from friend
action odd on any bee as friend:
    put odd on friend
action even on any bee as friend:
    remove odd from friend
action mark on any bee as friend:
    put 1 mark on friend
action hate on any bee as foe:
    set rival of this to foe
action rally:
    until the end of this turn:
        any bee that is tired has swim
action tire-all:
    until the end of this turn:
        any bee of you is tired
action part:
    move each ring of this to grave
"""
SETS = f"""\
set: basic
game: hive
title: {{en: Basic}}
abilities:
  - id: fly
    title: {{en: Fly}}
    rules: |
      always:
          this gets +5 force
  - id: swim
    title: {{en: Swim}}
    rules: |
      always:
          this is blue
cards:
  - id: worker
    title: {{en: Worker}}
    kind: bee
    tags: [red]
    numbers: {{force: 10}}
    copies: 3
    rules: |
{textwrap.indent(ACTIONS, "      ")}
  - id: band
    title: {{en: Band}}
    kind: ring
    copies: 3
    rules: |
      play on any bee as friend:
          attach this to friend
      always:
          host of this has swim
"""
RULES = {
    "by a status": "always:\n    each tired bee has fly",
    "by its own status": "always if this is odd:\n    each other bee loses swim",
    "by a tag that comes and goes": "always:\n    each blue bee has fly",
    "by a counter": "always if mark of this > 1:\n    this has fly",
    "by a number": "always:\n    each bee with force > 10 has swim",
    "by a link": "always if rival of this is odd:\n    this has fly",
    "by a variable": "always if clock > 2:\n    this has fly",
    "by what is held": "always if number of each card in hand of you > 1:\n    each bee of you has fly",
    "by another ability": "always:\n    each bee that has swim has fly",
    "by the bearer": "always if this is tired:\n    this has abilities of rival of this",
    "taken away": "always if this is tired:\n    each other bee loses all abilities except swim",
}


def hive(duel: Layout, rules: str) -> Engine:
    head = (
        "  - id: queen\n    title: {en: Queen}\n    kind: bee\n    numbers: {force: 20}\n    copies: 2\n    rules: |\n"
    )
    card = head + textwrap.indent(f"play:\n    move this to field of you\n{rules}\n", "      ")
    folder = duel({"game.yaml": GAME, "basic.yaml": SETS + card})
    pack = driver.open_game(str(folder)).pack
    assert pack is not None, driver.check([folder]).diagnostics
    return Engine(pack)


def stale(engine: Engine, state: State) -> list[int]:
    """The things whose abilities are not what a fresh look finds."""
    board = engine.machine.board
    found = []
    for thing in range(state.seats, len(state.card)):
        engine.machine.attend()
        if board.functioning(state, thing) != state.abilities[thing]:
            found.append(thing)
    return found


@pytest.mark.parametrize("name", RULES)
def test_abilities_are_up_to_date_after_every_choice(name: str, duel: Layout) -> None:
    engine = hive(duel, RULES[name])
    chance = random.Random(name)
    for seed in range(12):
        state = engine.blank(2, seed)
        for card in engine.pack.cards:
            for _ in range(card.copies):
                engine.place(state, card.id, chance.choice(["field", "hand"]), chance.randrange(2))
        engine.start(state)
        for _ in range(60):
            option = chance.randrange(len(state.options))
            told = state.options[option]
            engine.apply(state, option)
            assert stale(engine, state) == [], told


def test_what_hangs_on_a_card_comes_into_play_with_it(duel: Layout) -> None:
    engine = hive(duel, "always:\n    this gets +1 force")
    state = engine.blank(2, 1)
    bee = engine.place(state, "worker", "hand", 0)
    ring = engine.place(state, "band", host=bee)
    assert state.abilities[ring] == ()
    engine.machine.board.shift(state, bee, engine.names.zone_instance("field", 0))
    assert state.abilities[ring] != ()
    assert engine.names.abilities["swim"] in state.abilities[bee]


def test_abilities_that_undo_each_other_do_not_hang(duel: Layout) -> None:
    engine = hive(duel, "always:\n    any bee that has not fly has fly\nalways:\n    any bee that has fly has swim")
    state = engine.blank(2, 1)
    queen = engine.place(state, "queen", "field", 0)
    engine.start(state)
    again = state.fork()
    engine.machine.board.refresh_all(again)
    assert len(state.abilities[queen]) == len(set(state.abilities[queen]))
    assert again.chooser == state.chooser == 0


def test_what_is_fixed_unsettles_nothing(duel: Layout, tourney: ir.Pack) -> None:
    assert unsettling(tourney) == frozenset()
    assert unsettling(hive(duel, "always:\n    this has fly").pack) is None  # what the workers do asks for a status


def test_tables_that_are_laid_side_by_side_do_not_mix(duel: Layout) -> None:
    engine = hive(duel, RULES["by a status"])
    first, second = engine.blank(2, 1), engine.blank(2, 2)
    bee = engine.place(first, "worker", "field", 0)
    engine.place(first, "queen", "field", 0)
    first.status[bee] |= 1 << engine.names.statuses["tired"]
    for zone in ("hand", "field"):  # another copy than at the first table; what it can do asks what is in play
        engine.place(second, "worker", zone, 0)
    engine.start(second)
    engine.start(first)
    assert engine.names.abilities["fly"] in first.abilities[bee]
