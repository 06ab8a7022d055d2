"""The effect objects: what a compiled pack is made of.

A closed set of frozen nodes, all plain data. The compiler emits them, the text derivation reads them, the
linker turns them into Python functions. Names of verbs, statuses, kinds and so on stay names here; only the
linker turns them into positions. A node says nothing of where it stood in a file: spans live in the compiler.

JSON form of a node: ``["Type", field, field, ...]``; a tuple is a JSON array whose first item is not a node
type name string, so tuples are written as ``["*", item, ...]``. See ``encode`` and ``decode``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any, Union, get_args

FORMAT = 1
"""Version of this set of nodes and of the pack around it; a pack of another version is refused."""


# ---- references and nouns ----------------------------------------------------------------------------
# Types of a value at run time: entity (an int; players, cards and other things alike), a tuple of entities,
# number (int or None for "no such number"), zone place, event.


@dataclass(frozen=True, slots=True)
class Ref:
    """A bound name: ``this``, ``it``, ``you``, ``candidate`` (the thing a filter asks about), a role, a local."""

    name: str


@dataclass(frozen=True, slots=True)
class Part:
    """``NAME of OBJECT``: a link (controller, owner, host, declared links), a number, a counter, or a role of it.

    what: "link", "number", "printed" (the number before anything changes it), "counter" or "role".
    """

    what: str
    name: str
    of: Noun


@dataclass(frozen=True, slots=True)
class Player:
    """A player by place: "active", "next", "previous" (relative to ``of``, the player ``you`` if None)."""

    which: str
    of: Noun | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """A zone: of one player (``of``), or shared (None); ``at``: "top", "bottom" or "" (the zone's own habit).

    Where a thing is wanted, it is the card lying there.
    """

    zone: str
    of: Noun | None = None
    at: str = ""


@dataclass(frozen=True, slots=True)
class Select:
    """A set of entities: ``QUANT ADJECTIVE* KIND TAIL*``.

    quant: "any" (one, chosen or matched), "each" (all of them), "exactly", "at-least", "up-to", "any-number", "no".
    kind: a declared kind, "card" (any kind of card), "player", or "space": a free place of a grid that shares an edge
        with something in it (the centre, if nothing is); "outer space" if enclosed ones do not count. ``zone`` is that
        grid.
    zone: zones searched; None: every zone in play. A player's zone without ``of`` in its Place is searched
        for every player.
    filters: conditions asked of each candidate, which they know as ``Ref("candidate")``.
    extreme: ("lowest" | "highest" | "fewest" | "most" | "strictly-fewest" | "strictly-most", name): keeps
        the candidates with the extreme value of that number (or of the count of that kind they control);
        a number that is absent ranks highest.
    other: leaves out ``this``.
    """

    quant: str
    kind: str
    filters: tuple[Cond, ...] = ()
    zone: Place | None = None
    other: bool = False
    count: Expr | None = None
    extreme: tuple[str, str] | None = None
    bind: str = ""
    """Name the chosen or matched entities are known by afterwards, and each candidate inside ``where``."""


@dataclass(frozen=True, slots=True)
class Var:
    """A variable of the game as a whole, by name; its value is a number or a word."""

    name: str


@dataclass(frozen=True, slots=True)
class Word:
    """A name as a value: the status or counter that ``put`` puts, the step that ``begin`` begins, a variable's word."""

    value: str


# ---- numbers -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Num:
    """A whole number written in the rules."""

    value: int


@dataclass(frozen=True, slots=True)
class Count:
    """How many entities a noun stands for."""

    of: Noun


@dataclass(frozen=True, slots=True)
class Fold:
    """``highest | lowest | total NAME of NOUN``; 0 over nothing."""

    op: str
    what: str
    name: str
    of: Noun


@dataclass(frozen=True, slots=True)
class Arith:
    """``+ - * /``; division rounds down, and by zero gives 0."""

    op: str
    left: Expr
    right: Expr


# ---- questions ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Compare:
    """``= != < <= > >=`` of two numbers, two entities or two places. An absent number compares unequal, and beats
    none."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Is:
    """Has the status, tag, kind, card name or (of an event) means, class, verb or tag ``name``.

    what: "status", "tag", "kind", "card", "event", "in-play", "outcome" (of a player: "winner", "out"). A variable's
    word is a Compare of Var and Word.
    """

    subject: Noun
    what: str
    name: str


@dataclass(frozen=True, slots=True)
class In:
    """Is in that zone."""

    subject: Noun
    place: Place


@dataclass(frozen=True, slots=True)
class Among:
    """Is one of a group: every thing of ``subject`` is among those of ``group``."""

    subject: Noun
    group: Noun


@dataclass(frozen=True, slots=True)
class Of:
    """Is controlled by ``whose`` (a player), or attached to it (a card); is a player of it never."""

    subject: Noun
    whose: Noun


@dataclass(frozen=True, slots=True)
class NextTo:
    """Shares an edge on a grid: a thing or a space with a thing."""

    subject: Noun
    other: Noun


@dataclass(frozen=True, slots=True)
class Connected:
    """Is in the same part of a grid: there is a way from one to the other over shared edges."""

    subject: Noun
    other: Noun


@dataclass(frozen=True, slots=True)
class Shares:
    """Has a value of that grouping in common: two locations on one line of a map."""

    subject: Noun
    grouping: str
    other: Noun


@dataclass(frozen=True, slots=True)
class HasAbility:
    """Has that ability now (printed, granted or copied, and not lost)."""

    subject: Noun
    ability: str


@dataclass(frozen=True, slots=True)
class Exists:
    """There is at least one."""

    noun: Noun


@dataclass(frozen=True, slots=True)
class And:
    """All of them hold."""

    items: tuple[Cond, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """At least one of them holds."""

    items: tuple[Cond, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """It does not hold."""

    item: Cond


@dataclass(frozen=True, slots=True)
class Could:
    """Could the verb be performed with such roles: ``when`` "now", or "turn" (was it on offer at some decision of
    this turn).

    roles: role name -> value; a Select with quant "any" means: with some such.
    """

    verb: str
    roles: tuple[tuple[str, Expr], ...]
    when: str = "now"


@dataclass(frozen=True, slots=True)
class Was:
    """Was such an event performed earlier this turn."""

    event: Pattern


# ---- events ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Pattern:
    """An event to match.

    verb: a declared or engine verb. roles: (role, noun): a Ref matches if the role holds it; a Select with
    quant "any" matches those of the role's entities that fit and binds them to ``bind``; "each" binds all of
    them (they must all fit). A number role takes ``Select("any", "number", bind=...)``, one of a name a Word.
    """

    verb: str
    roles: tuple[tuple[str, Expr], ...] = ()


# ---- steps -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Do:
    """Performs a verb. roles: (role, value) by the verb's role names. bind: the name its outcome is known by."""

    verb: str
    roles: tuple[tuple[str, Expr], ...] = ()
    bind: str = ""


@dataclass(frozen=True, slots=True)
class Let:
    """Gives a value a name for the steps that follow."""

    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Choose:
    """``who`` chooses from the noun; the choice is known as ``noun.bind``. Nothing to choose from: an empty choice."""

    noun: Select
    who: Noun


@dataclass(frozen=True, slots=True)
class Mode:
    name: str
    guard: Cond | None
    body: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class ChooseOne:
    """``who`` picks one of the modes whose guard holds; none holds: nothing happens."""

    who: Noun
    modes: tuple[Mode, ...]


@dataclass(frozen=True, slots=True)
class May:
    """``who`` may do the body; otherwise the other one. Not offered when the body's first step is not possible."""

    who: Noun
    body: tuple[Step, ...]
    other: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class If:
    """The body if the condition holds; otherwise the other one."""

    cond: Cond
    body: tuple[Step, ...]
    other: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class ForEach:
    """The noun is asked once; then the body once for each entity, in table order (players: from the active one
    clockwise)."""

    noun: Noun
    name: str
    body: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """The body as often as the number says, which is asked once."""

    times: Expr
    body: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Span:
    """How long modifiers last.

    kind: "event" (until the named event ends), "turn" (this turn), "next-turn" (until the end of the first turn of
    ``of`` that begins after now), "next-start" (until the start of it), "game", "while" (as long as ``cond`` holds),
    "default" (the game's default, asked of each affected entity).
    """

    kind: str
    verb: str = ""
    of: Noun | None = None
    cond: Cond | None = None


@dataclass(frozen=True, slots=True)
class Lasting:
    """``until ...``, ``while ...``, ``temporarily``: the modifiers hold for that long.

    A noun with "each" is asked now and fixed; one with "any" is asked anew each time.
    """

    span: Span
    mods: tuple[Mod, ...]


@dataclass(frozen=True, slots=True)
class Amend:
    """``it gets ...``: what a number role of the waiting event will be changed by when the event is performed.

    op: "add", or "multiply" (times ``amount`` / ``over``). All additions come before all multiplications, whatever
    their order; one rounding down at the end.
    """

    op: str
    name: str
    amount: Expr
    over: int = 1


@dataclass(frozen=True, slots=True)
class Row:
    low: int
    high: int
    title: str
    body: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """The body of the row that the value falls into."""

    value: Expr
    rows: tuple[Row, ...]


# ---- modifiers ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Adjust:
    """op: "add", "multiply" (amount times ``amount`` / ``over``, rounded down after all), "set"."""

    subject: Noun
    op: str
    name: str
    amount: Expr
    over: int = 1
    guard: Cond | None = None


@dataclass(frozen=True, slots=True)
class Gain:
    """Has a status or tag. what: "status" or "tag"."""

    subject: Noun
    what: str
    name: str
    guard: Cond | None = None


@dataclass(frozen=True, slots=True)
class Grant:
    """Has an ability (``ability``), or the abilities of ``copy`` as they are now."""

    subject: Noun
    ability: str = ""
    copy: Noun | None = None
    guard: Cond | None = None


@dataclass(frozen=True, slots=True)
class Lose:
    """Loses an ability, or all ("") except some; ``keep`` names abilities, or tags that abilities have."""

    subject: Noun
    ability: str = ""
    keep: tuple[str, ...] = ()
    guard: Cond | None = None


@dataclass(frozen=True, slots=True)
class Forbid:
    """Such an event cannot be performed."""

    event: Pattern
    guard: Cond | None = None


@dataclass(frozen=True, slots=True)
class Permit:
    """Such an event may be performed although something forbids it (overrides Forbid and Protect)."""

    event: Pattern
    guard: Cond | None = None


@dataclass(frozen=True, slots=True)
class Shield:
    """A kind of event: verb ("" any), and means, classes and tags it must all have; ``of``: only by that player's
    side ("opponents" or "")."""

    verb: str
    words: tuple[str, ...]
    of: str = ""


@dataclass(frozen=True, slots=True)
class Protect:
    """The subject is spared by events of these kinds, in which it fills the role of the affected; the rest of the
    event goes on."""

    subject: Noun
    shields: tuple[Shield, ...]
    guard: Cond | None = None


# ---- hooks -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class When:
    """Compulsory, after the event was performed; the guard is asked then."""

    event: Pattern
    guard: Cond | None
    body: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Before:
    """Compulsory, in the response window, before the event is performed."""

    event: Pattern
    guard: Cond | None
    body: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Instead:
    """Runs in place of the event; an empty body prevents it."""

    event: Pattern
    guard: Cond | None
    body: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class As:
    """Compulsory, part of the event: runs while it is performed, after the verb's own body."""

    event: Pattern
    guard: Cond | None
    body: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Respond:
    """Optional, in the response window; ``must``: whoever can use it cannot pass."""

    event: Pattern
    guard: Cond | None
    cost: tuple[Do, ...]
    body: tuple[Step, ...]
    must: bool = False


@dataclass(frozen=True, slots=True)
class Always:
    """Modifiers that hold as long as the hook functions and its guard holds."""

    guard: Cond | None
    mods: tuple[Mod, ...]


@dataclass(frozen=True, slots=True)
class Action:
    """Offered to the controller when the turn structure offers actions."""

    name: str
    targets: tuple[Select, ...]
    guard: Cond | None
    cost: tuple[Do, ...]
    body: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Play:
    """What playing this card from hand does."""

    targets: tuple[Select, ...]
    guard: Cond | None
    cost: tuple[Do, ...]
    body: tuple[Step, ...]


Noun = Union[Ref, Part, Player, Place, Select]
Expr = Union[Ref, Part, Player, Place, Select, Var, Word, Num, Count, Fold, Arith]
Cond = Union[Compare, Is, In, Among, Of, NextTo, Connected, Shares, HasAbility, Exists, And, Or, Not, Could, Was]
Step = Union[Do, Let, Choose, ChooseOne, May, If, ForEach, Repeat, Lasting, Table, Amend]
Mod = Union[Adjust, Gain, Grant, Lose, Forbid, Permit, Protect]
Hook = Union[When, Before, Instead, As, Respond, Always, Action, Play]
Node = Union[Noun, Expr, Cond, Step, Mod, Hook, Pattern, Mode, Row, Span, Shield]


# ---- the pack ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Param:
    """A role of a verb. type: "card", "player", "number", "zone", "any"; ``preposition`` "" for the direct object.

    plural: may hold several entities. default: used when a call leaves the role out; None: the role is optional
    and holds nothing, unless ``required``.
    """

    name: str
    preposition: str
    type: str
    plural: bool = False
    default: Expr | None = None
    required: bool = True


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb of the game. means, target: what events performed by its body are by means of, and their class ("" keeps
    the outer one)."""

    name: str
    params: tuple[Param, ...]
    guard: Cond | None
    body: tuple[Step, ...]
    means: str = ""
    third: str = ""
    participle: str = ""
    target: str = ""


@dataclass(frozen=True, slots=True)
class Ability:
    """A named group of hooks. ``target`` is the class of its effects ("" none), ``means`` what they are by means of.

    tags: words that its events carry (for example "characterising").
    """

    id: str
    title: str
    hooks: tuple[Hook, ...]
    target: str = ""
    means: str = ""
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Card:
    """A card of a set; ``abilities`` by id, the printed ones first. numbers: absent ones are simply not there.

    groups: for each grouping, the groups it is in (the lines of a map that a location lies on).
    """

    id: str
    title: str
    kind: str
    set: str
    tags: tuple[str, ...] = ()
    numbers: tuple[tuple[str, int], ...] = ()
    abilities: tuple[str, ...] = ()
    copies: int = 1
    deck: str = ""
    groups: tuple[tuple[str, tuple[str, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of card. zones: where hooks of its cards other than play and respond function (the zones in play).

    hand: zones from which its ``play`` and ``respond`` hooks are used as playing the card.
    after: zone it goes to once played, unless the play put it elsewhere ("" stays). abilities: had by every card of it.
    """

    name: str
    abilities: tuple[str, ...] = ()
    after: str = ""
    means: str = ""
    plural: str = ""


@dataclass(frozen=True, slots=True)
class Zone:
    """scope: "shared" or "player". layout: "pile", "row", "grid", "graph". viewers: "all", "owner", "none".

    in_play: whether its cards are in play (their hooks function, nouns without ``in`` find them).
    playable: cards there can be played and can respond.
    """

    name: str
    scope: str
    layout: str
    viewers: str
    in_play: bool = False
    playable: bool = False


@dataclass(frozen=True, slots=True)
class TurnStep:
    """A step of a turn: first ``body``, then, with ``offers``, the active player is asked again and again.

    offers: "actions", "plays" or verb names. times: 0 = until the player passes, n = at most n. required: passing
    is refused as long as something can be done. guard: the step is left out unless it holds.
    """

    name: str
    body: tuple[Step, ...] = ()
    offers: tuple[str, ...] = ()
    times: int = 0
    required: bool = False
    guard: Cond | None = None


@dataclass(frozen=True, slots=True)
class Pack:
    """Everything the runtime needs to host a game: plain data, hashed by content.

    variables: (name, first word or number): of the game as a whole. counters: (name, owner kinds): whole numbers kept
    on entities. links: references kept on entities. options: (name, allowed values), the first is the default.
    """

    id: str
    title: str
    min_players: int
    max_players: int
    kinds: tuple[Kind, ...]
    zones: tuple[Zone, ...]
    verbs: tuple[Verb, ...]
    abilities: tuple[Ability, ...]
    cards: tuple[Card, ...]
    numbers: tuple[str, ...]
    counters: tuple[str, ...]
    statuses: tuple[str, ...]
    tags: tuple[str, ...]
    links: tuple[str, ...]
    means: tuple[str, ...]
    classes: tuple[str, ...]
    variables: tuple[tuple[str, Any], ...]
    rules: tuple[str, ...]
    setup: tuple[Step, ...]
    turn: tuple[TurnStep, ...]
    default_span: Span
    options: tuple[tuple[str, tuple[str, ...]], ...] = ()
    sets: tuple[str, ...] = ()
    private: tuple[str, ...] = ()
    """Counters whose amount only the player knows who has it, or controls what has it."""
    texts: tuple[tuple[str, Any], ...] = ()
    """Templates and words for text derivation, by language: plain data, not read by the runtime."""
    hiding: tuple[str, ...] = ()
    """Statuses that hide a card from everybody but the player who controls it."""
    needs: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """For each set, and "" for the game, all the sets that must be in play with it, itself included."""
    origins: tuple[tuple[str, str, tuple[str, ...]], ...] = ()
    """What the sets have brought: the field of the pack, the name in it, and the sets that must be in play for it."""
    untold: tuple[tuple[str, str], ...] = ()
    """Book-keeping, of which players need not be told: the field of the pack, and the name in it."""


def _role(name: str, preposition: str = "", type: str = "card", plural: bool = False, required: bool = True) -> Param:
    return Param(name, preposition, type, plural, None, required)


ENGINE_VERBS: dict[str, tuple[Param, ...]] = {
    "move": (_role("object", plural=True), _role("to", "to", "zone")),
    "attach": (_role("object", plural=True), _role("host", "to")),
    "give": (_role("object", plural=True), _role("player", "to", "player")),
    "put": (_role("token", "", "word"), _role("amount", "", "number"), _role("object", "on", "any", plural=True)),
    "remove": (_role("token", "", "word"), _role("amount", "", "number"), _role("object", "from", "any", plural=True)),
    "set": (_role("name", "", "word"), _role("object", "", "any", required=False), _role("value", "to", "any")),
    "shuffle": (_role("place", "", "zone"),),
    "roll": (_role("faces", "", "number"),),
    "reveal": (_role("object", plural=True), _role("player", "to", "player", plural=True, required=False)),
    "copy": (_role("object"),),
    "swap": (_role("object"), _role("other", "for")),
    "apply": (_role("card"), _role("target", "to", "any")),
    "command": (_role("object"),),
    "cancel": (_role("object", "", "event"),),
    "change": (_role("name", "", "word"), _role("value", "to", "any")),
    "win": (_role("player", "by", "player", plural=True, required=False),),
    "lose": (_role("player", "by", "player", plural=True, required=False),),
    "end-step": (),
    "end-turn": (),
    "play": (
        _role("card"),
        _role("target", "on", "any", plural=True, required=False),
        _role("player", "by", "player", required=False),
    ),
    "act": (_role("action", "using", "word"), _role("performer", "by", "any")),
    "answer": (_role("performer", "by", "any"),),
    "enter": (_role("object", plural=True),),
    "leave": (_role("object", plural=True),),
    "begin": (_role("name", "", "word"), _role("of", "of", "player")),
    "end": (_role("name", "", "word"), _role("of", "of", "player")),
}
"""What the engine itself can do, with the roles. Of ``play``, rules give the card only; ``act``, ``answer``, ``enter``,
``leave``, ``begin`` and ``end`` only happen, no rule does them."""

NODES: dict[str, type] = {
    cls.__name__: cls
    for cls in (
        *get_args(Expr),
        *get_args(Cond),
        *get_args(Step),
        *get_args(Mod),
        *get_args(Hook),
        Pattern,
        Mode,
        Row,
        Span,
        Shield,
        Param,
        Verb,
        Ability,
        Card,
        Kind,
        Zone,
        TurnStep,
        Pack,
    )
}
"""Every node type by name, as the JSON form spells it."""

_FIELDS = {cls: tuple(f.name for f in fields(cls)) for cls in NODES.values()}


def encode(value: Any) -> Any:
    """The JSON form of a node, a tuple of nodes, or a plain value."""
    names = _FIELDS.get(type(value))
    if names is not None:
        return [type(value).__name__, *(encode(getattr(value, name)) for name in names)]
    if isinstance(value, tuple):
        return ["*", *(encode(item) for item in value)]
    if isinstance(value, dict):
        return {key: encode(item) for key, item in value.items()}
    if value is None or isinstance(value, (bool, int, str)):
        return value
    raise TypeError(f"no JSON form for {type(value).__name__}")


def decode(value: Any) -> Any:
    """The node a JSON form stands for. Raises ValueError for anything that ``encode`` cannot have written."""
    if isinstance(value, list):
        if not value or not isinstance(value[0], str):
            raise ValueError("a list must begin with the name of a node type")
        if value[0] == "*":
            return tuple(decode(item) for item in value[1:])
        cls = NODES.get(value[0])
        if cls is None or len(value) - 1 != len(_FIELDS[cls]):
            raise ValueError(f"no node type {value[0]!r} with {len(value) - 1} fields")
        return cls(*(decode(item) for item in value[1:]))
    if isinstance(value, dict):
        return {key: decode(item) for key, item in value.items()}
    if value is None or isinstance(value, (bool, int, str)):
        return value
    raise ValueError(f"no node has a {type(value).__name__} in it")


def walk(value: Any) -> Iterator[Any]:
    """Every node inside a node or tuple, itself first, in the order of its fields."""
    pending = [value]
    while pending:
        item = pending.pop()
        names = _FIELDS.get(type(item))
        if names is not None:
            yield item
            pending += [getattr(item, name) for name in reversed(names)]
        elif isinstance(item, tuple):
            pending += reversed(item)
