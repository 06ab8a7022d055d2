"""The command ``diff``: cards, texts and effects that differ, and rulings that come to something else."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from cardwright.compiler import cache
from cardwright.compiler.tools.cli import run

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def pond(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> Path:
    """A folder with a new game in it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "cache"))
    assert run(["new", "game", "pond"]) == 0
    capsys.readouterr()
    return tmp_path / "cards" / "pond"


def edit(path: Path, *pairs: tuple[str, str]) -> None:
    text = path.read_text("utf-8")
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    path.write_text(text, "utf-8")


def output(capsys: Capture, *arguments: str, status: int = 0) -> str:
    assert run(["diff", *arguments]) == status
    return capsys.readouterr().out


def changed(pond: Path, *pairs: tuple[str, str], file: str = "basic.yaml") -> str:
    """A copy of the game with something replaced, beside it."""
    copy = pond.parent.parent / "other"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(pond.parent, copy)
    edit(copy / "pond" / file, *pairs)
    return str(copy)


def test_nothing_is_different(pond: Path, capsys: Capture) -> None:
    assert output(capsys, "cards", changed(pond, ("# The first set", "# A set"))) == ""


def test_a_card_with_its_old_and_new_text_and_effects(pond: Path, capsys: Capture) -> None:
    out = output(capsys, "cards", changed(pond, ("draw 1 for you", "draw 2 for you"), ("{power: 2}", "{power: 3}")))
    assert out.startswith("pond: 1 change, ")
    assert "\ncard badger\n    data:\n      - power 2\n      + power 3\n    text:\n" in out
    assert "      - When this creature is banished, draw a card.\n" in out
    assert "      + When this creature is banished, draw 2 cards.\n" in out
    assert "    effects:\n" in out
    out = output(capsys, "cards", changed(pond, ("draw 1 for you", "draw 2 for you")), "--lang", "it")
    assert "      + Quando questa creatura viene esiliata, pesca 2 carte.\n" in out


def test_rulings_whose_outcome_changes(pond: Path, capsys: Capture) -> None:
    other = changed(pond, ("put {power of worker} points", "put 1 points"), file="game.yaml")
    out = output(capsys, "cards", other)
    assert out.startswith("pond: 1 change, 1 ruling with another outcome\n\nverb gather\n    effects:\n")
    assert "rulings\n    one-gathering-a-turn: no longer holds: expected points of ann = 2; actual: " in out
    assert "one-gathering-a-turn" not in output(capsys, "cards", other, "--no-rulings")
    back = output(capsys, other, "cards")
    assert "one-gathering-a-turn: holds now" in back


def test_a_new_ruling_says_whether_it_would_have_held(pond: Path, capsys: Capture) -> None:
    fix = ("put {power of worker} points", "put {power of worker + 1} points")
    other = Path(changed(pond, fix, file="game.yaml"))
    edit(other / "pond" / "rulings.yaml", ("points of ann = 2", "points of ann = 3"))
    edit(other / "pond" / "rulings.yaml", ("id: one-gathering-a-turn", "id: gathering"))
    out = output(capsys, "cards", str(other))
    assert (
        "one-gathering-a-turn: no longer holds: expected points of ann = 2; actual: 3 and 2 (as written before)" in out
    )
    assert "gathering: new, and would not have held before" in out


def test_cards_and_games_that_come_and_go(pond: Path, capsys: Capture) -> None:
    other = changed(pond, ("id: hare", "id: otter"))
    edit(Path(other, "pond", "basic.yaml"), ("[hare]", "[otter]"), ("hare is in", "otter is in"))
    edit(Path(other, "pond", "rulings.yaml"), ("[hare]", "[otter]"))
    out = output(capsys, "cards", other)
    assert "\ncard hare (gone)\n" in out
    assert "\ncard otter (new)\n    data:\n      + title Hare\n" in out
    assert "cannot be played: KeyError: 'hare'" in out
    shutil.rmtree(pond.parent.parent / "other" / "pond")
    shutil.copytree(pond, pond.parent.parent / "other" / "lake")
    edit(pond.parent.parent / "other" / "lake" / "game.yaml", ("game: pond", "game: lake"))
    assert output(capsys, "cards", other).splitlines() == ["pond: gone", "lake: a new game"]


def test_revisions(pond: Path, capsys: Capture) -> None:
    def git(*arguments: str) -> None:
        subprocess.run(["git", "-c", "user.name=x", "-c", "user.email=x@example.org", *arguments], check=True)

    git("init", "-q")
    git("add", "cards")
    git("commit", "-qm", "x")
    assert output(capsys, "HEAD") == ""
    edit(pond / "basic.yaml", ("{power: 1}", "{power: 4}"))
    assert "card hare\n    data:\n      - power 1\n      + power 4\n" in output(capsys, "HEAD")
    git("commit", "-qam", "y")
    assert "- power 1" in output(capsys, "HEAD~1", "HEAD")
    assert "- power 4" in output(capsys, "HEAD", "HEAD~1", "--in", "cards/pond")
    assert run(["diff", "no-such-revision"]) == 2
    assert "git knows no revision `no-such-revision`" in capsys.readouterr().err


def test_a_state_with_errors_is_not_compared(pond: Path, capsys: Capture) -> None:
    other = changed(pond, ("kind: spell", "kind: spel"))
    assert run(["diff", "cards", other]) == 1
    assert "pond: not compared, the new state has errors" in capsys.readouterr().err
