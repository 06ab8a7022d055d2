"""Questions about effect objects that say nothing themselves: which node is the subject of what.

Pure functions over ``runtime.ir``. Knows no language.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardwright.runtime import ir

CANDIDATE = ir.Ref("candidate")


def conjuncts(conds: tuple[ir.Cond, ...]) -> Iterator[ir.Cond]:
    """Conditions that must all hold, with every ``and`` taken apart and "not the same" said in one way."""
    for cond in conds:
        match cond:
            case ir.And(items):
                yield from conjuncts(items)
            case ir.Not(ir.Compare("=", left, right)) if not isinstance(right, ir.Num):
                yield ir.Compare("!=", left, right)
            case _:
                yield cond


def leads(cond: ir.Cond, names: tuple[str, ...]) -> bool:
    """Is the thing of one of these names the subject of the whole question, and spoken of nowhere else in it?"""
    match cond:
        case ir.And(items) | ir.Or(items):
            return all(leads(item, names) for item in items)
        case ir.Not(item):
            return leads(item, names)
        case _:
            return _named(_subject(cond), names) and mentions(cond, names) == 1


def _subject(cond: ir.Cond) -> Any:
    match cond:
        case ir.Is(subject) | ir.In(subject) | ir.Of(subject) | ir.NextTo(subject):
            return subject
        case ir.Among(subject) | ir.HasAbility(subject) | ir.Connected(subject) | ir.Shares(subject):
            return subject
        case ir.Compare(left=left):
            return left
        case ir.Could(roles=((_, first), *_)):
            return first
        case ir.Was(event=ir.Pattern(roles=((_, first), *_))):
            return first
        case _:
            return None


def _named(node: Any, names: tuple[str, ...]) -> bool:
    return isinstance(node, ir.Ref) and node.name in names


def mentions(node: Any, names: tuple[str, ...]) -> int:
    """How often one of these names stands in a node."""
    return sum(_named(part, names) for part in ir.walk(node))


def weight(node: ir.Expr) -> int:
    """How definite a thing is: of two, the more definite makes the better subject of a sentence."""
    match node:
        case ir.Ref("this" | "you"):
            return 3
        case ir.Ref() | ir.Part() | ir.Player():
            return 2
        case ir.Select(quant="each" | "exactly"):
            return 1
        case _:
            return 0


def future_host(hooks: tuple[ir.Hook, ...]) -> str:
    """The kind of what a card with these hooks gets attached to when it is played, "" if to nothing."""
    for hook in hooks:
        if isinstance(hook, ir.Play):
            kinds = {target.bind: target.kind for target in hook.targets}
            for step in ir.walk(hook.body):
                match step:
                    case ir.Do("attach", (("object", ir.Ref("this")), ("host", ir.Ref(name)))) if name in kinds:
                        return kinds[name]
    return ""


def stays(hooks: tuple[ir.Hook, ...]) -> bool:
    """Does a card with these hooks come to lie somewhere of its own when it is played?"""
    this = ("object", ir.Ref("this"))
    steps = (step for hook in hooks if isinstance(hook, ir.Play) for step in ir.walk(hook.body))
    return any(isinstance(step, ir.Do) and step.verb in ("attach", "move") and this in step.roles for step in steps)


def played_kinds(pack: ir.Pack) -> frozenset[str]:
    """The kinds of which some cards are played from a hand."""
    abilities = {ability.id: ability for ability in pack.abilities}
    playing = {name for name, ability in abilities.items() if any(isinstance(it, ir.Play) for it in ability.hooks)}
    cards = {card.kind for card in pack.cards if playing.intersection(card.abilities)}
    return frozenset(cards | {kind.name for kind in pack.kinds if playing.intersection(kind.abilities)})
