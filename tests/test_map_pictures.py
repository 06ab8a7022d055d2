"""Maps as pictures: every card of the zone, lines in their colours, places found where none are given."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import hypot
from xml.etree import ElementTree

from cardwright.compiler.documents import printing
from cardwright.compiler.documents.maps import STEP
from cardwright.compiler.documents.model import Group, Word
from cardwright.compiler.documents.placing import placed
from cardwright.compiler.look import Look, Mark, Spot

Make = Callable[..., printing.Press]

MAP = Look(maps={"deck": {"brute": Spot(0, 0), "sentry": Spot(1, 0), "ambush": Spot(1, 1), "ogre": Spot(0, 1)}})


def test_a_map_shows_every_card_of_its_zone(press: Make) -> None:
    (drawn,) = press("it", MAP).maps
    root = ElementTree.fromstring(drawn.svg)
    said = ["".join(element.itertext()) for element in root.iter() if element.tag.endswith("}text")]
    assert said[0] == "Duello · mazzo"
    assert {"Bruto", "Sentinella", "Agguato", "Orco"} <= set(said)


def test_stops_find_places_of_their_own() -> None:
    ring = {str(index): [str((index - 1) % 8), str((index + 1) % 8)] for index in range(8)}
    spots = placed(list(ring), ring)
    steps = [
        ((spots[a][0] - spots[b][0]) ** 2 + (spots[a][1] - spots[b][1]) ** 2) ** 0.5 for a in ring for b in ring[a]
    ]
    assert all(0.7 < step < 1.5 for step in steps)
    assert min(min(spot) for spot in spots.values()) == 0


def on_lines(press: printing.Press, **lines: str) -> printing.Press:
    """The same game with its cards on lines, named under the cards."""
    cards = tuple(
        replace(card, groups=(Group(LINE, tuple(Word(name, name) for name in lines[card.id].split())),))
        for card in press.edition.cards
    )
    return replace(press, edition=replace(press.edition, cards=cards))


LINE = Word("line", "line")


def strokes(press: printing.Press) -> list[tuple[str, tuple[float, ...]]]:
    """The pieces of lines on the map: their colours and ends."""
    root = ElementTree.fromstring(press.maps[0].svg)
    pieces = [element.attrib for element in root.iter() if element.tag.endswith("}line")]
    return [(one["stroke"], tuple(float(one[end]) for end in ("x1", "y1", "x2", "y2"))) for one in pieces]


def test_cards_that_follow_one_another_on_a_line_are_joined(press: Make) -> None:
    look = replace(MAP, tags={"red": Mark("#aa1100"), "blue": Mark("#0011aa")})
    drawn = strokes(on_lines(press("en", look), ogre="red", brute="red", sentry="red blue", ambush="blue"))
    assert [colour for colour, _ in drawn] == ["#aa1100", "#aa1100", "#0011aa"]
    red, _, blue = (ends for _, ends in drawn)
    assert red[1] == red[3], "the brute lies beside the sentry"
    assert abs(red[0] - red[2]) == STEP
    assert blue[0] == blue[2]
    assert abs(blue[1] - blue[3]) == STEP


def test_lines_between_the_same_cards_lie_side_by_side(press: Make) -> None:
    drawn = strokes(on_lines(press("en", MAP), brute="red blue", sentry="red blue", ambush="red", ogre="blue"))
    first, second = (ends for _, ends in drawn if ends[1] == ends[3])
    assert (first[0], first[2]) == (second[0], second[2])
    assert 11 <= abs(first[1] - second[1]) <= 15


def test_a_group_that_makes_no_line_is_drawn_in_its_stop(press: Make) -> None:
    made = press("en", replace(MAP, tags={"red": Mark("#aa1100")}))
    assert strokes(made) == []
    root = ElementTree.fromstring(made.maps[0].svg)
    assert [element.attrib["fill"] for element in root.iter() if element.tag.endswith("}circle")].count("#aa1100") == 1


def test_a_map_without_places_finds_them(press: Make) -> None:
    made = on_lines(press("en", Look(maps={"deck": {}})), ogre="red", brute="red", sentry="red blue", ambush="blue")
    lengths = [hypot(x2 - x1, y2 - y1) for _, (x1, y1, x2, y2) in strokes(made)]
    assert len(lengths) == 3
    assert all(0.7 * STEP < length < 1.4 * STEP for length in lengths)
