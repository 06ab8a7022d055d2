"""Warnings about games without errors, where they stand, and how they are allowed."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from cardwright.compiler.tools.cli import run

Layout = Callable[[Mapping[str, str | bytes]], Path]
Lint = Callable[[Mapping[str, str | bytes]], list[tuple[str, int, str, str]]]
Capture = pytest.CaptureFixture[str]

HEAD = "set: extra\ngame: duel\ntitle: {en: Extra, it: Extra}\n"


def found(lint: Lint, rules: str, code: str) -> list[tuple[int, str]]:
    """The lines and messages of one code for the rules of a card."""
    return [(line, message) for _, line, got, message in lint({"rules": rules}) if got == code]


def in_a_set(lint: Lint, text: str, code: str) -> list[tuple[int, str]]:
    every = lint({"extra.yaml": HEAD + text})
    return [(line - HEAD.count("\n"), message.split(" (")[0]) for _, line, got, message in every if got == code]


# ---- hooks and conditions ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rules",
    [
        "when this is attacked:\n    draw 1 for you\n",
        "when you draw any number as amount if amount > 3:\n    put 1 damage on this\n",
        "respond to this is killed:\n    cancel it\n",
        "when any player acts:\n    put 1 damage on this\n",
        "when this enters:\n    draw 1 for you\n",
    ],
)
def test_hooks_that_can_come_to_pass(lint_duel: Lint, rules: str) -> None:
    assert found(lint_duel, rules, "CW1001") == []


def test_a_hook_for_what_only_an_unreachable_verb_does(lint_duel: Lint) -> None:
    text = (
        "verbs:\n"
        "  honour:\n    rules: |\n      verb honour (hero: fighter):\n          praise hero\n"
        "  praise:\n    rules: |\n      verb praise (hero: fighter):\n          nothing\n"
        "cards:\n  - id: extra\n    title: {en: Extra, it: Extra}\n    kind: fighter\n    rules: |\n"
        "      when this is praised:\n          draw 1 for you\n"
    )
    assert in_a_set(lint_duel, text, "CW1001") == [(15, "this never comes to pass: nothing performs `praise`")]


@pytest.mark.parametrize(
    ("condition", "why"),
    [
        ("attack of this > 50 and attack of this <= 50", "no number is as large and as small as this asks for"),
        ("this is evil", "nothing has the tag `evil`"),
        ("phase is final", "`phase` is never `final`"),
        ("3 > 5", "3 > 5"),
    ],
)
def test_conditions_that_cannot_be(lint_duel: Lint, condition: str, why: str) -> None:
    rules = f"when this is killed:\n    if {condition}:\n        draw 1 for you\n"
    ((line, message),) = found(lint_duel, rules, "CW1002")
    assert message.startswith(f"this can never be true: {why}")
    assert line in (1, 2)


def test_the_place_of_a_condition_is_its_word(lint_duel: Lint) -> None:
    rules = "when this is killed:\n    nothing\nwhen this is attacked:\n    if this is evil:\n        draw 1 for you\n"
    assert [line for line, _ in found(lint_duel, rules, "CW1002")] == [4]


@pytest.mark.parametrize(
    "condition", ["attack of this > 40 and attack of this < 42", "this is tapped", "phase is first"]
)
def test_conditions_that_can_be(lint_duel: Lint, condition: str) -> None:
    assert found(lint_duel, f"when this is killed if {condition}:\n    draw 1 for you\n", "CW1002") == []


# ---- orphans -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("kinds: {relic: {plural: relics}}\n", "there is no card of the kind `relic`"),
        ("numbers: {speed: {}}\n", "no rule reads the number `speed`"),
        ("statuses: {asleep: {}}\n", "no rule asks for the status `asleep`"),
        ("variables: {clock: {start: 0}}\n", "no rule reads the variable `clock`"),
    ],
)
def test_words_without_a_use(lint_duel: Lint, text: str, message: str) -> None:
    assert in_a_set(lint_duel, text, "CW1003") == [(1, message)]


def test_an_ability_that_nothing_has(lint_duel: Lint) -> None:
    head = "abilities:\n  - id: idle\n    title: {en: Idle, it: Ozio}\n"
    text = head + "    rules: |\n      always:\n          this gets +1 attack\n"
    assert in_a_set(lint_duel, text, "CW1003") == [(2, "nothing ever has the ability `idle`")]


def test_a_counter_that_never_changes(lint_duel: Lint) -> None:
    card = (
        "counters: {honour: {}}\ncards:\n  - id: extra\n    title: {en: Extra, it: Extra}\n    kind: fighter\n"
        "    rules: |\n      when this is killed if honour of you > 3:\n          draw 1 for you\n"
    )
    assert in_a_set(lint_duel, card, "CW1003") == [(1, "nothing ever changes `honour`")]


# ---- rounds ------------------------------------------------------------------------------------------


def test_the_chain_of_a_round_over_several_cards(lint_duel: Lint) -> None:
    one = "  - id: {}\n    title: {{en: {}, it: {}}}\n    kind: fighter\n    copies: 2\n"
    one += "    rules: |\n      {}\n          {}\n"
    text = "cards:\n" + one.format("a", "A", "A", "when this is killed:", "draw 2 for you")
    text += one.format("b", "B", "B", "when you draw any number:", "kill each fighter of you")
    ((line, message),) = in_a_set(lint_duel, text, "CW1004")
    assert (line, message) == (7, "this may go round without end: a → b → a")


def test_no_round_where_somebody_decides(lint_duel: Lint) -> None:
    rules = "when this is killed by any fighter:\n    you may:\n        kill each fighter\n"
    assert found(lint_duel, rules, "CW1004") == []


def test_no_round_between_a_single_card_and_others(lint_duel: Lint) -> None:
    rules = "when this is killed by any fighter as killers:\n    kill killers by this\n"
    assert found(lint_duel, rules, "CW1004") == []


# ---- papers ------------------------------------------------------------------------------------------


def test_titles_are_compared_by_language(lint_duel: Lint) -> None:
    text = "cards:\n  - {id: a, title: {en: Brute, it: A}, kind: fighter}\n"
    text += "  - {id: b, title: {en: B, it: a}, kind: fighter}\n"
    assert in_a_set(lint_duel, text, "CW1007") == [
        (2, "`a` has the title of `brute`: Brute"),
        (3, "`b` has the title of `a`: a"),
    ]


def test_a_card_on_a_table_has_a_ruling_whoever_it_is_about(lint_duel: Lint) -> None:
    rules = "always:\n    this gets +1 attack\n"
    ruling = (
        "game: duel\nrulings:\n  - id: one\n    question: {en: Q?}\n    answer: {en: A.}\n    scenario:\n"
        "      players: [ann, bob]\n      given: {ann: {field: [extra]}}\n      expect: [attack of extra = 11]\n"
    )
    assert found(lint_duel, rules, "CW1005") != []
    files = {"rules": rules, "ruling.yaml": ruling}
    assert [code for _, _, code, _ in lint_duel(files) if code == "CW1005"] == []


# ---- allowances --------------------------------------------------------------------------------------


def test_an_allowance_on_the_line_or_above_it(lint_duel: Lint) -> None:
    beside = "counters:\n  honour: {}  # allow orphan-value: of the next set\n"
    above = "counters:\n  # allow CW1003: of the next set\n\n  # and this is another comment\n  honour: {}\n"
    assert in_a_set(lint_duel, beside, "CW1003") == in_a_set(lint_duel, above, "CW1003") == []
    assert in_a_set(lint_duel, beside, "CW1010") == in_a_set(lint_duel, above, "CW1010") == []


@pytest.mark.parametrize(
    ("comment", "message"),
    [
        ("allow orphan-value", "this allows something without a reason"),
        ("allow orphan-value:", "this allows something without a reason"),
        ("allow orphan-valeu: why", "no warning is called `orphan-valeu`"),
        ("allow never-true: why", "there is no `never-true` here to allow"),
    ],
)
def test_allowances_that_will_not_do(lint_duel: Lint, comment: str, message: str) -> None:
    text = f"counters:\n  honour: {{}}  # {comment}\n"
    assert in_a_set(lint_duel, text, "CW1010") == [(2, message)]
    assert in_a_set(lint_duel, text, "CW1003") == [(2, "no rule reads the counter `honour`")]


# ---- the command -------------------------------------------------------------------------------------


def test_the_command_fails_while_there_are_warnings(duel: Layout, capsys: Capture) -> None:
    folder = duel({"extra.yaml": HEAD + "counters: {honour: {}}\n"})
    assert run(["lint", str(folder), "--format", "json"]) == 1
    codes = {one["code"] for one in json.loads(capsys.readouterr().out)}
    assert "CW1003" in codes
    assert run(["lint", str(folder)]) == 1
    assert "warning[CW1003]: no rule reads the counter `honour`" in capsys.readouterr().out


def test_a_game_with_errors_is_not_linted(duel: Layout, capsys: Capture) -> None:
    assert run(["lint", str(duel({"extra.yaml": HEAD + "card: []\n"}))]) == 1
    assert "error[CW0201]" in capsys.readouterr().err


def test_a_new_game_has_nothing_to_warn_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.chdir(tmp_path)
    run(["new", "game", "pond"])
    run(["new", "card", "otter"])
    capsys.readouterr()
    assert run(["lint"]) == 0, capsys.readouterr().out
