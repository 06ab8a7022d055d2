"""The command line: what people see, and the exit status."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path

import click
import pytest
from cardwright.compiler import driver
from cardwright.compiler.tools.cli import COMMANDS, run

Layout = Callable[[Mapping[str, str | bytes]], Path]
Capture = pytest.CaptureFixture[str]

BAD = "set: extra\ngame: duel\ntitle: {en: Extra}\ncard: []\n"


def test_check_a_clean_game(duel: Layout, capsys: Capture) -> None:
    assert run(["check", str(duel({}))]) == 0
    assert capsys.readouterr().out == "3 files, 3 cards, no problems\n"


def test_check_shows_what_is_wrong(duel: Layout, capsys: Capture) -> None:
    folder = duel({"extra.yaml": BAD})
    assert run(["check", str(folder)]) == 1
    out = capsys.readouterr().out
    assert "error[CW0201]: unknown key `card`" in out
    assert "extra.yaml:4:1" in out
    assert "4 | card: []" in out
    assert "did you mean `cards`?" in out
    assert out.endswith("4 files, 3 cards, 1 error\n")
    assert "\x1b" not in out


def test_check_as_json(duel: Layout, capsys: Capture) -> None:
    folder = duel({"extra.yaml": BAD})
    assert run(["check", str(folder), "--format", "json"]) == 1
    (found,) = json.loads(capsys.readouterr().out)
    assert found["file"] == str(folder / "extra.yaml")
    places = {"line": 4, "column": 1, "end_line": 4, "end_column": 5}
    assert {key: found[key] for key in places} == places
    assert (found["code"], found["severity"]) == ("CW0201", "error")


def test_check_for_workflows_and_on_one_line(duel: Layout, capsys: Capture) -> None:
    folder = duel({"extra.yaml": BAD})
    run(["check", str(folder), "--format", "github"])
    assert capsys.readouterr().out.startswith(
        f"::error file={folder}/extra.yaml,line=4,endLine=4,col=1,endColumn=5,title=CW0201::unknown key"
    )
    run(["check", str(folder), "--format", "short"])
    assert capsys.readouterr().out.startswith(f"{folder}/extra.yaml:4:1: error[CW0201]: unknown key `card`")


def test_check_shows_at_most_the_limit(duel: Layout, capsys: Capture) -> None:
    folder = duel({f"{name}.yaml": BAD for name in "abcde"})
    assert run(["check", str(folder), "--limit", "2"]) == 1
    out = capsys.readouterr().out
    assert out.count("error[CW0201]") == 2
    assert "... and 3 more" in out
    assert "5 errors" in out


def test_check_without_a_game_is_wrong_use(tmp_path: Path, capsys: Capture) -> None:
    assert run(["check", str(tmp_path)]) == 2
    assert "there is no game in" in capsys.readouterr().err
    (tmp_path / "some.yaml").write_text(BAD)
    assert run(["check", str(tmp_path)]) == 2
    assert f"only files that belong to `duel`: `--with {tmp_path}` adds them" in capsys.readouterr().err
    assert run(["check", str(tmp_path / "none")]) == 2
    assert "there is no file or folder" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["chek"], ["check", "--no-such"], ["explain"], ["explain", "CW9999"], ["build"]])
def test_wrong_use(arguments: list[str], capsys: Capture) -> None:
    assert run(arguments) == 2
    err = capsys.readouterr().err
    assert err.startswith("cardwright: ")
    assert err.count("\n") == 1


def test_wrong_use_says_where_to_read_on(capsys: Capture) -> None:
    assert run(["chek"]) == 2
    assert capsys.readouterr().err == "cardwright: there is no command `chek`; did you mean `check`?\n"
    assert run(["build"]) == 2
    assert capsys.readouterr().err == "cardwright: missing argument 'GAME'; see `cardwright build --help`\n"
    assert run(["explain"]) == 2
    assert capsys.readouterr().err == "cardwright: name a code, or ask for `--list`\n"


def test_nobody_left_to_read_is_no_error() -> None:
    program = "import sys; from cardwright.compiler.tools.cli import main; main(['explain', '--list'])"
    piped = f'"{sys.executable}" -c "{program}" | true; echo ${{PIPESTATUS[0]}}'
    done = subprocess.run(["bash", "-c", piped], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("0\n", "")


def test_explain(capsys: Capture) -> None:
    assert run(["explain", "duplicate-key"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("CW0112 (duplicate-key): a key is given twice")
    assert "## Wrong" in out


def test_explain_in_italian(capsys: Capture) -> None:
    assert run(["explain", "cw0112", "--lang", "it"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("CW0112 (duplicate-key): una chiave è data due volte")
    assert "## Sbagliato\n\n```yaml" in out
    assert run(["explain", "--list", "--lang", "it"]) == 0
    assert "una chiave è data due volte" in capsys.readouterr().out
    assert run(["explain", "CW0112", "--lang", "xx"]) == 2


def test_explain_lists_all_codes(capsys: Capture) -> None:
    assert run(["explain", "--list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 30
    assert lines == sorted(lines)


def test_an_unexpected_fault_is_one_line(duel: Layout, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*given: object) -> None:
        raise ZeroDivisionError("never mind\nsecond line")

    monkeypatch.setattr(driver, "check", fail)
    assert run(["check", str(duel({}))]) == 2
    err = capsys.readouterr().err
    assert err == "cardwright: unexpected fault: ZeroDivisionError: never mind; --debug shows where\n"
    with pytest.raises(ZeroDivisionError):
        run(["--debug", "check", str(duel({}))])


def test_help_lists_every_command_without_importing_any(capsys: Capture) -> None:
    program = (
        "import sys; from cardwright.compiler.tools.cli import run; run(['--help']);"
        "print([name for name in sys.modules if name.startswith('cardwright.compiler.tools.')])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "['cardwright.compiler.tools.cli']"
    assert all(f"  {name} " in done.stdout for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_exists(name: str) -> None:
    module, function = COMMANDS[name].place.split(":")
    assert isinstance(getattr(import_module(f"cardwright.compiler.tools.{module}"), function), click.Command)


def test_it_runs_as_a_module() -> None:
    done = subprocess.run([sys.executable, "-m", "cardwright", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("cardwright, version ")


def test_check_says_if_it_looks_elsewhere(tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["check"]) == 0
    assert "no folder `cards` here; these are the games that came with Cardwright" in capsys.readouterr().err
