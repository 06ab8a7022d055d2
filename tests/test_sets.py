"""Sets that bring words and rules of their own: together, alone, and what they brought once they are left out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from cardwright.compiler import driver
from cardwright.compiler.compilation import Compiled
from cardwright.runtime import harness, ir, scenario
from cardwright.runtime.bots import RandomBot
from cardwright.runtime.engine import Engine
from cardwright.runtime.sets import chosen, in_play
from cardwright.runtime.state import State
from cardwright.runtime.views import BACK, view

GAME = """\
game: masquerade
title: {en: Masquerade}
players: {min: 2, max: 3}
kinds:
  guest: {plural: guests, deck: deck}
  prop: {plural: props, deck: deck, after: discard, means: prop}
zones:
  deck: {scope: shared, layout: pile, viewers: none}
  hand: {scope: player, layout: row, viewers: owner, playable: true}
  room: {scope: player, layout: row, viewers: all, in-play: true}
  discard: {scope: shared, layout: pile, viewers: all}
numbers: {charm: {}}
counters: {fame: {}}
means: {prop: {}, ability: {}}
verbs:
  greet:
    participle: greeted
    rules: |
      verb greet (host-of-it: guest) by (visitor: guest):
          put {charm of visitor} fame on controller of visitor
kind-rules:
  guest: |
    action greeting on any guest of any opponent as other:
        greet other by this
rules:
  glory: |
    when any guest is greeted by any guest as visitor:
        put 1 fame on controller of visitor
turn:
  - step: main
    offers: [actions, plays]
  - step: rest
    do: |
      win by each player
"""

BASIC = """\
set: basic
game: masquerade
title: {en: Basic}
cards:
  - {id: duke, title: {en: Duke}, kind: guest, numbers: {charm: 3}}
  - {id: page, title: {en: Page}, kind: guest, numbers: {charm: 1}}
  - id: toast
    title: {en: Toast}
    kind: prop
    rules: |
      play:
          choose any guest in deck as found
          move found to room of you
"""

MASKS = """\
set: masks
game: masquerade
title: {en: Masks}
statuses: {veiled: {hides: true}, startled: {}}
tags: {shy: {}}
counters: {blushes: {}}
verbs:
  startle:
    participle: surprised
    rules: |
      verb startle (victim: guest):
          put startled on victim
kind-rules:
  guest: |
    when this is greeted:
        put 1 blushes on this
rules:
  manners: |
    always:
        any startled guest cannot act
    action veil on any mask prop in hand of you as veil and any guest of you as wearer:
        put veiled on veil
        attach veil to wearer
cards:
  - id: mask
    title: {en: Mask}
    kind: prop
    rules: |
      before host of this is greeted by any guest as visitor:
          put 1 blushes on visitor
          play this
      play if there is any guest as bold where [blushes of bold > 0]:
          for each guest as bold:
              if blushes of bold > 0:
                  startle bold
  - {id: fan, title: {en: Fan}, kind: guest, tags: [shy], numbers: {charm: 2}}
  - id: puppeteer
    title: {en: Puppeteer}
    kind: guest
    numbers: {charm: 0}
    rules: |
      always:
          this gets +{printed charm of this} charm
      action strings on any guest of any opponent as puppet:
          command puppet
"""

MUSIC = """\
set: music
game: masquerade
title: {en: Music}
needs: [masks]
cards:
  - id: band
    title: {en: Band}
    kind: guest
    numbers: {charm: 2}
    rules: |
      always:
          this gets +{printed charm of this} charm
          each shy guest gets +5 charm
"""

BOTH = """\
set: music
game: masquerade
title: {en: Music}
with: [basic]
cards:
  - id: herald
    title: {en: Herald}
    kind: guest
    numbers: {charm: 1}
    rules: |
      always:
          each duke gets +1 charm
