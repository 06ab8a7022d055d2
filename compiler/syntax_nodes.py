"""From the rules of the grammar to the nodes of ``tree``, by a table: one entry per node.

A rule's children arrive in the order of the node's fields; None stands for what was left out.
"""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from typing import Any

from . import tree
from .parser import Grammar, Leaf, Maker
from .source import Span
from .tables import Rule, tables


@cache
def grammar() -> Grammar:
    """The grammar of the rules language with all that makes its nodes."""
    known = tables()
    leaves = {kind: _LEAVES.get(kind, _name) for kind in known.leaves}
    return Grammar(known, tuple(_maker(rule) for rule in known.rules), leaves)


def _maker(rule: Rule) -> Maker:
    """How the node of a rule is made; some rules have none, and are just several of something."""
    match _RULES.get(rule.name):
        case None:
            return _several
        case type() as cls:
            return _node(cls, rule)
        case maker:
            return maker


def _node(cls: type, rule: Rule) -> Maker:
    """Makes a node of the children in order; what was left out is None, False or an empty tuple by the field's type."""
    absent = [_absent(str(each.type)) for each in fields(cls) if each.name != "span"]
    gaps = [(place, absent[place]) for place, part in enumerate(rule.parts) if part is None]

    def make(children: list[Any], span: Span) -> Any:
        for place, empty in gaps:
            children[place] = empty
        return cls(*children, span=span)

    return make


def _absent(annotation: str) -> Any:
    if annotation == "bool":
        return False
    if annotation == "str":
        return ""
    return () if annotation.startswith("tuple[") or annotation == "Body" else None


def _several(children: list[Any], span: Span) -> Any:
    return tuple(children)


def _only(children: list[Any], span: Span) -> Any:
    return children[0]


def _choose(children: list[Any], span: Span) -> Any:
    """``choose ...`` without saying who."""
    return tree.Choose(None, *children, span=span)


def _choose_one(children: list[Any], span: Span) -> Any:
    return tree.ChooseOne(None, *children, span=span)


# ---- tokens ------------------------------------------------------------------------------------------


def _name(text: str, span: Span) -> Any:
    return tree.Name(text, span=span)


def _number(text: str, span: Span) -> Any:
    return tree.Number(int(text), span=span)


def _string(text: str, span: Span) -> Any:
    return text[1:-1]


def _given(text: str, span: Span) -> Any:
    """What matters of these words is that they are there."""
    return True


_LEAVES: dict[str, Leaf] = {"NUMBER": _number, "STRING": _string, "NOT": _given, "OTHER": _given, "MUST": _given}


# ---- nodes -------------------------------------------------------------------------------------------

_RULES: dict[str, type[tree.Node] | Maker] = {
    "number": _only, "choose": _choose, "choose_one": _choose_one,
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
}  # fmt: skip
