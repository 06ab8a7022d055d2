"""What docs/language.md says of events, replacement, protection, order, spans and numbers, each in a small game."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from cardwright.compiler import driver
from cardwright.runtime.engine import Engine
from cardwright.runtime.state import State

Layout = Callable[[Mapping[str, str | bytes]], Path]
GAME = (Path(__file__).parent / "data" / "lab" / "game.yaml").read_text("utf-8")

A_UNIT = ""
"""The rules of a unit that does nothing."""


class Table:
    """A game in the making: cards with names in zones, and players who pick by the words of an option."""

    def __init__(self, engine: Engine, seats: int = 2) -> None:
        self.engine, self.state = engine, engine.blank(seats, 1)
        self.things: dict[str, int] = {}

    def put(self, zone: str, seat: int, *names: str, on: str = "") -> Table:
        """Lays cards down; a name is that of a card, with or without a number behind it."""
        for name in names:
            card = name.rstrip("0123456789")
            host = self.things[on] if on else None
            self.things[name] = self.engine.place(self.state, card, "" if on else zone, seat, host)
        return self

    def start(self, active: int = 0) -> Table:
        self.engine.start(self.state, active)
        return self

    def offers(self) -> list[str]:
        """The options in words: "strike a", "play bomb", "respond stop", "pass"."""
        names = {thing: name for name, thing in self.things.items()} | {-1: "game"}
        told = []
        for kind, *rest in self.state.options:
            match kind:
                case "act":
                    told.append(f"{rest[1]} {names.get(rest[0], rest[0])}")
                case "play" | "respond" | "pick":
                    told.append(f"{kind} {names.get(rest[0], f'player {rest[0]}')}")
                case _:
                    told.append(" ".join([kind, *map(str, rest)]))
        return told

    def do(self, *picks: str) -> Table:
        for pick in picks:
            assert pick in self.offers(), (self.state.prompt, self.offers())
            self.engine.apply(self.state, self.offers().index(pick))
        return self

    def where(self, name: str) -> str:
        zone = self.state.zone[self.things[name]]
        return self.engine.names.zone_of[zone].name if zone >= 0 else ""

    def counter(self, counter: str, thing: int) -> int:
        return self.state.counters[self.engine.names.counters[counter]][thing]

    def marks(self, name: str) -> int:
        return self.counter("mark", self.things[name])

    def order(self) -> list[str]:
        """The cards that were noted, first to last."""
        noted = [(self.counter("order", thing), name) for name, thing in self.things.items()]
        return [name for at, name in sorted(noted) if at]

    def number(self, name: str, number: str = "force") -> int | None:
        return self.engine.numbers(self.state, self.things[name]).get(number)


Make = Callable[..., Table]


@pytest.fixture
def lab(duel: Layout) -> Make:
    """Makes a table of a game with these cards: ``name=rules`` for units, ``name=(kind, rules)`` for others."""

    def make(seats: int = 2, **cards: Any) -> Table:
        entries = []
        for name, given in cards.items():
            kind, rules = given if isinstance(given, tuple) else ("unit", given)
            entry = f"  - id: {name}\n    title: {{en: Card}}\n    kind: {kind}\n    copies: 3\n"
            entry += "    numbers: {force: 10, guard: 10}\n" if kind == "unit" else ""
            entries.append(entry + (f"    rules: |\n{textwrap.indent(rules.strip(), '      ')}\n" if rules else ""))
        text = "set: s\ngame: lab\ntitle: {en: S}\ncards:\n" + "".join(entries)
        folder = duel({"game.yaml": GAME, "s.yaml": text})
        pack = driver.open_game(str(folder)).pack
        assert pack is not None, driver.check([folder]).diagnostics
        return Table(Engine(pack), seats)

    return make


STOP = ("trick", "respond to any unit is struck:\n    note this\n    cancel it")
COUNTER = ("trick", "respond to any trick is played by any opponent:\n    note this\n    cancel it")
BOMB = ("trick", "play:\n    kill each unit")
HUNTER = "when this strikes any unit:\n    put 1 mark on this"

# ---- the life of an event ----------------------------------------------------------------------------


def test_responses_resolve_last_in_first_out(lab: Make) -> None:
    boost = ("trick", "respond to any trick is played:\n    note this")
    table = lab(a=A_UNIT, stop=STOP, counter=COUNTER, boost=boost)
    table.put("field", 0, "a").put("field", 1, "a2").put("hand", 1, "stop", "boost").put("hand", 0, "counter").start()
    table.do("strike a", "respond stop", "respond counter", "respond boost")
    assert table.order() == ["boost", "counter"]
    assert [table.where(name) for name in ("a2", "stop", "counter", "boost")] == ["grave"] * 4


def test_what_cancels_can_be_cancelled(lab: Make) -> None:
    table = lab(a=A_UNIT, stop=STOP, counter=COUNTER)
    table.put("field", 0, "a").put("field", 1, "a2").put("hand", 1, "stop", "counter2").put("hand", 0, "counter")
    table.start().do("strike a", "respond stop", "respond counter", "respond counter2")
    assert table.order() == ["counter2", "stop"]
    assert table.where("a2") == "field"


def test_the_round_of_responses_begins_after_the_actor_who_comes_last(lab: Make) -> None:
    answer = "respond to any unit is struck:\n    note this"
    table = lab(seats=3, a=answer, b=A_UNIT)
    table.put("field", 0, "a").put("field", 1, "a1").put("field", 2, "a2", "b").start(1).do("strike a1", "pick b")
    assert (table.state.chooser, table.offers()) == (2, ["respond a2", "pass"])
    table.do("pass")
    assert table.state.chooser == 0
    table.do("respond a")
    assert table.state.chooser == 2  # the round begins again
    table.do("respond a2", "respond a1")
    assert table.order() == ["a", "a2", "a1"]


def test_whoever_must_respond_cannot_pass(lab: Make) -> None:
    table = lab(a=A_UNIT, must="must respond to this is struck:\n    note this", may=STOP)
    table.put("field", 0, "a").put("field", 1, "must").put("hand", 1, "may").start().do("strike a")
    assert table.offers() == ["respond must", "respond may"]


def test_an_event_whose_object_has_left_ends(lab: Make) -> None:
    table = lab(hunter=HUNTER, hare="respond to this is struck:\n    move this to hand of you")
    table.put("field", 0, "hunter").put("field", 1, "hare").start().do("strike hunter", "respond hare")
    assert (table.where("hare"), table.marks("hunter")) == ("hand", 0)


def test_an_event_goes_on_without_who_did_it(lab: Make) -> None:
    table = lab(a=A_UNIT, cat="respond to this is struck by any unit as foe:\n    kill foe")
    table.put("field", 0, "a").put("field", 1, "cat").start().do("strike a", "respond cat")
    assert (table.where("a"), table.where("cat")) == ("grave", "field")


def test_an_illegal_event_does_not_happen(lab: Make) -> None:
    table = lab(hunter=HUNTER, saint="always:\n    this cannot be killed")
    table.put("field", 0, "hunter").put("field", 1, "saint").start().do("strike hunter")
    assert (table.where("saint"), table.marks("hunter")) == ("field", 1)


# ---- protect, cancel, redirect, replace --------------------------------------------------------------


def test_protection_spares_a_thing_and_the_rest_goes_on(lab: Make) -> None:
    table = lab(a=A_UNIT, safe="always:\n    this is protected from tricks", bomb=BOMB)
    table.put("field", 1, "a", "safe").put("hand", 0, "bomb").start().do("play bomb")
    assert (table.where("a"), table.where("safe")) == ("grave", "field")


def test_a_cancelled_group_event_spares_all(lab: Make) -> None:
    table = lab(a=A_UNIT, saver="before any unit is killed:\n    cancel it", bomb=BOMB)
    table.put("field", 1, "a", "saver").put("hand", 0, "bomb").start().do("play bomb")
    assert (table.where("a"), table.where("saver"), table.where("bomb")) == ("field", "field", "grave")


def test_a_redirected_event_strikes_the_other(lab: Make) -> None:
    turn = ("trick", "respond to any unit as one is struck:\n    choose any unit of you as other where [other != one]\n"
                     "    change target of it to other")  # fmt: skip
    table = lab(a=A_UNIT, b=A_UNIT, turn=turn)
    table.put("field", 0, "a").put("field", 1, "b", "b2").put("hand", 1, "turn").start()
    table.do("strike a", "pick b", "respond turn")
    assert (table.where("b"), table.where("b2")) == ("field", "grave")


def test_what_an_event_is_turned_to_may_be_protected_itself(lab: Make) -> None:
    turn = (
        "trick",
        "respond to any unit is struck:\n    choose any tapped unit as other\n    change target of it to other",
    )
    table = lab(a=A_UNIT, safe="always:\n    this is protected from strikes", turn=turn)
    table.put("field", 0, "a").put("field", 1, "a2", "safe").put("hand", 1, "turn")
    table.state.status[table.things["safe"]] = 1
    table.start().do("strike a", "respond turn")
    assert (table.where("a2"), table.where("safe")) == ("field", "field")


def test_a_replacement_does_not_replace_what_its_own_body_does(lab: Make) -> None:
    table = lab(a=A_UNIT, ghost="instead of this is killed:\n    note this\n    kill this")
    table.put("field", 0, "a").put("field", 1, "ghost").start().do("strike a")
    assert table.where("ghost") == "grave"


def test_the_controller_of_the_affected_thing_chooses_among_replacements(lab: Make) -> None:
    shell = ("gear", "instead of host of this is killed:\n    move this to grave")
    table = lab(a=A_UNIT, ghost="instead of this is killed:\n    put 1 mark on this\n    kill this", shell=shell)
    table.put("field", 0, "a").put("field", 1, "ghost").put("", 1, "shell", on="ghost").start().do("strike a")
    assert (table.state.chooser, table.state.prompt) == (1, "replace")
    assert table.offers() == ["respond ghost", "respond shell"]
    table.do("respond ghost")  # the new event is replaced by the other one
    assert (table.where("ghost"), table.marks("ghost"), table.where("shell")) == ("field", 1, "grave")


def test_two_that_replace_each_other_come_to_an_end(lab: Make) -> None:
    twin = "instead of this is killed:\n    for each other unit of you as other:\n        kill other"
    table = lab(a=A_UNIT, twin=twin).put("field", 0, "a").put("field", 1, "twin", "twin2").start()
    table.do("strike a", "pick twin")
    assert sorted([table.where("twin"), table.where("twin2")]) == ["field", "grave"]


# ---- simultaneity and order --------------------------------------------------------------------------


def test_a_group_dies_as_one_and_its_triggers_see_it_so(lab: Make) -> None:
    mourner = "when any other unit is killed:\n    put 1 mark on this\nwhen any other unit leaves:\n    note this"
    table = lab(mourner=mourner, bomb=BOMB).put("field", 0, "mourner").put("field", 1, "mourner2", "mourner3")
    table.put("hand", 0, "bomb").start().do("play bomb")
    while table.state.prompt == "order":
        table.do(table.offers()[0])
    assert [table.marks(name) for name in ("mourner", "mourner2", "mourner3")] == [1, 1, 1]
    assert len(table.order()) == 3


def test_triggers_run_in_table_order_from_the_active_player(lab: Make) -> None:
    table = lab(seats=3, a="when this is killed:\n    note this", bomb=BOMB)
    table.put("field", 0, "a").put("field", 1, "a1").put("field", 2, "a2").put("hand", 1, "bomb").start(1)
    table.do("play bomb")
    assert table.order() == ["a1", "a2", "a"]


def test_players_order_their_own_triggers(lab: Make) -> None:
    table = lab(a="when this is killed:\n    note this", b="when any unit is killed:\n    note this", bomb=BOMB)
    table.put("field", 0, "a", "b").put("hand", 0, "bomb").start().do("play bomb")
    assert (table.state.chooser, table.offers()) == (0, ["respond a", "respond b"])
    table.do("respond b")
    assert table.order() == ["b", "a"]


def test_the_rules_of_the_game_come_before_the_triggers_of_players(lab: Make) -> None:
    table = lab(
        a="when any unit enters:\n    note this",
        b="play:\n    move this to field of you\nwhen this enters:\n    note this",
    )
    table.put("field", 1, "a").put("hand", 0, "b").start().do("play b")
    assert table.order() == ["b", "a"]


# ---- numbers -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("modifiers", "force"),
    [
        ("this gets x1/2 force\nthis gets +5 force\nforce of this becomes 8\nthis gets x1/2 force", 3),
        ("this gets -15 force\nthis gets x1/2 force", -3),
        ("this gets +1 force\nthis gets x3 force\nthis gets +1 force", 36),
        ("this gets x0 force\nthis gets +7 force", 0),
    ],
)
def test_becomes_then_additions_then_multiplications_and_one_rounding(lab: Make, modifiers: str, force: int) -> None:
    table = lab(a=f"always:\n{textwrap.indent(modifiers, '    ')}").put("field", 0, "a").start()
    assert table.number("a") == force


def test_a_number_that_is_absent_stays_absent(lab: Make) -> None:
    table = lab(a=A_UNIT, ring=("gear", "always:\n    this gets +5 force"))
    table.put("field", 0, "a").put("", 0, "ring", on="a").start()
    assert table.number("ring") is None


def test_a_lasting_effect_says_the_last_word_on_what_a_number_becomes(lab: Make) -> None:
    raise_ = "action up:\n    until the end of this turn:\n        force of this becomes 50\n"
    lower = "action down:\n    until the end of this turn:\n        force of this becomes 3\n"
    ring = (
        "gear",
        "play on any unit of you as one:\n    attach this to one\nalways:\n    force of host of this becomes 20",
    )
    table = lab(a=raise_ + lower, ring=ring).put("field", 0, "a").put("hand", 0, "ring").start()
    assert table.do("up a").number("a") == 50
    assert table.do("play ring").number("a") == 50
    assert table.do("down a").number("a") == 3
    assert table.do("pass", "pass").number("a") == 20


def test_an_open_lasting_effect_may_give_each_thing_its_own_amount(lab: Make) -> None:
    rules = "action go:\n    until the end of this turn:\n        any unit as one gets +{mark of one} force"
    table = lab(a=rules).put("field", 0, "a", "a2").start().do("go a")
    table.state.counters[table.engine.names.counters["mark"]][table.things["a2"]] = 4
    assert (table.number("a"), table.number("a2")) == (10, 14)


# ---- spans -------------------------------------------------------------------------------------------

SPANS = {
    "the end of this turn": [11, 10, 10, 10, 10],
    "the end of your next turn": [11, 11, 11, 10, 10],
    "the start of your next turn": [11, 11, 10, 10, 10],
    "the end of the next turn of next-player": [11, 11, 10, 10, 10],
    "the end of the game": [11, 11, 11, 11, 11],
}


@pytest.mark.parametrize("span", SPANS)
def test_spans_end_when_they_say(lab: Make, span: str) -> None:
    table = lab(a=f"action go:\n    until {span}:\n        this gets +1 force").put("field", 0, "a").start()
    table.do("go a")
    found = [table.number("a")]
    for _ in range(4):
        found.append(table.do("pass").number("a"))
    assert found == SPANS[span]


def test_the_default_span_is_asked_of_each_affected_player(lab: Make) -> None:
    table = (
        lab(a="action go:\n    temporarily:\n        each unit gets +1 force")
        .put("field", 0, "a")
        .put("field", 1, "a1")
    )
    table.start().do("go a", "pass")
    assert (table.number("a"), table.number("a1")) == (11, 11)
    assert (table.do("pass").number("a"), table.number("a1")) == (11, 10)
    assert table.do("pass").number("a") == 10


@pytest.mark.parametrize("begun", ["temporarily", "until the end of the next turn of controller of this"])
def test_nothing_lasts_until_the_turn_of_nobody(lab: Make, begun: str) -> None:
    """What an effect is fixed on may have left play meanwhile: nobody controls it, and it comes to nothing."""
    rules = f"action go:\n    kill this\n    {begun}:\n        this gets +1 force"
    table = lab(a=rules).put("field", 0, "a").put("field", 1, "a2").start().do("go a")
    assert table.state.effects == ()
    assert table.do("pass", "pass").state.winners is None


def test_a_while_effect_ends_for_good(lab: Make) -> None:
    rules = (
        "action go:\n    while this is not tapped:\n        this gets +1 force\n"
        "action tap:\n    put tapped on this\naction untap:\n    remove tapped from this"
    )
    table = lab(a=rules).put("field", 0, "a").start()
    assert table.do("go a").number("a") == 11
    assert table.do("tap a").number("a") == 10
    assert table.do("untap a").number("a") == 10


def test_effects_survive_changes_of_control_and_end_when_their_thing_leaves(lab: Make) -> None:
    rules = (
        "action go:\n    until the end of the game:\n        this gets +1 force\n"
        "action desert:\n    give this to next-player\n"
        "action hop:\n    move this to hand of you\n    move this to field of you"
    )
    table = lab(a=rules).put("field", 0, "a").start()
    assert table.do("go a", "desert a").number("a") == 11
    assert table.do("pass", "hop a").number("a") == 10
    assert table.state.effects == ()


def test_each_is_fixed_and_any_is_asked_anew(lab: Make) -> None:
    rules = (
        "action each:\n    until the end of this turn:\n        each tapped unit gets +1 force\n"
        "action any:\n    until the end of this turn:\n        any tapped unit gets +10 force\n"
        "action tap:\n    put tapped on this"
    )
    table = lab(a=rules).put("field", 0, "a", "a2").start().do("tap a", "each a", "any a", "tap a2")
    assert (table.number("a"), table.number("a2")) == (21, 20)


# ---- choices -----------------------------------------------------------------------------------------


def test_what_cannot_be_done_is_not_offered(lab: Make) -> None:
    table = lab(
        a=A_UNIT,
        dear=("trick", "play on any tapped unit as one:\n    kill one"),
        may="action ask:\n    you may:\n        kill any tapped unit",
    )
    table.put("field", 0, "a", "may").put("hand", 0, "dear").start()
    assert table.offers() == ["wait game", "ask may", "pass"]
    assert table.do("ask may").state.prompt == "main"  # nobody is asked for a yes that could not be


def test_a_compulsory_choice_without_anything_to_choose_is_skipped(lab: Make) -> None:
    table = (
        lab(a="action go:\n    note this\n    choose any tapped unit as one\n    kill one").put("field", 0, "a").start()
    )
    assert table.do("go a").order() == ["a"]


def test_asking_leaves_the_state_alone(lab: Make) -> None:
    table = lab(a=A_UNIT, safe="always:\n    this is protected from strikes", bomb=BOMB)
    table.put("field", 0, "a").put("field", 1, "safe").put("hand", 0, "bomb").start()
    before = table.state.fork()
    table.number("safe")
    table.engine.statuses(table.state, table.things["a"])
    assert table.state == before
    assert isinstance(before, State)