"""

FILES = {"basic.yaml": BASIC, "masks/set.yaml": MASKS, "music/set.yaml": MUSIC, "music/basic.yaml": BOTH}

Make = Callable[..., Compiled]


@pytest.fixture
def make(duel: Callable[[Mapping[str, str]], Path]) -> Make:
    """Compiles the game with some of its files, which must be right."""

    def compiled(*names: str, more: Mapping[str, str] | None = None) -> Compiled:
        folder = duel({"game.yaml": GAME, **{name: FILES[name] for name in names or FILES}, **(more or {})})
        found = driver.open_game(str(folder)).compiled
        assert found.diagnostics == ()
        return found

    return compiled


def packed(found: Compiled) -> ir.Pack:
    assert found.pack is not None
    return found.pack


# ---- together and apart ------------------------------------------------------------------------------


def test_sets_add_to_the_words_and_rules_of_the_game(make: Make) -> None:
    pack = packed(make())
    assert {"veiled", "startled"} == set(pack.statuses)
    assert pack.hiding == ("veiled",)
    assert [verb.name for verb in pack.verbs] == ["greet", "startle"]
    assert pack.rules == ("rule:glory", "rule:manners:masks")
    assert pack.kinds[0].abilities == ("kind:guest", "kind:guest:masks")


@pytest.mark.parametrize(
    ("sets", "files"),
    [
        (["basic"], ["basic.yaml"]),
        (["masks"], ["masks/set.yaml"]),
        (["basic", "masks"], ["basic.yaml", "masks/set.yaml"]),
        (["music"], ["masks/set.yaml", "music/set.yaml"]),
    ],
)
def test_a_set_left_out_leaves_nothing_behind(make: Make, sets: list[str], files: list[str]) -> None:
    part = chosen(packed(make()), sets)
    alone = packed(make(*files))
    assert part == alone
    Engine(part)


def test_needed_sets_come_along(make: Make) -> None:
    pack = packed(make())
    assert in_play(pack, ["music"]) == {"music", "masks"}
    assert chosen(pack, ["music"]).sets == ("masks", "music")
    with pytest.raises(KeyError):
        chosen(pack, ["misuc"])


def test_a_file_with_another_set_counts_only_if_both_are_there(make: Make) -> None:
    pack = packed(make())
    assert "herald" not in {card.id for card in chosen(pack, ["music"]).cards}
    assert chosen(pack, ["basic", "music"]) == pack


def test_what_the_game_needs_is_always_there(make: Make) -> None:
    needing = GAME.replace("kinds:", "needs: [basic]\nkinds:", 1)
    pack = packed(make("basic.yaml", "masks/set.yaml", more={"game.yaml": needing}))
    assert chosen(pack, ["masks"]) == pack


def test_games_of_some_sets_keep_the_promises(make: Make) -> None:
    engine = Engine(packed(make()))
    for sets in ((), ("basic",), ("masks",), ("basic", "masks")):
        played = harness.examine(engine.with_sets(sets), 2, 1, {}, RandomBot(1))
        assert played.state.winners is not None


# ---- what sets can bring -----------------------------------------------------------------------------


@pytest.fixture
def engine(make: Make) -> Engine:
    return Engine(packed(make()))


def laid(engine: Engine) -> tuple[State, int, int]:
    """A table on which ann's duke wears a veiled mask; with the numbers of both."""
    state = engine.blank(2, 1)
    duke = engine.place(state, "duke", "room", 0)
    mask = engine.place(state, "mask", host=duke)
    state.status[mask] |= engine.names.hiding
    engine.place(state, "fan", "room", 1)
    engine.place(state, "page", "deck")
    engine.place(state, "herald", "deck")
    engine.place(state, "toast", "hand", 0)
    engine.start(state, 0)
    return state, duke, mask


def room(engine: Engine, state: State, seat: int, of: int) -> list[dict[str, object]]:
    zones = view(engine, state, seat)["zones"]
    cards: list[dict[str, object]] = next(z["cards"] for z in zones if (z["zone"], z["seat"]) == ("room", of))
    return cards


def test_a_hidden_card_is_seen_by_its_controller_alone(engine: Engine) -> None:
    state, _, mask = laid(engine)
    mine, theirs, anybody = (room(engine, state, seat, 0)[0]["attached"] for seat in (0, 1, -1))
    assert isinstance(mine, list)
    assert [(card["thing"], card["card"]) for card in mine] == [(mask, "mask")]
    assert theirs == anybody == [{"card": BACK, "attached": []}]
    assert harness.check_views(engine, state, 0) == ""


