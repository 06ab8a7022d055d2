"""Maps in a terminal: line by line, with what each stop is like and who stands there."""

from __future__ import annotations

from typing import Any

from cardwright.compiler.tools.maps import Map
from cardwright.runtime import ir


def stop(name: str, *lines: str, signs: tuple[str, ...] = ()) -> ir.Card:
    return ir.Card(name, name.title(), "stop", "base", groups=(("line", lines), ("sign", signs)))


STOPS = (stop("harbour", "red"), stop("square", "red", "blue", signs=("bell",)), stop("hill"), stop("park", "blue"))


def drawn(standing: dict[int, list[str]], **numbers: int) -> list[str]:
    pack: Any = type("Pack", (), {"cards": STOPS})
    cards = [{"thing": 10 + i, "card": card.id, "numbers": numbers} for i, card in enumerate(STOPS)]
    return list(Map(pack, cards).lines(standing))


def test_lines_hold_their_stops_in_order() -> None:
    assert drawn({}) == ["red   Harbour -- Square (bell)", "blue  Square (bell) -- Park", "      Hill"]


def test_players_stand_at_their_stops_on_every_line() -> None:
    lines = drawn({11: ["ann"], 13: ["bob", "kim"]})
    assert lines[:2] == ["red   Harbour -- Square (bell) <ann>", "blue  Square (bell) <ann> -- Park <bob> <kim>"]


def test_numbers_are_shown() -> None:
    assert drawn({}, toll=2)[0] == "red   Harbour (toll 2) -- Square (bell, toll 2)"
