"""Rules that never end, grow without bound or ask themselves: all are stopped in good time, with the chain named."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from cardwright.compiler import driver
from cardwright.compiler.tools.cli import run
from cardwright.runtime import limits
from cardwright.runtime.engine import Engine, RunawayError
from cardwright.runtime.state import State

Layout = Callable[[Mapping[str, str | bytes]], Path]
Capture = pytest.CaptureFixture[str]

LOOP = "repeat 1000 times:"


@pytest.fixture(autouse=True)
def impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same limits with smaller figures, so that the tests are quick."""
    for place, figure in (("machine.BUDGET", 20_000), ("machine.FUEL", 50_000), ("deeds.COPIES", 500)):
        monkeypatch.setattr(f"cardwright.runtime.{place}", figure)


def nested(head: str, times: int, innermost: str) -> str:
    """A play whose steps stand inside one another."""
    lines = [*([head] * times), innermost]
    return "play:\n" + "\n".join("    " * depth + line for depth, line in enumerate(lines, 1))


def table(duel: Layout, rules: str, verbs: str = "") -> tuple[Engine, State]:
    """An engine and a table at its first choice: a card of these rules in hand, ten others in play."""
    folder = duel({"rules": rules})
    if verbs:
        path = folder / "game.yaml"
        path.write_text(path.read_text("utf-8").replace("verbs:\n", f"verbs:\n{verbs}", 1), "utf-8")
    pack = driver.open_game(str(folder)).pack
    assert pack is not None, driver.check([folder]).diagnostics
    engine = Engine(pack)
    state = engine.blank(2, 1)
    for zone, card in (("hand", "extra"), *[("field", "brute")] * 9, ("deck", "brute"), ("deck", "sentry")):
        engine.place(state, card, zone, 0)
    engine.place(state, "sentry", "field", 1)
    engine.start(state)
    return engine, state


def play(engine: Engine, state: State) -> None:
    choice = next(i for i, option in enumerate(state.options) if option[0] == "play")
    engine.apply(state, choice)


def counter(engine: Engine, state: State, name: str) -> int:
    return max(state.counters[engine.names.counters[name]])


CROWD = """\
for each fighter as a where [there is any fighter as b where [there is any fighter as c where [
            there is any fighter as d where [attack of d > attack of a + attack of b + attack of c]]]]:
            put 1 damage on a""".replace("[\n            there", "[there")

ENDLESS: dict[str, tuple[str, str, str]] = {
    "a verb that does itself": (
        "play:\n    ring 1",
        "  ring:\n    rules: |\n      verb ring (n: number):\n          ring {n + 1}\n",
        "ring > ring",
    ),
    "a verb that squares": (
        "play:\n    ring 10",
        "  ring:\n    rules: |\n      verb ring (n: number):\n          ring {n * n}\n",
        "ring > ring",
    ),
    "loops in loops": (nested(LOOP, 4, "put 1 damage on you"), "", "play"),
    "many loops in loops": (nested(LOOP, 25, "put 1 damage on you"), "", "play"),
    "loops that wait": (nested(LOOP, 3, "end-step"), "", "play"),
    "copies of copies": (nested(LOOP, 2, "copy this as twin\n            move twin to field of you"), "", "copy"),
    "effects upon effects": (
        nested(LOOP, 2, "until the end of the game:\n                each fighter gets +1 attack"), "", "play",
    ),
    "nouns in nouns": ("play:\n    repeat 1000 times:\n        " + CROWD, "", "play"),
}  # fmt: skip


@pytest.mark.parametrize("name", ENDLESS)
def test_endless_rules_are_stopped(name: str, duel: Layout) -> None:
    rules, verbs, chain = ENDLESS[name]
    engine, state = table(duel, rules, verbs)
    before = state.fork()
    with pytest.raises(RunawayError) as stopped:
        play(engine, state)
    assert chain in str(stopped.value)
    assert "do not come to an end" in str(stopped.value)
    assert engine.step(before, len(before.options) - 1).chooser >= 0  # the engine is none the worse for it


SELF_ASKING = {
    "a number of itself": ("always:\n    each fighter gets +{attack of this} attack", limits.CIRCLE),
    "numbers of each other": (
        "always:\n    this gets +{defence of this} attack\n    this gets +{attack of this} defence",
        limits.CIRCLE,
    ),
    "who is strong gets stronger": (
        "always:\n    any fighter with attack > 20 gets +5 defence\n    any fighter with defence > 20 gets +5 attack",
        "attack > ",
    ),
    "a status of itself": ("always:\n    any tapped fighter is evil\n    any evil fighter is tapped", "tapped > evil"),
    "forbidden if allowed": ("always if this could attack:\n    this cannot attack", limits.CIRCLE),
}


