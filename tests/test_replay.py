"""Replays: the same game again, and where it differs if a card or the file was changed."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from cardwright.runtime import harness, ir, packfile, replay
from cardwright.runtime.bots import RandomBot
from cardwright.runtime.engine import Engine
from cardwright.runtime.replay import Replay, ReplayError


@pytest.fixture
def kept(engine: Engine) -> Replay:
    """A whole random game."""
    game = harness.play(engine, 2, 5, {"length": "long"}, RandomBot(1), {})
    return replay.record(engine, 2, 5, {"length": "long"}, game.choices)


def with_attack(pack: ir.Pack, id: str, attack: int) -> ir.Pack:
    """The pack with another attack printed on a card."""
    cards = tuple(
        replace(card, numbers=(("attack", attack), *card.numbers[1:])) if card.id == id else card for card in pack.cards
    )
    return replace(pack, cards=cards)


def test_a_replay_keeps_its_course(engine: Engine, kept: Replay) -> None:
    assert len(kept.choices) > 5
    assert replay.verify(engine, kept) is None
    assert replay.changes(engine.pack, kept) == ()


def test_it_is_written_and_read(kept: Replay) -> None:
    data = replay.dumps(replace(kept, note="why"))
    assert replay.loads(data) == replace(kept, note="why")
    assert replay.dumps(replay.loads(data)) == data


def test_an_edited_card_shows_where_it_is_first_felt(engine: Engine, tourney: ir.Pack, kept: Replay) -> None:
    weaker = Engine(with_attack(tourney, "brute", 5))
    found = replay.verify(weaker, kept)
    assert found is not None
    assert found.changed == ("card brute",)
    assert found.nearest == ("card brute",)
    assert 0 < found.step <= len(kept.choices)
    shorter = replace(kept, choices=kept.choices[: found.step - 1], checks=kept.checks[: found.step])
    assert replay.verify(weaker, shorter) is None


def test_a_change_that_is_not_felt_does_not_matter(tourney: ir.Pack, kept: Replay) -> None:
    same = Engine(with_attack(tourney, "brute", 41))
    assert replay.verify(same, kept) is None
    assert replay.changes(same.pack, kept) == ("card brute",)


def test_another_deck_differs_from_the_start(tourney: ir.Pack, kept: Replay) -> None:
    cards = tuple(replace(card, copies=card.copies + 1) if card.id == "rage" else card for card in tourney.cards)
    found = replay.verify(Engine(replace(tourney, cards=cards)), kept)
    assert found is not None
    assert (found.step, found.changed) == (0, ("card rage",))


def test_other_choices_are_found_at_their_step(engine: Engine, kept: Replay) -> None:
    found = replay.verify(engine, replace(kept, choices=(*kept.choices[:3], 99, *kept.choices[4:])))
    assert found is not None
    assert (found.step, found.why) == (3, "there is no option number 99")


def test_an_error_at_the_last_choice_is_kept(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    apply = engine.apply

    def break_down(state: Any, choice: int) -> None:
        if choice == 0 and state.turn > 1:
            raise RuntimeError("broken")
        apply(state, choice)

    monkeypatch.setattr(engine, "apply", break_down)
    choices = []
    state = engine.new(2, 5)
    while state.turn == 1 or len(state.options) < 2:
        choices.append(len(state.options) - 1)
        apply(state, choices[-1])
    kept = replay.record(engine, 2, 5, {}, [*choices, 0])
    assert len(kept.checks) == len(kept.choices)
    with pytest.raises(RuntimeError, match="broken"):
        replay.verify(engine, replay.loads(replay.dumps(kept)))
    with pytest.raises(RuntimeError, match="broken"):
        replay.record(engine, 2, 5, {}, [*choices, 0, 0])


# ---- files that are none -----------------------------------------------------------------------------


def refused(data: bytes) -> str:
    with pytest.raises(ReplayError) as caught:
        replay.loads(data)
    assert str(caught.value)
    return caught.value.code


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"{}", b"\xff", b'{"file": "cardwright-pack"}'])
def test_what_is_no_replay_is_refused(data: bytes) -> None:
    assert refused(data) == replay.UNREADABLE


def test_every_truncation_is_refused(kept: Replay) -> None:
    data = replay.dumps(kept).rstrip()
    assert {refused(data[:length]) for length in range(0, len(data), 101)} == {replay.UNREADABLE}


def test_every_changed_byte_is_refused(kept: Replay) -> None:
    data = replay.dumps(kept)
    for at in range(0, len(data), 23):
        for bit in (1, 2, 16, 32):
            assert refused(data[:at] + bytes([data[at] ^ bit]) + data[at + 1 :])


def test_content_that_is_not_what_was_written_is_refused(kept: Replay) -> None:
    assert refused(replay.dumps(kept).replace(kept.pack.encode(), b"0" * len(kept.pack))) == replay.CORRUPTED
    assert refused(replay.dumps(kept).replace(b'"players": 2', b'"players": 3')) == replay.CORRUPTED


def changed(kept: Replay, **fields: Any) -> bytes:
    """The file of a replay with other content, and the hash of that."""
    head = {"file": replay.FILE, "format": fields.pop("format", replay.FORMAT)}
    written = {name: value for name, value in json.loads(replay.dumps(kept)).items() if name not in (*head, "hash")}
    content = {name: value for name, value in {**written, **fields}.items() if value is not ...}
    return json.dumps({**head, "hash": packfile.digest(content), **content}).encode()


def test_another_version_is_refused(kept: Replay) -> None:
    assert refused(changed(kept, format=replay.FORMAT + 1)) == replay.WRONG_VERSION


@pytest.mark.parametrize(
    "fields",
    [
        {"seed": "5"}, {"players": True}, {"choices": ["a"]}, {"checks": []}, {"checks": [1]}, {"sets": "basic"},
        {"game": ...}, {"more": 1}, {"options": {"length": 3}}, {"choices": [0]},
    ],
    ids=str,
)  # fmt: skip
def test_other_content_is_refused(kept: Replay, fields: dict[str, Any]) -> None:
    assert refused(changed(kept, **fields)) == replay.MALFORMED
