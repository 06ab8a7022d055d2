"""What is said to a player: events, questions and answers, in the words of a game and without any."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from cardwright.compiler import driver
from cardwright.compiler.text import load_texts, with_texts
from cardwright.compiler.text.asking import Asked
from cardwright.compiler.text.narrator import Narrator
from cardwright.compiler.yaml_loader import load
from cardwright.runtime import ir

DATA = Path(__file__).parent / "data"


@pytest.fixture(scope="module")
def wordless() -> ir.Pack:
    """The game ``sampler``, without words."""
    pack = driver.open_game(str(DATA / "language")).pack
    assert pack is not None
    return pack


@pytest.fixture(scope="module")
def sampler(wordless: ir.Pack) -> ir.Pack:
    """The same with its words, and with gentle bears."""
    documents = [load(DATA / "texts" / "words.yaml").document, load(DATA / "language" / "basic.yaml").document]
    words, cards = (document for document in documents if document is not None)
    pack, _ = with_texts(wordless, load_texts([words], [cards]))
    texts = {lang: {**data, "genders": {"bear": "m"}} if lang == "it" else data for lang, data in pack.texts}
    return replace(pack, texts=tuple(texts.items()))


def event(verb: str, actor: int, *roles: tuple[str, Any], stage: str = "done") -> dict[str, Any]:
    return {"verb": verb, "actor": actor, "stage": stage, "roles": [[role, "", content] for role, content in roles]}


STRIKE = event("strike", 1, ("prey", ["bear"]), ("hunters", ["wolf"]), ("force", 4))


@pytest.mark.parametrize(
    ("told", "nested", "english", "italian"),
    [
        (STRIKE, False, "Player 2 strikes Bear with Wolf", "Giocatore 2 colpisce Orso con Lupo"),
        (STRIKE, True, "Wolf strikes Bear", "Lupo colpisce Orso"),
        ({**STRIKE, "actor": 0}, False, "You strike Bear with Wolf", "Colpisci Orso con Lupo"),
        (
            {**STRIKE, "stage": "about"},
            False,
            "Player 2 is about to strike Bear with Wolf",
            "Giocatore 2 sta per colpire Orso con Lupo",
        ),
        (
            {**STRIKE, "stage": "dropped"},
            False,
            "Player 2 does not strike Bear with Wolf",
            "Giocatore 2 non colpisce Orso con Lupo",
        ),
        (
            event("slay", 1, ("victims", ["bear", "back", "back"])),
            True,
            "Bear and two cards are slain",
            "Orso e due carte vengono abbattuti",
        ),
        (event("slay", 1, ("victims", ["bear"])), True, "Bear is slain", "Orso viene abbattuto"),
        (event("slay", 1, ("victims", ["wolf"])), True, "Wolf is slain", "Lupo viene abbattuta"),
        (event("gain", 1, ("amount", 2), ("earner", [0])), False, "You gain 2 gold", "Guadagni 2 monete"),
        (
            event("move", 0, ("object", ["back"]), ("to", {"zone": "hand", "seat": 1})),
            False,
            "A card is put into Player 2’s hand",
            "Una carta viene messa nella mano di Giocatore 2",
        ),
        (
            event("put", 0, ("token", "wound"), ("amount", 2), ("object", ["bear"])),
            False,
            "2 wounds are put on Bear",
            "2 ferite vengono messe su Orso",
        ),
        (
            event("roll", 1, ("faces", 6), ("result", 4)),
            False,
            "Player 2 rolls 4 on a 6-sided die",
            "Giocatore 2 ottiene 4 con un dado a 6 facce",
        ),
        (
            event("begin", 1, ("name", "turn"), ("of", [1])),
            False,
            "Player 2’s turn begins",
            "Il turno di Giocatore 2 inizia",
        ),
    ],
)
def test_events(sampler: ir.Pack, told: dict[str, Any], nested: bool, english: str, italian: str) -> None:
    assert Narrator(sampler, "en", 3, reader=0).event(told, nested) == english
    assert Narrator(sampler, "it", 3, reader=0).event(told, nested) == italian


def test_nobody_in_particular_is_told_of_everybody(sampler: ir.Pack) -> None:
    told = event("gain", 1, ("amount", 2), ("earner", [0]))
    assert Narrator(sampler, "en", 3).event(told) == "Player 1 gains 2 gold"


def test_a_game_without_words_is_told_in_the_names_of_its_rules(wordless: ir.Pack) -> None:
    for lang in ("en", "it"):
        narrator = Narrator(wordless, lang, 2, reader=0)
        assert narrator.event(STRIKE) == "Player 2 strikes Bear with Wolf"
        away = event("carry-off", 0, ("loot", ["ruby"]), ("goal", {"zone": "camp", "seat": 0}))
        assert narrator.event(away) == "You carry off Ruby into your camp"


def test_what_nobody_takes_part_in_is_not_said(sampler: ir.Pack) -> None:
    assert Narrator(sampler, "en", 2).event(event("put", 0, ("token", "asleep"), ("object", []))) is None


# ---- questions and answers ---------------------------------------------------------------------------


def hook(pack: ir.Pack, ability: str) -> ir.Action:
    found = next(each for each in pack.abilities if each.id == ability).hooks[0]
    assert isinstance(found, ir.Action)
    return found


def test_a_target_is_said_with_what_is_done_to_it(sampler: ir.Pack) -> None:
    action = hook(sampler, "kind:beast")
    asked = Asked(action, action.targets[0], "wolf")
    for lang, question, answer in (
        ("en", "strike an opposing beast with Wolf", "strike Bear with Wolf"),
        ("it", "colpisci una belva avversaria con Lupo", "colpire Orso con Lupo"),
    ):
        narrator = Narrator(sampler, lang, 2, reader=0)
        assert narrator.prompt("prey", asked) == question
        assert narrator.answer(["pick", "bear"], asked) == answer


def test_what_may_be_done_is_asked(sampler: ir.Pack) -> None:
    may = ir.May(ir.Ref("other"), (ir.Do("slay", (("victims", ir.Ref("prey")),)),))
    asked = Asked(may, None, None, {"prey": ["bear"], "other": [1]})
    assert Narrator(sampler, "en", 2, reader=1).prompt("", asked) == "you may slay Bear"
    assert Narrator(sampler, "it", 2, reader=1).prompt("", asked) == "puoi abbattere Orso"
    assert Narrator(sampler, "it", 2, reader=1).answer(["yes"], asked) == "sì"


def test_a_choice_says_from_what(sampler: ir.Pack) -> None:
    noun = ir.Select("any", "beast", (ir.Among(ir.Ref("candidate"), ir.Ref("slayers")),))
    asked = Asked(ir.Choose(noun, ir.Ref("you")), noun, "ruby", {"slayers": ["bear", "wolf"]})
    assert Narrator(sampler, "en", 2, reader=0).prompt("", asked) == "choose one of Bear and Wolf"
    assert Narrator(sampler, "en", 2, reader=0).answer(["pick", "wolf"], asked) == "Wolf"


@pytest.mark.parametrize(
    ("option", "in_hand", "english", "italian"),
    [
        (["act", "wolf", "strike", "kind:beast"], False, "strike with Wolf", "colpo con Lupo"),
        (["act", None, "hunt", "rule:hunt"], False, "hunt", "caccia"),
        (["play", "nap", "nap"], True, "play Nap", "giocare Sonnellino"),
        (["respond", "wolf", "roar"], False, "Wolf: Roar", "Lupo: Ruggito"),
        (["respond", "nap", "nap"], False, "Nap", "Sonnellino"),
        (["pick", 1], False, "Player 2", "Giocatore 2"),
        (["pick", {"card": "back", "zone": "hand", "seat": 1}], False, "a card in Player 2’s hand", None),
        (["place", "meadow", [1, -2]], False, "meadow at 1:-2", None),
        (["pass"], False, "pass", "passa"),
        (["number", 3], False, "3", "3"),
    ],
)
def test_answers(sampler: ir.Pack, option: list[Any], in_hand: bool, english: str, italian: str | None) -> None:
    assert Narrator(sampler, "en", 2, reader=0).answer(option, None, in_hand) == english
    if italian is not None:
        assert Narrator(sampler, "it", 2, reader=0).answer(option, None, in_hand) == italian
