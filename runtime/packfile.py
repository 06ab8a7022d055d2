"""The pack file: one game as canonical JSON, with a version and a hash of its content.

Knows the shape of the effect objects from their type hints and nothing of what they mean. A file that comes from
somewhere else is believed only after its version, its hash and the type of every field have been checked.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from hashlib import sha256
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from . import ir, vetting

FILE = "cardwright-pack"
"""What the file says it is."""

UNREADABLE, WRONG_VERSION, CORRUPTED, MALFORMED = "CW0901", "CW0902", "CW0903", "CW0904"


@dataclass
class PackError(Exception):
    """A pack file that cannot be used. code: a stable diagnostic code; message: one line for people."""

    code: str
    message: str

    def __str__(self) -> str:
        return self.message


def canonical(value: Any) -> bytes:
    """The one way to write a plain value as JSON: sorted keys, no blanks, UTF-8 (with halves of characters, which no
    text has, as they are)."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode("utf-8", "surrogatepass")


def digest(value: Any) -> str:
    """SHA-256 of the canonical JSON of a plain value, in hexadecimal."""
    return sha256(canonical(value)).hexdigest()


def pack_hash(pack: ir.Pack) -> str:
    """The content hash of a pack: equal packs have equal hashes, on any machine."""
    return digest([ir.FORMAT, ir.encode(pack)])


def part_hashes(pack: ir.Pack) -> dict[str, str]:
    """A short hash of each part: ``card ID`` (with its abilities), ``verb ID``, and ``game`` for all the rest."""
    abilities = {ability.id: ir.encode(ability) for ability in pack.abilities}
    parts = {f"verb {verb.name}": ir.encode(verb) for verb in pack.verbs}
    used: set[str] = set()
    for card in pack.cards:
        used.update(card.abilities)
        parts[f"card {card.id}"] = [ir.encode(card), *(abilities.get(name) for name in card.abilities)]
    apart = {"cards", "verbs", "abilities"}
    rest = {f.name: ir.encode(getattr(pack, f.name)) for f in fields(pack) if f.name not in apart}
    parts["game"] = [rest, {name: value for name, value in abilities.items() if name not in used}]
    return {name: digest(value)[:12] for name, value in parts.items()}


def dumps(pack: ir.Pack) -> bytes:
    """The file for a pack; the same pack always gives the same bytes."""
    return canonical({"file": FILE, "format": ir.FORMAT, "hash": pack_hash(pack), "pack": ir.encode(pack)}) + b"\n"


def loads(data: bytes) -> ir.Pack:
    """The pack in a file. Raises PackError for anything that ``dumps`` of this version cannot have written."""
    head = _read(data)
    if head.get("format") != ir.FORMAT:
        message = f"the pack is of version {head.get('format')!r}, this runtime reads version {ir.FORMAT}"
        raise PackError(WRONG_VERSION, message)
    if digest([ir.FORMAT, head.get("pack")]) != head.get("hash"):
        raise PackError(CORRUPTED, "the pack's content does not have the hash that the file gives")
    return _pack(head["pack"])


def _read(data: bytes) -> dict[str, Any]:
    try:
        head = json.loads(data)
    except (ValueError, RecursionError):
        raise PackError(UNREADABLE, "not a pack file, or only a part of one: it is not whole JSON") from None
    if not isinstance(head, dict) or head.get("file") != FILE:
        raise PackError(UNREADABLE, "not a pack file: the mark of one is missing")
    return head


def _pack(value: Any) -> ir.Pack:
    try:
        pack = ir.decode(value)
        problem = "" if isinstance(pack, ir.Pack) else "it holds something else than a pack"
        problem = problem or next(misfits(pack, ir.Pack), "") or next(vetting.faults(pack), "")
    except (ValueError, RecursionError) as error:
        problem = str(error)
    if problem:
        raise PackError(MALFORMED, f"not a pack of this version: {problem}")
    return pack  # type: ignore[no-any-return]  # decode gives Any; its type was just checked


# ---- types of the fields -----------------------------------------------------------------------------


def misfits(value: Any, hint: Any, place: str = "pack") -> Iterator[str]:
    """What in a decoded value does not have the type that its field declares."""
    if hint is Any:
        return
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        yield from _of_union(value, get_args(hint), place)
    elif origin is tuple:
        yield from _of_tuple(value, get_args(hint), place)
    elif type(value) is not hint:
        yield f"{place} holds a {type(value).__name__} where {hint.__name__} is due"
    elif is_dataclass(value):
        for name, kind in _hints(type(value).__name__).items():
            yield from misfits(getattr(value, name), kind, f"{place}.{name}")


def _of_union(value: Any, kinds: tuple[Any, ...], place: str) -> Iterator[str]:
    kind = next((kind for kind in kinds if type(value) is (get_origin(kind) or kind)), None)
    if kind is None:
        yield f"{place} holds a {type(value).__name__}, which has no place there"
    else:
        yield from misfits(value, kind, place)


def _of_tuple(value: Any, kinds: tuple[Any, ...], place: str) -> Iterator[str]:
    if not isinstance(value, tuple):
        yield f"{place} holds a {type(value).__name__} where a list is due"
    elif len(kinds) == 2 and kinds[1] is Ellipsis:
        for index, item in enumerate(value):
            yield from misfits(item, kinds[0], f"{place}[{index}]")
    elif len(value) != len(kinds):
        yield f"{place} holds {len(value)} items where {len(kinds)} are due"
    else:
        for item, kind in zip(value, kinds, strict=True):
            yield from misfits(item, kind, place)


@cache
def _hints(node: str) -> dict[str, Any]:
    return get_type_hints(ir.NODES[node], vars(ir))
