"""Which of the things that happen are told, in which lines; and what is a part of what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from cardwright.compiler.text.narrator import Narrator
from cardwright.compiler.tools.log import Log
from cardwright.runtime import ir
from cardwright.runtime.chronicle import Chronicle, told
from cardwright.runtime.engine import Engine
from cardwright.runtime.state import State

IN_HAND = {"zone": "hand", "seat": 1}


class Table:
    """A table of the toy game, with ann's brute and bob's sentry, and its log as bob may know it."""

    def __init__(self, pack: ir.Pack, *hand: str) -> None:
        self.engine = Engine(pack)
        self.chronicle = Chronicle(self.engine)
        self.engine.observer = self.chronicle.observe
        self.log = Log(pack, Narrator(pack, "en", 2, reader=1))
        self.state: State = self.engine.blank(2, 1)
        self.engine.place(self.state, "brute", "field", 0)
        self.engine.place(self.state, "sentry", "field", 1)
        self.engine.place(self.state, "rage", "hand", 0)
        for card in hand:
            self.engine.place(self.state, card, "hand", 1)
        self.engine.place(self.state, "veteran", "deck")
        self.engine.place(self.state, "shield", "deck")
        self.engine.start(self.state)

    def choose(self, kind: str) -> list[str]:
        """The first option of a kind; the log of what comes of it."""
        index = next(i for i, option in enumerate(self.state.options) if option[0] == kind)
        self.engine.apply(self.state, index)
        return self.lines()

    def lines(self) -> list[str]:
        return list(self.log.read([told(each, 1, 2) for each in self.chronicle.take(self.state)]))


def quiet(pack: ir.Pack, *names: tuple[str, str]) -> ir.Pack:
    return replace(pack, untold=names)


def test_what_a_verb_does_is_told_inside_of_it(tourney: ir.Pack) -> None:
    table = Table(tourney)
    table.lines()
    assert table.choose("act") == ["  Player 1 attacks Sentry with Brute", "    Brute beats Sentry"]


def test_book_keeping_is_not_told_but_what_comes_of_it(tourney: ir.Pack) -> None:
    table = Table(quiet(tourney, ("verbs", "attack"), ("statuses", "tapped")))
    table.lines()
    assert table.choose("act") == ["  Player 1 beats Sentry with Brute"]


def test_a_new_card_is_told_of_also_inside_of_a_verb(tourney: ir.Pack) -> None:
    table = Table(tourney)
    table.choose("act")
    assert table.choose("pass")[:3] == [
        "Your turn begins",
        "  You draw 1",
        "    Shield is put into your hand",
    ]


def test_an_event_that_is_answered_is_told_before_and_after(tourney: ir.Pack) -> None:
    table = Table(tourney, "duck")
    table.lines()
    assert table.choose("act") == []  # so far nothing has come of it
    assert table.choose("respond") == [
        "  Player 1 is about to attack Sentry with Brute",
        "    You play Duck",
        "  Player 1 does not attack Sentry with Brute",
    ]


def test_an_event_that_nobody_answers_is_told_once(tourney: ir.Pack) -> None:
    table = Table(tourney, "duck")
    table.lines()
    table.choose("act")
    assert table.choose("pass")[0] == "  Player 1 attacks Sentry with Brute"


# ---- events by hand ----------------------------------------------------------------------------------


def event(number: int, within: int, verb: str, *roles: tuple[str, Any], stage: str = "done") -> dict[str, Any]:
    typed = [[role, "", content] for role, content in roles]
    about = {"number": number, "within": within, "stage": stage}
    return {**about, "verb": verb, "actor": 0, "source": None, "roles": typed}


def move(number: int, within: int, card: str, zone: str = "hand") -> dict[str, Any]:
    return event(number, within, "move", ("object", [card]), ("to", {"zone": zone, "seat": 1}))


WOUND = event(2, 1, "put", ("token", "wounds"), ("amount", 2), ("object", ["duck"]))
DRAW = event(1, -1, "draw", ("amount", 3), ("player", [1]))


@pytest.mark.parametrize(
    ("untold", "events", "lines"),
    [
        (
            [],
            [DRAW, move(2, 1, "duck"), move(3, 1, "back"), move(4, 1, "rage", "field"), move(5, 1, "back")],
            ["  You draw 3", "    Duck and two cards are put into your hand", "    Rage is put into your field"],
        ),
        ([], [event(1, -1, "beat", ("victim", ["duck"])), move(2, 1, "duck")], ["  Player 1 beats Duck"]),
        ([], [event(1, -1, "beat", ("victim", ["duck"])), WOUND], ["  Player 1 beats Duck"]),
        ([], [event(1, -1, "beat", ("victim", ["duck"])), {**WOUND, "source": "rage"}],
            ["  Player 1 beats Duck", "    2 wounds are put on Duck"]),
        ([], [event(1, -1, "play", ("card", ["rage"]), ("player", [0])), WOUND],
            ["  Player 1 plays Rage", "    2 wounds are put on Duck"]),
        ([], [event(1, -1, "put", ("token", "tapped"), ("object", ["duck"]))], ["  Duck becomes tapped"]),
        ([("statuses", "tapped")], [event(1, -1, "put", ("token", "tapped"), ("object", ["duck"]))], []),
        ([("variables", "round")], [event(1, -1, "set", ("name", "round"), ("value", 3))], []),
        ([("verbs", "draw")], [DRAW, move(2, 1, "duck"), event(3, 1, "put", ("token", "wounds"), ("object", ["duck"]))],
            ["  Duck is put into your hand"]),
        ([], [event(1, -1, "beat", ("victim", ["duck"]), stage="about"), event(1, -1, "beat", stage="dropped")], []),
    ],
)  # fmt: skip
def test_lines(tourney: ir.Pack, untold: Sequence[tuple[str, str]], events: list[Any], lines: list[str]) -> None:
    pack = quiet(tourney, *untold)
    assert list(Log(pack, Narrator(pack, "en", 2, reader=1)).read(events)) == lines
