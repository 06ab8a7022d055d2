"""The command ``text``."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from cardwright.compiler.tools import cli

DATA = Path(__file__).parent / "data"


@pytest.fixture
def game(tmp_path: Path) -> str:
    """The toy game ``sampler`` with its words, in a folder of its own."""
    folder = tmp_path / "sampler"
    shutil.copytree(DATA / "language", folder, ignore=shutil.ignore_patterns("*.txt"))
    shutil.copy(DATA / "texts" / "words.yaml", folder / "texts.yaml")
    return str(folder)


def test_a_card_in_english(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["text", "wolf", "--game", game]) == 0
    assert capsys.readouterr().out.splitlines()[:2] == ["Wolf", "    Grit: This beast gets +1 strength."]


def test_a_card_in_italian(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["text", "nap", "bear", "--lang", "it", "--game", game]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told == ["Orso", "", "Sonnellino", "    Ogni belva diventa addormentata.", ""]


def test_all_cards_that_have_a_text(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["text", "--game", game]) == 0
    told = capsys.readouterr().out.splitlines()
    assert "Nap" in told
    assert "Bear" not in told
    assert told[-1] == "0 written by hand"


def test_an_unknown_card(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["text", "wolff", "--game", game]) == 2
    assert "did you mean `wolf`?" in capsys.readouterr().err


def test_a_game_without_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["text", "--game", str(DATA / "tourney")]) == 0
    told = capsys.readouterr()
    assert "Duck\n    When a fighter you control is about to be attacked, you may play this trick. Cancel" in told.out
    assert told.err == "note: `tourney` has no `texts:` file; this is a draft in the names of its rules\n"
    assert cli.run(["text", "--lang", "it", "--game", str(DATA / "tourney")]) == 2
    assert "`tourney` has no `texts:` file" in capsys.readouterr().err


def test_a_word_that_is_missing_is_an_error(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    texts = Path(game, "texts.yaml")
    texts.write_text(texts.read_text("utf-8").replace(", it: belva | belve | f", ""), "utf-8")
    assert cli.run(["text", "nap", "--lang", "it", "--game", game]) == 1
    assert "no Italian text for the word `beast` in `kinds`" in capsys.readouterr().err
    assert cli.run(["check", game]) == 1
    assert "no Italian text for the word `beast` in `kinds`" in capsys.readouterr().out


def test_a_word_that_another_language_lacks_does_not_matter(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    texts = Path(game, "texts.yaml")
    texts.write_text(texts.read_text("utf-8").replace(", it: belva | belve | f", ""), "utf-8")
    assert cli.run(["text", "nap", "--game", game]) == 0
    assert "Each beast becomes asleep." in capsys.readouterr().out
