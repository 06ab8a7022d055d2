"""Using cards: what forbids it, when that is asked, and what can be done with a card in place of playing it."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest
from cardwright.compiler import driver
from cardwright.compiler.tools.testing import run
from cardwright.runtime.engine import Engine

TOURNEY = Path(__file__).parent / "data" / "tourney"
HEAD = """\
set: extra
game: tourney
title: {en: Extra, it: Extra}
needs: [basic]
"""

Outcomes = Callable[[str], list[str]]


@pytest.fixture
def outcomes(tmp_path: Path) -> Outcomes:
    """Plays the scenarios of the rulings in an additional set; what each of them met with that was not expected."""

    def play(text: str) -> list[str]:
        folder = tmp_path / "tourney"
        shutil.copytree(TOURNEY, folder)
        (folder / "extra.yaml").write_text(HEAD + textwrap.dedent(text), "utf-8")
        game = driver.open_game(str(folder))
        assert game.pack is not None
        return [case.failure for case in run(Engine(game.pack), game.compiled.rulings) if case.failure]

    return play


def test_a_prohibition_of_some_targets_leaves_the_others(outcomes: Outcomes) -> None:
    found = outcomes("""
        rules:
          calm: |
            always:
                any rage cannot be played on any sentry
        cards: []
        rulings:
          - id: calm
            question: {en: On whom may rage be played?}
            answer: {en: Not on a sentry.}
            scenario:
              players: [ann, bob]
              given: {ann: {field: [sentry, brute, veteran], hand: [rage]}, bob: {field: [duck]}}
              do:
                - refuse: {ann: ["rage, sentry"]}
                - ann: rage, brute
              expect: [attack of brute = 60]
    """)
    assert found == []


def test_a_cost_does_not_take_away_the_right_to_what_it_pays(outcomes: Outcomes) -> None:
    found = outcomes("""
        rules:
          tired: |
            always:
                any tapped fighter cannot answer
        cards:
          - id: medic
            title: {en: Medic, it: Medico}
            kind: fighter
            numbers: {attack: 10, defence: 10}
            rules: |
              respond to any other fighter of you is attacked paying put tapped on this:
                  cancel it
          - id: witness
            title: {en: Witness, it: Testimone}
            kind: fighter
            numbers: {attack: 10, defence: 10}
            rules: |
              before any card answers:
                  put 1 wounds on this
        rulings:
          - id: tired
            question: {en: The medic is tapped to help. Does it help?}
            answer: {en: 'Yes, once.'}
            scenario:
              players: [ann, bob]
              given:
                ann: {field: [brute, {card: brute, as: second}, witness]}
                bob: {field: [medic, sentry]}
              do:
                - ann: attack, brute, sentry
                - bob: medic
                - expect: [sentry is in field of bob, medic is tapped, wounds of witness = 1]
                - ann: attack, second, sentry
                - refuse: {bob: [medic]}
              expect: [sentry is in discard]
    """)
    assert found == []


def test_a_card_that_wants_two_targets_cannot_be_applied_to_one(outcomes: Outcomes) -> None:
    found = outcomes("""
        cards:
          - id: feud
            title: {en: Feud, it: Faida}
            kind: trick
            rules: |
              play on any fighter of any opponent as one and any fighter of any opponent as other where [other != one]:
                  attack other by one
          - id: mirror
            title: {en: Mirror, it: Specchio}
            kind: trick
            rules: |
              respond to any trick as trick is played by any opponent as foe:
                  cancel it
                  choose any fighter of foe as mine where [trick could be applied to mine]
                  if there is mine:
                      apply trick to mine
        rulings:
          - id: feud
            question: {en: Can a feud be turned back?}
            answer: {en: 'No, only stopped.'}
            scenario:
              players: [ann, bob]
              given:
                ann: {field: [brute, veteran], hand: [feud]}
                bob: {field: [{card: brute, as: foe}, sentry], hand: [mirror]}
              do:
                - ann: feud, foe, sentry
                - bob: mirror
              expect: [feud is in discard, mirror is in discard, sentry is in field of bob, veteran is in field of ann]
    """)
    assert found == []
