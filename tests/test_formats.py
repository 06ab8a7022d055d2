"""What ``check`` says to other programs: each format read by its own schema or rules."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as XML

import pytest
from cardwright.compiler.tools.cli import run
from jsonschema import Draft4Validator

Layout = Callable[[Mapping[str, str | bytes]], Path]
Capture = pytest.CaptureFixture[str]

SARIF = Path(__file__).parent / "data" / "sarif-2.1.0.schema.json"
BAD = """\
set: extra
game: duel
title: {en: Extra, it: Extra}
card: []
cards:
  - id: odd
    title: {en: "Odd: 100 %, è <b>&", it: Odd}
    kind: figther
    rules: |
      when you draw any number as amount:
          draw amount for you
  - {id: odd, title: {en: Odd}, kind: fighter}
"""
ENDLESS = BAD.replace("card: []\n", "").replace("figther", "fighter").rsplit("  - {", 1)[0]
"""With a warning only."""
OLD = ENDLESS.replace("kind: fighter", "kind: figther")


def output(capsys: Capture, *arguments: str, status: int = 1) -> str:
    capsys.readouterr()
    assert run(["check", *arguments]) == status
    return capsys.readouterr().out


def validator() -> Draft4Validator:
    return Draft4Validator(json.loads(SARIF.read_text("utf-8")))


# ---- SARIF -------------------------------------------------------------------------------------------


def test_sarif_is_valid_and_complete(duel: Layout, capsys: Capture) -> None:
    folder = duel({"extra.yaml": BAD})
    log = json.loads(output(capsys, str(folder), "--format", "sarif"))
    assert list(validator().iter_errors(log)) == []
    (one,) = log["runs"]
    plain = json.loads(output(capsys, str(folder), "--format", "json"))
    assert [result["ruleId"] for result in one["results"]] == [found["code"] for found in plain]
    for result, found in zip(one["results"], plain, strict=True):
        region = result["locations"][0]["physicalLocation"]["region"]
        places = [region[name] for name in ("startLine", "startColumn", "endLine", "endColumn")]
        assert places == [found[name] for name in ("line", "column", "end_line", "end_column")]
        assert one["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == found["code"]
        assert result["level"] == found["severity"]
        assert found["message"] in result["message"]["text"]


def test_sarif_names_the_first_place_and_how_to_mend_it(duel: Layout, capsys: Capture) -> None:
    folder = duel({"extra.yaml": ENDLESS + "    abilities: [guard]\n    copies: 07\n    kind: fighter\n"})
    log = json.loads(output(capsys, str(folder), "--format", "sarif"))
    assert list(validator().iter_errors(log)) == []
    results = {result["ruleId"]: result for result in log["runs"][0]["results"]}
    related = results["CW0112"]["relatedLocations"]
    assert [place["message"]["text"] for place in related] == ["first given here"]
    assert results["CW0117"]["fixes"][0]["artifactChanges"][0]["replacements"][0]["insertedContent"] == {"text": "7"}


def test_the_schema_of_sarif_refuses_what_is_wrong() -> None:
    broken: dict[str, Any] = {"version": "2.1.0", "runs": [{"tool": {"driver": {}}, "results": [{"level": "bad"}]}]}
    assert list(validator().iter_errors(broken))


# ---- JUnit -------------------------------------------------------------------------------------------


def test_junit_has_a_case_for_each_fault_and_each_good_file(duel: Layout, capsys: Capture) -> None:
    folder = duel({"extra.yaml": BAD})
    suites = XML.fromstring(output(capsys, str(folder), "--format", "junit"))
    (suite,) = suites
    cases = list(suite)
    assert int(suite.attrib["tests"]) == len(cases)
    failures = [failure for case in cases if (failure := case.find("failure")) is not None]
    assert int(suite.attrib["failures"]) == len(failures) > 1
    assert {case.attrib["name"] for case in cases if case.attrib["classname"].endswith("game.yaml")} == {"no problems"}
    assert "CW0201 in line 4" in {case.attrib["name"] for case in cases}
    assert any("did you mean `fighter`?" in (failure.text or "") for failure in failures)


def test_a_warning_is_no_failure(duel: Layout, capsys: Capture) -> None:
    folder = duel({"extra.yaml": ENDLESS})
    (suite,) = XML.fromstring(output(capsys, str(folder), "--format", "junit", status=0))
    assert suite.attrib["failures"] == "0"
    assert suite.attrib["skipped"] == "1"


def test_no_text_of_a_file_can_break_out_of_a_format(duel: Layout, capsys: Capture) -> None:
    hostile = 'set: extra\ngame: duel\ntitle: {en: E}\n"]]></failure>::error ::\\u0007x, y: z%0A": 1\n'
    folder = duel({"extra.yaml": hostile})
    assert XML.fromstring(output(capsys, str(folder), "--format", "junit"))[0].attrib["failures"] == "1"
    assert list(validator().iter_errors(json.loads(output(capsys, str(folder), "--format", "sarif")))) == []
    commands = output(capsys, str(folder), "--format", "github").splitlines()
    assert [line.startswith("::error file=") for line in commands[:-1]] == [True]


# ---- annotations -------------------------------------------------------------------------------------

_COMMAND = re.compile(r"::(\w+) ((?:\w+=[^,:]*,?)+)::(.*)")
"""As a runner reads it: a command, properties with escaped commas and colons, data."""


def read_command(line: str) -> tuple[str, dict[str, str], str]:
    matched = _COMMAND.fullmatch(line)
    assert matched is not None, line
    pairs = (pair.split("=", 1) for pair in matched[2].split(","))
    unescaped = {name: value.replace("%2C", ",").replace("%3A", ":").replace("%25", "%") for name, value in pairs}
    return matched[1], unescaped, matched[3]


def test_annotations_land_on_the_line(duel: Layout, capsys: Capture) -> None:
    folder = duel({"odd, really.yaml": BAD})
    *commands, summary = output(capsys, str(folder), "--format", "github").splitlines()
    plain = json.loads(output(capsys, str(folder), "--format", "json"))
    assert len(commands) == len(plain)
    assert summary.startswith("4 files")
    for line, found in zip(commands, plain, strict=True):
        severity, properties, _ = read_command(line)
        assert severity == found["severity"]
        assert properties["file"] == found["file"] == str(folder / "odd, really.yaml")
        assert (properties["line"], properties["endLine"]) == (str(found["line"]), str(found["end_line"]))
        assert properties["title"] == found["code"]


# ---- what a change touches ---------------------------------------------------------------------------


def commit(folder: Path) -> None:
    identity = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
    for command in (["add", "."], [*identity, "commit", "-qm", "x"]):
        subprocess.run(["git", "-C", str(folder), *command], check=True)


@pytest.fixture
def repository(duel: Layout) -> Path:
    """The toy game in a repository, with faults of old."""
    folder = duel({"extra.yaml": OLD})
    subprocess.run(["git", "-C", str(folder), "init", "-q"], check=True)
    commit(folder)
    return folder


def test_old_faults_are_not_reported_again(repository: Path, capsys: Capture) -> None:
    (repository / "extra.yaml").write_text("# one line more\n" + OLD, "utf-8")
    out = output(capsys, str(repository), "--changed-since", "HEAD", status=0)
    assert out == "4 files, 4 cards, no problems\n"


def test_new_faults_are_wherever_they_are(repository: Path, capsys: Capture) -> None:
    """An ability is renamed; the fault comes up in a file that was not touched."""
    (repository / "other.yaml").write_text(
        "set: other\ngame: duel\ntitle: {en: O}\nneeds: [basic]\ncards:\n"
        "  - {id: one, title: {en: One}, kind: fighter, abilities: [guard]}\n",
        "utf-8",
    )
    commit(repository)
    basic = repository / "basic.yaml"
    text = basic.read_text("utf-8")
    basic.write_text(text.replace("- id: guard\n", "- id: warden\n").replace("[guard]", "[warden]"), "utf-8")
    found = json.loads(output(capsys, str(repository), "--changed-since", "HEAD", "--format", "json"))
    assert [(Path(one["file"]).name, one["code"]) for one in found] == [("other.yaml", "CW0409")]


def test_a_file_that_git_does_not_know_counts_as_new(repository: Path, capsys: Capture) -> None:
    (repository / "new.yaml").write_text("set: new\ngame: duel\ntitle: {en: N}\ncard: []\n", "utf-8")
    found = json.loads(output(capsys, str(repository), "--changed-since", "HEAD", "--format", "json"))
    assert [Path(one["file"]).name for one in found] == ["new.yaml"]


@pytest.mark.parametrize("revision", ["no-such-revision", "--output=x", ""])
def test_a_revision_that_is_none(repository: Path, capsys: Capture, revision: str) -> None:
    (repository / "extra.yaml").write_text(OLD + "# more\n", "utf-8")
    assert run(["check", str(repository), f"--changed-since={revision}"]) == 2
    assert "git knows no revision" in capsys.readouterr().err


def test_a_folder_that_is_in_no_repository(duel: Layout, capsys: Capture) -> None:
    assert run(["check", str(duel({"extra.yaml": BAD})), "--changed-since", "HEAD"]) == 2
    assert "is in no git repository" in capsys.readouterr().err
