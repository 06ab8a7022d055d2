"""The commands ``build`` and ``show``: a game as a file, and a card as a tree."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from cardwright.compiler.tools.cli import run
from cardwright.compiler.tools.showing import inline, tree
from cardwright.runtime import ir, packfile

Layout = Callable[[Mapping[str, str | bytes]], Path]
Capture = pytest.CaptureFixture[str]

BAD = "set: extra\ngame: duel\ntitle: {en: Extra}\ncard: []\n"


def test_a_built_pack_can_be_loaded(duel: Layout, tmp_path: Path, capsys: Capture) -> None:
    target = tmp_path / "duel.pack"
    assert run(["build", str(duel({})), "-o", str(target)]) == 0
    pack = packfile.loads(target.read_bytes())
    assert (pack.id, [card.id for card in pack.cards]) == ("duel", ["brute", "sentry", "ambush"])
    assert packfile.pack_hash(pack) in capsys.readouterr().out


def test_the_same_sources_give_the_same_bytes(duel: Layout, tmp_path: Path) -> None:
    for name in "ab":
        assert run(["build", str(duel({})), "-o", str(tmp_path / name)]) == 0
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_a_faulty_game_is_not_built_and_the_old_file_stays(duel: Layout, tmp_path: Path, capsys: Capture) -> None:
    target = tmp_path / "duel.pack"
    target.write_bytes(b"old")
    assert run(["build", str(duel({"extra.yaml": BAD})), "-o", str(target)]) == 1
    assert target.read_bytes() == b"old"
    assert "error[CW0201]" in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["duel", "duel.pack"]


def test_a_place_that_cannot_be_written(duel: Layout, tmp_path: Path, capsys: Capture) -> None:
    assert run(["build", str(duel({})), "-o", str(tmp_path / "none" / "duel.pack")]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_an_unknown_game(capsys: Capture) -> None:
    assert run(["build", "no-such-game", "-o", "x"]) == 2
    assert "no game is called `no-such-game`" in capsys.readouterr().err
    assert not Path("x").exists()


def test_show_a_card(duel: Layout, capsys: Capture) -> None:
    assert run(["show", "sentry", "--game", str(duel({}))]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0] == "sentry (fighter, basic): Sentry"
    assert out[1] == "  attack 10, defence 30"
    assert "  ability guard (single, ability)" in out
    assert any("Adjust(" in line and "name: defence" in line for line in out)


def test_a_deep_tree_of_long_texts_is_shown() -> None:
    node: ir.Cond = ir.Is(ir.Ref("this"), "status", "x" * 120)
    for _ in range(40):
        node = ir.Not(node)
    lines = list(tree(ir.When(ir.Pattern("kill"), node, ())))
    assert len(lines) > 40
    assert any("x" * 120 in line for line in lines)


def test_show_an_unknown_card_and_a_faulty_game(duel: Layout, capsys: Capture) -> None:
    assert run(["show", "sentri", "--game", str(duel({}))]) == 2
    assert "did you mean `sentry`?" in capsys.readouterr().err
    assert run(["show", "sentry", "--game", str(duel({"extra.yaml": BAD}))]) == 1
    assert "error[CW0201]" in capsys.readouterr().err


def test_a_small_node_is_one_line_and_what_says_nothing_is_left_out() -> None:
    node = ir.Compare("<", ir.Part("number", "attack", ir.Ref("this")), ir.Num(50))
    expected = "Compare(op: <, left: Part(what: number, name: attack, of: Ref(name: this)), right: Num(value: 50))"
    assert inline(node) == expected
    assert list(tree(ir.Select("any", "fighter"))) == ["Select(quant: any, kind: fighter)"]


def test_a_node_with_a_body_has_a_line_for_each_step() -> None:
    steps = (ir.Do("draw", (("amount", ir.Num(1)),)), ir.Let("n", ir.Num(2)))
    assert list(tree(ir.Repeat(ir.Num(3), steps))) == [
        "Repeat",
        "  times: Num(value: 3)",
        "  body: [Do(verb: draw, roles: [[amount, Num(value: 1)]]), Let(name: n, value: Num(value: 2))]",
    ]
