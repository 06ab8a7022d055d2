"""The tutorial, done as it says, in an empty folder. ``pytest --update`` writes what is printed into the page."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

PAGE = Path(__file__).parent.parent / "docs" / "tutorial.md"

_PART = re.compile(
    r"^```(?P<sort>console|yaml)(?: (?P<file>\S+))?(?P<more> \+)?\n(?P<content>.*?)^```$"
    r"|^<!-- edit (?P<edited>\S+): (?P<old>.*?) => (?P<new>.*?) -->$",
    re.MULTILINE | re.DOTALL,
)


@dataclass
class Told:
    """A command of the page, and what it prints according to the page."""

    command: str
    output: str


def told(content: str) -> Iterator[Told]:
    for part in re.split(r"^\$ ", content, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield Told(command, output)


def printed(command: str, folder: Path) -> str:
    """What a command prints for somebody who sits in the folder."""
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "CARDWRIGHT_CACHE": str(folder.parent / "cache"),
        "NO_COLOR": "1",
    }
    done = subprocess.run(
        command, shell=True, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=120
    )
    assert "Traceback" not in done.stderr
    return done.stdout + done.stderr


def follow(page: str, folder: Path) -> Iterator[tuple[str, str, str]]:
    """Does what the page says; for each block of commands the block, and what it should be."""
    for part in _PART.finditer(page):
        if part["edited"]:
            path = folder / part["edited"]
            text = path.read_text("utf-8")
            assert part["old"] in text
            path.write_text(text.replace(part["old"], part["new"]), "utf-8")
        elif part["sort"] == "yaml":
            path = folder / part["file"]
            before = path.read_text("utf-8") if part["more"] else ""
            path.write_text(before + part["content"], "utf-8")
        else:
            commands = list(told(part["content"]))
            actual = "".join(f"$ {one.command}\n{printed(one.command, folder)}" for one in commands)
            yield part["content"], actual, part[0]


def test_the_tutorial_is_true(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    page = PAGE.read_text("utf-8")
    folder = tmp_path / "empty"
    folder.mkdir()
    for written, actual, block in follow(page, folder):
        if request.config.getoption("--update"):
            page = page.replace(block, f"```console\n{actual}```", 1)
        else:
            assert actual == written
    if request.config.getoption("--update"):
        PAGE.write_text(page, "utf-8")


def test_it_makes_what_it_promises() -> None:
    text = PAGE.read_text("utf-8")
    assert text.count("$ cardwright") > 15
    assert "6 cards, no problems" in text
    assert "6 passed, 0 failed" in text
    assert "100.0 %" in text
