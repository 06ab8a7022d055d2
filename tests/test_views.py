"""Views and the log: what a player may know is there, and nothing else is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from cardwright.runtime import harness
from cardwright.runtime.bots import RandomBot
from cardwright.runtime.chronicle import Chronicle, told
from cardwright.runtime.engine import Engine
from cardwright.runtime.state import State
from cardwright.runtime.views import BACK, sees, view


def zone(seen: dict[str, Any], name: str, seat: int = -1) -> dict[str, Any]:
    return next(z for z in seen["zones"] if (z["zone"], z["seat"]) == (name, seat))


def named(value: Any) -> Iterator[str]:
    """Every id of a card in a view."""
    if isinstance(value, dict):
        yield from [value["card"]] if "card" in value else []
        for item in value.values():
            yield from named(item)
    elif isinstance(value, list):
        for item in value:
            yield from named(item)


@pytest.fixture
def table(engine: Engine) -> State:
    """A brute with a shield against a sentry; bob holds a duck, ann a rage."""
    state = engine.blank(2, 1)
    brute = engine.place(state, "brute", "field", 0)
    engine.place(state, "shield", host=brute)
    engine.place(state, "rage", "hand", 0)
    engine.place(state, "sentry", "field", 1)
    engine.place(state, "duck", "hand", 1)
    engine.place(state, "veteran", "deck")
    engine.start(state)
    return state


def test_own_hands_are_seen_and_others_are_counted(engine: Engine, table: State) -> None:
    mine, theirs = view(engine, table, 0), view(engine, table, 1)
    assert [card["card"] for card in zone(mine, "hand", 0)["cards"]] == ["rage"]
    assert zone(mine, "hand", 1) == {"zone": "hand", "seat": 1, "count": 1, "cards": []}
    assert [card["card"] for card in zone(theirs, "hand", 1)["cards"]] == ["duck"]
    assert zone(mine, "deck")["count"] == 1
    for seen in (mine, theirs, view(engine, table, -1)):
        assert "veteran" not in set(named(seen))


def test_what_lies_open_is_seen_by_all_with_what_is_derived(engine: Engine, table: State) -> None:
    for seat in (-1, 0, 1):
        brute = zone(view(engine, table, seat), "field", 0)["cards"][0]
        assert brute["numbers"] == {"attack": 40, "defence": 40}
        assert [card["card"] for card in brute["attached"]] == ["shield"]
        assert brute["statuses"] == []


def test_only_the_one_who_decides_sees_what_is_asked(engine: Engine, table: State) -> None:
    mine, theirs = view(engine, table, 0), view(engine, table, 1)
    assert mine["deciding"]
    assert mine["prompt"] == "main"
    assert len(mine["options"]) == len(table.options)
    assert mine["options"][0][0] == "act"
    assert (theirs["deciding"], theirs["prompt"], theirs["options"]) == (False, "", [])


def test_what_is_under_way_is_seen(engine: Engine, table: State) -> None:
    engine.apply(table, next(i for i, option in enumerate(table.options) if option[0] == "act"))
    assert table.chooser == 1
    seen = view(engine, table, 1)
    assert [event["verb"] for event in seen["happening"]][-1] == "attack"
    assert ["respond", zone(seen, "hand", 1)["cards"][0]["thing"], "duck"] in seen["options"]
    assert view(engine, table, 0)["options"] == []


def test_views_are_plain_data(engine: Engine, table: State) -> None:
    for seat in (-1, 0, 1):
        seen = view(engine, table, seat)
        assert json.loads(json.dumps(seen)) == seen


def test_exchanging_hidden_cards_changes_no_view(engine: Engine) -> None:
    state = engine.new(3, 4)
    for seat in range(3):
        others = list(harness.permuted(engine, state, seat))
        assert others
        assert all(view(engine, other, seat) == view(engine, state, seat) for other in others)
    assert any(view(engine, other, 1) != view(engine, state, 1) for other in harness.permuted(engine, state, 0))


# ---- the log -----------------------------------------------------------------------------------------


def test_the_log_hides_what_was_drawn(engine: Engine) -> None:
    log = Chronicle(engine)
    engine.observer = log.observe
    state = engine.new(2, 3)
    happenings = log.take(state)
    moves = [h for h in happenings if h.verb == "move"]
    assert len(moves) == 9  # four for each, one for the first turn
    for happening in moves:
        content, place = (value for _, _, value in told(happening, 0, 2)["roles"])
        assert (content == [BACK]) == (place["seat"] == 1)
        assert told(happening, None, 2)["roles"][0][2] != [BACK]
    assert all(told(happening, 1, 2) != told(happening, 0, 2) for happening in moves)


def test_the_log_names_what_comes_into_the_open(engine: Engine, table: State) -> None:
    log = Chronicle(engine)
    engine.observer = log.observe
    engine.apply(table, next(i for i, option in enumerate(table.options) if option[0] == "play"))
    played = next(h for h in log.take(table) if h.verb == "play")
    assert told(played, 1, 2)["roles"][0] == ["card", "", ["rage"]]
    assert played.actor == 0


def test_an_observed_game_takes_the_same_course(engine: Engine) -> None:
    alone = harness.play(engine, 2, 9, {}, RandomBot(2), {})
    engine.observer = Chronicle(engine).observe
    watched = harness.play(engine, 2, 9, {}, RandomBot(2), {})
    assert watched.choices == alone.choices
    assert watched.state == alone.state


def test_seeing(engine: Engine, table: State) -> None:
    cards = {engine.pack.cards[table.card[e]].id: e for e in range(2, len(table.card)) if table.zone[e] != -1}
    assert sees(engine.names, table, 0, cards["rage"])
    assert not sees(engine.names, table, 1, cards["rage"])
    assert sees(engine.names, table, 1, cards["shield"])
    assert not sees(engine.names, table, 0, cards["veteran"])
    assert all(sees(engine.names, table, seat, player) for seat in (-1, 0, 1) for player in (0, 1))
