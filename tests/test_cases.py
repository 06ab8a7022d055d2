"""Golden cases: what an author could write, with the expected diagnostics on the lines they belong to.

A file ``tests/data/cases/*.case`` holds cases: a line ``==== what it is about``, then for each file of the case a
line ``-- name`` and its content, laid over the toy game ``duel``; ``-- rules`` stands for the rules of a card. A line
that something is wrong with ends in ``# CW0123: part of the message``. Missing, wrong and unexpected diagnostics all
fail; ``pytest --update`` writes the diagnostics that were found into the files.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

CASES = Path(__file__).parent / "data" / "cases"
_MARK = re.compile(r"\s*# (CW\d{4}): ?(.*?)(?=\s*# CW\d{4}:|$)")


@dataclass(frozen=True)
class Expected:
    file: str
    line: int
    code: str
    part: str


@dataclass
class Case:
    """One case. files: as written, marks included. starts: the index of each file's first line in the case file."""

    path: Path
    title: str
    files: dict[str, list[str]]
    starts: dict[str, int]

    def contents(self) -> dict[str, str]:
        return {name: "".join(f"{_MARK.sub('', line)}\n" for line in lines) for name, lines in self.files.items()}

    def expected(self) -> Iterator[Expected]:
        for name, lines in self.files.items():
            for number, line in enumerate(lines, 1):
                for code, part in _MARK.findall(line):
                    yield Expected(name, number, code, part.strip())


def read_cases() -> Iterator[Case]:
    for path in sorted(CASES.glob("*.case")):
        case: Case | None = None
        name = ""
        for index, line in enumerate(path.read_text("utf-8").split("\n")):
            if line.startswith("==== "):
                case = Case(path, line[5:], {}, {})
                yield case
            elif case is not None and line.startswith("-- "):
                name = line[3:]
                case.files[name], case.starts[name] = [], index + 1
            elif case is not None and name in case.files:
                case.files[name].append(line)


ALL = list(read_cases())


@pytest.mark.parametrize("case", ALL, ids=lambda case: f"{case.path.stem}-{case.title}")
def test_case(
    case: Case, check_duel: Callable[[Mapping[str, str | bytes]], list], request: pytest.FixtureRequest
) -> None:
    found = check_duel(case.contents())
    if request.config.getoption("--update"):
        update(case, found)
        return
    expected = list(case.expected())
    missing = [one for one in expected if not any(fits(one, other) for other in found)]
    unexpected = [other for other in found if not any(fits(one, other) for one in expected)]
    assert not missing
    assert not unexpected
    assert len(found) == len(expected)


def fits(expected: Expected, found: tuple[str, int, str, str]) -> bool:
    file, line, code, message = found
    return (file, line, code) == (expected.file, expected.line, expected.code) and expected.part in message


def update(case: Case, found: list[tuple[str, int, str, str]]) -> None:
    lines = case.path.read_text("utf-8").split("\n")
    for name, written in case.files.items():
        for number, line in enumerate(written, 1):
            marks = [f"  # {code}: {message}" for file, at, code, message in found if (file, at) == (name, number)]
            lines[case.starts[name] + number - 1] = _MARK.sub("", line) + "".join(marks)
    case.path.write_text("\n".join(lines), "utf-8")


def test_there_are_cases() -> None:
    assert len(ALL) > 20


def test_titles_are_unique() -> None:
    titles = [(case.path.name, case.title) for case in ALL]
    assert len(set(titles)) == len(titles)
