"""Lowers steps: what is done, in which order, and who chooses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from cardwright.runtime import ir

from . import lookup, modifiers, nouns, questions, roles, tree
from .context import Context
from .diagnostics import Label
from .source import Span
from .types import ANY, CARD, END, NUMBER, PLAYER, UNKNOWN, WORD, Type, Typed
from .vocabulary import ACTIVE, Role, Signature

MAX_REPEATS = 1000


def body(ctx: Context, items: tree.Body) -> tuple[ir.Step, ...]:
    """A block of steps. Names bound in it end with it."""
    with ctx.block():
        return tuple(found for item in items for found in _step(ctx, item))


def _step(ctx: Context, node: tree.Step) -> list[ir.Step]:
    """The effect objects of one step: none for ``nothing`` and for what is wrong."""
    match node:
        case tree.Nothing():
            return []
        case tree.Do():
            found = call(ctx, node.call, node.bind)
            return [found] if found is not None else []
        case tree.Let():
            value = nouns.expr(ctx, node.value)
            ctx.bind(node.name, CARD if value.type == END else value.type)
            return [ir.Let(node.name.text, value.node)]
        case tree.Choose():
            return _choose(ctx, node)
        case tree.ChooseOne():
            return [ir.ChooseOne(_who(ctx, node.who), _modes(ctx, node))]
        case tree.Until() | tree.While() | tree.Temporarily():
            return [_lasting(ctx, node)]
        case tree.Amends() | tree.AmendsValue() | tree.AmendsFactor():
            return [_amend(ctx, node)]
        case _:
            return [_block(ctx, node)]


def _block(ctx: Context, node: tree.May | tree.If | tree.For | tree.Repeat | tree.Table) -> ir.Step:
    """A step that holds steps."""
    match node:
        case tree.May():
            return ir.May(nouns.player(ctx, node.who), body(ctx, node.body), body(ctx, node.other))
        case tree.If():
            return ir.If(questions.cond(ctx, node.cond), body(ctx, node.body), body(ctx, node.other))
        case tree.For():
            return _for(ctx, node)
        case tree.Repeat():
            return _repeat(ctx, node)
        case tree.Table():
            return ir.Table(nouns.number(ctx, node.value), _rows(ctx, node))


def _who(ctx: Context, who: tree.Thing | None) -> ir.Noun:
    """Who chooses: you, unless somebody else is named."""
    return nouns.YOU if who is None else nouns.player(ctx, who)


def _choose(ctx: Context, node: tree.Choose) -> list[ir.Step]:
    who = _who(ctx, node.who)
    found = questions.noun(ctx, node.noun)
    if node.noun.bind is None:
        ctx.report("CW0610", node.noun.span, "what is chosen has no name", "add `as NAME`")
    if isinstance(found.node, ir.Select):
        return [ir.Choose(found.node, who)]
    if found.type != UNKNOWN:
        help_text = "write `choose any KIND ... as NAME`"
        ctx.report("CW0518", node.noun.span, "there is nothing to choose from", help_text)
    return []


def _modes(ctx: Context, node: tree.ChooseOne) -> tuple[ir.Mode, ...]:
    """The ways to choose from; two of one name could not be told apart."""
    first: dict[str, Span] = {}
    for mode in node.modes:
        if mode.name.text in first:
            label = Label(first[mode.name.text], "the first of them")
            message = f"two ways to choose from are called `{mode.name.text}`"
            ctx.report("CW0413", mode.name.span, message, "choose another name", (label,))
        first.setdefault(mode.name.text, mode.name.span)
    return tuple(ir.Mode(mode.name.text, questions.guard(ctx, mode.guard), body(ctx, mode.body)) for mode in node.modes)


def _for(ctx: Context, node: tree.For) -> ir.Step:
    with ctx.block():
        value = questions.noun(ctx, node.noun)
        if not value.type.is_thing:
            ctx.report("CW0501", node.noun.span, f"cards or players are needed here; this is {value.type}")
        name = node.noun.bind.text if node.noun.bind is not None else ""
        if name and name in ctx.blocks[-1]:
            ctx.blocks[-1][name].type = replace(value.type, plural=False)
        return ir.ForEach(nouns.as_noun(value), name, body(ctx, node.body))


def _repeat(ctx: Context, node: tree.Repeat) -> ir.Step:
    times = nouns.number(ctx, node.times)
    if isinstance(times, ir.Num) and times.value > MAX_REPEATS:
        ctx.report("CW0522", node.times.span, f"at most {MAX_REPEATS:,} times")
    return ir.Repeat(times, body(ctx, node.body))


def _rows(ctx: Context, node: tree.Table) -> tuple[ir.Row, ...]:
    rows: list[ir.Row] = []
    for row in node.rows:
        low = row.low.value
        high = row.high.value if row.high is not None else low
        if high < low:
            ctx.report("CW0612", row.span, f"no number is from {low} to {high}", f"write `{high}-{low}`")
        elif any(low <= other.high and other.low <= high for other in rows):
            ctx.report("CW0612", row.span, "a row above holds one of these numbers already")
        rows.append(ir.Row(low, high, row.title, body(ctx, row.body)))
    return tuple(rows)


def _lasting(ctx: Context, node: tree.Until | tree.While | tree.Temporarily) -> ir.Step:
    match node:
        case tree.Until():
            span = modifiers.duration(ctx, node.duration)
        case tree.While():
            span = ir.Span("while", cond=questions.cond(ctx, node.cond))
        case tree.Temporarily():
            span = ir.Span("default")
    found = ir.Lasting(span, modifiers.mods(ctx, node.mods, lasting=True))
    event = ctx.setting.event
    meanwhile = span.kind == "event" and event is not None and span.verb == event.name
    if not meanwhile and any(map(_speaks_of_event, _asked_later(found))):
        help_text = "give what is meant a name before: `let NAME = ...`"
        ctx.report("CW0606", node.span, "this is asked again when the event is over", help_text)
    return found


def _asked_later(effect: ir.Lasting) -> Iterator[object]:
    """The parts of a lasting effect that are not fixed when it begins."""
    yield effect.span.cond
    for mod in effect.mods:
        yield mod.guard
        nouns = [noun for _, noun in mod.event.roles] if isinstance(mod, ir.Forbid | ir.Permit) else [mod.subject]
        yield from (noun for noun in nouns if isinstance(noun, ir.Select) and noun.quant != "each")
        if isinstance(mod, ir.Adjust) and isinstance(mod.subject, ir.Select) and mod.subject.bind:
            yield mod.amount if ir.Ref(mod.subject.bind) in ir.walk(mod.amount) else None


def _speaks_of_event(part: object) -> bool:
    return any(node == ir.Ref("it") for node in ir.walk(part))


def _amend(ctx: Context, node: tree.Amends | tree.AmendsValue | tree.AmendsFactor) -> ir.Step:
    """``it gets ...``: a number of the event that has yet to happen."""
    _check_pending(ctx, node)
    role = nouns.part(ctx, node.role, tree.It(span=node.span))
    if role.type not in (NUMBER, UNKNOWN):
        ctx.report("CW0507", node.role.span, f"a number is needed here; this is {role.type}")
    name = node.role.text
    match node:
        case tree.Amends():
            return ir.Amend("add", name, ir.Num(int(node.amount.text)))
        case tree.AmendsValue():
            value = nouns.number(ctx, node.amount)
            return ir.Amend("add", name, value if node.sign.text == "+" else ir.Arith("-", ir.Num(0), value))
        case tree.AmendsFactor():
            return ir.Amend("multiply", name, *modifiers.factor(ctx, node.factor))


# ---- performing verbs --------------------------------------------------------------------------------


def call(ctx: Context, node: tree.Call, bind: tree.Name | None = None) -> ir.Do | None:
    """A verb with its roles; None if the verb is unknown, which is reported."""
    verb = roles.verb_of(ctx, node.verb)
    if verb is None:
        if bind is not None:
            ctx.bind(bind, UNKNOWN, read=True)
        return None
    if not verb.performable:
        help_text = f"hooks can wait for `{verb.name}`; the engine does it"
        ctx.report("CW0513", node.verb.span, f"`{verb.name}` is not for rules to do", help_text)
        return None
    before = len(ctx.diagnostics)
    filled = _special(ctx, verb, node) or _regular(ctx, verb, node)
    if len(ctx.diagnostics) == before:
        roles.require(ctx, verb, node.verb.span, list(filled))
    in_order = tuple((role.name, filled[role.name]) for role in verb.roles if role.name in filled)
    return ir.Do(verb.name, in_order, _outcome(ctx, verb, bind))


def _outcome(ctx: Context, verb: Signature, bind: tree.Name | None) -> str:
    if bind is None:
        return ""
    if verb.outcome is None:
        help_text = "name the thing before, with `choose ... as NAME`"
        ctx.report("CW0512", bind.span, f"`{verb.name}` has no outcome that could be named", help_text)
    ctx.bind(bind, verb.outcome or UNKNOWN)
    return bind.text


Filled = dict[str, ir.Expr]


def _regular(ctx: Context, verb: Signature, node: tree.Call) -> Filled:
    found = roles.assign(ctx, verb, node.verb.span, node.operand, others=node.roles)
    return {each.role.name: _value(ctx, verb, each.role, each.value) for each in found}


def _value(ctx: Context, verb: Signature, role: Role, node: roles.Value) -> ir.Expr:
    if isinstance(node, tree.Noun):
        node = node.thing
    if role.type == WORD:
        return lookup.word_for(ctx, verb, role, node)
    value = nouns.expr(ctx, node)
    roles.check(ctx, role, value.type, node.span, verb)
    return value.node


def _special(ctx: Context, verb: Signature, node: tree.Call) -> Filled | None:
    """The engine verbs whose object is no thing; None for every other verb or wording."""
    match verb.name, node.operand:
        case (("put" | "remove"), tree.Some(quant=tree.Exactly(count=count), words=(token,), tails=())):
            return _counted_token(ctx, verb, node, token, count)
        case "set", tree.Part(name=name, whole=whole):
            return _set(ctx, verb, node, name, whole)
        case "set", tree.Own(whose=whose, name=name):
            return _set(ctx, verb, node, name, nouns.own_whole(whose))
        case "set", tree.Named(name=name):
            return _set_variable(ctx, verb, node, name)
        case "change", tree.Part(name=name, whole=tree.It() as it):
            return _change(ctx, verb, node, name, it)
        case "change", tree.Own(whose=whose, name=name) if whose.text != "your":
            return _change(ctx, verb, node, name, tree.It(span=whose.span))
        case "change", tree.Node() as other:
            help_text = "write `change ROLE of it to ...`"
            ctx.report("CW0501", other.span, "only a role of the event can be changed", help_text)
            return {"name": ir.Word(""), **_rest(ctx, verb, node)}
        case "play", _ if node.roles:
            help_text = "who plays a card chooses what to play it on"
            ctx.report("CW0504", node.roles[0].preposition.span, "only the card can be said", help_text)
            return {"card": nouns.entities(ctx, node.operand)} if tree.is_thing(node.operand) else {}
        case "cancel", _:
            _check_pending(ctx, node)
    return None


def _counted_token(ctx: Context, verb: Signature, node: tree.Call, token: tree.Name, count: tree.Expr) -> Filled:
    """``put 3 damage on X``."""
    role = verb.roles[0]
    word = lookup.word_for(ctx, verb, role, tree.Named(token, span=token.span))
    if token.text in ctx.vocabulary.statuses:
        message = f"`{token.text}` is a status: a thing has it or not"
        ctx.report("CW0501", token.span, message, f"write `{verb.name} {token.text}`")
    return {"token": word, "amount": nouns.number(ctx, count), **_rest(ctx, verb, node)}


def _rest(ctx: Context, verb: Signature, node: tree.Call) -> Filled:
    """The roles after the object."""
    return _regular(ctx, verb, replace(node, operand=None))


def _set(ctx: Context, verb: Signature, node: tree.Call, name: tree.Name, whole: tree.Thing) -> Filled:
    """``set NAME of X to V``."""
    words = ctx.vocabulary
    wanted = NUMBER if name.text in words.counters else words.link(name.text)
    if name.text in words.numbers:
        help_text = f"write `until ...:` with `{name.text} of ... becomes ...`"
        ctx.report("CW0510", name.span, f"`{name.text}` is a number: only modifiers change it", help_text)
    elif wanted is None:
        ctx.unknown("CW0407", name, "a counter or a link", [*words.counters, *words.links])
    object_ = nouns.entities(ctx, whole)
    return {"name": ir.Word(name.text), "object": object_, "value": _new_value(ctx, node, wanted or ANY)}


def _set_variable(ctx: Context, verb: Signature, node: tree.Call, name: tree.Name) -> Filled:
    """``set VARIABLE to V``, or ``set active-player to P``."""
    variables = ctx.vocabulary.variables
    if name.text == ACTIVE:
        return {"name": ir.Word(ACTIVE), "value": _new_value(ctx, node, PLAYER)}
    if name.text not in variables:
        ctx.unknown("CW0401", name, "a variable of this game", variables)
        return {"name": ir.Word(name.text), "value": ir.Num(0)}
    values = variables[name.text]
    match node.roles:
        case (tree.Role(value=tree.Named(name=word)),) if values:
            return {"name": ir.Word(name.text), "value": lookup.word_among(ctx, word, name.text, values)}
    wanted = WORD if values else NUMBER
    return {"name": ir.Word(name.text), "value": _new_value(ctx, node, wanted)}


def _change(ctx: Context, verb: Signature, node: tree.Call, name: tree.Name, it: tree.It) -> Filled:
    """``change ROLE of it to V``."""
    _check_pending(ctx, node)
    role = nouns.part(ctx, name, it)
    return {"name": ir.Word(name.text), "value": _new_value(ctx, node, role.type)}


def _new_value(ctx: Context, node: tree.Call, wanted: Type) -> ir.Expr:
    """What follows ``to`` in ``set`` and ``change``."""
    values = [role.value for role in node.roles if role.preposition.text == "to"]
    others = [role.preposition for role in node.roles if role.preposition.text != "to"]
    for preposition in others:
        message = f"`{node.verb.text}` has no `{preposition.text}`"
        ctx.report("CW0504", preposition.span, message, "it is used as `... to VALUE`")
    if not values and others:
        return ir.Num(0)
    if not values:
        ctx.report("CW0502", node.verb.span, f"`{node.verb.text}` needs `to VALUE`")
        return ir.Num(0)
    if wanted == WORD:
        ctx.report("CW0501", values[0].span, "one of the variable's words is needed here")
        return ir.Word("")
    to = Role("value", "to", replace(wanted, kind=""))
    return _value(ctx, ctx.vocabulary.verbs[node.verb.text], to, values[0])


def _check_pending(ctx: Context, node: tree.Node) -> None:
    """An event that has happened can be neither changed nor cancelled."""
    if ctx.setting.event is not None and ctx.setting.over:
        help_text = "use `before`, `instead of` or `respond to`"
        what = f"to `{node.verb.text}`" if isinstance(node, tree.Call) else "to change a number"
        ctx.report("CW0606", node.span, f"it is too late {what}: the event has happened", help_text)


def cost(ctx: Context, calls: Sequence[tree.Call]) -> tuple[ir.Do, ...]:
    return tuple(found for each in calls if (found := call(ctx, each)) is not None)


def targets(ctx: Context, items: Sequence[tree.Noun]) -> tuple[ir.Select, ...]:
    """What an action or a play is aimed at; the names of the targets hold for the rest of the hook."""
    found: list[ir.Select] = []
    for item in items:
        value: Typed = questions.noun(ctx, item)
        if isinstance(value.node, ir.Select):
            found.append(value.node)
        elif value.type != UNKNOWN:
            ctx.report("CW0518", item.span, "a target is chosen: `any KIND ... as NAME`")
    return tuple(found)
