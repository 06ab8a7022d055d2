"""The pages of the diagnostic codes: complete, and true. Each wrong example gives its code, each right one nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Any

import pytest
from cardwright.compiler import codes
from cardwright.compiler.lint.allowances import AREA

CheckDuel = Callable[[Mapping[str, str | bytes]], list[Any]]

_FENCE = re.compile(r"^```(\S+)[ ]?([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_PACKAGES = tuple(
    f"cardwright.{name}"
    for name in ("compiler", "compiler.tools", "compiler.text", "compiler.lint", "compiler.documents", "runtime")
)
_CODE = re.compile(r"\bCW\d{4}\b")


def examples(page: codes.Page, heading: str) -> dict[str, str | bytes]:
    """The files of one example: of each fence after the heading."""
    section = page.body.split(f"## {heading}\n", 1)[1].split("\n## ", 1)[0]
    found: dict[str, str | bytes] = {}
    for language, words, content in _FENCE.findall(section):
        name = next((word for word in words.split() if word.endswith(".yaml")), "extra.yaml")
        name = "rules" if language == "rules" else name
        escaped = page.escaped and heading == "Wrong"
        found[name] = content.encode().decode("unicode_escape").encode("latin-1") if escaped else content
    return found


def used_codes() -> set[str]:
    """Every code that stands in the sources of the compiler and the runtime."""
    texts = (
        entry.read_text("utf-8")
        for package in _PACKAGES
        for entry in files(package).iterdir()
        if entry.name.endswith(".py") and entry.name != "codes.py"
    )
    return {code for text in texts for code in _CODE.findall(text)}


PAGES = list(codes.pages().values())
LINT = [page for page in PAGES if page.code.startswith(AREA)]
PRINT = [page for page in PAGES if page.code.startswith("CW110")]
RUN = [page for page in PAGES if not page.untested and page not in (*LINT, *PRINT)]


@pytest.mark.parametrize("page", RUN, ids=lambda page: page.code)
def test_the_wrong_example_gives_the_code(page: codes.Page, check_duel: CheckDuel) -> None:
    example = examples(page, "Wrong")
    assert example
    assert {found.code for found in check_duel(example)} == {page.code}


@pytest.mark.parametrize("page", RUN, ids=lambda page: page.code)
def test_the_right_example_gives_nothing(page: codes.Page, check_duel: CheckDuel) -> None:
    example = examples(page, "Right")
    assert example
    assert check_duel(example) == []


@pytest.mark.parametrize("page", LINT, ids=lambda page: page.code)
def test_examples_of_warnings(page: codes.Page, lint_duel: CheckDuel) -> None:
    assert page.code in {found.code for found in lint_duel(examples(page, "Wrong"))}
    assert page.code not in {found.code for found in lint_duel(examples(page, "Right"))}


@pytest.mark.parametrize("page", PRINT, ids=lambda page: page.code)
def test_examples_of_documents(page: codes.Page, print_duel: CheckDuel) -> None:
    assert page.code in {found.code for found in print_duel(examples(page, "Wrong"))}
    assert page.code not in {found.code for found in print_duel(examples(page, "Right"))}


def test_every_code_has_a_page_and_every_page_is_of_use() -> None:
    assert used_codes() - {"CW0123"} == set(codes.pages())  # CW0123 is the example of docstrings


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.code)
def test_pages_are_in_order(page: codes.Page) -> None:
    assert re.fullmatch(r"CW(0[1-9]|1[01])\d\d", page.code)
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", page.slug)
    assert page.title
    assert not page.title.endswith(".")
    assert len(page.body.split()) > 10


def test_slugs_are_unique() -> None:
    slugs = [page.slug for page in PAGES]
    assert len(set(slugs)) == len(slugs)


def test_pages_are_found_by_code_and_slug() -> None:
    page = codes.pages()["CW0112"]
    assert codes.find("CW0112") is codes.find("cw0112") is codes.find("0112") is codes.find("Duplicate-Key") is page
    assert codes.find("CW9999") is None
