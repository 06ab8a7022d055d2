"""Sets from elsewhere: found by folder and by name, checked against what they need, and data only."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from cardwright.compiler import additions, driver
from cardwright.compiler.project import NoGame
from cardwright.compiler.tools.cli import run

Layout = Callable[[Mapping[str, str | bytes]], Path]
Check = Callable[[Mapping[str, str | bytes]], list[tuple[str, int, str, str]]]
Capture = pytest.CaptureFixture[str]
ROOT = Path(__file__).parent.parent

HEAD = "set: winter\ngame: duel\ntitle: {en: Winter, it: Inverno}\n"
SET = (
    HEAD
    + """\
needs: [basic]
cards:
  - id: frost
    title: {en: Frost, it: Gelo}
    kind: fighter
    numbers: {attack: 5, defence: 5}
    abilities: [guard]
    rulings:
      - id: frost-guards
        question: {en: How well does it defend?}
        answer: {en: Ten more than is printed.}
        scenario:
          players: [ann, bob]
          given: {ann: {field: [frost]}}
          expect: [defence of frost = 15]
"""
)


@pytest.fixture
def winter(tmp_path: Path) -> Path:
    folder = tmp_path / "elsewhere" / "winter"
    folder.mkdir(parents=True)
    (folder / "cards.yaml").write_text(SET, "utf-8")
    return folder


# ---- by folder ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("part", ["", "cards.yaml"])
def test_a_set_in_any_folder(duel: Layout, winter: Path, capsys: Capture, part: str) -> None:
    game, pack = str(duel({})), str(winter / part)
    assert run(["check", game, "--with", pack]) == 0
    assert capsys.readouterr().out == "4 files, 4 cards, no problems\n"
    assert run(["test", game, "--with", pack]) == 0
    assert capsys.readouterr().out == "1 passed, 0 failed\n"
    assert run(["show", "frost", "--game", game, "--with", pack]) == 0
    assert "frost (fighter, winter): Frost" in capsys.readouterr().out


def test_without_it_the_game_is_as_it_was(duel: Layout, winter: Path) -> None:
    before = driver.open_game(str(duel({}))).pack
    with_it = driver.open_game(str(duel({})), additions=[additions.find_addition(str(winter))]).pack
    assert before is not None
    assert with_it is not None
    assert [card.id for card in with_it.cards] == [*(card.id for card in before.cards), "frost"]
    assert with_it.sets == ("basic", "winter")


def test_mistakes_in_it_are_shown_in_its_files(duel: Layout, winter: Path, capsys: Capture) -> None:
    (winter / "cards.yaml").write_text(SET.replace("[guard]", "[gaurd]"), "utf-8")
    assert run(["check", str(duel({})), "--with", str(winter), "--format", "short"]) == 1
    line = capsys.readouterr().out.splitlines()[0]
    assert line.startswith(f"{winter / 'cards.yaml'}:10:17: error[CW0409]: `gaurd` is not an ability")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "holds no file that names its game"),
        ("set: x\ngame: other\n", "belongs to the game `other`, which is not here"),
    ],
)
def test_a_folder_that_is_no_addition(duel: Layout, winter: Path, capsys: Capture, content: str, message: str) -> None:
    (winter / "cards.yaml").write_text(content, "utf-8")
    assert run(["check", str(duel({})), "--with", str(winter)]) == 2
    assert message in capsys.readouterr().err


def test_a_game_is_no_addition(duel: Layout, capsys: Capture) -> None:
    assert run(["check", str(duel({})), "--with", str(duel({}))]) == 2
    assert "is a game of its own" in capsys.readouterr().err


# ---- by name -----------------------------------------------------------------------------------------


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, winter: Path) -> Path:
    """An installed package with two packs, which leaves a mark if anybody imports it."""
    site = tmp_path / "site"
    (site / "snowy").mkdir(parents=True)
    (site / "snowy" / "__init__.py").write_text(f"open({str(site / 'mark')!r}, 'w')\n", "utf-8")
    (site / "snowy" / "winter").mkdir()
    (site / "snowy" / "winter" / "cards.yaml").write_text(SET, "utf-8")
    info = site / "snowy-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: snowy\nVersion: 1.0\n", "utf-8")
    points = "[cardwright.packs]\nwinter = snowy.winter\nlost = snowy.summer\nnowhere = no_such_package\n"
    (info / "entry_points.txt").write_text(points + "pebbles = snowy.pebbles\n", "utf-8")
    (site / "snowy" / "pebbles").mkdir()
    monkeypatch.syspath_prepend(site)
    return site


def test_an_installed_set_is_found_by_name_and_never_imported(duel: Layout, package: Path, capsys: Capture) -> None:
    assert run(["check", str(duel({})), "--with", "winter"]) == 0
    assert "4 cards" in capsys.readouterr().out
    assert not (package / "mark").exists()
    assert "snowy" not in sys.modules


def test_a_name_of_nothing(duel: Layout, package: Path, capsys: Capture) -> None:
    assert run(["check", str(duel({})), "--with", "wimter"]) == 2
    assert "no installed pack; did you mean `winter`?" in capsys.readouterr().err
    assert run(["check", str(duel({})), "--with", "lost"]) == 2


def test_an_installed_game_is_opened_by_its_name(duel: Layout, package: Path) -> None:
    for path in duel({}).glob("*.yaml"):
        (package / "snowy" / "pebbles" / path.name).write_bytes(path.read_bytes())
    assert driver.open_game("pebbles").pack is not None
    assert not (package / "mark").exists()


# ---- needs, versions, conflicts ----------------------------------------------------------------------


def found(check: Check, *texts: str) -> list[tuple[str, str]]:
    files = {
        f"extra-{i}.yaml": f"set: extra-{i}\ngame: duel\ntitle: {{en: E}}\n{text}\n" for i, text in enumerate(texts)
    }
    return [(code, message.split(" (")[0]) for _, _, code, message in check(files)]


@pytest.mark.parametrize(
    ("have", "need", "wrong"),
    [
        ("1.2.0", "extra-0 >= 1.2.0", False),
        ("1.10.0", "extra-0 >= 1.9.9", False),
        ("1.2.0", "extra-0", False),
        ("1.2.0", "extra-0 >= 1.2.1", True),
        ("2.0.0", "extra-0 >= 10.0.0", True),
    ],
)
def test_versions_are_compared_number_by_number(check_duel: Check, have: str, need: str, wrong: bool) -> None:
    message = f"`{need.rpartition(' ')[2]}` of `extra-0` is needed; {have} is there"
    expected = [("CW0420", message)] if wrong else []
    assert found(check_duel, f"version: {have}", f"needs: [{need}]") == expected


def test_what_is_not_there(check_duel: Check) -> None:
    assert found(check_duel, "needs: [extra-9 >= 1.0.0]") == [("CW0418", "`extra-9` is not a set of this game")]
    assert found(check_duel, "", "needs: [extra-0 >= 1.0.0]")[0][0] == "CW0420"


def test_conflicts(check_duel: Check) -> None:
    message = "`extra-1` cannot be there together with `extra-0`"
    assert found(check_duel, "", "conflicts: [extra-0]") == [("CW0421", message)]
    assert found(check_duel, "", "conflicts: [extra-7]") == []


@pytest.mark.parametrize("text", ["version: 1.2", "version: v1.2.0", "needs: [basic > 1.0.0]", "needs: [basic >= 1.0]"])
def test_versions_that_are_none(check_duel: Check, text: str) -> None:
    ((code, _),) = found(check_duel, text)
    assert code in ("CW0203", "CW0206")


def test_two_sets_that_declare_the_same_card(duel: Layout, winter: Path, tmp_path: Path, capsys: Capture) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "cards.yaml").write_text(SET.replace("winter", "frosty").replace("frost-guards", "again"), "utf-8")
    assert run(["check", str(duel({})), "--with", str(winter), "--with", str(other), "--format", "short"]) == 1
    assert "CW0411" in capsys.readouterr().out


# ---- data only ---------------------------------------------------------------------------------------


def test_no_link_leads_out_of_a_pack(duel: Layout, winter: Path, tmp_path: Path, capsys: Capture) -> None:
    secret = tmp_path / "secret.yaml"
    secret.write_text("password: hunter2\n", "utf-8")
    (winter / "more.yaml").symlink_to(secret)
    assert run(["check", str(duel({})), "--with", str(winter)]) == 2
    printed = capsys.readouterr()
    assert "leads out of the pack" in printed.err
    assert "hunter2" not in printed.out + printed.err


def test_linked_folders_are_not_entered(winter: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.yaml").write_text("game: duel\n", "utf-8")
    (winter / "more").symlink_to(outside)
    assert [path.name for path in additions.find_addition(str(winter)).files] == ["cards.yaml"]


def test_a_fifo_is_not_read(winter: Path) -> None:
    import os

    os.mkfifo(winter / "pipe.yaml")
    with pytest.raises(NoGame, match="no file of its own"):
        additions.find_addition(str(winter))


CARD = "cards:\n  - id: odd\n    title: {en: O}\n    kind: fighter\n"
HOSTILE = {
    "an object of python": "x: !!python/object/apply:os.system ['true']\n",
    "an anchor that grows": "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n",
    "a name with a line end": 'statuses: {"odd\\n": {}}\n',
    "a name that is code": 'statuses: {"x\'); import os": {}}\n',
    "an action that is code": CARD + "    rules: |\n      action '); import os:\n          nothing\n",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_no_data_is_refused(check_duel: Check, name: str) -> None:
    assert check_duel({"extra.yaml": "set: extra\ngame: duel\ntitle: {en: E}\n" + HOSTILE[name]})


def test_titles_and_words_may_hold_anything_and_do_nothing(duel: Layout) -> None:
    from cardwright.runtime.engine import Engine

    odd = "'); import os; ('\\n\\\" {0} %s ${x} __class__"
    title = f'title: {{en: "{odd}"}}\n'
    text = f"set: extra\ngame: duel\n{title}cards:\n  - id: odd\n    {title}    kind: fighter\n    rules: |\n"
    text += "      play:\n          roll 6 as n\n          table n:\n"
    text += '              1-6 "x\'); import os #":\n                  draw 1 for you\n'
    pack = driver.open_game(str(duel({"extra.yaml": text}))).pack
    assert pack is not None
    engine = Engine(pack)
    assert "import os" not in engine.machine.source
    assert engine.new(2, 1).options


def test_a_game_with_an_addition_is_played_recorded_and_replayed(
    winter: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["new", "game", "pond"]) == 0
    text = (
        SET.replace("duel", "pond")
        .replace("{attack: 5, defence: 5}", "{power: 5}")
        .replace("fighter", "creature")
        .replace("    abilities: [guard]\n", "    copies: 9\n")
    )
    (winter / "cards.yaml").write_text(text.split("    rulings:")[0], "utf-8")
    with_it = ["--with", str(winter)]
    assert run(["play", "pond", "--seats", "bot,bot", "--seed", "1", "--record", "game.json", *with_it]) == 0
    assert "Frost" in capsys.readouterr().out
    assert run(["replay", "game.json", *with_it]) == 0
    assert "it keeps its course" in capsys.readouterr().out
    assert run(["sim", "pond", "--games", "3", *with_it]) == 0
    assert run(["build", "pond", "-o", "pond.pack", *with_it]) == 0
    assert run(["replay", "game.json", "--game", "pond.pack"]) == 0
