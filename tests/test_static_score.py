"""Typical mistakes in the real card files: nearly all are found, on the line where they were made."""

from __future__ import annotations

import importlib.util
import sys
from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest

TOOL = Path(__file__).parent / "bench" / "static_score.py"
LEAST = 99.0


def load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("static_score", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # its dataclasses look it up there
    spec.loader.exec_module(module)
    return module


tool = load()


@pytest.mark.parametrize("game", tool.GAMES, ids=lambda path: path.name)
def test_mistakes_are_found_where_they_are(game: Path) -> None:
    judged = list(tool.score(game, rounds=1, seed=1))
    missed = [tool.told(mistake) for mistake, hit in judged if not hit]
    assert len(judged) > 50
    assert len({mistake.sort for mistake, _ in judged}) > 8
    assert 100 * (1 - len(missed) / len(judged)) >= LEAST, missed


def test_the_tool_counts_what_is_not_found() -> None:
    """A mistake that is none is not found."""
    game = tool.GAMES[0]
    path = game / "game.yaml"
    document = tool.yaml_loader.load(path).document
    span = document.root.keys["game"]
    harmless = tool.Mistake("a comment", path, tool.Span(span.path, span.start, span.start), "# nothing\n")
    found = Counter(hit for _, hit in tool._judge(game, {path: document}, [harmless]))
    assert found == {False: 1}
