"""The command ``new``: what it writes passes ``check`` and ``test`` as it is."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from cardwright.compiler import cache
from cardwright.compiler.tools.cli import run

Capture = pytest.CaptureFixture[str]
DATA = Path(__file__).parent / "data"
GAMES = sorted(path.parent for path in (Path(__file__).parent.parent / "cards").glob("*/game.yaml"))


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in, with a cache beside it."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "cache"))
    return folder


def said(capsys: Capture, *arguments: str, status: int = 0) -> str:
    """What a command prints."""
    assert run(arguments) == status
    printed = capsys.readouterr()
    return printed.out + printed.err


def test_a_new_game_is_without_problems_from_the_first_moment(here: Path, capsys: Capture) -> None:
    assert "cards/pond/game.yaml" in said(capsys, "new", "game", "pond")
    assert said(capsys, "check").endswith("3 cards, no problems\n")
    assert said(capsys, "test") == "3 passed, 0 failed\n"
    assert "winners by seat" in said(capsys, "sim", "pond", "--games", "5")
    assert "Quando questa creatura viene esiliata, pesca una carta." in said(capsys, "text", "badger", "--lang", "it")
    assert "100.0 %" in said(capsys, "coverage", "pond", "--min", "100")


def test_a_new_game_is_told_in_whole_sentences(here: Path, capsys: Capture) -> None:
    run(["new", "game", "pond"])
    log = said(capsys, "play", "pond", "--seats", "bot,bot", "--seed", "1")
    assert "\n  Player 2 draws 3 cards\n" in log
    assert "\n  Player 1 draws a card\n" in log


def test_the_files_teach(here: Path) -> None:
    run(["new", "game", "pond"])
    for name in ("game.yaml", "basic.yaml", "rulings.yaml", "statements.yaml", "texts.yaml"):
        text = (here / "cards/pond" / name).read_text("utf-8")
        assert text.startswith("# ")
        assert "$" not in text


@pytest.mark.parametrize("folder", [DATA / "duel", DATA / "tourney", *GAMES], ids=lambda path: path.name)
def test_sets_and_cards_for_any_game(folder: Path, here: Path, capsys: Capture) -> None:
    copy = here / "cards" / folder.name
    shutil.copytree(folder, copy)
    shutil.rmtree(copy / "rulings", ignore_errors=True)
    said(capsys, "new", "set", "extra", "--game", folder.name)
    said(capsys, "new", "card", "novelty", "--set", "extra", "--game", folder.name)
    assert (copy / "extra/cards.yaml").exists()
    assert (copy / "extra/novelty.yaml").exists()
    assert said(capsys, "check").endswith("no problems\n")
    assert said(capsys, "test", str(copy / "extra")) == "2 passed, 0 failed\n"


def test_a_card_of_a_kind_that_is_asked_for(here: Path, capsys: Capture) -> None:
    run(["new", "game", "pond"])
    said(capsys, "new", "card", "hail", "--kind", "spell")
    assert "kind: spell\n" in (here / "cards/pond/hail.yaml").read_text("utf-8")
    assert "did you mean `spell`?" in said(capsys, "new", "card", "rain", "--kind", "spel", status=2)
    assert said(capsys, "check").endswith("4 cards, no problems\n")


def test_nothing_is_written_over(here: Path, capsys: Capture) -> None:
    run(["new", "game", "pond"])
    (here / "cards/pond/game.yaml").unlink()
    (here / "cards/pond/basic.yaml").write_text("mine", "utf-8")
    assert "`cards/pond/basic.yaml` is there already" in said(capsys, "new", "game", "pond", status=2)
    assert (here / "cards/pond/basic.yaml").read_text("utf-8") == "mine"
    assert not (here / "cards/pond/game.yaml").exists()


def test_what_cannot_be_written_leaves_nothing_behind(here: Path, capsys: Capture) -> None:
    said(capsys, "new", "game", "pond")
    before = sorted(here.rglob("*"))
    assert "cannot be written: file name too long" in said(capsys, "new", "game", "x" * 300, status=2)
    (here / "cards/lake").write_text("a file", "utf-8")
    assert "`cards/lake` cannot be written: " in said(capsys, "new", "game", "lake", status=2)
    (here / "cards/lake").unlink()
    assert sorted(here.rglob("*")) == before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("game", "Big_Game"), "use small letters"),
        (("set", "basic"), "has a set `basic` already"),
        (("card", "hare"), "has a card or ability `hare` already"),
        (("card", "field"), "has a card or ability `field` already"),
        (("card", "otter", "--set", "basik"), "did you mean `basic`?"),
    ],
)
def test_names_that_will_not_do(here: Path, capsys: Capture, arguments: tuple[str, ...], message: str) -> None:
    run(["new", "game", "pond"])
    assert message in said(capsys, "new", *arguments, status=2)


def test_the_installed_games_are_not_written_into(here: Path, capsys: Capture) -> None:
    assert "there is no folder `cards` here" in said(capsys, "new", "card", "otter", status=2)
    assert "there is no folder `cards` here" in said(capsys, "new", "set", "extra", "--game", GAMES[-1].name, status=2)


def test_a_game_with_errors_gets_no_cards(here: Path, capsys: Capture) -> None:
    run(["new", "game", "pond"])
    (here / "cards/pond/odd.yaml").write_text("set: odd\ngame: pond\ntitle: {en: Odd}\ncard: []\n", "utf-8")
    assert "error[CW0201]" in said(capsys, "new", "card", "otter", "--set", "basic", status=1)