def test_without_the_status_everybody_sees_it(engine: Engine) -> None:
    state, _, mask = laid(engine)
    state.status[mask] = 0
    attached = room(engine, state, 1, 0)[0]["attached"]
    assert isinstance(attached, list)
    assert attached[0]["card"] == "mask"


def test_who_chooses_from_a_pile_nobody_sees_searches_it(engine: Engine) -> None:
    state, _, _ = laid(engine)
    play = next(i for i, option in enumerate(state.options) if option[0] == "play")
    engine.apply(state, play)
    mine = view(engine, state, 0)
    offered = [["pick", {"card": name, "zone": "deck", "seat": -1}] for name in ("page", "herald")]
    assert mine["options"] == offered
    assert harness.check_views(engine, state, 0) == ""
    assert all("herald" not in str(view(engine, state, seat)) for seat in (-1, 1))


STORIES = """\
game: masquerade
rulings:
  - id: mask-startles
    question: {en: "?"}
    answer: {en: "!"}
    scenario:
      players: [ann, bob]
      given:
        ann: {room: [duke, page], hand: [mask]}
        bob: {room: [fan]}
      do:
        - ann: veil, mask, page
        - expect: [host of mask = page, mask is veiled]
        - ann: pass
  - id: mask-is-sprung
    question: {en: "?"}
    answer: {en: "!"}
    scenario:
      players: [bob, ann]
      given:
        ann: {room: [{card: page, attached: [{card: mask, veiled: true}]}]}
        bob: {room: [fan]}
      do:
        - bob: fan, greeting, page
      expect:
        - fan is startled
        - mask is in discard
        - mask was played by ann this turn
        - fame of bob = 3
  - id: no-veils-in-the-basic-set
    question: {en: "?"}
    answer: {en: "!"}
    scenario:
      players: [ann, bob]
      sets: [basic]
      given:
        ann: {room: [duke]}
        bob: {room: [page]}
      do:
        - ann: duke, greeting, page
      expect:
        - fame of ann = 4
  - id: strings-are-pulled
    question: {en: "?"}
    answer: {en: "!"}
    scenario:
      players: [ann, bob, carl]
      given:
        ann: {room: [puppeteer]}
        bob: {room: [duke]}
        carl: {room: [page]}
      do:
        - refuse: {ann: ['strings, duke, greeting, duke, puppeteer']}
        - ann: strings, duke, greeting, page
      expect:
        - fame of bob = 4
        - blushes of page = 1
  - id: what-is-printed
    question: {en: "?"}
    answer: {en: "!"}
    scenario:
      players: [ann, bob]
      given:
        ann: {room: [band, fan]}
        bob: {room: [page]}
      expect:
        - charm of band = 4
        - printed charm of band = 2
        - charm of fan = 7
        - printed charm of fan = 2
"""


def test_rulings_run_with_the_sets_they_name(make: Make) -> None:
    found = make(more={"stories.yaml": STORIES})
    engine = Engine(packed(found))
    failures = {r.id: f for r in found.rulings for s in r.scenarios if (f := scenario.run(engine, s).failure)}
    assert len(found.rulings) == 5
    assert failures == {}


def test_a_scenario_cannot_use_what_its_sets_do_not_bring(duel: Callable[[Mapping[str, str]], Path]) -> None:
    story = STORIES.replace("ann: {room: [duke]}", "ann: {room: [fan]}")
    folder = duel({"game.yaml": GAME, **FILES, "stories.yaml": story})
    found = driver.open_game(str(folder)).compiled.diagnostics
    assert [one.message for one in found] == ["`fan` is not a card of this game"]


def test_a_commander_is_not_commanded_to_command(engine: Engine) -> None:
    state = engine.blank(2, 1)
    engine.place(state, "puppeteer", "room", 0)
    band = engine.place(state, "band", "room", 1)
    engine.start(state, 0)
    turns = engine.machine.turns
    assert [option[2] for option in turns.commands(state, band, 0)] == ["greeting"]
    puppeteer = state.zones[engine.names.zone_instance("room", 0)][0]
    assert [option[2] for option in turns.commands(state, puppeteer, 1)] == ["greeting"]
    assert [option[2] for option in turns.actions_of(state, puppeteer, 0)] == ["strings", "greeting"]
