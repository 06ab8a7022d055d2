"""The syntax tree of the rules language: what was written, before anything is known of what it means.

One frozen class per construct of ``grammar/rules.lark``, its fields in the order of the grammar. Places (``span``)
do not count in equality. Knows nothing of games, names or types.
"""

from __future__ import annotations

from dataclasses import field
from typing import TypeGuard, Union, get_args

from .frozen import Value, frozen
from .source import Span


@frozen
class Node(Value):
    """A piece of text with a meaning. ``span`` covers it, or the first line of what has several."""

    span: Span = field(kw_only=True)


@frozen
class Name(Node):
    text: str


# ---- nouns -------------------------------------------------------------------------------------------


@frozen
class This(Node):
    pass


@frozen
class It(Node):
    pass


@frozen
class You(Node):
    pass


@frozen
class Named(Node):
    name: Name


@frozen
class Own(Node):
    """``its NAME``, ``your NAME``, ``their NAME``."""

    whose: Name
    name: Name


@frozen
class Part(Node):
    """``NAME of WHOLE``."""

    name: Name
    whole: Thing


@frozen
class AnyAmount(Node):
    """``any number``."""


@frozen
class Some(Node):
    """``QUANTIFIER ADJECTIVE* KIND TAIL*``; the last of the words is the kind."""

    quant: Quant
    words: tuple[Name, ...]
    tails: tuple[Tail, ...] = ()


@frozen
class Quantified(Node):
    """``any``, ``each`` or ``no``; ``other`` leaves out ``this``."""

    word: Name
    other: bool = False


@frozen
class Exactly(Node):
    count: Expr


@frozen
class AtLeast(Node):
    count: Expr


@frozen
class UpTo(Node):
    count: Expr


@frozen
class AnyNumber(Node):
    """``any number of``."""


@frozen
class OfTail(Node):
    whose: Thing


@frozen
class InTail(Node):
    place: Thing


@frozen
class NextTail(Node):
    other: Thing


@frozen
class SharesTail(Node):
    grouping: Name
    other: Thing


@frozen
class ConnectedTail(Node):
    other: Thing


@frozen
class IsTail(Node):
    negated: bool
    word: Name


@frozen
class HasTail(Node):
    negated: bool
    ability: Name


@frozen
class ExtremeTail(Node):
    extreme: Name
    name: Name


@frozen
class ValueTail(Node):
    name: Name
    op: Name
    limit: Expr


@frozen
class Noun(Node):
    """A thing that may be given a name, and a condition about what bears it."""

    thing: Thing
    bind: Name | None = None
    where: Cond | None = None


# ---- numbers ------------------------------------------------------------------------------------------


@frozen
class Number(Node):
    value: int


@frozen
class Arithmetic(Node):
    left: Expr
    op: Name
    right: Expr


@frozen
class Count(Node):
    thing: Thing


@frozen
class Fold(Node):
    fold: Name
    name: Name
    thing: Thing


@frozen
class Printed(Node):
    name: Name
    whole: Thing


# ---- events -------------------------------------------------------------------------------------------


@frozen
class Role(Node):
    preposition: Name
    value: Noun | Expr


@frozen
class Passive(Node):
    subject: Noun
    participle: Name
    roles: tuple[Role, ...] = ()


@frozen
class Active(Node):
    subject: Noun
    verb: Name
    operand: Noun | None = None
    roles: tuple[Role, ...] = ()


@frozen
class Losing(Node):
    """``X loses``: apart from other verbs because modifiers use the word too."""

    subject: Noun


@frozen
class Edge(Node):
    """``the NAME [of X] begins``."""

    name: Name
    whose: Noun | None
    edge: Name


@frozen
class OwnEdge(Node):
    """``your NAME begins``."""

    whose: Name
    name: Name
    edge: Name


# ---- questions ----------------------------------------------------------------------------------------


@frozen
class Or(Node):
    left: Cond
    right: Cond


@frozen
class And(Node):
    left: Cond
    right: Cond


@frozen
class Not(Node):
    cond: Cond


@frozen
class Compare(Node):
    left: Expr
    op: Name
    right: Expr


@frozen
class Is(Node):
    subject: Thing
    negated: bool
    word: Name


@frozen
class IsIn(Node):
    subject: Thing
    negated: bool
    place: Thing


@frozen
class Shares(Node):
    subject: Thing
    grouping: Name
    other: Thing


@frozen
class IsNext(Node):
    subject: Thing
    negated: bool
    other: Thing


@frozen
class IsConnected(Node):
    subject: Thing
    negated: bool
    other: Thing


@frozen
class HasAbility(Node):
    subject: Thing
    negated: bool
    ability: Name


@frozen
class Exists(Node):
    noun: Noun


@frozen
class Could(Node):
    subject: Thing
    verb: Name
    operand: Expr | None = None
    roles: tuple[Role, ...] = ()


@frozen
class CouldBe(Node):
    subject: Thing
    participle: Name
    roles: tuple[Role, ...] = ()


@frozen
class CouldHave(Node):
    subject: Thing
    participle: Name
    operand: Expr | None = None
    roles: tuple[Role, ...] = ()


@frozen
class Was(Node):
    subject: Thing
    negated: bool
    participle: Name
    roles: tuple[Role, ...]


