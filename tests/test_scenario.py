"""Scenarios as they run: what passes, and what each way of being wrong is told as."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from cardwright.compiler import schema, yaml_loader
from cardwright.compiler.compile import compile_condition, compile_rules
from cardwright.compiler.document import Document
from cardwright.compiler.rulings import compile_rulings
from cardwright.compiler.source import Source
from cardwright.compiler.table import Names
from cardwright.runtime import ir, scenario, script
from cardwright.runtime.engine import Engine
from cardwright.runtime.scenario import Failure
from cardwright.runtime.state import State

DATA = Path(__file__).parent / "data" / "tourney"

RULING = """\
rulings:
  - id: one
    question: {en: Is it so?}
    answer: {en: It is.}
    scenario:
      players: [ann, bob]
"""

TWO_ATTACKERS = "ann: {field: [{card: brute, as: big}, {card: brute, as: other}]}"


def document(source: Source) -> Document:
    checked = schema.check(yaml_loader.parse(source).document)  # type: ignore[arg-type]  # the texts here are all YAML
    assert checked.document is not None
    assert checked.diagnostics == ()
    return checked.document


@pytest.fixture(scope="session")
def read() -> Callable[[str], script.Scenario]:
    """Compiles a scenario of the toy game, given without its players."""
    files = [document(Source(path.name, path.read_text("utf-8"))) for path in (DATA / "game.yaml", DATA / "basic.yaml")]
    pack, vocabulary, _ = compile_rules(files[0], files[1:])
    assert pack is not None
    names, compiler = Names(pack, vocabulary.variables), partial(compile_condition, vocabulary=vocabulary)

    def compile_text(text: str) -> script.Scenario:
        written = RULING + textwrap.indent(textwrap.dedent(text).strip("\n"), "      ") + "\n"
        rulings, diagnostics = compile_rulings(document(Source("test.yaml", written)), names, compiler)
        assert diagnostics == []
        return rulings[0].scenarios[0]

    return compile_text


@pytest.fixture
def failure(read: Callable[[str], script.Scenario], engine: Engine) -> Callable[[str], Failure | None]:
    """Runs a scenario; why it failed, if it did."""
    return lambda text: scenario.run(engine, read(text)).failure


Fails = Callable[[str], Failure | None]


def test_an_attack_is_made_and_what_comes_of_it_is_asked(failure: Fails) -> None:
    assert (
        failure("""
        given: {ann: {field: [brute]}, bob: {field: [sentry, veteran]}}
        do:
          - ann: attack, sentry
          - expect: [sentry is in discard, score of ann = 1, brute is tapped]
        expect: [veteran is in field of bob]
    """)
        is None
    )


def test_everything_that_can_be_given_is_there(failure: Fails) -> None:
    assert (
        failure("""
        options: {length: long}
        given:
          ann: {field: [{card: brute, tapped: true, wounds: 2, rival: foe, attached: [shield]}], score: 4}
          bob: {field: [{card: brute, as: foe}], hand: [duck]}
          deck: [sentry, veteran]
          phase: final
          round: 3
        expect:
          - brute is tapped
          - wounds of brute = 2
          - rival of brute = foe
          - host of shield = brute
          - score of ann = 4
          - duck is in hand of bob
          - sentry is in deck
          - phase is final
          - round = 3
          - length is long
          - defence of brute = 40
    """)
        is None
    )


def test_a_table_can_be_laid_before_the_set_up(failure: Fails) -> None:
    text = """
        given:
          ann: {field: [veteran]}
          deck: [brute, brute, brute, sentry, sentry, sentry, shield, shield, duck]
          step: STEP
        do:
          - expect: [number of each card in hand of bob = 4, number of each card in hand of ann = 5]
          - offer: {ann: [pass]}
        expect: [veteran is in field of ann]
    """
    assert failure(text.replace("STEP", "setup")) is None
    found = failure(text.replace("STEP", "ready"))
    assert found is not None
    assert (found.kind, found.actual) == ("expect", "0 and 4")


def test_rolls_are_scripted(failure: Fails) -> None:
    text = """
        given: {ann: {field: [brute]}, bob: {field: [veteran]}, rolls: [ROLL]}
        do:
          - ann: attack
        expect: [wounds of brute = 1, veteran is in discard]
    """
    assert failure(text.replace("ROLL", "4")) is None
    found = failure(text.replace("ROLL", "3"))
    assert found is not None
    assert (found.kind, found.expected, found.actual) == ("expect", "wounds of brute = 1", "0 and 1")


@pytest.mark.parametrize("roll", [0, 7])
def test_a_die_shows_no_face_that_it_has_not(failure: Fails, roll: int) -> None:
    found = failure(f"""
        given: {{ann: {{field: [brute]}}, bob: {{field: [veteran]}}, rolls: [{roll}]}}
        do:
          - ann: attack
        expect: [veteran is in discard]
    """)
    assert found is not None
    assert (found.kind, found.expected, found.actual) == ("roll", "a roll from 1 to 6", str(roll))


def test_a_choice_with_one_option_may_be_named_or_not(failure: Fails) -> None:
    for picks in ("attack", "attack, sentry", "attack, brute, sentry", "brute, attack, sentry"):
        assert (
            failure(f"""
            given: {{ann: {{field: [brute]}}, bob: {{field: [sentry]}}}}
            do:
              - ann: {picks}
            expect: [sentry is in discard]
        """)
            is None
        )


def test_windows_are_declined_unless_somebody_answers(failure: Fails) -> None:
    text = """
        given: {ann: {field: [brute]}, bob: {field: [sentry], hand: [duck]}}
        do:
          - ann: attack
          ANSWER
        expect: [EXPECTED]
    """
    assert failure(text.replace("ANSWER", "").replace("EXPECTED", "sentry is in discard")) is None
    assert failure(text.replace("ANSWER", "- bob: pass").replace("EXPECTED", "sentry is in discard")) is None
    assert failure(text.replace("ANSWER", "- bob: duck").replace("EXPECTED", "duck is in discard")) is None
    assert failure(text.replace("ANSWER", "- bob: duck").replace("EXPECTED", "sentry is in discard")) is not None


def test_the_turn_goes_on_to_another_player_but_no_further(failure: Fails) -> None:
    assert (
        failure(
            """
        given: {ann: {field: [brute]}, bob: {field: [sentry, brute]}, deck: [rage, veteran]}
        do:
          - bob: attack, brute
        expect: [rage is in hand of bob, veteran is in deck]
    """.replace("sentry, brute", "{card: brute, as: strong}").replace("attack, brute", "attack, strong, brute")
        )
        is None
    )


def test_offers_and_refusals(failure: Fails) -> None:
    assert (
        failure(f"""
        given: {{{TWO_ATTACKERS}, bob: {{field: [sentry], hand: [duck, rage]}}}}
        do:
          - offer: {{ann: ["attack, big, sentry", pass]}}
          - refuse: {{ann: [sentry, "attack, big, other"], bob: [duck]}}
          - ann: attack, big
          - offer: {{bob: [duck]}}
          - refuse: {{bob: [rage], ann: [duck]}}
    """)
        is None
    )


def test_refusals_that_come_before_a_choice(failure: Fails) -> None:
    assert (
        failure(f"""
        given: {{{TWO_ATTACKERS}, bob: {{field: [sentry, veteran], hand: [duck]}}}}
        do:
          - refuse: {{ann: ["attack, duck"]}}
          - ann: attack, big
          - refuse: {{bob: [duck]}}
          - ann: sentry
          - offer: {{bob: [duck]}}
    """)
        is None
    )


@pytest.mark.parametrize(("item", "kind"), [("refuse: {ann: [attack]}", "refuse"), ("offer: {bob: [attack]}", "offer")])
def test_wrong_offers_and_refusals(failure: Fails, item: str, kind: str) -> None:
    found = failure(f"""
        given: {{ann: {{field: [brute]}}, bob: {{field: [sentry]}}}}
        do:
          - {item}
    """)
    assert found is not None
    assert found.kind == kind
    assert found.place >= 0


def test_a_pick_that_is_not_on_offer_tells_what_is(failure: Fails) -> None:
    found = failure("""
        given: {ann: {field: [brute]}, bob: {field: [sentry, veteran]}}
        do:
          - ann: attack, brute, rage
        expect: [sentry is in discard]
    """)
    assert found is not None
    assert (found.kind, found.expected) == ("pick", "ann can pick rage")
    assert found.actual == "ann is asked (victim): sentry; veteran"


def test_a_pick_that_can_mean_several_things(failure: Fails) -> None:
    found = failure(f"""
        given: {{{TWO_ATTACKERS}, bob: {{field: [sentry]}}}}
        do:
          - ann: attack, sentry
        expect: [sentry is in discard]
    """)
    assert found is not None
    assert found.actual == "that can mean attack, big or attack, other"


def test_a_decision_that_must_be_made_has_to_be_mentioned(failure: Fails) -> None:
    found = failure("""
        given: {ann: {field: [brute]}, bob: {field: [sentry, veteran]}}
        do:
          - ann: attack
        expect: [brute is tapped]
    """)
    assert found is not None
    assert found.kind == "decision"
    assert found.actual == "ann is asked (victim): sentry; veteran"


@pytest.mark.parametrize("pick", ["bob: pass", "ann: duck"])
def test_the_turn_is_not_passed_to_look_for_a_pick(failure: Fails, pick: str) -> None:
    found = failure(f"""
        given: {{ann: {{field: [brute]}}, bob: {{field: [sentry], hand: [duck]}}}}
        do:
          - {pick}
        expect: [brute is tapped]
    """)
    assert found is not None
    assert found.kind == "pick"
    assert found.actual == "ann is asked (main): attack, brute; pass"


@pytest.mark.parametrize(
    ("question", "actual"),
    [
        ("sentry is in discard", "sentry is in field of bob"),
        ("sentry is in field and score of ann = 3", "0 and 3"),
        ("host of shield = brute", "sentry and brute"),
        ("shield is in field", "shield is attached to sentry"),
        ("not brute is in field", "brute is in field of ann"),
        ("brute is tapped", "it is not so"),
        ("not sentry is in field", "sentry is in field of bob"),
    ],
)
def test_a_wrong_answer_tells_how_it_is(failure: Fails, question: str, actual: str) -> None:
    found = failure(
        f"""
        given: {{ann: {{field: [brute]}}, bob: {{field: [{{card: sentry, attached: [shield]}}]}}}}
        do:
          - offer: {{ann: [attack]}}
        expect: ["{question}"]
    """.replace('"', "")
    )
    assert found is not None
    assert (found.kind, found.expected, found.actual) == ("expect", question, actual)


# ---- scenarios that prove nothing --------------------------------------------------------------------


def test_what_was_so_from_the_start_proves_nothing(failure: Fails) -> None:
    found = failure("""
        given: {ann: {field: [brute]}, bob: {field: [sentry], hand: [duck]}}
        do:
          - ann: attack
          - bob: duck
        expect: [sentry is in field]
    """)
    assert found is not None
    assert found.kind == "proof"


def test_one_change_is_enough(failure: Fails) -> None:
    assert (
        failure("""
        given: {ann: {field: [brute]}, bob: {field: [sentry], hand: [duck]}}
        do:
          - ann: attack
          - bob: duck
        expect: [sentry is in field, duck is in discard]
    """)
        is None
    )


def test_that_nothing_changes_can_be_claimed_if_it_is_so(failure: Fails) -> None:
    text = """
        given: {ann: {field: [sentry]}, bob: {field: [brute]}}
        do:
          - ann: attack
        expect: [QUESTION]
        unchanged: true
    """
    assert failure(text.replace("QUESTION", "brute is in field")) is None
    found = failure(text.replace("QUESTION", "sentry is tapped"))
    assert found is not None
    assert found.kind == "proof"


@pytest.mark.parametrize(
    ("question", "kind"),
    [("brute is in field of ann", "proof"), ("attack of brute = 40", None), ("brute could attack sentry", None)],
)
def test_a_scenario_without_deeds_asks_for_more_than_it_gives(failure: Fails, question: str, kind: str | None) -> None:
    found = failure(f"""
        given: {{ann: {{field: [brute]}}, bob: {{field: [sentry]}}}}
        expect: [{question}]
    """)
    assert (found.kind if found else None) == kind


# ---- saved at every decision -------------------------------------------------------------------------


def test_a_state_that_is_lost_in_writing_is_noticed(
    read: Callable[[str], script.Scenario], engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    story = read("""
        given: {ann: {field: [brute]}, bob: {field: [sentry], hand: [duck]}}
        do:
          - ann: attack
        expect: [sentry is in discard]
    """)

    def forgetful(state: State) -> State:
        again = state.fork()
        again.counters = [[0] * len(column) for column in again.counters]
        again.turn += 1
        return again

    assert scenario.run(engine, story).failure is None
    monkeypatch.setattr(scenario, "rewritten", forgetful)
    found = scenario.run(engine, story).failure
    assert found is not None
    assert found.kind == "state"


def test_a_script_can_be_written_without_any_file(engine: Engine) -> None:
    brute = script.Placed("brute", "brute", "field", 0)
    foe = script.Placed("sentry", "foe", "field", 1)
    beaten = script.Expectation(ir.In(ir.Ref("foe"), ir.Place("discard")), "foe is in discard")
    story = script.Scenario(("ann", "bob"), (brute, foe), items=(script.Picks(0, ("attack",)),), expect=(beaten,))
    assert scenario.run(engine, story).failure is None
    assert scenario.run(engine, replace(story, items=())).failure is not None
