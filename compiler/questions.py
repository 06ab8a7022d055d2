"""Lowers questions, nouns with names of their own, and the patterns of events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cardwright.runtime import ir

from . import lookup, nouns, roles, tree
from .context import Context
from .types import NUMBER, UNKNOWN, WORD, Type, Typed
from .vocabulary import Signature

TRUE = ir.And(())
"""Stands for a question that could not be understood and was reported."""


# ---- nouns with a name ---------------------------------------------------------------------------------


def noun(ctx: Context, node: tree.Noun, read: bool = False) -> Typed:
    """A noun; its name, if it has one, is bound. ``read``: nobody need use the name."""
    value = nouns.thing(ctx, node.thing)
    if node.bind is None:
        return value
    ctx.bind(node.bind, value.type, read)
    if not isinstance(value.node, ir.Select):
        if node.where is not None and value.type != UNKNOWN:
            ctx.report("CW0518", node.span, "only a noun with a quantifier can have a condition", "use `if`")
        return value
    filters = value.node.filters
    if node.where is not None:
        filters += (_where(ctx, node.bind, value.type, node.where),)
    return Typed(replace(value.node, filters=filters, bind=node.bind.text), value.type)


def noun_or_none(ctx: Context, node: tree.Noun, read: bool = False) -> Typed:
    """As ``noun``, where ``no KIND`` makes sense too."""
    match node.thing:
        case tree.Some(quant=tree.Quantified(word=tree.Name(text="no")) as quant) as some:
            any_ = replace(quant, word=replace(quant.word, text="any"))
            found = noun(ctx, replace(node, thing=replace(some, quant=any_)), read)
            return Typed(replace(found.node, quant="no"), found.type) if isinstance(found.node, ir.Select) else found
    return noun(ctx, node, read)


def _where(ctx: Context, name: tree.Name, type_: Type, where: tree.Cond) -> ir.Cond:
    """The condition speaks of each candidate by the name that the chosen ones bear afterwards."""
    local = ctx.blocks[-1][name.text]
    local.type, local.read = replace(type_, plural=False), True
    found = cond(ctx, where)
    local.type = type_
    return found


# ---- questions ---------------------------------------------------------------------------------------


def guard(ctx: Context, node: tree.Cond | None) -> ir.Cond | None:
    return None if node is None else cond(ctx, node)


def cond(ctx: Context, node: tree.Cond) -> ir.Cond:
    """A question. One that is wrong is reported and reads as true."""
    match node:
        case tree.Or():
            return ir.Or(_chain(ctx, node, tree.Or))
        case tree.And():
            items = _chain(ctx, node, tree.And)
            _check_contradiction(ctx, node, items)
            return ir.And(items)
        case tree.Not():
            return ir.Not(cond(ctx, node.cond))
        case tree.Compare():
            return _compare(ctx, node)
        case tree.Is():
            return _is(ctx, node)
        case tree.IsIn():
            return _is_in(ctx, node)
        case tree.IsNext():
            return _negated(ir.NextTo(nouns.spot(ctx, node.subject), nouns.entities(ctx, node.other)), node.negated)
        case tree.IsConnected():
            subject = nouns.spot(ctx, node.subject)
            return _negated(ir.Connected(subject, nouns.entities(ctx, node.other)), node.negated)
        case tree.Shares():
            return lookup.shares(ctx, nouns.entities(ctx, node.subject), node.grouping, nouns.entities(ctx, node.other))
        case tree.HasAbility():
            subject = nouns.entities(ctx, node.subject)
            return _negated(lookup.has_ability(ctx, subject, node.ability) or TRUE, node.negated)
        case tree.Exists():
            return _exists(ctx, node)
        case _:
            return _about_events(ctx, node)


def _chain(ctx: Context, node: tree.Cond, cls: type[tree.And] | type[tree.Or]) -> tuple[ir.Cond, ...]:
    """``A and B and C`` as three items, however the parser nested them."""
    pending, items = [node], []
    while pending:
        current = pending.pop()
        if isinstance(current, cls):
            pending += [current.right, current.left]
        else:
            items.append(cond(ctx, current))
    return tuple(items)


def _check_contradiction(ctx: Context, node: tree.Node, items: Sequence[ir.Cond]) -> None:
    if any(ir.Not(item) in items for item in items):
        ctx.report(
            "CW0605", node.span, "this can never hold: it asks for something and for its opposite", "leave one out"
        )


def _negated(found: ir.Cond, negated: bool) -> ir.Cond:
    return ir.Not(found) if negated else found


def _compare(ctx: Context, node: tree.Compare) -> ir.Cond:
    words = _word_of_variable(ctx, node.left, node.right)
    if words is not None:
        return ir.Compare(node.op.text, *words)
    left, right = nouns.expr(ctx, node.left), nouns.expr(ctx, node.right)
    if UNKNOWN in (left.type, right.type):
        return TRUE
    families = {_family(left.type), _family(right.type)} - {"any"}
    if len(families) > 1:
        ctx.report("CW0506", node.span, f"{left.type} cannot be compared with {right.type}")
    elif node.op.text not in ("=", "!=") and families != {"number"}:
        ctx.report("CW0506", node.op.span, f"`{node.op.text}` compares numbers only; this is {left.type}")
    return ir.Compare(node.op.text, left.node, right.node)


def _family(type_: Type) -> str:
    return "thing" if type_.base in ("card", "player", "thing", "end") else type_.base


def _word_of_variable(ctx: Context, left: tree.Expr, right: tree.Expr) -> tuple[ir.Expr, ir.Expr] | None:
    """``phase = final``: a variable or option of the game and one of its words."""
    if not isinstance(left, tree.Named) or not isinstance(right, tree.Named):
        return None
    values = lookup.words_of(ctx, left.name.text)
    if not values or ctx.find(right.name.text) is not None:
        return None
    return ir.Var(left.name.text), lookup.word_among(ctx, right.name, left.name.text, values)


def _is(ctx: Context, node: tree.Is) -> ir.Cond:
    if isinstance(node.subject, tree.Named):
        name = node.subject.name.text
        values = lookup.words_of(ctx, name)
        if values:
            return _negated(
                ir.Compare("=", ir.Var(name), lookup.word_among(ctx, node.word, name, values)), node.negated
            )
    subject = nouns.thing(ctx, node.subject)
    found: ir.Cond | None = None
    if subject.type == UNKNOWN:
        return TRUE
    if subject.type.base == "event":
        found = lookup.is_event(ctx, node.word)
    elif subject.type.is_thing:
        found = lookup.is_word(ctx, nouns.as_noun(subject), subject.type, node.word)
    else:
        ctx.report("CW0501", node.subject.span, f"{subject.type} has no properties", "compare it with `=`")
    return _negated(found or TRUE, node.negated)


def _is_in(ctx: Context, node: tree.IsIn) -> ir.Cond:
    subject = nouns.entities(ctx, node.subject)
    return _negated(nouns.within(ctx, subject, node.place) or TRUE, node.negated)


def _exists(ctx: Context, node: tree.Exists) -> ir.Cond:
    """``there is any KIND``; of things with a name, whether it stands for any: a choice may have been empty."""
    with ctx.block():
        found = noun_or_none(ctx, node.noun, read=True)
    if found.type == UNKNOWN:
        return TRUE
    if not found.type.is_thing:
        ctx.report("CW0501", node.noun.span, f"a card or a player is needed here; this is {found.type}")
    if isinstance(found.node, ir.Select) and found.node.quant == "no":
        return ir.Not(ir.Exists(replace(found.node, quant="any")))
    return ir.Exists(nouns.as_noun(found))


# ---- questions about events --------------------------------------------------------------------------

Asked = tree.Could | tree.CouldBe | tree.CouldHave | tree.Was | tree.HasDone


def _about_events(ctx: Context, node: Asked) -> ir.Cond:
    with ctx.block():
        match node:
            case tree.Could():
                return _could(ctx, roles.verb_of(ctx, node.verb), node.verb, node, "now")
            case tree.CouldHave():
                return _could(ctx, roles.verb_of_participle(ctx, node.participle), node.participle, node, "turn")
            case tree.CouldBe():
                verb = roles.verb_of_participle(ctx, node.participle)
                event = pattern(ctx, verb, node.participle, direct=node.subject, others=node.roles)
                return ir.Could(event.verb, event.roles)
            case tree.Was():
                verb = roles.verb_of_participle(ctx, node.participle)
                event = pattern(ctx, verb, node.participle, direct=node.subject, others=node.roles)
                return _negated(ir.Was(event), node.negated)
            case tree.HasDone():
                verb = roles.verb_of_participle(ctx, node.participle)
                event = pattern(ctx, verb, node.participle, node.operand, node.subject, node.roles)
                return _negated(ir.Was(event), node.negated)


def _could(
    ctx: Context, verb: Signature | None, name: tree.Name, node: tree.Could | tree.CouldHave, when: str
) -> ir.Cond:
    event = pattern(ctx, verb, name, node.operand, node.subject, node.roles)
    return ir.Could(event.verb, event.roles, when)


# ---- patterns ----------------------------------------------------------------------------------------


def event(ctx: Context, node: tree.Event) -> tuple[ir.Pattern, Signature | None]:
    """What a hook waits for, and its verb."""
    match node:
        case tree.Passive():
            verb = roles.verb_of_participle(ctx, node.participle)
            return pattern(ctx, verb, node.participle, direct=node.subject, others=node.roles), verb
        case tree.Active():
            verb = roles.verb_of_form(ctx, node.verb)
            return pattern(ctx, verb, node.verb, node.operand, node.subject, node.roles), verb
        case tree.Losing():
            verb = ctx.vocabulary.verbs["lose"]
            name = tree.Name("lose", span=node.span)
            return pattern(ctx, verb, name, performer=node.subject), verb
        case tree.Edge() | tree.OwnEdge():
            return _edge(ctx, node)


def pattern(
    ctx: Context,
    verb: Signature | None,
    name: tree.Name,
    direct: roles.Value | None = None,
    performer: roles.Value | None = None,
    others: Sequence[tree.Role] = (),
) -> ir.Pattern:
    """An event to match. The names in it are bound in the block of the context."""
    if verb is None:
        _bind_blindly(ctx, [performer, direct, *(other.value for other in others)])
        return ir.Pattern(name.text)
    found = roles.assign(ctx, verb, name.span, direct, performer, others)
    filled = tuple((each.role.name, _pattern_value(ctx, verb, each)) for each in found)
    return ir.Pattern(verb.name, filled)


def _bind_blindly(ctx: Context, values: Sequence[roles.Value | None]) -> None:
    """After an unknown verb: the names are known all the same, so that their use is no further mistake."""
    for value in values:
        if isinstance(value, tree.Noun) and value.bind is not None:
            ctx.bind(value.bind, UNKNOWN, read=True)


def _pattern_value(ctx: Context, verb: Signature, filling: roles.Filling) -> ir.Expr:
    role, value = filling.role, filling.value
    plain = value.thing if isinstance(value, tree.Noun) else value
    if isinstance(plain, tree.AnyAmount) and role.type.base == "number":
        bind = value.bind if isinstance(value, tree.Noun) else None
        if bind is not None:
            ctx.bind(bind, NUMBER)
        return ir.Select("any", "number", bind=bind.text if bind is not None else "")
    if role.type == WORD:
        return lookup.word_for(ctx, verb, role, plain)
    if isinstance(plain, tree.Some) and not isinstance(plain.quant, tree.Quantified):
        help_text = "ask for the number in an `if`"
        ctx.report("CW0524", plain.span, "an event is matched by `any`, `each` or `no`", help_text)
    typed = noun_or_none(ctx, value) if isinstance(value, tree.Noun) else nouns.expr(ctx, value)
    roles.check(ctx, role, typed.type, plain.span, verb)
    return typed.node


def _edge(ctx: Context, node: tree.Edge | tree.OwnEdge) -> tuple[ir.Pattern, Signature]:
    verb = ctx.vocabulary.verbs["begin" if node.edge.text == "begins" else "end"]
    filled: list[tuple[str, ir.Expr]] = [("name", lookup.step_word(ctx, node.name))]
    whose: Typed | None = None
    if isinstance(node, tree.OwnEdge):
        whose = nouns.thing(ctx, nouns.own_whole(node.whose))
    elif node.whose is not None:
        whose = noun(ctx, node.whose)
    if whose is not None:
        roles.check(ctx, verb.roles[1], whose.type, node.span, verb)
        filled.append(("of", nouns.as_noun(whose)))
    return ir.Pattern(verb.name, tuple(filled)), verb


# ---- words -------------------------------------------------------------------------------------------
