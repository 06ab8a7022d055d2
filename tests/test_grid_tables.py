"""Grids around the engine: laid in scenarios, picked by place, shown in views, kept by replays."""

from __future__ import annotations

from dataclasses import replace

import pytest
from cardwright.runtime import grid, harness, ir, replay, scenario, script
from cardwright.runtime.bots import RandomBot
from cardwright.runtime.engine import Engine
from cardwright.runtime.invariants import broken
from cardwright.runtime.views import view

SPOT = ir.Select("any", "space", zone=ir.Place("board"), bind="spot")


@pytest.fixture
def engine() -> Engine:
    """Players lay tiles on a common board, one after another, until somebody has none left."""
    hand = ir.Place("hand", ir.Ref("you"))
    lay = ir.Play(
        (),
        None,
        (),
        (ir.Choose(SPOT, ir.Ref("you")), ir.Do("move", (("object", ir.Ref("this")), ("to", ir.Ref("spot"))))),
    )
    done = ir.If(
        ir.Not(ir.Exists(ir.Select("any", "tile", zone=hand))),
        (ir.Do("win", (("player", ir.Ref("you")),)),),
    )
    deal = ir.Repeat(
        ir.Num(3), (ir.Do("move", (("object", ir.Place("deck", None, "top")), ("to", ir.Place("hand", ir.Ref("p"))))),)
    )
    shuffle = ir.Do("shuffle", (("place", ir.Place("deck")),))
    return Engine(
        ir.Pack(
            id="tiles", title="Tiles", min_players=2, max_players=2, kinds=(ir.Kind("tile", ("lay",)),),
            zones=(
                ir.Zone("deck", "shared", "pile", "none"), ir.Zone("hand", "player", "row", "owner", playable=True),
                ir.Zone("board", "shared", "grid", "all", in_play=True),
            ),
            verbs=(), abilities=(ir.Ability("lay", "Lay", (lay,)),),
            cards=tuple(ir.Card(name, name.title(), "tile", "base", copies=4, deck="deck") for name in ("oak", "elm")),
            numbers=(), counters=(), statuses=(), tags=(), links=(), means=(), classes=(), variables=(), rules=(),
            setup=(shuffle, ir.ForEach(ir.Select("each", "player"), "p", (deal,))),
            turn=(ir.TurnStep("main", offers=("plays",), times=1), ir.TurnStep("end", (done,))),
            default_span=ir.Span("turn"),
        )
    )  # fmt: skip


def test_a_scenario_lays_and_picks_places(engine: Engine) -> None:
    beside = script.Expectation(ir.NextTo(ir.Ref("mine"), ir.Ref("oak")), "mine is next to oak")
    story = script.Scenario(
        ("ann", "bob"),
        cards=(
            script.Placed("oak", "oak", "board", at=(2, -1)),
            script.Placed("elm", "elm", "board", at=(3, -1)),
            script.Placed("elm", "mine", "hand", 0),
        ),
        items=(
            script.Offered(0, ("mine", "2:0"), refused=False),
            script.Offered(0, ("mine", "3:-1"), refused=True),
            script.Picks(0, ("mine", "1:-1")),
        ),
        expect=(beside,),
    )  # fmt: skip
    assert scenario.run(engine, story).failure is None


def test_views_show_places(engine: Engine) -> None:
    state = engine.blank(2, 1)
    oak = engine.place(state, "oak", "board", at=grid.place_at(-1, 4))
    engine.place(state, "elm", "hand", 0)
    engine.start(state)
    board = next(zone for zone in view(engine, state, 1)["zones"] if zone["zone"] == "board")
    assert [(card["thing"], card["at"]) for card in board["cards"]] == [(oak, [-1, 4])]
    engine.apply(state, 0)
    options = view(engine, state, 0)["options"]
    assert sorted(options) == [["place", "board", at] for at in ([-2, 4], [-1, 3], [-1, 5], [0, 4])]


def test_places_and_positions_are_inverse() -> None:
    for at in ((0, 0), (3, -2), (-5, 7)):
        assert grid.position(grid.place_at(*at)) == at
    assert grid.place_at(0, 0) == grid.CENTRE


def test_the_harness_passes_and_replays_keep_places(engine: Engine) -> None:
    game = harness.examine(engine, 2, 3, {}, RandomBot(5))
    kept = replay.record(engine, 2, 3, {}, game.choices)
    assert replay.verify(engine, kept) is None


def test_a_card_with_two_places_is_noticed(engine: Engine) -> None:
    state = engine.blank(2, 1)
    oak = engine.place(state, "oak", "board", at=grid.place_at(0, 0))
    engine.place(state, "elm", "hand", 0)
    engine.start(state)
    assert list(broken(engine.names, state)) == []
    state.cell[oak] += 1
    assert any("is said to lie at" in fault for fault in broken(engine.names, state))
    state.grids[0][state.cell[oak]] = oak
    assert "a card lies at two places" in set(broken(engine.names, state))


def test_the_order_of_a_row_in_play_follows_a_shuffle_at_once(engine: Engine) -> None:
    (deck, *others) = engine.pack.zones
    engine = Engine(replace(engine.pack, zones=(replace(deck, layout="row", viewers="all", in_play=True), *others)))
    machine, state = engine.machine, engine.blank(2, 1)
    for card in ("oak", "elm") * 4:
        engine.place(state, card, "deck")
    before = tuple(machine.board.in_play(state))
    zone = engine.names.zone_instance("deck", 0)
    assert before == state.zones[zone]
    shuffle = machine.deeds[engine.names.verbs["shuffle"]]
    assert shuffle is not None
    shuffle(state, None, ((zone,),))
    assert tuple(machine.board.in_play(state)) == state.zones[zone] != before


def test_numbers_follow_a_swap_at_once(engine: Engine) -> None:
    """A number that neighbours give is another one when they have changed places, even within the same effect."""
    neighbour = ir.Select("any", "tile", filters=(ir.NextTo(ir.Ref("candidate"), ir.Ref("this")),))
    raised = ir.Always(None, (ir.Adjust(ir.Ref("this"), "add", "height", ir.Num(1), guard=ir.Exists(neighbour)),))
    numbered = replace(
        engine.pack,
        abilities=(*engine.pack.abilities, ir.Ability("raised", "Raised", (raised,))),
        cards=tuple(replace(card, numbers=(("height", 1),), abilities=("raised",)) for card in engine.pack.cards),
        numbers=("height",),
    )
    engine = Engine(numbered)
    machine = engine.machine
    height = machine.modifiers.number(0, machine.names.printed[0])
    state = engine.blank(2, 1)
    oak, elm, far = (
        engine.place(state, card, "board", at=grid.place_at(x, 0)) for card, x in (("oak", 0), ("elm", 1), ("elm", 5))
    )
    assert [height(state, e) for e in (oak, elm, far)] == [2, 2, 1]
    machine.board.swap(state, oak, far)
    assert [height(state, e) for e in (oak, elm, far)] == [1, 2, 2]
