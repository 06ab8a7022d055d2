"""Packs from strangers: whatever stands in one, it is refused, or it plays without leaving its table."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cardwright.compiler.tools.cli import run
from cardwright.runtime import harness, ir, packfile
from cardwright.runtime.bots import RandomBot
from cardwright.runtime.engine import Engine, LinkError
from cardwright.runtime.packfile import PackError

CODE = "__import__('builtins').print('out')"
"""What a stranger would like to see run."""


def packed(content: Any) -> bytes:
    """A pack file of any content, with the hash that belongs to it."""
    head = {"file": packfile.FILE, "format": ir.FORMAT, "hash": packfile.digest([ir.FORMAT, content])}
    return packfile.canonical({**head, "pack": content})


def places(content: Any, path: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Any]]:
    """Every plain value in a pack's JSON form, with the way to it; the names of node types left out."""
    if isinstance(content, list):
        for index, item in enumerate(content):
            yield from places(item, (*path, index))
    elif path[-1] != 0:
        yield path, content


def exchanged(content: Any, path: tuple[int, ...], value: Any) -> Any:
    """The content with another value at a place."""
    changed = json.loads(json.dumps(content))
    inner = changed
    for index in path[:-1]:
        inner = inner[index]
    inner[path[-1]] = value
    return changed


@pytest.fixture
def invented(tourney: ir.Pack) -> Any:
    """The content of a pack with a card of a kind that it does not declare."""
    content = ir.encode(tourney)
    path = next(path for path, value in places(content) if value == tourney.cards[0].kind)
    return exchanged(content, path, "nowhere")


@pytest.mark.parametrize("command", ["play", "sim"])
def test_a_pack_that_contradicts_itself_is_refused_as_a_file(
    command: str, invented: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "invented.pack"
    path.write_bytes(packed(invented))
    assert run([command, str(path)]) == 1
    err = capsys.readouterr().err
    assert f"error[{packfile.MALFORMED}]" in err
    assert "invented.pack" in err


def test_halves_of_characters_are_no_trouble(tourney: ir.Pack) -> None:
    data = packfile.dumps(tourney)
    with pytest.raises(PackError) as refused:
        packfile.loads(data.replace(b'"Tourney"', b'"\\ud800"'))
    assert refused.value.code == packfile.CORRUPTED


WORDS = ["#0", "it", "this", "", "nobody", "candidate", "\n", "'", '"', "\\", CODE, "F[0]", "ü"]
FIGURES = [-1, 0, 1, 7, 10**9, 10**30]


@pytest.mark.parametrize("seed", range(120))
def test_a_pack_with_one_thing_exchanged_is_refused_or_playable(seed: int, tourney: ir.Pack) -> None:
    """Whatever the one thing is: nothing but the errors that are promised, and none of them late."""
    chance = random.Random(seed)
    content = ir.encode(tourney)
    path, value = chance.choice(list(places(content)))
    words = [word for _, word in places(content) if isinstance(word, str)]
    pool: list[Any] = [*WORDS, *chance.sample(words, 5)] if isinstance(value, str) else [*FIGURES, None, "x"]
    try:
        engine = Engine(packfile.loads(packed(exchanged(content, path, chance.choice(pool)))))
    except (PackError, LinkError):
        return
    try:
        game = harness.play(engine, engine.pack.max_players, seed, {}, RandomBot(seed), {}, limit=40)
    except harness.Fault as fault:
        assert fault.check in ("length", "error")
    else:
        assert game.state.winners is not None
