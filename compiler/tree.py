"""The syntax tree of the rules language: what was written, before anything is known of what it means.

One frozen class per construct of ``grammar/rules.lark``, its fields in the order of the grammar. Places (``span``)
do not count in equality. Knows nothing of games, names or types.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeGuard, Union, get_args

from .source import Span


@dataclass(frozen=True, slots=True)
class Node:
    """A piece of text with a meaning. ``span`` covers it, or the first line of what has several."""

    span: Span = field(kw_only=True, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Name(Node):
    text: str


# ---- nouns -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class This(Node):
    pass


@dataclass(frozen=True, slots=True)
class It(Node):
    pass


@dataclass(frozen=True, slots=True)
class You(Node):
    pass


@dataclass(frozen=True, slots=True)
class Named(Node):
    name: Name


@dataclass(frozen=True, slots=True)
class Own(Node):
    """``its NAME``, ``your NAME``, ``their NAME``."""

    whose: Name
    name: Name


@dataclass(frozen=True, slots=True)
class Part(Node):
    """``NAME of WHOLE``."""

    name: Name
    whole: Thing


@dataclass(frozen=True, slots=True)
class AnyAmount(Node):
    """``any number``."""


@dataclass(frozen=True, slots=True)
class Some(Node):
    """``QUANTIFIER ADJECTIVE* KIND TAIL*``; the last of the words is the kind."""

    quant: Quant
    words: tuple[Name, ...]
    tails: tuple[Tail, ...] = ()


@dataclass(frozen=True, slots=True)
class Quantified(Node):
    """``any``, ``each`` or ``no``; ``other`` leaves out ``this``."""

    word: Name
    other: bool = False


@dataclass(frozen=True, slots=True)
class Exactly(Node):
    count: Expr


@dataclass(frozen=True, slots=True)
class AtLeast(Node):
    count: Expr


@dataclass(frozen=True, slots=True)
class UpTo(Node):
    count: Expr


@dataclass(frozen=True, slots=True)
class AnyNumber(Node):
    """``any number of``."""


@dataclass(frozen=True, slots=True)
class OfTail(Node):
    whose: Thing


@dataclass(frozen=True, slots=True)
class InTail(Node):
    place: Thing


@dataclass(frozen=True, slots=True)
class NextTail(Node):
    other: Thing


@dataclass(frozen=True, slots=True)
class SharesTail(Node):
    grouping: Name
    other: Thing


@dataclass(frozen=True, slots=True)
class ConnectedTail(Node):
    other: Thing


@dataclass(frozen=True, slots=True)
class IsTail(Node):
    negated: bool
    word: Name


@dataclass(frozen=True, slots=True)
class HasTail(Node):
    negated: bool
    ability: Name


@dataclass(frozen=True, slots=True)
class ExtremeTail(Node):
    extreme: Name
    name: Name


@dataclass(frozen=True, slots=True)
class ValueTail(Node):
    name: Name
    op: Name
    limit: Expr


@dataclass(frozen=True, slots=True)
class Noun(Node):
    """A thing that may be given a name, and a condition about what bears it."""

    thing: Thing
    bind: Name | None = None
    where: Cond | None = None


# ---- numbers ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Number(Node):
    value: int


@dataclass(frozen=True, slots=True)
class Arithmetic(Node):
    left: Expr
    op: Name
    right: Expr


@dataclass(frozen=True, slots=True)
class Count(Node):
    thing: Thing


@dataclass(frozen=True, slots=True)
class Fold(Node):
    fold: Name
    name: Name
    thing: Thing


@dataclass(frozen=True, slots=True)
class Printed(Node):
    name: Name
    whole: Thing


# ---- events -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Role(Node):
    preposition: Name
    value: Noun | Expr


@dataclass(frozen=True, slots=True)
class Passive(Node):
    subject: Noun
    participle: Name
    roles: tuple[Role, ...] = ()


@dataclass(frozen=True, slots=True)
class Active(Node):
    subject: Noun
    verb: Name
    operand: Noun | None = None
    roles: tuple[Role, ...] = ()


@dataclass(frozen=True, slots=True)
class Losing(Node):
    """``X loses``: apart from other verbs because modifiers use the word too."""

    subject: Noun


@dataclass(frozen=True, slots=True)
class Edge(Node):
    """``the NAME [of X] begins``."""

    name: Name
    whose: Noun | None
    edge: Name


@dataclass(frozen=True, slots=True)
class OwnEdge(Node):
    """``your NAME begins``."""

    whose: Name
    name: Name
    edge: Name


# ---- questions ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Or(Node):
    left: Cond
    right: Cond


@dataclass(frozen=True, slots=True)
class And(Node):
    left: Cond
    right: Cond


@dataclass(frozen=True, slots=True)
class Not(Node):
    cond: Cond


@dataclass(frozen=True, slots=True)
class Compare(Node):
    left: Expr
    op: Name
    right: Expr


@dataclass(frozen=True, slots=True)
class Is(Node):
    subject: Thing
    negated: bool
    word: Name


@dataclass(frozen=True, slots=True)
class IsIn(Node):
    subject: Thing
    negated: bool
    place: Thing


@dataclass(frozen=True, slots=True)
class Shares(Node):
    subject: Thing
    grouping: Name
    other: Thing


@dataclass(frozen=True, slots=True)
class IsNext(Node):
    subject: Thing
    negated: bool
    other: Thing


@dataclass(frozen=True, slots=True)
class IsConnected(Node):
    subject: Thing
    negated: bool
    other: Thing


@dataclass(frozen=True, slots=True)
class HasAbility(Node):
    subject: Thing
    negated: bool
    ability: Name


@dataclass(frozen=True, slots=True)
class Exists(Node):
    noun: Noun


@dataclass(frozen=True, slots=True)
class Could(Node):
    subject: Thing
    verb: Name
    operand: Expr | None = None
    roles: tuple[Role, ...] = ()


@dataclass(frozen=True, slots=True)
class CouldBe(Node):
    subject: Thing
    participle: Name
    roles: tuple[Role, ...] = ()


@dataclass(frozen=True, slots=True)
class CouldHave(Node):
    subject: Thing
    participle: Name
    operand: Expr | None = None
    roles: tuple[Role, ...] = ()


@dataclass(frozen=True, slots=True)
class Was(Node):
    subject: Thing
    negated: bool
    participle: Name
    roles: tuple[Role, ...]


@dataclass(frozen=True, slots=True)
class HasDone(Node):
    subject: Thing
    negated: bool
    participle: Name
    operand: Expr | None
    roles: tuple[Role, ...]


# ---- steps --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Call(Node):
    verb: Name
    operand: Expr | None = None
    roles: tuple[Role, ...] = ()


@dataclass(frozen=True, slots=True)
class Do(Node):
    call: Call
    bind: Name | None = None


@dataclass(frozen=True, slots=True)
class Let(Node):
    name: Name
    value: Expr


@dataclass(frozen=True, slots=True)
class Choose(Node):
    who: Thing | None
    noun: Noun


@dataclass(frozen=True, slots=True)
class ChooseOne(Node):
    who: Thing | None
    modes: tuple[Mode, ...]


@dataclass(frozen=True, slots=True)
class Mode(Node):
    name: Name
    guard: Cond | None
    body: Body


@dataclass(frozen=True, slots=True)
class May(Node):
    who: Thing
    body: Body
    other: Body = ()


@dataclass(frozen=True, slots=True)
class If(Node):
    cond: Cond
    body: Body
    other: Body = ()


@dataclass(frozen=True, slots=True)
class For(Node):
    noun: Noun
    body: Body


@dataclass(frozen=True, slots=True)
class Repeat(Node):
    times: Expr
    body: Body


@dataclass(frozen=True, slots=True)
class Until(Node):
    duration: Duration
    mods: tuple[Mod, ...]


@dataclass(frozen=True, slots=True)
class While(Node):
    cond: Cond
    mods: tuple[Mod, ...]


@dataclass(frozen=True, slots=True)
class Temporarily(Node):
    mods: tuple[Mod, ...]


@dataclass(frozen=True, slots=True)
class Table(Node):
    value: Expr
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Row(Node):
    low: Number
    high: Number | None
    title: str
    body: Body


@dataclass(frozen=True, slots=True)
class Amends(Node):
    """``it gets +2 ROLE``; the amount with its sign."""

    amount: Name
    role: Name


@dataclass(frozen=True, slots=True)
class AmendsValue(Node):
    sign: Name
    amount: Expr
    role: Name


@dataclass(frozen=True, slots=True)
class AmendsFactor(Node):
    """``it gets x1/2 ROLE``; the factor with its ``x``."""

    factor: Name
    role: Name


@dataclass(frozen=True, slots=True)
class Nothing(Node):
    pass


# ---- modifiers ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Adds(Node):
    """``X gets +2 NAME``; the amount with its sign."""

    subject: Noun
    amount: Name
    name: Name
    guard: Cond | None


@dataclass(frozen=True, slots=True)
class AddsValue(Node):
    subject: Noun
    sign: Name
    amount: Expr
    name: Name
    guard: Cond | None


@dataclass(frozen=True, slots=True)
class Multiplies(Node):
    """``X gets x1/2 NAME``; the factor with its ``x``."""

    subject: Noun
    factor: Name
    name: Name
    guard: Cond | None


@dataclass(frozen=True, slots=True)
class Becomes(Node):
    name: Name
    subject: Thing
    value: Expr
    guard: Cond | None


@dataclass(frozen=True, slots=True)
class Has(Node):
    subject: Noun
    ability: Abilities
    guard: Cond | None


@dataclass(frozen=True, slots=True)
class Loses(Node):
    subject: Noun
    ability: Abilities
    guard: Cond | None


@dataclass(frozen=True, slots=True)
class Cannot(Node):
    subject: Noun
    verb: Name
    operand: Expr | None
    roles: tuple[Role, ...]
    guard: Cond | None


@dataclass(frozen=True, slots=True)
class CannotBe(Node):
    subject: Noun
    participle: Name
    roles: tuple[Role, ...]
    guard: Cond | None


@dataclass(frozen=True, slots=True)
class MayDo(Node):
    subject: Noun
    verb: Name
    operand: Expr | None
    roles: tuple[Role, ...]
    guard: Cond | None


@dataclass(frozen=True, slots=True)
class Protected(Node):
    subject: Noun
    shields: tuple[Shield, ...]
    guard: Cond | None


@dataclass(frozen=True, slots=True)
class BecomesWord(Node):
    """``X is STATUS``."""

    subject: Noun
    word: Name
    guard: Cond | None


@dataclass(frozen=True, slots=True)
class Shield(Node):
    words: tuple[Name, ...]
    whose: Thing | None = None


@dataclass(frozen=True, slots=True)
class AbilitiesOf(Node):
    thing: Thing


@dataclass(frozen=True, slots=True)
class AllAbilities(Node):
    keep: tuple[Name, ...] = ()


# ---- durations ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EndOf(Node):
    turn: Turn


@dataclass(frozen=True, slots=True)
class StartOf(Node):
    turn: Turn


@dataclass(frozen=True, slots=True)
class EventEnds(Node):
    verb: Name


@dataclass(frozen=True, slots=True)
class ThisTurn(Node):
    pass


@dataclass(frozen=True, slots=True)
class OwnNextTurn(Node):
    whose: Name


@dataclass(frozen=True, slots=True)
class NextTurn(Node):
    whose: Thing


@dataclass(frozen=True, slots=True)
class WholeGame(Node):
    pass


# ---- hooks --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class When(Node):
    event: Event
    guard: Cond | None
    body: Body


@dataclass(frozen=True, slots=True)
class Before(Node):
    event: Event
    guard: Cond | None
    body: Body


@dataclass(frozen=True, slots=True)
class Instead(Node):
    event: Event
    guard: Cond | None
    body: Body


@dataclass(frozen=True, slots=True)
class As(Node):
    event: Event
    guard: Cond | None
    body: Body


@dataclass(frozen=True, slots=True)
class Respond(Node):
    must: bool
    event: Event
    guard: Cond | None
    cost: tuple[Call, ...]
    body: Body


@dataclass(frozen=True, slots=True)
class Always(Node):
    guard: Cond | None
    mods: tuple[Mod, ...]


@dataclass(frozen=True, slots=True)
class Action(Node):
    name: Name
    targets: tuple[Noun, ...]
    guard: Cond | None
    cost: tuple[Call, ...]
    body: Body


@dataclass(frozen=True, slots=True)
class Play(Node):
    targets: tuple[Noun, ...]
    guard: Cond | None
    cost: tuple[Call, ...]
    body: Body


@dataclass(frozen=True, slots=True)
class Verb(Node):
    name: Name
    params: tuple[Param, ...]
    guard: Cond | None
    body: Body


@dataclass(frozen=True, slots=True)
class Param(Node):
    preposition: Name | None
    name: Name
    type: Name
    default: Expr | None = None


Thing = Union[This, It, You, Named, Own, Part, AnyAmount, Some]


def is_thing(node: object) -> TypeGuard[Thing]:
    """Whether a node is a noun without a name of its own."""
    return isinstance(node, get_args(Thing))


Quant = Union[Quantified, Exactly, AtLeast, UpTo, AnyNumber]
Tail = Union[OfTail, InTail, NextTail, ConnectedTail, SharesTail, IsTail, HasTail, ExtremeTail, ValueTail]
Expr = Union[Thing, Number, Arithmetic, Count, Fold, Printed]
Event = Union[Passive, Active, Losing, Edge, OwnEdge]
Cond = Union[
    Or, And, Not, Compare, Is, IsIn, IsNext, IsConnected, Shares, HasAbility, Exists, Could, CouldBe, CouldHave, Was,
    HasDone
]  # fmt: skip
Step = Union[
    Do, Let, Choose, ChooseOne, May, If, For, Repeat, Until, While, Temporarily, Table, Amends, AmendsValue,
    AmendsFactor, Nothing
]  # fmt: skip
Body = tuple[Step, ...]
Mod = Union[
    Adds, AddsValue, Multiplies, Becomes, Has, Loses, Cannot, CannotBe, MayDo, Protected, BecomesWord
]  # fmt: skip
Abilities = Union[Name, AbilitiesOf, AllAbilities]
Turn = Union[ThisTurn, OwnNextTurn, NextTurn, WholeGame]
Duration = Union[EndOf, StartOf, EventEnds]
Hook = Union[When, Before, Instead, As, Respond, Always, Action, Play, Verb]
