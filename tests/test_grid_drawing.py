"""Grids as text: cells, borders, free places on offer."""

from __future__ import annotations

from typing import Any

from cardwright.compiler.tools.grids import WIDTH, Board, short

TITLES = {"oak": "Oak", "elm": "Elm with a very long name"}


def tile(card: str, x: int, y: int, whose: int, **counters: int) -> dict[str, Any]:
    numbers = {"hit-points": 5} if card == "oak" else {}
    return {
        "card": card, "at": [x, y], "controller": whose, "numbers": numbers, "counters": counters,
        "statuses": ["asleep"] if counters else [],
    }  # fmt: skip


def test_a_single_card() -> None:
    lines = list(Board([tile("oak", 0, 0, 1, damage=2)], TITLES, ("Ann", "Bob"), 1).lines())
    edge = "    +" + "-" * WIDTH + "+"
    assert lines[0].strip() == "0"
    assert lines[1] == lines[-1] == edge
    assert [line[5 : 5 + WIDTH].strip() for line in lines[2:-1]] == ["Oak", "> Bob", "hp 5, damage 2", "asleep"]


def test_neighbours_share_a_border_and_titles_are_cut() -> None:
    lines = list(Board([tile("oak", 0, 0, 0), tile("elm", 1, 0, 0)], TITLES, ("Ann", "Bob"), 1).lines())
    assert lines[1] == "    +" + ("-" * WIDTH + "+") * 2
    assert lines[2] == f"    |{'Oak':<{WIDTH}}|{TITLES['elm'][:WIDTH]}|"
    assert lines[3] == f"  0 |{'  Ann':<{WIDTH}}|{'  Ann':<{WIDTH}}|"


def test_free_places_and_gaps() -> None:
    board = Board([tile("oak", 0, 0, 0), tile("elm", 1, 1, -1)], TITLES, ("Ann",), 0, [(1, 0), (0, 0), (-1, 0)])
    lines = list(board.lines())
    assert lines[0].split() == ["-1", "0", "1"]
    assert "(1:0)" in lines[2]
    assert "(-1:0)" in lines[2]
    assert "(0:0)" not in "".join(lines)
    corner = lines.index(next(line for line in lines[2:] if "+" in line))
    assert lines[corner].strip() == "+" + "-" * WIDTH + "+" + "-" * WIDTH + "+"


def test_names_by_their_initials() -> None:
    assert [short("hit-points"), short("damage")] == ["hp", "damage"]
