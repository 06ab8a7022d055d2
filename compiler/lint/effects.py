"""Hooks that nothing ever sets off, and conditions that nothing ever fulfils.

Only what is certain from the pool as a whole is reported: what no card, rule or turn of the game can bring about.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cardwright.runtime import ir

from ..diagnostics import WARNING, Diagnostic
from .pool import Place, Pool

_ALWAYS = frozenset({"enter", "leave", "begin", "end", "move"})
"""Events of the engine that happen in any game."""


def unreachable(pool: Pool) -> Iterator[Diagnostic]:
    """Hooks that wait for what never happens, or that nothing offers."""
    happening = _happening(pool)
    for ability in pool.live:
        for hook, place in zip(ability.hooks, pool.hooks.get(ability.id, ()), strict=False):
            why = _why_never(hook, pool, happening)
            if why:
                help_text = "take it away, or let something bring it about"
                yield Diagnostic("CW1001", place.head, f"this never comes to pass: {why}", help_text, severity=WARNING)


def _why_never(hook: ir.Hook, pool: Pool, happening: frozenset[str]) -> str:
    match hook:
        case ir.Always():
            return ""
        case ir.Action():
            return "" if _offers(pool, "actions") else "no step of the turn offers actions"
        case ir.Play():
            played = _offers(pool, "plays") or {"play", "apply"} & pool.performed
            return "" if played else "no step of the turn offers plays"
        case _:
            return "" if hook.event.verb in happening else f"nothing performs `{hook.event.verb}`"


def _happening(pool: Pool) -> frozenset[str]:
    """Every verb that can be an event in this game."""
    found = {*pool.performed, *_ALWAYS}
    responses = any(isinstance(hook, ir.Respond) for ability in pool.live for hook in ability.hooks)
    if _offers(pool, "actions"):
        found.add("act")
    if _offers(pool, "plays") or responses:
        found.add("play")
    if responses:
        found.add("answer")
    return frozenset(found)


def _offers(pool: Pool, word: str) -> bool:
    return any(word in step.offers for step in pool.pack.turn)


# ---- conditions --------------------------------------------------------------------------------------


def never_true(pool: Pool) -> Iterator[Diagnostic]:
    """Conditions that ask for what cannot be."""
    facts = _facts(pool)
    for node, place in _placed(pool):
        for word, why in _impossible(node, facts):
            span = pool.word(place, word) if word else place.head
            help_text = "take the condition away, or let something bring it about"
            yield Diagnostic("CW1002", span, f"this can never be true: {why}", help_text, severity=WARNING)


def _placed(pool: Pool) -> Iterator[tuple[object, Place]]:
    """Every hook and every verb that has a place in a file."""
    for ability in pool.live:
        yield from zip(ability.hooks, pool.hooks.get(ability.id, ()), strict=False)
    for verb in pool.pack.verbs:
        if verb.name in pool.verbs:
            yield verb, pool.verbs[verb.name]


@dataclass(frozen=True, slots=True)
class _Facts:
    """What can be the case in a game. words: of each variable."""

    statuses: frozenset[str]
    tags: frozenset[str]
    kinds: frozenset[str]
    abilities: frozenset[str]
    verbs: frozenset[str]
    happening: frozenset[str]
    words: dict[str, frozenset[str]]


def _facts(pool: Pool) -> _Facts:
    nodes = list(ir.walk(pool.effects))
    gained = {(node.what, node.name) for node in nodes if isinstance(node, ir.Gain)}
    put = {value.value for node in nodes if _is_do(node, "put") for value in _words_in(node, "token")}
    tags = {tag for card in pool.pack.cards for tag in card.tags} | {name for what, name in gained if what == "tag"}
    return _Facts(
        statuses=frozenset(put | {name for what, name in gained if what == "status"}),
        tags=frozenset(tags | {tag for ability in pool.live for tag in ability.tags}),
        kinds=frozenset({card.kind for card in pool.pack.cards} | {"card", "player"}),
        abilities=pool.carried,
        verbs=frozenset(verb.name for verb in pool.pack.verbs),
        happening=_happening(pool),
        words=_words_of_variables(pool, nodes),
    )


def _words_of_variables(pool: Pool, nodes: Sequence[object]) -> dict[str, frozenset[str]]:
    """The words that each variable can ever hold; variables that hold numbers are left out."""
    found = {name: {start} for name, start in pool.pack.variables if isinstance(start, str)}
    for node in nodes:
        if _is_do(node, "set"):
            for name in _words_in(node, "name"):
                found.get(name.value, set()).update(value.value for value in _words_in(node, "value"))
    return {name: frozenset(words) for name, words in found.items()}


def _is_do(node: object, verb: str) -> bool:
    return isinstance(node, ir.Do) and node.verb == verb


def _words_in(node: object, role: str) -> Iterator[ir.Word]:
    for name, value in node.roles if isinstance(node, ir.Do) else ():
        if name == role and isinstance(value, ir.Word):
            yield value


def _impossible(root: object, facts: _Facts) -> Iterator[tuple[str, str]]:
    """What in a hook or verb can never be true: the word that shows where, and why."""
    for node in ir.walk(root):
        match node:
            case ir.Is(_, "status", name) if name not in facts.statuses:
                yield name, f"nothing ever makes anything `{name}`"
            case ir.Is(_, "tag", name) if name not in facts.tags:
                yield name, f"nothing has the tag `{name}`"
            case ir.Is(_, "kind", name) if name not in facts.kinds:
                yield name, f"there is no card of the kind `{name}`"
            case ir.Is(_, "event", name) if name in facts.verbs - facts.happening:
                yield name, f"nothing performs `{name}`"
            case ir.HasAbility(_, name) if name not in facts.abilities:
                yield name, f"nothing ever has `{name}`"
            case ir.Was(event) if event.verb not in facts.happening:
                yield event.verb, f"nothing performs `{event.verb}`"
            case ir.Compare("=", ir.Var(name), ir.Word(word)) if word not in facts.words.get(name, {word}):
                yield word, f"`{name}` is never `{word}`"
            case ir.Compare(op, ir.Num(left), ir.Num(right)) if not _compares(op, left, right):
                yield str(left), f"{left} {op} {right}"
            case ir.And(items) | ir.Select(filters=items):
                yield from _empty_range(items)


def _compares(op: str, left: int, right: int) -> bool:
    return {
        "=": left == right,
        "!=": left != right,
        "<": left < right,
        "<=": left <= right,
        ">": left > right,
        ">=": left >= right,
    }[op]


def _empty_range(items: Sequence[ir.Cond]) -> Iterator[tuple[str, str]]:
    """Comparisons of one thing with numbers that leave it no number to be."""
    low: dict[ir.Expr, int] = {}
    high: dict[ir.Expr, int] = {}
    for item in items:
        match item:
            case ir.Compare(op, thing, ir.Num(number)) if op != "!=":
                if op in ("=", ">", ">="):
                    least = number + (op == ">")
                    low[thing] = max(low.get(thing, least), least)
                if op in ("=", "<", "<="):
                    most = number - (op == "<")
                    high[thing] = min(high.get(thing, most), most)
    for thing in low:
        if low[thing] > high.get(thing, low[thing]):
            yield _name(thing), "no number is as large and as small as this asks for"


def _name(thing: ir.Expr) -> str:
    return thing.name if isinstance(thing, (ir.Part, ir.Ref, ir.Var)) else ""
