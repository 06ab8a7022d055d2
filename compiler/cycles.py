"""Finds rules that set themselves off without end, before play does.

Looks at effect objects only, and reports only what is certain: compulsory hooks without a condition, steps that are
always done, events that the next hook matches whatever the table holds. The budget of the runtime stops the rest.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from cardwright.runtime import ir

from .diagnostics import WARNING, Diagnostic, Label
from .source import Span

Roles = Mapping[str, ir.Expr]


@dataclass(frozen=True, slots=True)
class Rule:
    """A compulsory hook without a condition, the ability it belongs to, and where it stands."""

    event: ir.Pattern
    body: tuple[ir.Step, ...]
    ability: str
    span: Span


@dataclass(frozen=True, slots=True)
class _Event:
    verb: str
    roles: Roles


def rule(hook: ir.Hook, ability: str, span: Span) -> Rule | None:
    """The hook as a rule that may go round in circles, or None if something can stop it."""
    match hook:
        case ir.When(event, None, body) | ir.Before(event, None, body):
            return Rule(event, body, ability, span)
    return None


def endless(rules: Sequence[Rule], verbs: Mapping[str, ir.Verb]) -> Iterator[Diagnostic]:
    """A warning for each round of rules that set each other off, at the first of them."""
    waiting: dict[str, list[int]] = {}
    for number, each in enumerate(rules):
        waiting.setdefault(each.event.verb, []).append(number)
    follow = [_set_off(each, rules, waiting, verbs) for each in rules]
    seen: set[int] = set()
    for number in range(len(rules)):
        chain = _round(number, follow) if number not in seen else []
        if chain:
            seen.update(chain)
            yield _warning([rules[each] for each in chain])


def _warning(chain: Sequence[Rule]) -> Diagnostic:
    first, *others = chain
    labels = tuple(Label(each.span, "then this happens") for each in others)
    message = "this sets itself off again without end" if not others else "these rules set each other off without end"
    help_text = "add an `if`, or let somebody decide (`may`)"
    return Diagnostic("CW0611", first.span, message, help_text, labels, severity=WARNING)


def _round(start: int, follow: Sequence[Sequence[int]]) -> list[int]:
    """The shortest way from a hook back to itself, without the return; [] if there is none."""
    before: dict[int, int] = {}
    pending = deque([start])
    while pending:
        here = pending.popleft()
        for there in follow[here]:
            if there == start:
                return _way(start, here, before)
            if there not in before:
                before[there] = here
                pending.append(there)
    return []


def _way(start: int, end: int, before: Mapping[int, int]) -> list[int]:
    way = [end]
    while way[-1] != start:
        way.append(before[way[-1]])
    return way[::-1]


# ---- what sets off what ------------------------------------------------------------------------------


def _set_off(
    rule: Rule, rules: Sequence[Rule], waiting: Mapping[str, Sequence[int]], verbs: Mapping[str, ir.Verb]
) -> list[int]:
    """The rules that certainly run when this one does."""
    found: dict[int, None] = {}
    for event in _performed(rule.body, {}, verbs, frozenset()):
        for number in waiting.get(event.verb, ()):
            if _certain(event.roles, rules[number].event, rules[number].ability == rule.ability):
                found[number] = None
    return list(found)


def _performed(
    body: Sequence[ir.Step], names: Roles, verbs: Mapping[str, ir.Verb], inside: frozenset[str]
) -> Iterator[_Event]:
    """The events that a block always performs; those of a verb's own block too. names: what its roles stand for."""
    for step in body:
        match step:
            case ir.Do(verb, given):
                roles = {role: _resolved(value, names) for role, value in given}
                declared = verbs.get(verb)
                if declared is None:
                    yield _Event(verb, roles)
                elif declared.guard is None and verb not in inside:
                    filled = _defaults(declared) | roles
                    yield _Event(verb, filled)
                    yield from _performed(declared.body, filled, verbs, inside | {verb})
            case ir.Repeat(ir.Num(times), inner) if times > 0:
                yield from _performed(inner, names, verbs, inside)


def _resolved(value: ir.Expr, names: Roles) -> ir.Expr:
    return names.get(value.name, value) if isinstance(value, ir.Ref) else value


def _defaults(verb: ir.Verb) -> dict[str, ir.Expr]:
    return {param.name: param.default for param in verb.params if param.default is not None}


def _certain(roles: Roles, event: ir.Pattern, same_card: bool) -> bool:
    """Whether the pattern matches an event with such roles, whatever the table holds."""
    return all(_surely_matches(noun, roles.get(role), same_card) for role, noun in event.roles)


def _surely_matches(noun: ir.Expr, held: ir.Expr | None, same_card: bool) -> bool:
    match noun, held:
        case _, None | ir.Ref("nobody"):
            return False
        case ir.Word() | ir.Place(of=None), _:
            return held == noun
        case ir.Ref("this" | "you"), _:
            return held == noun and same_card
        case ir.Select(kind="number"), _:
            return True
        case ir.Select(quant="any", filters=(), zone=None, other=False, extreme=None, kind=kind), ir.Ref(name):
            return (kind, name) in (("card", "this"), ("player", "you"))
    return False