@pytest.mark.parametrize("name", SELF_ASKING)
def test_rules_that_ask_themselves_are_stopped(name: str, duel: Layout) -> None:
    rules, chain = SELF_ASKING[name]
    engine, state = table(duel, "play:\n    move this to field of you\n" + rules)
    with pytest.raises(RunawayError) as stopped:
        play(engine, state)
        for thing in engine.machine.board.in_play(state):
            engine.numbers(state, thing)
            engine.statuses(state, thing)
    assert chain in str(stopped.value)


def test_a_question_from_outside_is_stopped_too(duel: Layout) -> None:
    engine, state = table(duel, "always:\n    each fighter gets +{attack of this} attack")
    extra = next(e for e in range(2, len(state.card)) if state.card[e] == engine.names.cards["extra"])
    engine.machine.board.shift(state, extra, engine.names.zone_instance("field", 0))
    with pytest.raises(RunawayError):
        engine.numbers(state, extra)
    assert engine.numbers(state, 0) == {}


def test_choices_that_are_none_come_to_an_end(duel: Layout) -> None:
    idle = "  rest: |\n    action rest:\n        nothing\n"
    folder = duel({})
    path = folder / "game.yaml"
    text = path.read_text("utf-8").replace("rules:\n  limits", f"rules:\n{idle}  limits", 1)
    path.write_text(text.replace("offers: [actions, plays]", "offers: [actions]\n    required: true"), "utf-8")
    pack = driver.open_game(str(folder)).pack
    assert pack is not None
    engine = Engine(pack)
    with pytest.raises(RunawayError, match="main"):
        engine.start(engine.blank(2, 1))


# ---- numbers -----------------------------------------------------------------------------------------

GROWING = {
    "products": "set money of you to {(money of you) * money of you + 10}",
    "sums": "put {money of you + 1} money on you",
}


@pytest.mark.parametrize("how", GROWING)
def test_numbers_stay_within_bounds(how: str, duel: Layout) -> None:
    engine, state = table(
        duel, f"play:\n    repeat 1000 times:\n        {GROWING[how].replace('(money of you)', 'money of you')}"
    )
    play(engine, state)
    assert counter(engine, state, "money") == limits.MOST
    assert State.from_json(json.loads(json.dumps(state.to_json()))) == state


def test_modified_numbers_stay_within_bounds(duel: Layout) -> None:
    rules = (
        "play:\n    repeat 200 times:\n        until the end of the game:\n            any brute gets x999999 attack"
    )
    engine, state = table(duel, rules)
    play(engine, state)
    brute = next(e for e in engine.machine.board.in_play(state))
    assert engine.numbers(state, brute)["attack"] == limits.MOST


# ---- what else has an end ----------------------------------------------------------------------------


def test_an_effect_for_an_event_that_is_not_open_does_not_begin(duel: Layout) -> None:
    engine, state = table(duel, "play:\n    until this attack ends:\n        each fighter gets +5 attack")
    play(engine, state)
    assert state.effects == ()


def test_a_game_that_everybody_loses_is_over(duel: Layout) -> None:
    engine, state = table(duel, "play:\n    lose by each player")
    play(engine, state)
    assert state.winners == ()


# ---- the tools ---------------------------------------------------------------------------------------


@pytest.fixture
def endless(duel: Layout) -> Path:
    """A game whose turns lead to no choice."""
    folder = duel({})
    path = folder / "game.yaml"
    path.write_text(path.read_text("utf-8").replace("    offers: [actions, plays]\n", ""), "utf-8")
    return folder


def test_play_says_so(endless: Path, capsys: Capture) -> None:
    assert run(["play", str(endless), "--seats", "bot,bot", "--seed", "1"]) == 1
    out, err = capsys.readouterr()
    assert "the rules do not come to an end" in err
    assert "Traceback" not in out + err
    assert "unexpected" not in err


def test_sim_says_so(endless: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["sim", str(endless), "--games", "2"]) == 1
    assert "the rules do not come to an end: turn" in capsys.readouterr().out


def test_test_says_so(duel: Layout, capsys: Capture) -> None:
    ruling = """\
rulings:
  - id: ring
    settles: [duel.attack.strict]
    question: {en: Does it end?}
    answer: {en: "No."}
    scenario:
      players: [ann, bob]
      given: {ann: {field: [extra]}}
      do: [ann: ring]
      expect: [extra is in discard]
"""
    folder = duel(
        {"rules": nested(LOOP, 4, "put 1 damage on you").replace("play", "action ring"), "rulings.yaml": ruling}
    )
    assert run(["test", str(folder)]) == 1
    out = capsys.readouterr().out
    assert "the rules do not come to an end" in out
    assert out.splitlines()[-1] == "0 passed, 1 failed"


def figures() -> dict[str, Any]:
    return {name: value for name, value in vars(limits).items() if name.isupper() and isinstance(value, int)}


def test_the_page_states_the_limits() -> None:
    page = (Path(__file__).parent.parent / "docs" / "language.md").read_text("utf-8")
    for name in ("BUDGET", "DEPTH", "ROUNDS"):
        assert f"{figures()[name]:,}" in page
