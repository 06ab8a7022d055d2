"""The commands around a game being played: test, coverage, sim, play and replay, on the toy game."""

from __future__ import annotations

import io
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from cardwright.compiler.tools import cli
from cardwright.runtime import ir, packfile, replay

TOURNEY = Path(__file__).parent / "data" / "tourney"

Run = Callable[..., tuple[int, str, str]]
"""Runs the command line; its exit status, and what it wrote to standard output and standard error."""


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    monkeypatch.chdir(tmp_path)

    def command(*arguments: str, answers: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(answers))
        status = cli.run(arguments)
        written = capsys.readouterr()
        assert "Traceback" not in written.err + written.out
        return status, written.out, written.err

    return command


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A copy of the toy game that a test may change."""
    return Path(shutil.copytree(TOURNEY, tmp_path / "tourney"))


@pytest.fixture
def packed(tmp_path: Path, tourney: ir.Pack) -> Path:
    """The toy game as a pack file."""
    path = tmp_path / "tourney.json"
    path.write_bytes(packfile.dumps(tourney))
    return path


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


# ---- test --------------------------------------------------------------------------------------------


def test_all_rulings_pass(run: Run, game: Path) -> None:
    assert run("test", str(game)) == (0, "5 passed, 0 failed\n", "")


def test_a_failing_ruling_is_a_line_with_its_place(run: Run, game: Path) -> None:
    change(game / "basic.yaml", "expect: [sentry is in discard, score of ann = 1]", "expect: [score of ann = 2]")
    status, out, _ = run("test", str(game))
    assert status == 1
    line, total = out.splitlines()
    assert line == "tourney/basic.yaml:22:20: brute-strikes: expected score of ann = 2; actual: 1 and 2"
    assert total == "4 passed, 1 failed"


def test_one_of_several_scenarios_is_numbered(run: Run, game: Path) -> None:
    change(game / "rulings.yaml", "- bob: duck\n", "- bob: pass\n")
    status, out, _ = run("test", str(game), "-k", "duck")
    assert status == 1
    assert "duck-cancels: scenario 1: expected sentry is in field; actual: sentry is in discard" in out
    assert out.splitlines()[-1] == "1 passed, 1 failed"


@pytest.mark.parametrize(
    ("arguments", "passed"),
    [(("-k", "brute"), 1), (("-k", "tricks.duck"), 2), (("rulings.yaml",), 4), (("basic.yaml",), 1)],
)
def test_rulings_are_selected(run: Run, game: Path, arguments: tuple[str, ...], passed: int) -> None:
    paths = [str(game / a) if a.endswith(".yaml") else a for a in arguments]
    _, out, _ = run("test", *paths, *([] if paths != list(arguments) else [str(game)]))
    assert out == f"{passed} passed, 0 failed\n"


def test_a_failing_scenario_can_be_told(run: Run, game: Path) -> None:
    change(game / "basic.yaml", "expect: [sentry is in discard, score of ann = 1]", "expect: [sentry is in field]")
    status, out, _ = run("test", str(game), "-k", "brute", "--log")
    assert status == 1
    assert out.splitlines()[1:] == [
        "    Ann attacks Sentry with Brute",
        "      Brute beats Sentry",
        "0 passed, 1 failed",
    ]


def test_no_rulings_is_an_error(run: Run, game: Path) -> None:
    status, out, err = run("test", str(game), "-k", "unheard-of")
    assert status == 2
    assert out == ""
    assert "no rulings found with `unheard-of`" in err


def test_a_game_with_errors_is_reported_instead(run: Run, game: Path) -> None:
    change(game / "basic.yaml", "- ann: attack\n", "- ann: atack\n")
    status, _, err = run("test", str(game))
    assert status == 1
    assert "CW0708" in err


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("basic.yaml", "- ann: attack\n", "- ann: atack\n"),
        ("basic.yaml", "        scenario:\n", "        szenario:\n"),
        ("rulings.yaml", "rulings:\n", "rulings:\n   a: [\n"),
        ("statements.yaml", "kind: rule", "kind: rool"),
    ],
)
def test_a_game_can_be_played_although_a_ruling_is_wrong(run: Run, game: Path, file: str, old: str, new: str) -> None:
    change(game / file, old, new)
    assert run("check", str(game))[0] == 1
    status, out, err = run("sim", str(game), "--games", "2")
    assert status == 0
    assert out.startswith("2 games of tourney")
    assert "in rulings, statements or texts; `cardwright check` shows them\n" in err
    assert run("build", str(game), "-o", "pack.json")[0] == 1
    assert not Path("pack.json").exists()


def test_a_game_cannot_be_played_if_a_rule_is_wrong(run: Run, game: Path) -> None:
    change(game / "basic.yaml", "cancel it\n", "cancel itt\n")
    status, out, err = run("sim", str(game), "--games", "2")
    assert (status, out) == (1, "")
    assert "itt" in err


# ---- coverage ----------------------------------------------------------------------------------------


def test_coverage_counts_by_section(run: Run, game: Path) -> None:
    status, out, _ = run("coverage", str(game))
    assert status == 0
    rows = [line.split() for line in out.splitlines()]
    assert rows[0] == ["tourney", "executed", "reasoned", "open", "settled"]
    assert rows[1] == ["Attacking", "3", "0", "0", "100.0", "%"]
    assert rows[2] == ["Tricks", "1", "1", "0", "100.0", "%"]
    assert rows[-1] == ["in", "all", "5", "1", "0", "100.0", "%"]


def test_a_failing_ruling_settles_nothing(run: Run, game: Path) -> None:
    change(game / "rulings.yaml", "expect: [brute is tapped, other is in field]", "expect: [not brute is tapped]")
    status, out, err = run("coverage", str(game), "--min", "80", "--open")
    assert status == 1
    assert out.splitlines()[1].split() == ["Attacking", "1", "0", "2", "33.3", "%"]
    assert "tourney.attack.taps: An attacker is tapped." in out
    assert "less than 80 % is settled" in err
    assert run("coverage", str(game), "--min", "60")[0] == 0


# ---- sim ---------------------------------------------------------------------------------------------


def test_a_simulation_reports(run: Run, packed: Path) -> None:
    status, out, err = run("sim", str(packed), "--games", "60", "--seed", "3", "--check", "2")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "60 games of tourney, 2-4 players, seeds from 3"
    assert lines[2].startswith("decisions in a game: ")
    assert lines[3].startswith("winners by seat: 1: ")
    assert "checked by the whole harness: 2 games" in lines


def test_it_is_the_same_in_several_processes(run: Run, packed: Path) -> None:
    reports = []
    for jobs in ("1", "2"):
        _, out, _ = run("sim", str(packed), "--games", "60", "--players", "2-3", "--jobs", jobs, "--json")
        report = json.loads(out)
        reports.append({k: v for k, v in report.items() if "second" not in k})
    assert reports[0] == reports[1]
    assert reports[0]["games"] == 60
    assert reports[0]["never_played"] == []
    assert sum(reports[0]["winners"].values()) >= 60


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--players", "9"), "for 2 to 4 players, not `9`"),
        (("--players", "two"), "for 2 to 4 players, not `two`"),
        (("--check", "some"), "takes a number or `all`"),
        (("--sets", "basik"), "did you mean `basic`?"),
        (("--option", "width=long"), "has no option `width`; it has `length`"),
        (("--option", "length=short"), "`length` is one of normal, long, not `short`"),
    ],
)
def test_wrong_use_is_explained(run: Run, packed: Path, arguments: tuple[str, ...], message: str) -> None:
    status, _, err = run("sim", str(packed), *arguments)
    assert status == 2
    assert message in err


def test_options_are_agreed_on_before_the_game(run: Run, game: Path) -> None:
    change(
        game / "game.yaml", "      draw 4 for p", "      draw 4 for p\n  if length is long:\n      win by each player"
    )
    usual = json.loads(run("sim", str(game), "--games", "2", "--json")[1])
    long = json.loads(run("sim", str(game), "--games", "2", "--json", "--option", "length=long")[1])
    assert usual["decisions"]["min"] > 0
    assert long["decisions"]["max"] == 0


def test_a_fault_leaves_a_replay(run: Run, game: Path, tmp_path: Path) -> None:
    head = "verb draw (amount: number) for (player: player):\n"
    change(game / "game.yaml", head, f"{head}          if phase is final:\n              draw 1 for player\n")
    change(game / "basic.yaml", "          cancel it\n", "          cancel it\n          set phase to final\n")
    status, out, _ = run("sim", str(game), "--games", "40", "--players", "2")
    assert status == 1
    assert "RunawayError" in out
    found = [path for path in tmp_path.glob("*.json")]
    assert len(found) == 1
    assert found[0].name in out
    status, out, _ = run("replay", str(found[0]), "--game", str(game))
    assert status == 1
    assert "the game breaks off: RunawayError" in out


# ---- play and replay ---------------------------------------------------------------------------------


def test_bots_play_a_whole_game(run: Run, packed: Path) -> None:
    status, out, _ = run("play", str(packed), "--seats", "bot,bot,bot", "--seed", "4")
    assert status == 0
    assert "Player 3 draws 4" in out
    assert "a card" not in out
    assert out.splitlines()[-1].startswith("The game is over: Player ")
    assert run("play", str(packed), "--seats", "bot,bot,bot", "--seed", "4")[1] == out


def test_a_person_sees_and_chooses(run: Run, packed: Path) -> None:
    status, out, _ = run("play", str(packed), "--seed", "4", "--players", "3", answers="1\nwhat\nquit\n")
    assert status == 0
    assert "Player 2\n  hand: four cards\n" in out
    assert "Player 1: your turn, main step" in out
    assert "  1. play " in out
    assert "Four cards are put into Player 2’s hand" in out
    assert "`what` means nothing here" in out
    assert "a number      makes that choice" in out


def test_cards_are_explained_with_their_rulings(run: Run, game: Path) -> None:
    _, out, _ = run("play", str(game), "--seed", "4", answers="? brute\n? brut\n?\n")
    assert "Brute (fighter): attack 40, defence 20" in out
    assert "Q: Does a brute beat a sentry?" in out
    assert "no card is called `brut`; did you mean `brute`?" in out
    assert "Cards you can see: " in out


def test_undo_goes_back(run: Run, packed: Path) -> None:
    _, out, _ = run("play", str(packed), "--seed", "4", answers="undo\n1\nundo\nquit\n")
    assert "there is nothing to undo" in out
    tables = [text.split("Player 1: your turn")[0] for text in out.split("--- turn")[1:]]
    assert tables[0] == tables[-1] != tables[1]


def test_a_game_is_saved_and_replayed(run: Run, packed: Path, game: Path) -> None:
    _, out, _ = run("play", str(packed), "--seed", "4", "--record", "kept.json", answers="1\n1\nsave half.json\nquit\n")
    assert "half.json: " in out
    assert replay.loads(Path("kept.json").read_bytes()).choices == replay.loads(Path("half.json").read_bytes()).choices
    status, out, _ = run("replay", "kept.json", "--game", str(packed))
    assert status == 0
    assert out.splitlines()[-1] == "it keeps its course"
    change(game / "game.yaml", "draw 4 for p", "draw 3 for p")
    status, out, _ = run("replay", "kept.json", "--game", str(game))
    assert status == 1
    assert "it leaves its course already at the start" in out
    assert "changed since: game" in out


def test_a_saved_game_is_gone_on_with(run: Run, game: Path) -> None:
    game = Path(shutil.copytree(game, "cards/tourney"))
    _, out, _ = run("play", "tourney", "--seed", "4", answers="1\n1\nsave half.json\n\nquit\n")
    table = out.split("--- turn")[-1]
    status, out, _ = run("play", "half.json", answers="undo\nquit\n")
    assert status == 0
    assert "--- turn" + out.split("--- turn")[1] == "--- turn" + table
    assert len(out.split("--- turn")) == 3
    change(game / "game.yaml", "draw 4 for p", "draw 3 for p")
    status, _, err = run("play", "half.json")
    assert status == 2
    assert "has changed since the game was saved: the table stands otherwise" in err


@pytest.mark.parametrize(
    ("answers", "reply"),
    [
        ("99\n", "choose a number from 1 to "),
        ("0\n", "choose a number from 1 to "),
        ("save\n", "say where to: save FILE"),
        ("save none/x\n", "`none/x` cannot be written: no such file or directory"),
        ("undo\n", "there is nothing to undo"),
        ("help\n", "quit          leaves the game"),
    ],
)
def test_what_cannot_be_done_is_explained(run: Run, packed: Path, answers: str, reply: str) -> None:
    status, out, _ = run("play", str(packed), "--seed", "4", answers=answers)
    assert status == 0
    assert reply in out


def test_people_take_turns_at_the_screen(run: Run, packed: Path) -> None:
    pick = "\n".join(["4"] * 3)  # the last option, as long as there are three others: pass
    _, out, _ = run("play", str(packed), "--seed", "4", "--seats", "human,human", answers=f"{pick}\n\nquit\n")
    before, after = out.split("Player 2, press Enter when only you can see the screen.")
    assert "Four cards are put into Player 2’s hand" in before
    assert "Four cards are put into Player 1’s hand" in after
    assert "Player 2: your turn, main step" in after


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--seats", "human,robot"), "a seat is `human` or `bot`, not `robot`"),
        (("--players", "7"), "for 2 to 4 players, not 7"),
        (("--players", "2", "--seats", "bot,bot,bot"), "3 seats for 2 players"),
    ],
)
def test_impossible_tables_are_refused(run: Run, packed: Path, arguments: tuple[str, ...], message: str) -> None:
    status, _, err = run("play", str(packed), *arguments)
    assert status == 2
    assert message in err


@pytest.mark.parametrize("command", ["sim", "play", "replay"])
def test_damaged_files_are_refused_with_their_code(run: Run, packed: Path, command: str) -> None:
    packed.write_bytes(packed.read_bytes()[:-50])
    status, _, err = run(command, str(packed))
    assert status == 1
    assert "error[CW0911]" in err if command == "replay" else "error[CW0901]" in err
