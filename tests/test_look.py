"""Looks: what their files may say, and what is wrong in them. The toy game is ``duel``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from cardwright.compiler import driver
from cardwright.compiler.look import PLAIN, Look, Mark, Size, Spot

HEAD = "game: duel\nlook:\n"


def look_of(folder: Path) -> Look:
    (game,) = driver.check([folder]).games
    assert game.summary.diagnostics == ()
    return game.compiled.look


def test_a_game_without_a_look_has_a_plain_one(duel: Any) -> None:
    look = look_of(duel({}))
    assert look == PLAIN
    assert look.size_of("fighter") == Size(63, 88)


def test_a_look_is_read_from_several_files(duel: Any) -> None:
    look = look_of(duel({
        "look.yaml": HEAD + (
            "  size: {width: 50, height: 60}\n"
            "  shapes: {dot: {path: M0 0H24V24Z}}\n"
            '  kinds: {fighter: {colour: "#112233", shape: dot, numbers: [defence]}}\n'
            "  aid: [duel.attack.strict]\n"
        ),
        "more-look.yaml": HEAD + (
            "  kinds: {trick: {size: {width: 40, height: 41}, sheets: false}}\n"
            '  tags: {red: {colour: "#aa0000"}, street: {shape: dot}}\n'
            "  maps: {deck: {places: {brute: {x: 0, y: 2}, sentry: {x: 1, y: 0}, ambush: {x: 3, y: 0}}}}\n"
        ),
    }))  # fmt: skip
    assert look.kind("fighter").mark == Mark("#112233", "dot")
    assert look.kind("fighter").numbers == ("defence",)
    assert look.kind("fighter").sheets
    assert look.size_of("fighter") == Size(50, 60)
    assert look.size_of("trick") == Size(40, 41)
    assert not look.kind("trick").sheets
    assert look.kind("trick").numbers is None
    assert look.tags == {"red": Mark("#aa0000"), "street": Mark("", "dot")}
    assert look.maps == {"deck": {"brute": Spot(0, 2), "sentry": Spot(1, 0), "ambush": Spot(3, 0)}}
    assert look.aid == ("duel.attack.strict",)


WRONG = {
    "a kind": ('  kinds: {figther: {colour: "#112233"}}', "CW1111", "no kind called `figther` (did you mean `fighter`"),
    "a tag": ('  tags: {reed: {colour: "#112233"}}', "CW1111", "no tag called `reed` (did you mean `red`?)"),
    "a number": ("  kinds: {fighter: {numbers: [attak]}}", "CW1111", "no number called `attak`"),
    "a card": ('  cards: {brut: {colour: "#112233"}}', "CW1111", "no card called `brut`"),
    "a drawing": ("  kinds: {fighter: {shape: dot}}", "CW1111", "no drawing called `dot`"),
    "a back": ("  kinds: {fighter: {back: deck}}", "CW1111", "no back called `deck`"),
    "a zone": ("  maps: {dek: {}}", "CW1111", "no map called `dek`"),
    "a place": ("  maps: {hand: {places: {brute: {x: 1, y: 1}}}}", "CW1111", "no card of this zone called `brute`"),
    "a statement": ("  aid: [duel.attack.strikt]", "CW1111", "no statement called `duel.attack.strikt`"),
    "some without a place": (
        "  maps: {deck: {places: {brute: {x: 1, y: 1}}}}", "CW1113", "no place for `sentry`, `ambush`",
    ),
    "a colour": ("  paper: red", "CW0206", "`paper` cannot be `red`"),
    "a path": ('  shapes: {dot: {path: "<script>"}}', "CW0206", "`path` cannot be `<script>`"),
    "a size": ("  size: {width: 5, height: 88}", "CW0206", "between 20 and 180"),
    "half a size": ("  size: {width: 50}", "CW0202", "height"),
    "no colour": ("  kinds: {fighter: {color: '#112233'}}", "CW0201", "did you mean `colour`?"),
}  # fmt: skip


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_is_said_at_its_place(what: str, check_duel: Any) -> None:
    content, code, message = WRONG[what]
    (found,) = check_duel({"look.yaml": f"{HEAD}{content}\n"})
    assert (found.file, found.line, found.code) == ("look.yaml", 3, code)
    assert message in found.message


def test_two_files_do_not_give_one_thing_two_looks(check_duel: Any) -> None:
    files: Mapping[str, str] = {
        "a-look.yaml": f'{HEAD}  paper: "#ffffff"\n  kinds: {{trick: {{}}}}\n',
        "b-look.yaml": f'{HEAD}  paper: "#eeeeee"\n  kinds: {{trick: {{}}}}\n',
    }
    found = check_duel(files)
    places = [(one.file, one.line, one.code) for one in found]
    assert places == [("b-look.yaml", 3, "CW1112"), ("b-look.yaml", 4, "CW1112")]


def test_names_within_a_look_may_be_those_of_its_parts(check_duel: Any) -> None:
    content = HEAD + "  shapes: {aid: {path: M0 0H24V24Z}}\n"
    (found,) = check_duel({"a-look.yaml": content, "b-look.yaml": content})
    assert (found.file, found.code) == ("b-look.yaml", "CW1112")


def test_two_cards_do_not_lie_on_one_place(check_duel: Any) -> None:
    places = "{brute: {x: 0, y: 0}, sentry: {x: 1, y: 0}, ambush: {x: 1, y: 0}}"
    (found,) = check_duel({"look.yaml": f"{HEAD}  maps: {{deck: {{places: {places}}}}}\n"})
    assert found.code == "CW1113"
    assert "`ambush` lies where another card does" in found.message


def test_drawings_of_the_games_stay_in_their_box() -> None:
    """An SVG path is drawn in a box of 24 by 24; absolute commands can be checked."""
    for game in driver.check([Path(__file__).parent.parent / "cards"]).games:
        for name, path in game.compiled.look.shapes.items():
            assert re.fullmatch(r"[MLHVCSQTAZ0-9 .-]+", path), name
            assert all(-0.01 <= float(number) <= 24 for number in re.findall(r"-?\d*\.?\d+", path)), name
