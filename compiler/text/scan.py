"""Questions about effect objects that say nothing themselves: which node is the subject of what.

Pure functions over ``runtime.ir``. Knows no language.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass, replace
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


def leaves(cond: ir.Cond) -> Iterator[ir.Cond]:
    """The questions of which a question is made."""
    match cond:
        case ir.And(items) | ir.Or(items):
            for item in items:
                yield from leaves(item)
        case ir.Not(item):
            yield from leaves(item)
        case _:
            yield cond


def subject(cond: ir.Cond) -> Any:
    """Of what a question speaks, unless it is about an event."""
    match cond:
        case ir.Is(subject) | ir.In(subject) | ir.Of(subject) | ir.NextTo(subject):
            return subject
        case ir.Among(subject) | ir.HasAbility(subject) | ir.Connected(subject) | ir.Shares(subject):
            return subject
        case ir.Compare(left=left):
            return left
        case _:
            return None


def is_named(node: Any, names: tuple[str, ...]) -> bool:
    return isinstance(node, ir.Ref) and node.name in names


def mentions(node: Any, names: tuple[str, ...]) -> int:
    """How often one of these names stands in a node. Inside another set, ``candidate`` is somebody else."""
    match node:
        case ir.Ref():
            return is_named(node, names)
        case ir.Select(bind=bind):
            names = tuple(name for name in names if name not in ("candidate", bind))
    return sum(mentions(part, names) for part in _parts(node))


def _parts(node: Any) -> Iterator[Any]:
    if isinstance(node, tuple):
        yield from node
    elif is_dataclass(node):
        yield from (getattr(node, field.name) for field in fields(node))


def weight(node: ir.Expr, candidates: tuple[str, ...] = ()) -> int:
    """How definite a thing is: of two, the more definite makes the better subject of a sentence."""
    match node:
        case ir.Ref(name) if name in candidates:
            return 4
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


def groups(hook: ir.Hook) -> frozenset[str]:
    """The names out of which a hook chooses: they stand for several things."""
    among = (node.group for node in ir.walk(hook) if isinstance(node, ir.Among))
    return frozenset(group.name for group in among if isinstance(group, ir.Ref))


def owner(node: ir.Noun) -> ir.Noun | None:
    """Whose a thing is, as far as its noun says."""
    match node:
        case ir.Ref("this"):
            return ir.Ref("you")
        case ir.Select(filters=filters):
            return next((cond.whose for cond in conjuncts(filters) if isinstance(cond, ir.Of)), None)
        case _:
            return None


def subject_of(mod: ir.Mod) -> ir.Noun | None:
    """Of what a modifier speaks."""
    match mod:
        case ir.Forbid(event) | ir.Permit(event):
            nouns = [value for _, value in event.roles if not isinstance(value, (ir.Num, ir.Word))]
            heaviest = max(nouns, key=weight, default=None)
            return heaviest if isinstance(heaviest, (ir.Ref, ir.Part, ir.Player, ir.Select)) else None
        case _:
            return mod.subject


def runs(mods: Iterable[ir.Mod]) -> Iterator[tuple[ir.Mod, ...]]:
    """The modifiers in groups that one sentence can say, each of one subject: see ``goes_on``."""
    run: list[ir.Mod] = []
    for mod in mods:
        if run and not goes_on(run[-1], mod):
            yield tuple(run)
            run = []
        run.append(mod)
    if run:
        yield tuple(run)


def goes_on(before: ir.Mod, mod: ir.Mod) -> bool:
    """Whether a sentence that says one modifier can go on with the next, without naming its subject again.

    A condition would seem to be one of both; "the attack of X becomes 6" is a sentence about the attack.
    """
    said = isinstance(before, ir.Adjust) and before.op != "add"
    return subject_of(before) == subject_of(mod) and before.guard is None and mod.guard is None and not said


def merged(mods: tuple[ir.Mod, ...]) -> Iterator[ir.Mod]:
    """The modifiers, with protections of the same things one after the other made one."""
    last: ir.Mod | None = None
    for mod in mods:
        match last, mod:
            case ir.Protect(subject, shields, None), ir.Protect(same, more, None) if same == subject:
                last = ir.Protect(subject, shields + more)
            case _:
                if last is not None:
                    yield last
                last = mod
    if last is not None:
        yield last


def is_alone(event: ir.Pattern) -> bool:
    """Does an event speak of one thing only, players aside?"""
    nouns = (value for _, value in event.roles if isinstance(value, (ir.Ref, ir.Part, ir.Select)))
    return sum(not isinstance(noun, ir.Select) or noun.kind not in ("player", "number") for noun in nouns) == 1


def is_about_the_event(guard: ir.Cond | None) -> bool:
    """Does a guard speak of nothing but the event itself?"""
    return guard is None or all(isinstance(leaf, ir.Is) and leaf.what == "event" for leaf in leaves(guard))


def aims(step: ir.Do, target: ir.Select) -> bool:
    """Does a step do one thing to its target, named once?"""
    return any(value == ir.Ref(target.bind) for _, value in step.roles) and mentions(step, (target.bind,)) == 1


def aimed(step: ir.Do, target: ir.Select) -> ir.Do:
    """The step with its target in the place of the name."""
    roles = tuple((role, target if value == ir.Ref(target.bind) else value) for role, value in step.roles)
    return replace(step, roles=roles)


def event_of(hook: ir.Hook) -> ir.Pattern | None:
    """The event that a hook waits for."""
    match hook:
        case ir.When(event) | ir.Before(event) | ir.Instead(event) | ir.As(event) | ir.Respond(event):
            return event
        case _:
            return None


def played_kind(event: ir.Pattern) -> str:
    """The kind of card that an event plays, "" for any other event."""
    card = dict(event.roles).get("card") if event.verb == "play" else None
    return card.kind if isinstance(card, ir.Select) else ""
