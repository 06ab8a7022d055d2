"""Rules that may set each other off in a round, over all cards of the pool.

``compiler.cycles`` reports what is certain; here conditions are taken to hold, and nouns to fit wherever they could. A
round in which somebody may stop is none. What such a round comes to an end by is for its author to say.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from cardwright.runtime import ir

from ..diagnostics import WARNING, Diagnostic, Label
from .pool import Place, Pool

Roles = Mapping[str, ir.Expr]


@dataclass(frozen=True, slots=True)
class _Rule:
    """A compulsory hook. kinds: of the cards that have it; empty for rules of the game. single: only one has it."""

    ability: str
    event: ir.Pattern
    body: tuple[ir.Step, ...]
    place: Place
    kinds: frozenset[str]
    single: bool


@dataclass(frozen=True, slots=True)
class _Event:
    verb: str
    roles: Roles


def rounds(pool: Pool) -> Iterator[Diagnostic]:
    """A warning for each group of rules that can set each other off, with the shortest way round."""
    rules = list(_rules(pool))
    verbs = {verb.name: verb for verb in pool.pack.verbs}
    follow = [_followers(rule, rules, verbs) for rule in rules]
    told: set[int] = set()
    for number in range(len(rules)):
        chain = _shortest(number, follow) if number not in told else []
        if chain:
            told |= _group(number, follow)
            yield _warning([rules[each] for each in chain])


def _warning(chain: Sequence[_Rule]) -> Diagnostic:
    first, *others = chain
    way = " → ".join(rule.ability for rule in (*chain, first))
    message = f"this may go round without end: {way}" if others else "this may set itself off without end"
    labels = tuple(Label(rule.place.head, "then this may happen") for rule in others)
    help_text = "add a condition that ends it, or say in an allowance what does"
    return Diagnostic("CW1004", first.place.head, message, help_text, labels, severity=WARNING)


def _rules(pool: Pool) -> Iterator[_Rule]:
    kinds = {kind.name: kind.abilities for kind in pool.pack.kinds}
    carriers: dict[str, list[str]] = {}
    for card in pool.pack.cards:
        for name in (*card.abilities, *kinds[card.kind]):
            carriers.setdefault(name, []).extend([card.kind] * card.copies)
    for ability in pool.live:
        had_by = carriers.get(ability.id, [])
        for hook, place in zip(ability.hooks, pool.hooks.get(ability.id, ()), strict=False):
            if isinstance(hook, (ir.When, ir.Before, ir.As)):
                yield _Rule(ability.id, hook.event, hook.body, place, frozenset(had_by), len(had_by) == 1)


# ---- ways --------------------------------------------------------------------------------------------


def _shortest(start: int, follow: Sequence[Sequence[int]]) -> list[int]:
    """The shortest way from a rule back to itself, without the return; [] if there is none."""
    before: dict[int, int] = {}
    pending = deque([start])
    while pending:
        here = pending.popleft()
        for there in follow[here]:
            if there == start:
                way = [here]
                while way[-1] != start:
                    way.append(before[way[-1]])
                return way[::-1]
            if there not in before:
                before[there] = here
                pending.append(there)
    return []


def _group(start: int, follow: Sequence[Sequence[int]]) -> set[int]:
    """The rules that can be reached from one, and from which it can be reached."""
    return {other for other in _reached(start, follow) if start in _reached(other, follow)} | {start}


def _reached(start: int, follow: Sequence[Sequence[int]]) -> set[int]:
    found: set[int] = set()
    pending = [start]
    while pending:
        for there in follow[pending.pop()]:
            if there not in found:
                found.add(there)
                pending.append(there)
    return found


# ---- what sets off what ------------------------------------------------------------------------------


def _followers(rule: _Rule, rules: Sequence[_Rule], verbs: Mapping[str, ir.Verb]) -> list[int]:
    events = list(_events(rule.body, {}, verbs, frozenset()))
    return [number for number, other in enumerate(rules) if any(_may_match(event, rule, other) for event in events)]


def _events(
    body: Sequence[ir.Step], names: Roles, verbs: Mapping[str, ir.Verb], inside: frozenset[str]
) -> Iterator[_Event]:
    """The events that a block can perform without anybody deciding to; those of the verbs in it too."""
    for step in body:
        match step:
            case ir.Do(verb, given):
                roles = {role: _resolved(value, names) for role, value in given}
                declared = verbs.get(verb)
                if declared is not None:
                    roles = {p.name: p.default for p in declared.params if p.default is not None} | roles
                yield _Event(verb, roles)
                if declared is not None and verb not in inside:
                    yield from _events(declared.body, roles, verbs, inside | {verb})
            case ir.If(_, inner, other):
                yield from _events((*inner, *other), names, verbs, inside)
            case ir.ForEach(_, _, inner) | ir.Repeat(_, inner):
                yield from _events(inner, names, verbs, inside)
            case ir.Table(_, rows):
                for row in rows:
                    yield from _events(row.body, names, verbs, inside)


def _resolved(value: ir.Expr, names: Roles) -> ir.Expr:
    return names.get(value.name, value) if isinstance(value, ir.Ref) else value


def _may_match(event: _Event, rule: _Rule, other: _Rule) -> bool:
    if event.verb != other.event.verb:
        return False
    if rule.ability == other.ability and rule.single and _acts_on_others(event, other.event):
        return False
    return all(_may_hold(noun, event.roles.get(role), rule, other) for role, noun in other.event.roles)


def _acts_on_others(event: _Event, pattern: ir.Pattern) -> bool:
    """Whether a card does something to another one, where the pattern asks for the card itself."""
    waiting = {role for role, noun in pattern.roles if noun == ir.Ref("this")}
    acting = {role for role, held in event.roles.items() if held == ir.Ref("this")}
    return bool(waiting and acting - waiting and not acting & waiting)


def _may_hold(noun: ir.Expr, held: ir.Expr | None, rule: _Rule, other: _Rule) -> bool:
    """Whether a role that holds ``held``, filled by ``rule``, could be what the pattern of ``other`` asks for."""
    match noun, held:
        case _, None | ir.Ref("nobody"):
            return False
        case ir.Word(), ir.Word():
            return noun == held
        case ir.Place(zone), ir.Place(there):
            return zone == there
        case ir.Ref("this"), ir.Ref("this"):
            return rule.ability == other.ability
        case ir.Ref("this"), ir.Ref("you") | ir.Player():
            return False
        case ir.Ref("this"), ir.Select(kind=kind):
            return kind == "card" or kind in other.kinds
        case ir.Ref("you"), ir.Ref("this"):
            return False
        case ir.Select(kind=kind), ir.Ref("this"):
            return kind == "card" or kind in rule.kinds
        case ir.Select(kind=kind), ir.Ref("you") | ir.Player():
            return kind == "player"
        case ir.Select(kind=kind), ir.Select(kind=there):
            return kind == there or ("card" in (kind, there) and "player" not in (kind, there))
    return True
