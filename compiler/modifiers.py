"""Lowers modifiers, and the spans of time for which they hold."""

from __future__ import annotations

from cardwright.runtime import ir

from . import lookup, nouns, questions, roles, tree
from .circles import asks_itself
from .context import Context
from .vocabulary import Signature


def mods(
    ctx: Context, items: tuple[tree.Mod, ...], guard: ir.Cond | None = None, lasting: bool = False
) -> tuple[ir.Mod, ...]:
    """The modifiers of some lines. guard: of the hook they stand in; lasting: they last for a while."""
    found: list[ir.Mod] = []
    for item in items:
        with ctx.block():
            made = _mod(ctx, item)
        if any(asks_itself(mod, guard, lasting) for mod in made):
            help_text = "ask something else, or for the printed number (`printed NUMBER of ...`)"
            ctx.report("CW0615", item.span, "this depends on what it changes", help_text)
        found += made
    return tuple(found)


def _mod(ctx: Context, node: tree.Mod) -> list[ir.Mod]:
    """The modifiers that one line stands for: none if it is wrong, which is reported."""
    match node:
        case tree.Adds() | tree.AddsValue() | tree.Multiplies() | tree.Becomes():
            return [_number(ctx, node)]
        case tree.Has() | tree.Loses():
            return _ability(ctx, node)
        case tree.Cannot() | tree.CannotBe() | tree.MayDo():
            return [_permission(ctx, node)]
        case tree.Protected():
            subject = _subject(ctx, node.subject)
            shields = tuple(_shield(ctx, shield) for shield in node.shields)
            return [ir.Protect(subject, shields, questions.guard(ctx, node.guard))]
        case tree.BecomesWord():
            return _word(ctx, node)


def _subject(ctx: Context, node: tree.Noun) -> ir.Noun:
    value = questions.noun(ctx, node, read=True)
    if not value.type.is_thing:
        ctx.report("CW0501", node.span, f"a card or a player is needed here; this is {value.type}")
    if isinstance(value.node, ir.Select) and value.node.quant not in ("any", "each"):
        help_text = "choose the things first: `choose ... as NAME`"
        ctx.report("CW0519", node.span, "a modifier speaks of `each` or of `any`", help_text)
    return nouns.as_noun(value)


# ---- numbers -----------------------------------------------------------------------------------------


def _number(ctx: Context, node: tree.Adds | tree.AddsValue | tree.Multiplies | tree.Becomes) -> ir.Mod:
    _check_number(ctx, node.name)
    name = node.name.text
    if isinstance(node, tree.Becomes):
        subject, value = nouns.entities(ctx, node.subject), nouns.number(ctx, node.value)
        return ir.Adjust(subject, "set", name, value, guard=questions.guard(ctx, node.guard))
    subject = _subject(ctx, node.subject)
    match node:
        case tree.Adds():
            op, amount, over = "add", _signed(int(node.amount.text)), 1
        case tree.AddsValue():
            value = nouns.number(ctx, node.amount)
            op, amount, over = "add", value if node.sign.text == "+" else ir.Arith("-", ir.Num(0), value), 1
        case tree.Multiplies():
            op, (amount, over) = "multiply", factor(ctx, node.factor)
    return ir.Adjust(subject, op, name, amount, over, questions.guard(ctx, node.guard))


def _signed(value: int) -> ir.Expr:
    return ir.Num(value)


def factor(ctx: Context, factor: tree.Name) -> tuple[ir.Expr, int]:
    """``x3`` or ``x1/2``."""
    times, _, over = factor.text[1:].partition("/")
    if over and not int(over):
        ctx.report("CW0520", factor.span, "nothing can be divided by zero")
    return ir.Num(int(times)), int(over or 1)


def _check_number(ctx: Context, name: tree.Name) -> None:
    words = ctx.vocabulary
    if name.text in words.counters:
        help_text = "use `put`, `remove` or `set`: a counter changes for good"
        ctx.report("CW0510", name.span, f"`{name.text}` is a counter; a modifier changes numbers only", help_text)
    elif name.text not in words.numbers:
        ctx.unknown("CW0407", name, "a number of this game", words.numbers)


# ---- abilities and words -----------------------------------------------------------------------------


