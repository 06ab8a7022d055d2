"""From lark's parse trees to the nodes of ``tree``, by a table: one entry per rule of the grammar.

A rule's children arrive in the order of the node's fields; None stands for what was left out. Knows the shape of
lark's trees (``data``, ``children``, ``meta``) but does not import it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any

from . import tree
from .source import Source, Span

MAX_DEPTH = 150
"""Nobody nests deeper; a limit keeps a hostile text from exhausting the stack."""


class TooDeep(Exception):
    def __init__(self, span: Span) -> None:
        self.span = span


def build(parsed: Any, source: Source) -> tuple[Any, ...]:
    """The nodes under the start rule."""
    return tuple(_build(child, source, 0) for child in parsed.children)


def _build(item: Any, source: Source, depth: int) -> Any:
    if item is None:
        return None
    if not hasattr(item, "children"):
        return _token(item, source.span(item.start_pos, item.end_pos))
    span = _span(item.meta, source)
    if depth > MAX_DEPTH:
        raise TooDeep(span)
    children = [_build(child, source, depth + 1) for child in item.children]
    if item.data in _LISTS:
        return tuple(children)
    return _RULES[item.data](children, span)


def _span(meta: Any, source: Source) -> Span:
    """The text of a rule; of one that has several lines, the first."""
    if meta.empty:
        return source.span(0, 0)
    newline = source.text.find("\n", meta.start_pos, meta.end_pos)
    end = meta.end_pos if newline < 0 else newline
    return source.span(meta.start_pos, meta.start_pos + len(source.text[meta.start_pos : end].rstrip()))


def _token(token: Any, span: Span) -> Any:
    match token.type:
        case "NUMBER":
            return tree.Number(int(token.value), span=span)
        case "STRING":
            return token.value[1:-1]
        case "NOT" | "OTHER" | "MUST":
            return True
    return tree.Name(str(token.value), span=span)


Maker = Callable[[list[Any], Span], Any]


def _node(cls: type) -> Maker:
    """Makes a node of the children in order; what was left out is None, False or an empty tuple by the field's type."""
    absent = [_absent(str(each.type)) for each in fields(cls) if each.name != "span"]

    def make(children: list[Any], span: Span) -> Any:
        given = zip(children, absent, strict=False)
        return cls(*(empty if child is None else child for child, empty in given), span=span)

    return make


def _absent(annotation: str) -> Any:
    if annotation == "bool":
        return False
    if annotation == "str":
        return ""
    return () if annotation.startswith("tuple[") or annotation == "Body" else None


def _only(children: list[Any], span: Span) -> Any:
    return children[0]


def _choose(cls: type) -> Maker:
    """``choose ...`` without saying who."""
    return lambda children, span: cls(None, *children, span=span)


_LISTS = frozenset({
    "cost", "targets", "params", "roles", "args", "words", "tails", "body", "modes", "rows", "mods",
    "names", "shields", "kinds_of_event",
})  # fmt: skip
"""Rules that are just several of something."""

_RULES: dict[str, Maker] = {
    "number": _only,
    "choose": _choose(tree.Choose),
    "choose_one": _choose(tree.ChooseOne),
    **{
        rule: _node(cls)
        for rule, cls in {
            # hooks
            "when": tree.When, "before": tree.Before, "instead": tree.Instead, "as_": tree.As, "respond": tree.Respond,
            "always": tree.Always, "action": tree.Action, "play": tree.Play, "verb": tree.Verb, "param": tree.Param,
            # events
            "passive": tree.Passive, "active": tree.Active, "losing": tree.Losing, "edge": tree.Edge,
            "own_edge": tree.OwnEdge, "role": tree.Role,
            # nouns
            "noun": tree.Noun, "some": tree.Some, "any_amount": tree.AnyAmount, "own": tree.Own, "part": tree.Part,
            "this": tree.This, "it": tree.It, "you": tree.You, "named": tree.Named,
            "quantified": tree.Quantified, "exactly": tree.Exactly, "at_least": tree.AtLeast, "up_to": tree.UpTo,
            "any_number": tree.AnyNumber,
            "of_tail": tree.OfTail, "in_tail": tree.InTail, "next_tail": tree.NextTail,
            "connected_tail": tree.ConnectedTail, "shares_tail": tree.SharesTail, "is_tail": tree.IsTail,
            "has_tail": tree.HasTail, "extreme_tail": tree.ExtremeTail, "value_tail": tree.ValueTail,
            # steps
            "do": tree.Do, "let": tree.Let, "chooses": tree.Choose, "chooses_one": tree.ChooseOne, "may": tree.May,
            "if_": tree.If, "for_": tree.For, "repeat": tree.Repeat, "until": tree.Until, "while_": tree.While,
            "temporarily": tree.Temporarily, "table": tree.Table, "nothing": tree.Nothing, "mode": tree.Mode,
            "row": tree.Row, "call": tree.Call, "amends": tree.Amends, "amends_value": tree.AmendsValue,
            "amends_factor": tree.AmendsFactor,
            # modifiers
            "adds": tree.Adds, "adds_value": tree.AddsValue, "multiplies": tree.Multiplies, "becomes": tree.Becomes,
            "has": tree.Has, "loses": tree.Loses, "cannot": tree.Cannot, "cannot_be": tree.CannotBe,
            "may_do": tree.MayDo, "protected": tree.Protected, "becomes_word": tree.BecomesWord,
            "abilities_of": tree.AbilitiesOf, "all_abilities": tree.AllAbilities, "shield": tree.Shield,
            # durations
            "end_of": tree.EndOf, "start_of": tree.StartOf, "event_ends": tree.EventEnds, "this_turn": tree.ThisTurn,
            "own_next_turn": tree.OwnNextTurn, "next_turn": tree.NextTurn, "whole_game": tree.WholeGame,
            # questions
            "or_": tree.Or, "and_": tree.And, "not_": tree.Not, "compare": tree.Compare, "is_": tree.Is,
            "is_in": tree.IsIn, "is_next": tree.IsNext, "is_connected": tree.IsConnected, "shares": tree.Shares,
            "has_ability": tree.HasAbility,
            "exists": tree.Exists,
            "could": tree.Could, "could_be": tree.CouldBe, "could_have": tree.CouldHave, "was": tree.Was,
            "has_done": tree.HasDone, "arithmetic": tree.Arithmetic, "count": tree.Count, "fold": tree.Fold,
            "printed": tree.Printed,
        }.items()
    },
}  # fmt: skip
