"""What a pack must be before any code is made of it: names that are names, signs of a closed set, sizes within bounds.

The linker writes Python source from packs, which may come from strangers. Every text of a pack that could find its way
into that source passes here first; nothing else has to be trusted. Whether names mean anything the linker will find.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import Any

from . import ir

MAX_NOUNS = 8
"""Nouns that may stand inside one another."""
MAX_PARAMS = 16
"""Roles of one verb; the default of each may speak of all before it."""
MAX_DEPTH = 150
"""Nodes that may stand inside one another."""
MAX_CARDS = 100_000
"""Cards of a pack, copies counted."""
MAX_PLAYERS = 20
MAX_NUMBER = 10**9
"""No number written in a pack is larger."""

_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_ABILITY = re.compile(rf"((rule|kind):)?{_NAME.pattern}(:{_NAME.pattern})?")
_AFTER = re.compile(rf"((top|bottom) of )?{_NAME.pattern}")

Check = Callable[[str], Any]


def _name(text: str) -> Any:
    return not text or _NAME.fullmatch(text)


def _ability(text: str) -> Any:
    return not text or _ABILITY.fullmatch(text)


def _after(text: str) -> Any:
    return not text or _AFTER.fullmatch(text)


def _kind(text: str) -> Any:
    return text == "outer space" or _name(text)


def _any_text(text: str) -> bool:
    """Shown to people, and to nobody else."""
    return True


def _one_of(*words: str) -> Check:
    return frozenset(words).__contains__


_QUANTITY = _one_of("link", "number", "printed", "counter", "role")
_CHECKS: dict[tuple[str, str], Check] = {
    ("Player", "which"): _one_of("active", "next", "previous"),
    ("Part", "what"): _QUANTITY,
    ("Fold", "what"): _QUANTITY,
    ("Fold", "op"): _one_of("highest", "lowest", "total"),
    ("Place", "at"): _one_of("top", "bottom", ""),
    ("Select", "quant"): _one_of("any", "each", "exactly", "at-least", "up-to", "any-number", "no"),
    ("Select", "kind"): _kind,
    ("Arith", "op"): _one_of("+", "-", "*", "/"),
    ("Compare", "op"): _one_of("=", "!=", "<", "<=", ">", ">="),
    ("Is", "what"): _one_of("status", "tag", "kind", "card", "event", "in-play", "outcome"),
    ("Could", "when"): _one_of("now", "turn"),
    ("Span", "kind"): _one_of("event", "turn", "next-turn", "next-start", "game", "while", "default"),
    ("Amend", "op"): _one_of("add", "multiply"),
    ("Adjust", "op"): _one_of("add", "multiply", "set"),
    ("Gain", "what"): _one_of("status", "tag"),
    ("Shield", "of"): _one_of("opponents", ""),
    ("Param", "type"): _one_of("card", "player", "number", "zone", "word", "event", "any"),
    ("Zone", "scope"): _one_of("shared", "player"),
    ("Zone", "layout"): _one_of("pile", "row", "grid", "graph"),
    ("Zone", "viewers"): _one_of("all", "owner", "none"),
    ("Kind", "after"): _after,
    ("HasAbility", "ability"): _ability,
    ("Grant", "ability"): _ability,
    ("Lose", "ability"): _ability,
    ("Lose", "keep"): _ability,
    ("Ability", "id"): _ability,
    ("Kind", "abilities"): _ability,
    ("Card", "abilities"): _ability,
    ("Pack", "rules"): _ability,
    ("Pack", "origins"): _ability,
    ("Ability", "title"): _any_text,
    ("Card", "title"): _any_text,
    ("Row", "title"): _any_text,
    ("Pack", "title"): _any_text,
    ("Pack", "texts"): _any_text,
}
"""What each text of a node must be; those that are not listed are names."""
_OUTCOMES = _one_of("winner", "out")


def faults(pack: ir.Pack) -> Iterator[str]:
    """What keeps a pack from being linked: each a line for people. A pack without any is safe to make code of."""
    try:
        yield from _of_node(pack, 0, 0)
    except RecursionError:
        yield "it is nested too deeply"
        return
    yield from _of_sizes(pack)


def _of_node(node: Any, depth: int, nouns: int) -> Iterator[str]:
    if depth > MAX_DEPTH:
        yield "it is nested too deeply"
        return
    name = type(node).__name__
    nouns += isinstance(node, ir.Select)
    if nouns > MAX_NOUNS:
        yield f"more than {MAX_NOUNS} nouns stand inside one another"
        return
    yield from _of_its_own(node)
    for field in fields(node):
        check = _CHECKS.get((name, field.name), _name)
        for value in _parts(getattr(node, field.name)):
            if isinstance(value, str):
                if not check(value):
                    yield f"`{name}.{field.name}` cannot be {value[:40]!r}"
            elif type(value) is int:
                if abs(value) > MAX_NUMBER:
                    yield f"`{name}.{field.name}` is out of bounds"
            else:
                yield from _of_node(value, depth + 1, nouns)


def _parts(value: Any) -> Iterator[Any]:
    """The texts, numbers and nodes in a field, whatever tuples and tables they stand in."""
    if isinstance(value, tuple):
        for item in value:
            yield from _parts(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _parts((key, item))
    elif value is not None and not isinstance(value, bool):
        yield value


def _of_its_own(node: Any) -> Iterator[str]:
    """What one field says about another."""
    match node:
        case ir.Is(what="outcome", name=name) if not _OUTCOMES(name):
            yield f"there is no outcome {name!r}"
        case ir.Adjust(over=over) | ir.Amend(over=over) if over < 1:
            yield "nothing can be divided by less than one"
        case ir.Verb(name=name, params=params) if len(params) > MAX_PARAMS:
            yield f"the verb `{name}` has more than {MAX_PARAMS} roles"


def _of_sizes(pack: ir.Pack) -> Iterator[str]:
    if not 1 <= pack.min_players <= pack.max_players <= MAX_PLAYERS:
        yield f"it is for {pack.min_players} to {pack.max_players} players"
    if any(card.copies < 0 for card in pack.cards) or sum(card.copies for card in pack.cards) > MAX_CARDS:
        yield f"it has more than {MAX_CARDS:,} cards"
