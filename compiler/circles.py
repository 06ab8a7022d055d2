"""Finds modifiers that ask about what they change, so that no answer is ever found, before play does.

Looks at one modifier at a time, and reports only what is certain; the runtime stops the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardwright.runtime import ir

THIS = ir.Ref("this")
CANDIDATE = ir.Ref("candidate")


def asks_itself(mod: ir.Mod, guard: ir.Cond | None, lasting: bool) -> bool:
    """Whether a modifier asks about what it changes, of the very thing that it changes.

    guard: of its hook. lasting: it lasts for a while, and has fixed its amount and what it says "each" of.
    """
    match mod:
        case ir.Adjust(subject, _, name, amount):
            amounts = () if lasting else _asked(amount)
            return _asks(mod, ("number", name), (mod.guard, guard), lasting) or any(
                _of(node, ("number", name)) in _reached(subject) for node in amounts
            )
        case ir.Gain(_, what, name):
            return _asks(mod, (what, name), (mod.guard, guard), lasting)
    return False


def _asks(
    mod: ir.Adjust | ir.Gain, changed: tuple[str, str], guards: tuple[ir.Cond | None, ...], lasting: bool
) -> bool:
    """Whether the conditions of a modifier, or its words for what it reaches, ask about what it changes."""
    reached = _reached(mod.subject)
    if any(_of(node, changed) in reached for each in guards if each is not None for node in _asked(each)):
        return True
    if not isinstance(mod.subject, ir.Select) or (lasting and mod.subject.quant == "each"):
        return False
    extreme = mod.subject.extreme is not None and ("number", mod.subject.extreme[1]) == changed
    return extreme or any(_of(node, changed) in reached for each in mod.subject.filters for node in _asked(each))


def _reached(subject: ir.Noun) -> tuple[ir.Ref, ...]:
    """The names that surely stand for a thing that the modifier reaches."""
    match subject:
        case ir.Select(bind=bind):
            return (CANDIDATE, ir.Ref(bind)) if bind else (CANDIDATE,)
        case ir.Ref():
            return (subject,)
    return ()


def _of(node: Any, changed: tuple[str, str]) -> ir.Noun | None:
    """Of what a node asks for the number, status or tag; None if it asks for something else."""
    match node:
        case ir.Part("number" as what, name, of) if (what, name) == changed:
            return of
        case ir.Is(of, what, name) if (what, name) == changed:
            return of
    return None


def _asked(value: Any) -> Iterator[Any]:
    """The nodes of a question or number that are asked of the thing itself: those inside further nouns are not."""
    if isinstance(value, ir.Select):
        return
    if isinstance(value, tuple):
        for item in value:
            yield from _asked(item)
    elif type(value).__name__ in ir.NODES:
        yield value
        for name in type(value).__slots__:
            yield from _asked(getattr(value, name))
