"""Bordello d'Oriente as data and as a game: its decks, its traps, and that it can be played alone and with others."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import pytest
import yaml
from cardwright.compiler import driver
from cardwright.runtime import harness, ir
from cardwright.runtime.bots import RandomBot
from cardwright.runtime.engine import Engine
from cardwright.runtime.views import BACK, view

FOLDER = Path(__file__).parent.parent / "cards" / "squillo"
TIMES = {"own-turn", "other-turn", "any-turn"}
TYPES = {"benevolent", "evil", "divine"}


@cache
def engine() -> Engine:
    opened = driver.open_game(str(FOLDER))
    assert opened.pack is not None
    return Engine(opened.pack)


def cards(kind: str) -> list[ir.Card]:
    return [card for card in engine().pack.cards if card.set == "bordello" and card.kind == kind]


def test_there_are_cards_for_a_game() -> None:
    copies = Counter({kind: sum(card.copies for card in cards(kind)) for kind in ("character", "event", "power-up")})
    assert copies == Counter({"character": 47, "event": 63, "power-up": 30})


def test_traps_are_laid_and_other_events_say_when_they_are_played() -> None:
    for card in cards("event"):
        assert len(TYPES & set(card.tags)) == 1, card.id
        is_trap = "trap" in card.tags
        assert len(TIMES & set(card.tags)) == (0 if is_trap else 1), card.id
        assert ("snare" in card.abilities) == is_trap, card.id


def test_of_each_geisha_there_is_one() -> None:
    geishas = [card for card in cards("character") if "geisha" in card.tags]
    assert len(geishas) == 5
    assert {card.copies for card in geishas} == {1}


def test_no_invented_number_passes_for_a_printed_one() -> None:
    for path in sorted((FOLDER / "bordello").glob("*.yaml")):
        for card in yaml.safe_load(path.read_text("utf-8")).get("cards", []):
            origin = card["provenance"]
            numbers = origin if isinstance(origin, str) else origin.get("numbers")
            assert "numbers" not in card or numbers == "house", card["id"]


def test_only_who_laid_a_trap_knows_it() -> None:
    state = engine().blank(3, 1)
    bearer = engine().place(state, "lan", "stable", 0)
    trap = engine().place(state, "spiked-pit", "hand", 0)
    engine().place(state, "uma", "stable", 1)
    engine().start(state, 0)
    for _ in range(3):  # the action, the trap, its bearer
        option = next(i for i, it in enumerate(state.options) if it[-2:][0] in ("lay", "pick"))
        engine().apply(state, option)
        if state.host[trap] == bearer:
            break
    assert state.host[trap] == bearer
    shown = [str(view(engine(), state, seat)) for seat in range(3)]
    assert ["spiked-pit" in text for text in shown] == [True, False, False]
    assert all(BACK in text for text in shown[1:])


@pytest.mark.parametrize("sets", [("bordello",), ("bordello", "deluxe")], ids=" and ".join)
def test_it_is_played_to_the_end(sets: tuple[str, ...]) -> None:
    for players in (2, 6):
        game = harness.play(engine().with_sets(sets), players, players, {}, RandomBot(players), {})
        assert game.state.winners