def _ability(ctx: Context, node: tree.Has | tree.Loses) -> list[ir.Mod]:
    subject = _subject(ctx, node.subject)
    gains = isinstance(node, tree.Has)
    match node.ability:
        case tree.Name() as name if lookup.known_ability(ctx, name):
            guard = questions.guard(ctx, node.guard)
            return [ir.Grant(subject, name.text, guard=guard) if gains else ir.Lose(subject, name.text, guard=guard)]
        case tree.AbilitiesOf(thing=model) if gains:
            copied = nouns.entities(ctx, model)
            return [ir.Grant(subject, copy=copied, guard=questions.guard(ctx, node.guard))]
        case tree.AllAbilities(keep=keep) if not gains:
            tags = ctx.vocabulary.tags
            kept = tuple(name.text for name in keep if name.text in tags or lookup.known_ability(ctx, name))
            return [ir.Lose(subject, keep=kept, guard=questions.guard(ctx, node.guard))]
        case tree.AbilitiesOf() | tree.AllAbilities() as wrong:
            help_text = "`has ABILITY`, `has abilities of X`, `loses ABILITY`, `loses all abilities [except ...]`"
            ctx.report("CW0510", wrong.span, "abilities cannot change in this way", help_text)
    return []


def _word(ctx: Context, node: tree.BecomesWord) -> list[ir.Mod]:
    subject = _subject(ctx, node.subject)
    guard = questions.guard(ctx, node.guard)
    words = ctx.vocabulary
    if node.word.text not in words.statuses and node.word.text not in words.tags:
        ctx.unknown("CW0403", node.word, "a status or a tag", [*words.statuses, *words.tags])
        return []
    what = "status" if node.word.text in words.statuses else "tag"
    return [ir.Gain(subject, what, node.word.text, guard)]


# ---- what may and may not happen ---------------------------------------------------------------------


def _permission(ctx: Context, node: tree.Cannot | tree.CannotBe | tree.MayDo) -> ir.Mod:
    if isinstance(node, tree.CannotBe):
        verb = roles.verb_of_participle(ctx, node.participle)
        event = questions.pattern(ctx, verb, node.participle, direct=node.subject, others=node.roles)
    else:
        verb = roles.verb_of(ctx, node.verb)
        event = questions.pattern(ctx, verb, node.verb, node.operand, node.subject, node.roles)
    _count_names_as_read(ctx)
    cls = ir.Permit if isinstance(node, tree.MayDo) else ir.Forbid
    return cls(event, questions.guard(ctx, node.guard))


def _count_names_as_read(ctx: Context) -> None:
    """Names in a prohibition may be there for the reader alone."""
    for local in ctx.blocks[-1].values():
        local.read = True


def _shield(ctx: Context, node: tree.Shield) -> ir.Shield:
    verb, words = "", []
    for word in node.words:
        found = _event_word(ctx, word.text)
        if found is not None:
            words.append(found)
            continue
        form = _verb_of_noun(ctx, word.text)
        if form is None:
            vocabulary = ctx.vocabulary
            known = [*vocabulary.means, *vocabulary.means.values(), *vocabulary.classes, *vocabulary.tags]
            ctx.unknown("CW0403", word, "a means, class, verb or tag", known)
        else:
            verb = form.name
    return ir.Shield(verb, tuple(words), _side(ctx, node.whose))


def _event_word(ctx: Context, word: str) -> str | None:
    """A means (in the singular or the plural), a class or a tag."""
    words = ctx.vocabulary
    if word in words.means or word in words.classes or word in words.tags:
        return word
    return next((means for means, plural in words.means.items() if plural == word), None)


def _verb_of_noun(ctx: Context, word: str) -> Signature | None:
    return ctx.vocabulary.by_form(word)


def _side(ctx: Context, whose: tree.Thing | None) -> str:
    if whose is None:
        return ""
    if not isinstance(whose, tree.Named) or whose.name.text not in ("opponents", "opponent"):
        ctx.report("CW0521", whose.span, "protection is from anybody, or from opponents", "write `of opponents`")
    return "opponents"


# ---- spans of time -----------------------------------------------------------------------------------


def duration(ctx: Context, node: tree.Duration) -> ir.Span:
    match node:
        case tree.EventEnds():
            verb = roles.verb_of(ctx, node.verb)
            return ir.Span("event", verb.name if verb is not None else "")
        case tree.EndOf(turn=tree.ThisTurn()):
            return ir.Span("turn")
        case tree.EndOf(turn=tree.WholeGame()):
            return ir.Span("game")
        case tree.StartOf(turn=tree.ThisTurn() | tree.WholeGame()):
            ctx.report("CW0609", node.span, "that has begun already", "write `the end of ...`")
            return ir.Span("turn")
        case tree.EndOf(turn=turn):
            return ir.Span("next-turn", of=_whose_turn(ctx, turn))
        case tree.StartOf(turn=turn):
            return ir.Span("next-start", of=_whose_turn(ctx, turn))


def _whose_turn(ctx: Context, turn: tree.Turn) -> ir.Noun | None:
    match turn:
        case tree.OwnNextTurn(whose=whose):
            return nouns.player(ctx, nouns.own_whole(whose))
        case tree.NextTurn(whose=whose):
            return nouns.player(ctx, whose)
        case _:
            return None
