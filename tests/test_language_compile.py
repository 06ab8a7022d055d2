"""From documents to a pack: what a game declares, its cards, questions of scenarios; and no text too odd."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from cardwright.compiler.compile import compile_condition, compile_game, vocabulary_of
from cardwright.compiler.inflection import participle, third_person
from cardwright.compiler.source import Source
from cardwright.compiler.types import NUMBER, PLAYER, Type
from cardwright.compiler.vocabulary import ENGINE_VERBS
from cardwright.runtime import ir
from hypothesis import given, settings
from hypothesis import strategies as st

Sampler = Any
GOLDEN = Path(__file__).parent / "data" / "language" / "lowered.txt"


@pytest.fixture(scope="module")
def pack(sampler: Sampler) -> ir.Pack:
    pack, found = compile_game(sampler.game, [sampler.basic])
    assert found == []
    assert pack is not None
    return pack


# ---- the pack ----------------------------------------------------------------------------------------


def test_the_head_of_a_pack(pack: ir.Pack) -> None:
    assert (pack.id, pack.title, pack.min_players, pack.max_players) == ("sampler", "Sampler", 2, 4)
    assert pack.sets == ("basic",)
    assert pack.variables == (("season", "spring"), ("round", 1))
    assert pack.options == (("length", ("short", "long")),)
    assert (pack.numbers, pack.counters, pack.links) == (("strength", "price"), ("gold", "wound"), ("rival",))
    assert (pack.statuses, pack.tags) == (("asleep", "lost"), ("wild", "old"))
    assert (pack.means, pack.classes) == (("strike", "spell", "ability"), ("single", "crowd"))


def test_kinds_and_zones(pack: ir.Pack) -> None:
    assert pack.kinds == (
        ir.Kind("beast", ("kind:beast",), "", "", "beasts"),
        ir.Kind("spell", (), "bottom of deck", "spell", "spells"),
        ir.Kind("gem", (), "", "", "gems"),
    )
    assert ir.Zone("meadow", "shared", "grid", "all", in_play=True) in pack.zones
    assert ir.Zone("hand", "player", "row", "owner", playable=True) in pack.zones


def test_cards(pack: ir.Pack) -> None:
    bear, wolf, ruby, nap = pack.cards
    assert bear == ir.Card("bear", "Bear", "beast", "basic", ("wild",), (("strength", 5), ("price", 3)), (), 2, "deck")
    assert wolf.abilities == ("grit", "roar")
    assert (ruby.deck, nap.deck) == ("bag", "bag")
    assert nap.abilities == ("nap",)


def test_abilities(pack: ir.Pack) -> None:
    assert [ability.id for ability in pack.abilities] == ["rule:rest", "kind:beast", "grit", "roar", "nap"]
    assert pack.rules == ("rule:rest",)
    known = {ability.id: (ability.target, ability.means, ability.tags) for ability in pack.abilities}
    assert known["grit"] == ("single", "ability", ("old",))
    assert known["roar"] == ("", "strike", ())
    assert known["nap"] == ("crowd", "spell", ())


def test_verbs(pack: ir.Pack) -> None:
    strike, slay, gain, carry_off = pack.verbs
    assert (strike.means, strike.third, strike.participle) == ("strike", "strikes", "struck")
    assert (slay.target, slay.means) == ("single", "")
    assert (carry_off.third, carry_off.participle) == ("carries-off", "carried-off")
    total = ir.Fold("total", "number", "strength", ir.Ref("hunters"))
    assert strike.params == (
        ir.Param("prey", "", "card"),
        ir.Param("hunters", "by", "card", plural=True),
        ir.Param("force", "at", "number", default=total, required=False),
    )
    assert gain.params[1:] == (
        ir.Param("earner", "by", "player", default=ir.Ref("you"), required=False),
        ir.Param("reason", "for", "card", default=ir.Ref("nobody"), required=False),
    )
    assert carry_off.params[1].type == "zone"
    assert strike.guard == ir.Not(ir.Is(ir.Ref("prey"), "status", "asleep"))


def test_the_turn_and_the_set_up(pack: ir.Pack) -> None:
    dawn, main = pack.turn
    next_round = ir.Arith("+", ir.Var("round"), ir.Num(1))
    assert dawn.body == (ir.Do("set", (("name", ir.Word("round")), ("value", next_round))),)
    assert main == ir.TurnStep("main", (), ("actions", "plays"), 2, True)
    assert [type(step) for step in pack.setup] == [ir.Do, ir.ForEach]
    assert pack.default_span == ir.Span("next-turn", of=ir.Ref("affected"))


def test_a_game_says_nothing_of_durations(sampler: Sampler) -> None:
    text = re.sub("default-duration:.*\n", "", sampler.game.source.text)
    made, found = compile_game(sampler.document(text), [sampler.basic])
    assert not found
    assert made is not None
    assert made.default_span == ir.Span("turn")


def test_the_same_sources_give_the_same_pack(sampler: Sampler, pack: ir.Pack) -> None:
    again, _ = compile_game(sampler.game, [sampler.basic])
    assert again == pack
    assert ir.decode(ir.encode(pack)) == pack


def test_a_set_may_be_spread_over_files(sampler: Sampler) -> None:
    more = sampler.document("set: basic\ncards:\n  - {id: lynx, title: {en: Lynx}, kind: beast}\n")
    made, found = compile_game(sampler.game, [sampler.basic, more])
    assert not found
    assert made is not None
    assert made.sets == ("basic",)
    assert made.cards[-1].set == "basic"


def test_a_faulty_card_hides_no_other(sampler: Sampler) -> None:
    rules = "    rules: |\n      play:\n          slai this\n"
    cards = "".join(f"  - id: card-{n}\n    title: {{en: Card}}\n    kind: beast\n{rules}" for n in range(3))
    made, found = compile_game(sampler.game, [sampler.basic, sampler.document(f"set: extra\ncards:\n{cards}")])
    assert made is None
    assert [one.code for one in found] == ["CW0404"] * 3
    assert len({one.span for one in found}) == 3


# ---- words -------------------------------------------------------------------------------------------


def test_the_words_of_a_game(sampler: Sampler) -> None:
    words = sampler.vocabulary
    assert words.kind("beasts") == words.kind("beast") == "beast"
    assert words.quality("bear") == ("card", "bear")
    assert words.quality("gems") == ("kind", "gem")
    assert words.quantity("gold") == "counter"
    assert words.link("owner") == PLAYER
    assert set(words.actions) == {"strike"}
    assert set(words.abilities) == {"grit", "roar", "nap"}
    assert words.verbs["gain"].role("for").type == Type("card")
    assert words.forms.third["carries-off"] == "carry-off"


def test_engine_verbs_have_the_roles_of_the_runtime() -> None:
    for name, params in ir.ENGINE_VERBS.items():
        assert [role.name for role in ENGINE_VERBS[name].roles] == [param.name for param in params]
    assert ENGINE_VERBS["roll"].outcome == NUMBER
    assert ENGINE_VERBS["leave"].participle == "left"
    assert ENGINE_VERBS["put"].role("on") == ENGINE_VERBS["put"].roles[2]


@pytest.mark.parametrize(
    ("verb", "third", "past"),
    [
        ("attack", "attacks", "attacked"), ("carry", "carries", "carried"), ("play", "plays", "played"),
        ("push", "pushes", "pushed"), ("pass", "passes", "passed"), ("go", "goes", "goed"), ("tap", "taps", "tapped"),
        ("move", "moves", "moved"), ("discard", "discards", "discarded"), ("roll", "rolls", "rolled"),
        ("mix", "mixes", "mixed"), ("pick-up", "picks-up", "picked-up"), ("loot", "loots", "looted"),
    ],
)  # fmt: skip
def test_forms_of_verbs(verb: str, third: str, past: str) -> None:
    assert (third_person(verb), participle(verb)) == (third, past)


# ---- questions of scenarios --------------------------------------------------------------------------

NAMES = {"ann": "player", "foe": "card"}


def ask(sampler: Sampler, text: str) -> tuple[ir.Cond | None, list[str]]:
    source = Source("rulings.yaml", f"expect: {text}\n")
    found, wrong = compile_condition(source, source.span(8, 8 + len(text)), sampler.vocabulary, NAMES)
    assert all(8 <= one.span.start < one.span.end <= 8 + len(text) for one in wrong)
    return found, [one.code for one in wrong]


@pytest.mark.parametrize(
    ("text", "cond"),
    [
        ("foe is in hand of ann", ir.In(ir.Ref("foe"), ir.Place("hand", ir.Ref("ann")))),
        ("gold of ann = 3", ir.Compare("=", ir.Part("counter", "gold", ir.Ref("ann")), ir.Num(3))),
        ("not foe could strike", ir.Not(ir.Could("strike", (("hunters", ir.Ref("foe")),)))),
        ("'season is autumn'", ir.Compare("=", ir.Var("season"), ir.Word("autumn"))),
        ("ann is winner", ir.Is(ir.Ref("ann"), "outcome", "winner")),
        ("controller of host of foe = ann",
         ir.Compare("=", ir.Part("link", "controller", ir.Part("link", "host", ir.Ref("foe"))), ir.Ref("ann"))),
    ],
)  # fmt: skip
def test_a_question(sampler: Sampler, text: str, cond: ir.Cond) -> None:
    assert ask(sampler, text) == (cond, [])


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("bob is asleep", ["CW0401"]),
        ("gold of you = 3", ["CW0607"]),
        ("there is any beast of any opponent", ["CW0607"]),
        ("this is asleep", ["CW0602"]),
        ("it is strike", ["CW0603"]),
        ("foe is", ["CW0301"]),
        ("foe is slepy and ann is rich", ["CW0403", "CW0403"]),
    ],
)
def test_a_question_that_is_wrong(sampler: Sampler, text: str, codes: list[str]) -> None:
    assert ask(sampler, text) == (None, codes)


def test_names_of_a_scenario_hide_words_of_the_game(sampler: Sampler) -> None:
    source = Source("rulings.yaml", "deck is asleep")
    found, wrong = compile_condition(source, source.span(0, 14), sampler.vocabulary, {"deck": "card"})
    assert not wrong
    assert found == ir.Is(ir.Ref("deck"), "status", "asleep")


# ---- odd texts ---------------------------------------------------------------------------------------

RULES = [part.split("----")[0].split("\n", 1)[1] for part in GOLDEN.read_text("utf-8").split("==== ")[1:]]
TOKENS = sorted({token for rules in RULES for token in re.findall(r"[\w-]+|[^\w\s]", rules)})
CHANGES = st.lists(st.tuples(st.integers(0, 400), st.sampled_from(TOKENS)), min_size=1, max_size=3)


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(RULES), CHANGES)
def test_rules_with_other_words_compile_or_are_reported(
    sampler: Sampler, rules: str, changes: list[tuple[int, str]]
) -> None:
    """Words out of place reach deeper than letters out of place: most of these texts parse."""
    parts = re.findall(r"[\w-]+|[^\w\s]|\s+", rules)
    words = [index for index, part in enumerate(parts) if part.strip()]
    for at, token in changes:
        parts[words[at % len(words)]] = token
    made, found = sampler.compile("".join(parts))
    assert (made is None) == bool(found)
    assert all(one.span.start < one.span.end or one.span.path for one in found)


def test_a_game_with_nothing_in_it(sampler: Sampler) -> None:
    made, found = compile_game(sampler.document("game: void\n"), [])
    assert made is not None
    assert not found
    assert vocabulary_of(sampler.document("game: void\n"), []).kinds == {}
