"""The cache: what it keeps comes back, and what is not whole does not."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest
from cardwright.compiler import cache
from cardwright.compiler.cache import Cache, key, write_atomically


def test_what_is_kept_comes_back(tmp_path: Path) -> None:
    Cache(tmp_path / "new").put("k", {"a": (1, 2)})
    assert Cache(tmp_path / "new").get("k") == {"a": (1, 2)}
    assert Cache(tmp_path / "new").get("other") is None


def test_a_cache_without_a_folder_keeps_nothing() -> None:
    nothing = Cache(None)
    nothing.put("k", 1)
    assert nothing.get("k") is None


@pytest.mark.parametrize("damage", [b"", b"short", b"x" * 100])
def test_a_damaged_entry_is_none(tmp_path: Path, damage: bytes) -> None:
    Cache(tmp_path).put("k", [1, 2, 3])
    (tmp_path / "k").write_bytes(damage)
    assert Cache(tmp_path).get("k") is None


@pytest.mark.parametrize("position", [0, 31, 32, -1])
def test_a_flipped_byte_is_noticed(tmp_path: Path, position: int) -> None:
    Cache(tmp_path).put("k", [1, 2, 3])
    content = bytearray((tmp_path / "k").read_bytes())
    content[position] ^= 1
    (tmp_path / "k").write_bytes(content)
    assert Cache(tmp_path).get("k") is None


def test_a_folder_that_cannot_be_made_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    Cache(tmp_path / "file").put("k", 1)
    assert Cache(tmp_path / "file").get("k") is None


def test_old_entries_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "_KEPT", 3)
    for number in range(6):
        Cache(tmp_path).put(f"k{number}", number)
    assert len(list(tmp_path.iterdir())) == 3
    assert Cache(tmp_path).get("k5") == 5


def test_keys_depend_on_every_part_and_its_bounds() -> None:
    keys = {key("a", ["x", "y"]), key("a", ["xy"]), key("a", ["y", "x"]), key("b", ["x", "y"]), key("a", [b"x", "z"])}
    assert len(keys) == 5
    assert key("a", ["x"]) == key("a", [b"x"])


def test_the_environment_names_the_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path))
    assert cache.cache_folder() == tmp_path
    monkeypatch.setenv(cache.VARIABLE, "")
    assert cache.cache_folder() is None
    monkeypatch.delenv(cache.VARIABLE)
    assert cache.cache_folder() is not None


def test_a_failed_write_leaves_the_old_file_and_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "pack"
    target.write_bytes(b"old")

    def fail(source: str, target: Path) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(cache.os, "replace", fail)
    with pytest.raises(OSError, match="disk full"):
        write_atomically(target, b"new")
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("pack", b"old")]


@dataclass(frozen=True, slots=True)
class Leaf:
    word: str


@dataclass(frozen=True, slots=True)
class Branch:
    leaves: tuple[Leaf, ...]
    number: int = 0


@dataclass
class Counted:
    """Not made from all its fields."""

    words: list[str]
    number: int = field(init=False, default=0)


@dataclass
class Grown:
    """Does something of its own when it is made."""

    number: int

    def __post_init__(self) -> None:
        self.number += 1


@dataclass(kw_only=True)
class Named:
    """Made from its fields by their names only."""

    word: str


def test_data_classes_come_back_as_they_were(tmp_path: Path) -> None:
    kept, leaf = Cache(tmp_path), Leaf("a")
    counted = Counted(["one"])
    counted.number = 7
    value = (Branch((leaf, leaf, Leaf("b")), 3), {"key": [leaf, Leaf]}, counted, Grown(1), Named(word="c"))
    kept.put("value", value)
    found = kept.get("value")
    assert found == value
    assert found[0].leaves[0] is found[0].leaves[1] is found[1]["key"][0], "what was shared is shared"
    assert (found[2].number, found[3].number) == (7, 2)