@frozen
class HasDone(Node):
    subject: Thing
    negated: bool
    participle: Name
    operand: Expr | None
    roles: tuple[Role, ...]


# ---- steps --------------------------------------------------------------------------------------------


@frozen
class Call(Node):
    verb: Name
    operand: Expr | None = None
    roles: tuple[Role, ...] = ()


@frozen
class Do(Node):
    call: Call
    bind: Name | None = None


@frozen
class Let(Node):
    name: Name
    value: Expr


@frozen
class Choose(Node):
    who: Thing | None
    noun: Noun


@frozen
class ChooseOne(Node):
    who: Thing | None
    modes: tuple[Mode, ...]


@frozen
class Mode(Node):
    name: Name
    guard: Cond | None
    body: Body


@frozen
class May(Node):
    who: Thing
    body: Body
    other: Body = ()


@frozen
class If(Node):
    cond: Cond
    body: Body
    other: Body = ()


@frozen
class For(Node):
    noun: Noun
    body: Body


@frozen
class Repeat(Node):
    times: Expr
    body: Body


@frozen
class Until(Node):
    duration: Duration
    mods: tuple[Mod, ...]


@frozen
class While(Node):
    cond: Cond
    mods: tuple[Mod, ...]


@frozen
class Temporarily(Node):
    mods: tuple[Mod, ...]


@frozen
class Table(Node):
    value: Expr
    rows: tuple[Row, ...]


@frozen
class Row(Node):
    low: Number
    high: Number | None
    title: str
    body: Body


@frozen
class Amends(Node):
    """``it gets +2 ROLE``; the amount with its sign."""

    amount: Name
    role: Name


@frozen
class AmendsValue(Node):
    sign: Name
    amount: Expr
    role: Name


@frozen
class AmendsFactor(Node):
    """``it gets x1/2 ROLE``; the factor with its ``x``."""

    factor: Name
    role: Name


@frozen
class Nothing(Node):
    pass


# ---- modifiers ----------------------------------------------------------------------------------------


@frozen
class Adds(Node):
    """``X gets +2 NAME``; the amount with its sign."""

    subject: Noun
    amount: Name
    name: Name
    guard: Cond | None


@frozen
class AddsValue(Node):
    subject: Noun
    sign: Name
    amount: Expr
    name: Name
    guard: Cond | None


@frozen
class Multiplies(Node):
    """``X gets x1/2 NAME``; the factor with its ``x``."""

    subject: Noun
    factor: Name
    name: Name
    guard: Cond | None


@frozen
class Becomes(Node):
    name: Name
    subject: Thing
    value: Expr
    guard: Cond | None


@frozen
class Has(Node):
    subject: Noun
    ability: Abilities
    guard: Cond | None


@frozen
class Loses(Node):
    subject: Noun
    ability: Abilities
    guard: Cond | None


@frozen
class Cannot(Node):
    subject: Noun
    verb: Name
    operand: Expr | None
    roles: tuple[Role, ...]
    guard: Cond | None


@frozen
class CannotBe(Node):
    subject: Noun
    participle: Name
    roles: tuple[Role, ...]
    guard: Cond | None


@frozen
class MayDo(Node):
    subject: Noun
    verb: Name
    operand: Expr | None
    roles: tuple[Role, ...]
    guard: Cond | None


@frozen
class Protected(Node):
    subject: Noun
    shields: tuple[Shield, ...]
    guard: Cond | None


@frozen
class BecomesWord(Node):
    """``X is STATUS``."""

    subject: Noun
    word: Name
    guard: Cond | None


@frozen
class Shield(Node):
    words: tuple[Name, ...]
    whose: Thing | None = None


@frozen
class AbilitiesOf(Node):
    thing: Thing


@frozen
class AllAbilities(Node):
    keep: tuple[Name, ...] = ()


# ---- durations ----------------------------------------------------------------------------------------


@frozen
class EndOf(Node):
    turn: Turn


@frozen
class StartOf(Node):
    turn: Turn


@frozen
class EventEnds(Node):
    verb: Name


@frozen
class ThisTurn(Node):
    pass


@frozen
class OwnNextTurn(Node):
    whose: Name


@frozen
class NextTurn(Node):
    whose: Thing


@frozen
class WholeGame(Node):
    pass


# ---- hooks --------------------------------------------------------------------------------------------


@frozen
class When(Node):
    event: Event
    guard: Cond | None
    body: Body


@frozen
class Before(Node):
    event: Event
    guard: Cond | None
    body: Body


@frozen
class Instead(Node):
    event: Event
    guard: Cond | None
    body: Body


@frozen
class As(Node):
    event: Event
    guard: Cond | None
    body: Body


@frozen
class Respond(Node):
    must: bool
    event: Event
    guard: Cond | None
    cost: tuple[Call, ...]
    body: Body


@frozen
class Always(Node):
    guard: Cond | None
    mods: tuple[Mod, ...]


@frozen
class Action(Node):
    name: Name
    targets: tuple[Noun, ...]
    guard: Cond | None
    cost: tuple[Call, ...]
    body: Body


@frozen
class Play(Node):
    targets: tuple[Noun, ...]
    guard: Cond | None
    cost: tuple[Call, ...]
    body: Body


@frozen
class Verb(Node):
    name: Name
    params: tuple[Param, ...]
    guard: Cond | None
    body: Body


@frozen
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
