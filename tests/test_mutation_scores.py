"""The recorded mutation scores of the games that come with the project: high enough, and shown in the README."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from cardwright.compiler.tools import scores

ROOT = Path(__file__).parents[1]
LEAST = 90.0
"""Percent of the mutants that rulings must notice, in the sets of BOUND."""
BOUND = {"squillo": ("rules", "deluxe"), "squirmish": ("rules", "classic"), "city": ("rules", "base")}
ROW = re.compile(r"^\| (?P<game>\w+) \| (?P<set>\w+) \| (?P<mutants>\d+) \| (?P<percent>[\d.]+) % \|$", re.MULTILINE)


def recorded() -> Iterator[tuple[str, str, scores.Score]]:
    for path in sorted(ROOT.glob(f"cards/*/{scores.FILE}")):
        for name, score in scores.read(path.parent).items():
            yield path.parent.name, name, score


@pytest.mark.parametrize(("game", "name"), [(game, name) for game, names in BOUND.items() for name in names])
def test_enough_is_noticed(game: str, name: str) -> None:
    score = scores.read(ROOT / "cards" / game)[name]
    assert score.killed > 100
    assert score.percent >= LEAST


def test_the_readme_shows_the_record() -> None:
    shown = [row.group("game", "set", "mutants", "percent") for row in ROW.finditer((ROOT / "README.md").read_text())]
    assert sorted(shown) == [
        (game, name, str(score.killed + len(score.survivors)), f"{score.percent:.1f}")
        for game, name, score in recorded()
    ]
