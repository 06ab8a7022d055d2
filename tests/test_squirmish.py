"""Squirmish as data: its deck, its groups, its attack tables, the types of its abilities."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from cardwright.compiler import driver
from cardwright.compiler.text.describe import Texts
from cardwright.runtime import ir
from cardwright.runtime.bots import RandomBot
from cardwright.runtime.engine import Engine
from cardwright.runtime.harness import play

GAME = Path(__file__).parent.parent / "cards" / "squirmish"
GROUPS = {"kkc", "sos", "svc", "garden-guard", "strange-fellow", "night-shift"}
TYPES = {"attacking", "defensive", "weird"}


@pytest.fixture(scope="module")
def pack() -> ir.Pack:
    (game,) = driver.check([GAME]).games
    assert game.pack is not None
    return game.pack


@pytest.fixture(scope="module")
def abilities(pack: ir.Pack) -> dict[str, ir.Ability]:
    return {ability.id: ability for ability in pack.abilities}


def test_seventy_different_cards_in_six_groups(pack: ir.Pack) -> None:
    assert len(pack.cards) == sum(card.copies for card in pack.cards) == 70
    members = Counter(tag for card in pack.cards for tag in card.tags)
    assert members == dict.fromkeys(GROUPS, 6)
    assert all(len(card.tags) <= 1 for card in pack.cards)


def test_every_card_has_hit_points(pack: ir.Pack) -> None:
    points = {card.id: dict(card.numbers)["hit-points"] for card in pack.cards}
    assert (min(points.values()), max(points.values())) == (1, 16)
    assert points["killgor"] == 1


def test_every_attack_covers_the_die_once_and_has_a_special_attack(
    pack: ir.Pack, abilities: dict[str, ir.Ability]
) -> None:
    for card in pack.cards:
        (attack,) = abilities[card.id].hooks
        assert isinstance(attack, ir.As)
        (table,) = attack.body
        assert isinstance(table, ir.Table)
        faces = [face for row in table.rows for face in range(row.low, row.high + 1)]
        assert faces == [1, 2, 3, 4, 5, 6], card.id
        assert sum(bool(row.title) for row in table.rows) == 1, card.id


def test_every_card_has_one_ability_of_one_type(pack: ir.Pack, abilities: dict[str, ir.Ability]) -> None:
    for card in pack.cards:
        special = [set(abilities[name].tags) & TYPES for name in card.abilities if name != card.id]
        assert [len(types) for types in special if types] == [1], card.id


def test_cards_of_a_group_share_its_ability_but_strange_fellows(
    pack: ir.Pack, abilities: dict[str, ir.Ability]
) -> None:
    kinship = {name for name, ability in abilities.items() if "kinship" in ability.tags}
    for group in GROUPS:
        shared = [kinship.intersection(card.abilities) for card in pack.cards if group in card.tags]
        assert all(len(found) == 1 for found in shared)
        assert len(set().union(*shared)) == (6 if group == "strange-fellow" else 1)
    assert not any(kinship.intersection(card.abilities) for card in pack.cards if not card.tags)


@pytest.mark.parametrize("lang", ["en", "it"])
def test_every_card_ends_with_its_cry(pack: ir.Pack, lang: str) -> None:
    texts = Texts(pack, lang)
    last = [texts.card(card.id)[-1] for card in pack.cards]
    assert all(line[0] in "“«" and line[-1] in "”»" for line in last)
    assert len(set(last)) == 70


@pytest.mark.parametrize("options", [{}, {"length": "five"}, {"order": "defenestration"}])
def test_games_come_to_an_end(pack: ir.Pack, options: dict[str, str]) -> None:
    engine = Engine(pack)
    for seed in range(3):
        game = play(engine, 2 + seed, seed, options, RandomBot(seed), {})
        assert game.state.winners is not None
        assert len(game.state.winners) == 1
