"""What was probably meant: the same among few words and among very many, in a time that does not get out of hand."""

from __future__ import annotations

import time

import pytest
from cardwright.compiler.diagnostics import closest, did_you_mean

MANY = [f"word-{number}" for number in range(3000)] + ["guard", "sentry", "ambush"]


@pytest.mark.parametrize("word", ["gaurd", "guards", "gard", "guxrd"])
def test_a_slip_is_understood_among_few_and_among_many(word: str) -> None:
    assert closest(word, ["sentry", "guard"]) == "guard"
    assert closest(word, MANY) == "guard"


def test_what_is_like_nothing() -> None:
    assert closest("xyzzy", MANY) == ""
    assert did_you_mean("xyzzy", MANY) == ""
    assert did_you_mean("sentyr", MANY) == "did you mean `sentry`?"


def test_a_file_full_of_mistakes_takes_no_ages() -> None:
    started = time.process_time()
    for number in range(2000):
        closest(f"wrod-x{number}", MANY)
    assert time.process_time() - started < 20
