"""Squillo as data and as a game: what its decks hold, where its numbers come from, and that it ends."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from random import Random

import pytest
import yaml
from cardwright.compiler import driver
from cardwright.runtime import ir
from cardwright.runtime.engine import Engine
from cardwright.runtime.sets import chosen
from cardwright.runtime.state import State

FOLDER = Path(__file__).parent.parent / "cards" / "squillo"
LONG = 5_000
"""More choices than any game here may take."""


@cache
def engine() -> Engine:
    """The game with the Deluxe set alone."""
    opened = driver.open_game(str(FOLDER))
    assert opened.pack is not None
    return Engine(chosen(opened.pack, ["deluxe"]))


def deluxe() -> list[ir.Card]:
    return [card for card in engine().pack.cards if card.set == "deluxe"]


def test_the_main_deck_holds_characters_and_events_only() -> None:
    decks: dict[str, Counter[str]] = {}
    for card in deluxe():
        decks.setdefault(card.deck, Counter())[card.kind] += card.copies
    assert decks == {"deck": Counter(character=55, event=44), "power-up-deck": Counter({"power-up": 30})}


def test_every_event_says_when_it_may_be_played_and_of_which_type_it_is() -> None:
    for card in deluxe():
        if card.kind == "event":
            assert len({"own-turn", "other-turn", "any-turn"} & set(card.tags)) == 1, card.id
            assert len({"benevolent", "evil", "divine"} & set(card.tags)) == 1, card.id


def test_only_one_character_has_no_attack() -> None:
    unarmed = [card.id for card in deluxe() if card.kind == "character" and "attack" not in dict(card.numbers)]
    assert unarmed == ["katy"]


def test_no_invented_number_passes_for_a_printed_one() -> None:
    for path in sorted((FOLDER / "deluxe").glob("*.yaml")):
        for card in yaml.safe_load(path.read_text("utf-8")).get("cards", []):
            origin = card["provenance"]
            numbers = origin if isinstance(origin, str) else origin.get("numbers")
            assert "numbers" not in card or numbers == "house", card["id"]


# ---- every game ends ---------------------------------------------------------------------------------


def pass_whenever_possible(state: State, chance: Random) -> int:
    words = [option[0] for option in state.options]
    return next((i for i, word in enumerate(words) if word in ("pass", "no", "done")), 0)


def never_agree(state: State, chance: Random) -> int:
    fit = [i for i, option in enumerate(state.options) if option[0] != "act" or option[2] != "truce"]
    return chance.choice(fit)


def never_rest(state: State, chance: Random) -> int:
    fit = [i for i, option in enumerate(state.options) if option[0] not in ("pass", "no", "done")]
    return chance.choice(fit or range(len(state.options)))


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("policy", [pass_whenever_possible, never_agree, never_rest])
def test_every_game_ends(players: int, policy: object) -> None:
    assert callable(policy)
    state, chance = engine().new(players, players), Random(players)
    for _ in range(LONG):
        if state.winners is not None:
            break
        engine().apply(state, policy(state, chance))
    assert state.winners
