"""Pack files: canonical bytes, and a refusal with a code for everything that is not one of ours."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from cardwright.runtime import ir, packfile
from cardwright.runtime.packfile import PackError


def tiny() -> ir.Pack:
    """A pack that uses every shape of field: nested nodes, optional ones, pairs and plain values."""
    strike = ir.Do("hit", (("target", ir.Ref("victim")),))
    foe = ir.Select("any", "fighter", extreme=("lowest", "attack"), count=ir.Num(1), bind="victim")
    hit = ir.Verb("hit", (ir.Param("target", "", "card"),), None, ())
    brawl = ir.Ability("brawl", "Brawl", (ir.Action("hit", (foe,), None, (), (strike,)),))
    loner = ir.Ability("limits", "Limits", (ir.Always(None, ()),))
    cards = tuple(
        ir.Card(name, name.title(), "fighter", "base", numbers=(("attack", n),), abilities=abilities)
        for name, n, abilities in (("brute", 4, ("brawl",)), ("guard", 2, ()))
    )
    return ir.Pack(
        id="duel", title="Duel", min_players=2, max_players=2,
        kinds=(ir.Kind("fighter"),), zones=(ir.Zone("field", "player", "row", "all", in_play=True),),
        verbs=(hit,), abilities=(brawl, loner), cards=cards, numbers=("attack",), counters=(), statuses=(), tags=(),
        links=(), means=(), classes=(), variables=(("round", 0), ("phase", "first")), rules=("limits",), setup=(),
        turn=(ir.TurnStep("main", offers=("actions",)),), default_span=ir.Span("turn"),
    )  # fmt: skip


def refused(data: bytes) -> str:
    with pytest.raises(PackError) as caught:
        packfile.loads(data)
    assert str(caught.value)
    return caught.value.code


def forged(change: Any) -> bytes:
    """A file whose content was changed and whose hash was made right again."""
    head = json.loads(packfile.dumps(tiny()))
    change(head)
    head["hash"] = packfile.digest([head["format"], head["pack"]])
    return packfile.canonical(head)


def test_a_pack_comes_back_equal_and_byte_for_byte() -> None:
    data = packfile.dumps(tiny())
    assert packfile.loads(data) == tiny()
    assert packfile.dumps(packfile.loads(data)) == data


def test_the_hash_follows_the_content() -> None:
    assert packfile.pack_hash(tiny()) == packfile.pack_hash(tiny())
    assert packfile.pack_hash(tiny()) != packfile.pack_hash(replace(tiny(), title="Duels"))


def test_every_truncation_is_refused() -> None:
    data = packfile.dumps(tiny()).rstrip()
    assert {refused(data[:length]) for length in range(0, len(data), 7)} == {packfile.UNREADABLE}


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"{}", b'"x"', b"\xff\xfe", b"[" * 100_000])
def test_what_is_no_pack_file_is_refused(data: bytes) -> None:
    assert refused(data) == packfile.UNREADABLE


def test_another_version_is_refused() -> None:
    assert refused(forged(lambda head: head.update(format=ir.FORMAT + 1))) == packfile.WRONG_VERSION


def test_changed_content_is_refused() -> None:
    assert refused(packfile.dumps(tiny()).replace(b'"attack",4', b'"attack",9')) == packfile.CORRUPTED


@pytest.mark.parametrize(
    "change",
    [
        lambda head: head.update(pack=["Num", 1]),
        lambda head: head.update(pack=["Nothing"]),
        lambda head: head["pack"].__setitem__(1, 7),
        lambda head: head["pack"].__setitem__(3, True),
        lambda head: head["pack"].__setitem__(5, ["*", ["Num", 1]]),
        lambda head: head["pack"].pop(),
    ],
    ids=["no pack", "no node", "a number as id", "a truth as number", "a number as kind", "a field too few"],
)
def test_a_forged_file_is_refused(change: Any) -> None:
    assert refused(forged(change)) == packfile.MALFORMED


def test_parts_tell_which_card_changed() -> None:
    old = packfile.part_hashes(tiny())
    brawl, limits = tiny().abilities
    changed = replace(tiny(), abilities=(replace(brawl, title="Brawling"), limits))
    new = packfile.part_hashes(changed)
    assert set(old) == {"card brute", "card guard", "verb hit", "game"}
    assert [name for name in old if old[name] != new[name]] == ["card brute"]


def test_a_change_of_the_rules_counts_as_the_game() -> None:
    brawl, limits = tiny().abilities
    changed = replace(tiny(), abilities=(brawl, replace(limits, title="Limit")))
    old, new = packfile.part_hashes(tiny()), packfile.part_hashes(changed)
    assert [name for name in old if old[name] != new[name]] == ["game"]
