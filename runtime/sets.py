"""A pack with some of its sets: what the others have brought goes, their rules and their words included."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, replace
from typing import Any

from . import ir

_LISTS = (
    "kinds", "zones", "verbs", "abilities", "cards", "numbers", "counters", "statuses", "tags", "links", "means",
    "classes", "variables", "options",
)  # fmt: skip
"""The fields of a pack that hold what sets may bring."""


def in_play(pack: ir.Pack, sets: Iterable[str]) -> frozenset[str]:
    """These sets, those that the game and they need, and no others. Raises KeyError for one that is none."""
    needs = dict(pack.needs)
    return frozenset(needed for name in ("", *sets) for needed in needs[name])


def chosen(pack: ir.Pack, sets: Iterable[str]) -> ir.Pack:
    """The pack with these sets and those they need. Raises KeyError for one that is none of its sets."""
    playing = in_play(pack, sets)
    left_out = {(field, name) for field, name, needed in pack.origins if not playing.issuperset(needed)}

    def kept(field: str, names: Iterable[Any]) -> tuple[Any, ...]:
        return tuple(it for it in names if (field, _name(it)) not in left_out)

    lists: dict[str, Any] = {field: kept(field, getattr(pack, field)) for field in _LISTS}
    lists["kinds"] = tuple(replace(kind, abilities=kept("abilities", kind.abilities)) for kind in lists["kinds"])
    return replace(
        pack,
        **lists,
        rules=kept("abilities", pack.rules),
        private=kept("counters", pack.private),
        hiding=kept("statuses", pack.hiding),
        sets=tuple(name for name in pack.sets if name in playing),
        untold=tuple(it for it in pack.untold if it not in left_out),
        needs=tuple((name, needed) for name, needed in pack.needs if not name or name in playing),
        origins=tuple(it for it in pack.origins if (it[0], it[1]) not in left_out),
    )


def _name(item: Any) -> str:
    """What a thing in a list of a pack goes by."""
    if isinstance(item, str):
        return item
    first = item[0] if isinstance(item, tuple) else getattr(item, fields(item)[0].name)
    return str(first)
