"""The command ``mutate``: what it changes, what it runs, and what it says of it."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from cardwright.compiler import driver
from cardwright.compiler.tools import scores
from cardwright.compiler.tools.cli import run
from cardwright.compiler.tools.cutting import Cutter, cut, mentioned
from cardwright.compiler.tools.judging import KILLED, STILLBORN, SURVIVED, Judge
from cardwright.compiler.tools.mutants import Mutant, mutants, variants
from cardwright.runtime import ir, scenario
from cardwright.runtime.engine import Engine

Capture = pytest.CaptureFixture[str]
TOURNEY = Path(__file__).parent / "data" / "tourney"
THIS, YOU = ir.Ref("this"), ir.Ref("you")


def whats(node: object) -> list[str]:
    return [what for what, _ in variants(node)]


def test_numbers_change_by_one_both_ways() -> None:
    assert list(variants(ir.Num(3))) == [("4 instead of 3", ir.Num(4)), ("2 instead of 3", ir.Num(2))]
    assert [changed for _, changed in variants(ir.Num(0))] == [ir.Num(1)]


def test_comparisons_shift_and_conditions_go() -> None:
    less, tapped = ir.Compare("<", ir.Num(0), ir.Ref("n")), ir.Not(ir.Is(THIS, "status", "tapped"))
    changed = [value for _, value in variants(ir.And((less, tapped)))]
    assert ir.And((tapped,)) in changed
    assert ir.And((less,)) in changed
    assert ir.And((ir.Compare("<=", ir.Num(0), ir.Ref("n")), tapped)) in changed
    assert ir.And((less, tapped.item)) in changed
    assert ir.And((less, tapped)) not in changed


def test_choices_change_hands_and_quantity() -> None:
    noun = ir.Select("any", "fighter", other=True, extreme=("lowest", "attack"), bind="foe")
    assert whats(ir.Choose(noun, YOU)) == [
        "somebody else chooses",
        "any-number instead of any",
        "`this` is not left out",
        "highest instead of lowest",
    ]


def test_a_quantifier_that_makes_no_difference_is_left_alone() -> None:
    assert whats(ir.Exists(ir.Select("any", "fighter"))) == []
    assert whats(ir.Count(ir.Select("each", "fighter"))) == []
    assert "any-number instead of any" not in whats(ir.Choose(ir.Select("any", "space", zone=ir.Place("board")), YOU))


def test_what_is_done_to_any_may_be_done_to_each() -> None:
    assert whats(ir.Do("kill", (("victims", ir.Select("any", "fighter")),))) == ["each instead of any"]


def test_a_row_that_does_nothing_may_as_well_be_missing() -> None:
    rows = (ir.Row(1, 1, "Miss", ()), ir.Row(2, 6, "Hit", (ir.Do("draw"),)))
    assert whats(ir.Table(ir.Ref("roll"), rows)) == ["a row is dropped", "a step is dropped"]


def test_hooks_lose_conditions_roles_steps_and_themselves(tourney: ir.Pack) -> None:
    found = [mutant.what for mutant in mutants(tourney, "veteran")]
    assert {"a hook is dropped", "a step is dropped", "whatever fills its role `winner`", "`>=` instead of `>`"} <= {
        *found
    }
    assert all(mutant.set == "basic" for mutant in mutants(tourney, "veteran"))


@pytest.fixture(scope="module")
def clash() -> ir.Pack:
    pack = driver.open_game(str(TOURNEY.parent / "duel")).pack
    assert pack is not None
    return pack


def warded(clash: ir.Pack) -> ir.Pack:
    """With an ability that protects from tricks."""
    shield = ir.Protect(THIS, (ir.Shield("", ("trick",)),))
    ward = ir.Ability("ward", "Ward", (ir.Always(None, (shield,)),), means="ability")
    return replace(clash, abilities=(*clash.abilities, ward))


def swaps(pack: ir.Pack) -> dict[str, str]:
    return {mutant.name: mutant.what for mutant in mutants(pack) if mutant.what.startswith("its means")}


def test_means_are_swapped_if_a_rule_asks_for_them(clash: ir.Pack) -> None:
    assert swaps(clash) == {}
    assert swaps(warded(clash))["ambush"] == "its means is `attack` instead of `trick`"
    assert swaps(warded(clash))["attack"] == "its means is `trick` instead of `attack`"


def test_what_only_holds_is_by_no_means(clash: ir.Pack) -> None:
    assert "ward" not in swaps(warded(clash))


def test_rules_belong_to_the_set_that_brings_them(clash: ir.Pack) -> None:
    origins = (("abilities", "rule:limits", ("extra",)), ("verbs", "attack", ("extra",)))
    sets = {(mutant.sort, mutant.name): mutant.set for mutant in mutants(replace(clash, origins=origins))}
    assert sets["ability", "rule:limits"] == sets["verb", "attack"] == "extra"
    assert sets["verb", "kill"] == "rules"


def test_each_mutant_differs_from_the_pack_and_from_every_other(tourney: ir.Pack) -> None:
    packs = [mutant.pack for mutant in mutants(tourney)]
    assert len(packs) > 60
    assert tourney not in packs
    assert len({str(pack) for pack in packs}) > 0.95 * len(packs)


# ---- judging -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def judge() -> Judge:
    game = driver.open_game(str(TOURNEY))
    assert game.pack is not None
    return Judge(game.pack, [(ruling.id, one) for ruling in game.compiled.rulings for one in ruling.scenarios])


def verdicts(judge: Judge, name: str) -> dict[str, tuple[str, str]]:
    found = (judge.verdict(mutant) for mutant in mutants(judge.pack) if mutant.name == name)
    return {verdict.mutant.what: (verdict.fate, verdict.ruling) for verdict in found}


def test_what_a_ruling_notices_is_killed_by_it(judge: Judge) -> None:
    assert verdicts(judge, "shield")["21 instead of 20"] == (KILLED, "shield-adds")
    assert verdicts(judge, "duck")["a hook is dropped"] == (KILLED, "duck-cancels")


def test_what_nobody_asks_about_survives(judge: Judge) -> None:
    assert verdicts(judge, "veteran")["4 instead of 3"] == (SURVIVED, "")


def test_what_makes_no_sense_does_not_count(judge: Judge) -> None:
    fates = {fate for fate, _ in verdicts(judge, "veteran").values()}
    assert STILLBORN in fates


def test_a_scenario_that_fails_anyway_tells_nothing(judge: Judge) -> None:
    broken = next(mutant.pack for mutant in mutants(judge.pack, "shield") if mutant.what == "21 instead of 20")
    fates = {Judge(broken, judge.scripts).verdict(mutant).fate for mutant in mutants(broken, "shield")}
    assert fates == {SURVIVED}


def test_only_what_has_to_do_with_it_is_run(judge: Judge) -> None:
    def touched(sort: str, name: str) -> list[str]:
        return [judge.scripts[i][0] for i in judge.touched(Mutant(sort, name, "", "", judge.pack))]

    assert touched("ability", "shield") == ["shield-adds"]
    assert touched("ability", "veteran") == []
    assert touched("verb", "beat")[:2] == ["brute-strikes", "attackers-are-tapped"]
    assert len(touched("ability", "kind:fighter")) == len(judge.scripts)


# ---- packs with a few cards --------------------------------------------------------------------------


def test_cards_bring_their_abilities_and_what_rules_speak_of(tourney: ir.Pack) -> None:
    names = Cutter(tourney).names(["veteran", "nothing-at-all"])
    assert {"veteran", *tourney.rules, *(name for kind in tourney.kinds for name in kind.abilities)} <= names
    assert not names & {"shield", "nothing-at-all"}
    left = cut(tourney, names)
    assert [card.id for card in left.cards] == ["veteran"]
    assert {ability.id for ability in left.abilities} <= names


def test_a_name_in_a_rule_keeps_the_card_that_is_spoken_of(tourney: ir.Pack) -> None:
    friend = ir.Ability("friend", "Friend", (ir.When(ir.Pattern("beat"), ir.Is(THIS, "card", "shield"), ()),))
    veteran = next(card for card in tourney.cards if card.id == "veteran")
    cards = tuple(replace(veteran, abilities=("friend",)) if card is veteran else card for card in tourney.cards)
    pack = replace(tourney, cards=cards, abilities=(*tourney.abilities, friend))
    assert {"veteran", "friend", "shield"} <= Cutter(pack).names(["veteran"])


def test_scenarios_hold_with_no_more_than_their_own_cards(judge: Judge) -> None:
    cutter = Cutter(judge.pack)
    for ruling, one in judge.scripts:
        left = cut(judge.pack, cutter.names(mentioned(one)))
        assert len(left.cards) < len(judge.pack.cards)
        assert scenario.play(Engine(left), one).failure is None, ruling


# ---- the command -------------------------------------------------------------------------------------


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(TOURNEY, tmp_path / "cards" / "tourney")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "cards" / "tourney"


def output(capsys: Capture, *arguments: str, status: int = 0) -> list[str]:
    assert run(["mutate", *arguments]) == status
    return capsys.readouterr().out.splitlines()


def test_survivors_are_listed_with_the_score(game: Path, capsys: Capture) -> None:
    lines = output(capsys, "veteran")
    assert "survived: veteran: 4 instead of 3" in lines
    assert not any(line.startswith("killed") for line in lines)
    assert lines[-1].split()[:2] == ["in", "all"]
    assert lines[-1].endswith("0.0 %")


def test_all_are_listed_if_asked_for(game: Path, capsys: Capture) -> None:
    assert "killed: shield: a modifier is dropped (noticed by shield-adds)" in output(capsys, "shield", "--all")


def test_a_sample_is_the_same_for_the_same_seed_and_any_number_of_jobs(game: Path, capsys: Capture) -> None:
    first = output(capsys, "tourney", "--sample", "20", "--seed", "3")
    assert first == output(capsys, "tourney", "--sample", "20", "--seed", "3", "--jobs", "2")
    counted = [int(word) for word in first[-1].split() if word.isdigit()]
    assert sum(counted) == 20


def test_too_low_a_score_fails(game: Path, capsys: Capture) -> None:
    output(capsys, "shield", "--min", "100")
    output(capsys, "veteran", "--min", "50", status=1)


def test_one_set_at_a_time(game: Path, capsys: Capture) -> None:
    assert [line.split()[0] for line in output(capsys, "tourney", "--set", "basic")[-2:]] == ["basic", "in"]
    assert run(["mutate", "tourney", "--set", "basik"]) == 2
    assert "did you mean `basic`?" in capsys.readouterr().err


def test_names_of_nothing(game: Path, capsys: Capture) -> None:
    output(capsys, "veterann", status=2)
    assert run(["mutate", "veterann", "--game", "tourney"]) == 2
    assert "did you mean `veteran`?" in capsys.readouterr().err


def test_a_change_is_shown_as_the_text_that_people_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["new", "game", "pond"]) == 0
    capsys.readouterr()
    lines = output(capsys, "badger", "--all")
    assert "    - When this creature is banished, draw a card." in lines
    assert "    + When this creature is banished, draw 2 cards." in lines


# ---- the record --------------------------------------------------------------------------------------


def recorded(game: Path) -> dict[str, Any]:
    entries: dict[str, Any] = json.loads((game / scores.FILE).read_text())
    return entries


def test_labels_are_the_same_at_every_run_and_tell_all_apart(tourney: ir.Pack) -> None:
    labels = [mutant.label for mutant in mutants(tourney)]
    assert labels == [mutant.label for mutant in mutants(tourney)]
    assert len(set(labels)) == len(labels)
    assert {mutant.label for mutant in mutants(tourney, "veteran")} <= set(labels)


def test_a_record_names_what_survives(game: Path, capsys: Capture) -> None:
    last = output(capsys, "tourney", "--record")[-1].split()
    sets = recorded(game)
    assert list(sets) == ["basic", "rules"]
    assert "veteran: 4 instead of 3" in sets["basic"]["survivors"]
    assert sum(entry["killed"] for entry in sets.values()) == int(last[2])
    assert sum(len(entry["survivors"]) for entry in sets.values()) == int(last[3])


def test_a_set_alone_is_recorded_beside_the_others(game: Path, capsys: Capture) -> None:
    output(capsys, "tourney", "--record", "--set", "basic")
    assert list(recorded(game)) == ["basic"]
    scores.write(game, {"rules": scores.Score(1, 0, ())})
    assert list(recorded(game)) == ["basic", "rules"]


def test_only_what_the_record_does_not_name_is_listed_and_fails(game: Path, capsys: Capture) -> None:
    output(capsys, "tourney", "--record")
    assert not any(line.startswith("survived") for line in output(capsys, "veteran", "--compare"))
    entries = recorded(game)
    entries["basic"]["survivors"].remove("veteran: 4 instead of 3")
    (game / scores.FILE).write_text(json.dumps(entries))
    assert run(["mutate", "tourney", "--set", "basic", "--compare"]) == 1
    printed = capsys.readouterr()
    assert [line for line in printed.out.splitlines() if line.startswith("survived")] == [
        "survived: veteran: 4 instead of 3"
    ]
    assert "1 not in the record" in printed.err


def test_a_lower_score_is_not_recorded(game: Path, capsys: Capture) -> None:
    scores.write(game, {"basic": scores.Score(1000, 0, ("one",))})
    assert run(["mutate", "tourney", "--set", "basic", "--record"]) == 1
    assert "`basic` was at 99.9 %" in capsys.readouterr().err
    assert recorded(game)["basic"]["killed"] == 1000


def test_a_record_needs_whole_sets_and_a_comparison_a_record(game: Path, capsys: Capture) -> None:
    output(capsys, "tourney", "--sample", "3", "--record", status=2)
    output(capsys, "veteran", "--record", status=2)
    output(capsys, "tourney", "--compare", status=2)
    (game / scores.FILE).write_text('{"basic": 3}')
    assert run(["mutate", "veteran", "--compare"]) != 0
    assert "is no record of mutation scores" in capsys.readouterr().err
