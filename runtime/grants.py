"""What the abilities that rules give and take depend on: which changes of a state can make them come and go.

Looks at effect objects only. What is fixed once and for all (a kind, a card) is of no interest; where only statuses and
places are asked about, everything else may change without a second look at the things in play.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from . import ir

PLACE = "zone"
"""Stands for changes of place."""
ANYTHING = ""

Giving = ir.Grant | ir.Lose


def unsettling(pack: ir.Pack) -> frozenset[str] | None:
    """The changes after which abilities have to be looked at again: statuses, tags, PLACE; None for any change."""
    found: set[str] = set()
    for mod, guard, far in _givings(pack):
        found.update(_asked(mod.subject), _asked(mod.guard), _asked(guard))
        if far and isinstance(mod.subject, ir.Select):
            found.add(PLACE)
        if isinstance(mod, ir.Grant) and mod.copy is not None:
            found.add(ANYTHING)
    gained = {node.name for node in ir.walk(pack) if isinstance(node, ir.Gain)}
    return None if ANYTHING in found or found & gained else frozenset(found)


def _givings(pack: ir.Pack) -> Iterator[tuple[Giving, ir.Cond | None, bool]]:
    """Every modifier that gives or takes abilities, the guard of its hook, and whether a card brings it into play.

    One that lasts for a while has fixed what it copies.
    """
    for ability in pack.abilities:
        for hook in ability.hooks:
            if isinstance(hook, ir.Always):
                for mod in hook.mods:
                    if isinstance(mod, Giving):
                        yield mod, hook.guard, ability.id not in pack.rules
    for node in ir.walk(pack):
        if isinstance(node, ir.Lasting):
            for mod in node.mods:
                if isinstance(mod, Giving):
                    yield replace(mod, copy=None) if isinstance(mod, ir.Grant) else mod, None, False


def _asked(node: Any) -> Iterator[str]:
    """What a noun or a question asks about that may change."""
    match node:
        case None | ir.Ref() | ir.Part("link", "host", ir.Ref("this")):
            return
        case ir.Is(subject, "status" | "tag", name):
            yield name
            yield from _asked(subject)
        case ir.Is(subject, "kind" | "card", _):
            yield from _asked(subject)
        case ir.Is(subject, "in-play", _):
            yield PLACE
            yield from _asked(subject)
        case ir.Select(filters=filters, extreme=None, zone=None):
            for test in filters:
                yield from _asked(test)
        case ir.And(items) | ir.Or(items):
            for item in items:
                yield from _asked(item)
        case ir.Not(item):
            yield from _asked(item)
        case _:
            yield ANYTHING
