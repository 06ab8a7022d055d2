"""Lowers nouns and numbers: from what is written to effect objects with their types."""

from __future__ import annotations

from dataclasses import dataclass, replace

from cardwright.runtime import ir

from . import lookup, tree
from .context import Context
from .types import END, EVENT, NUMBER, PLACE, PLAYER, POISON, UNKNOWN, WORD, Type, Typed
from .vocabulary import CARD_WORDS, ENDS, EVENT_PARTS, NOBODY, OUTER, PLAYER_WORDS, SEATS, SPACE_WORDS

CANDIDATE = ir.Ref("candidate")
YOU = ir.Ref("you")
IT = ir.Ref("it")
AN_OPPONENT = ir.Not(ir.Compare("=", CANDIDATE, YOU))


def expr(ctx: Context, node: tree.Expr) -> Typed:
    """Anything that has a value."""
    match node:
        case tree.Number():
            return Typed(ir.Num(node.value), NUMBER)
        case tree.Arithmetic():
            return Typed(ir.Arith(node.op.text, number(ctx, node.left), number(ctx, node.right)), NUMBER)
        case tree.Count():
            return Typed(ir.Count(_group(ctx, node.thing)), NUMBER)
        case tree.Fold():
            return _fold(ctx, node)
        case tree.Printed():
            return _printed(ctx, node)
        case _:
            return thing(ctx, node)


def number(ctx: Context, node: tree.Expr) -> ir.Expr:
    """Something that must be a number."""
    value = expr(ctx, node)
    if value.type.base not in ("number", "any", "unknown"):
        ctx.report("CW0507", node.span, f"a number is needed here; this is {value.type}")
    return value.node


def _fold(ctx: Context, node: tree.Fold) -> Typed:
    if node.fold.text not in ("highest", "lowest", "total"):
        help_text = "`highest`, `lowest` and `total` give a number"
        ctx.report("CW0511", node.fold.span, f"`{node.fold.text}` gives no number", help_text)
        return POISON
    what = lookup.quantity(ctx, node.name)
    return Typed(ir.Fold(node.fold.text, what, node.name.text, _group(ctx, node.thing)), NUMBER)


def _printed(ctx: Context, node: tree.Printed) -> Typed:
    """``printed NAME of WHOLE``: whatever changes the number, what stands on the card."""
    if node.name.text not in ctx.vocabulary.numbers:
        ctx.unknown("CW0407", node.name, "a number of this game", ctx.vocabulary.numbers)
    value = part(ctx, node.name, node.whole)
    match value.node:
        case ir.Part("number", name, of):
            return Typed(ir.Part("printed", name, of), NUMBER)
    return value


def _group(ctx: Context, node: tree.Thing) -> ir.Noun:
    """Things to be counted or added up: here ``any`` says no more than ``each``."""
    group = entities(ctx, node)
    return replace(group, quant="each") if isinstance(group, ir.Select) and group.quant == "any" else group


def entities(ctx: Context, node: tree.Thing) -> ir.Noun:
    """Cards or players, one or several."""
    value = thing(ctx, node)
    if not value.type.is_thing:
        ctx.report("CW0501", node.span, f"a card or a player is needed here; this is {value.type}")
        return ir.Ref("unknown")
    return as_noun(value)


def spot(ctx: Context, node: tree.Thing) -> ir.Noun:
    """A card, or a free place of a grid."""
    value = thing(ctx, node)
    if value.type.base == "place" and isinstance(value.node, ir.Ref):
        return value.node
    if not value.type.is_thing:
        ctx.report("CW0501", node.span, f"a card or a space is needed here; this is {value.type}")
    return as_noun(value)


def player(ctx: Context, node: tree.Thing) -> ir.Noun:
    value = thing(ctx, node)
    if value.type.base not in ("player", "thing", "any", "unknown"):
        ctx.report("CW0509", node.span, f"a player is needed here; this is {value.type}")
        return ir.Ref("unknown")
    return as_noun(value)


def as_noun(value: Typed) -> ir.Noun:
    """The effect object as a noun: what is no noun has been reported by now."""
    match value.node:
        case ir.Ref() | ir.Part() | ir.Player() | ir.Place() | ir.Select():
            return value.node
        case _:
            return ir.Ref("unknown")


def place(ctx: Context, node: tree.Thing) -> ir.Place | None:
    """A zone, or its top or bottom; None if it is none, which is reported."""
    if _is_new(ctx, node):
        return None
    value = thing(ctx, node)
    if isinstance(value.node, ir.Place):
        return value.node
    _report_no_zone(ctx, node, value.type)
    return None


def _report_no_zone(ctx: Context, node: tree.Thing, found: Type) -> None:
    if found.base == "place":
        ctx.report("CW0508", node.span, "which place this is shows only in play", "name a zone")
    elif found != UNKNOWN:
        ctx.report("CW0508", node.span, f"a place is needed here; this is {found}")


# ---- single things -----------------------------------------------------------------------------------


def thing(ctx: Context, node: tree.Thing) -> Typed:
    """A card, a player, several of them, a number, a place or an event."""
    match node:
        case tree.This():
            return _this(ctx, node)
        case tree.It():
            return _it(ctx, node)
        case tree.You():
            return _you(ctx, node)
        case tree.Named():
            return _named(ctx, node.name)
        case tree.Own():
            return part(ctx, node.name, own_whole(node.whose))
        case tree.Part():
            return part(ctx, node.name, node.whole)
        case tree.Some():
            return select(ctx, node)
        case tree.AnyAmount():
            help_text = "only the pattern of an event can hold any number"
            ctx.report("CW0516", node.span, "`any number` has no value here", help_text)
            return POISON


def own_whole(whose: tree.Name) -> tree.Thing:
    """What ``your``, ``its`` and ``their`` speak of."""
    return tree.You(span=whose.span) if whose.text == "your" else tree.It(span=whose.span)


def _this(ctx: Context, node: tree.This) -> Typed:
    if ctx.setting.this is None:
        help_text = "name the thing in the event or with `for ... as NAME`"
        ctx.report("CW0602", node.span, "there is no `this` here: these rules are on no card", help_text)
        return POISON
    return Typed(ir.Ref("this"), ctx.setting.this)


def _it(ctx: Context, node: tree.Node) -> Typed:
    if ctx.setting.event is None:
        help_text = "`it` is the event of a `when`, `before`, `instead of` or `respond to`"
        ctx.report("CW0603", node.span, "there is no `it` here: these rules wait for no event", help_text)
        return POISON
    return Typed(IT, EVENT)


def _you(ctx: Context, node: tree.Node) -> Typed:
    if not ctx.setting.you:
        ctx.report("CW0607", node.span, "there is no `you` here", "name the player")
        return POISON
    return Typed(YOU, PLAYER)


def _named(ctx: Context, name: tree.Name) -> Typed:
    word, words = name.text, ctx.vocabulary
    local = ctx.read(word)
    if local is not None:
        return Typed(ir.Ref(word), local.type)
    if word in SEATS:
        return Typed(ir.Player(SEATS[word]), PLAYER)
    if word == NOBODY:
        return Typed(ir.Ref(NOBODY), Type("thing"))
    if word in words.zones:
        return Typed(ir.Place(word), PLACE)
    if word in words.variables or word in words.options:
        values = words.variables.get(word) or words.options.get(word)
        return Typed(ir.Var(word), WORD if values else NUMBER)
    known = [*ctx.local_names(), *SEATS, NOBODY, *words.zones, *words.variables, *words.options]
    ctx.unknown("CW0401", name, "a name that is known here", known, _how_to_say(ctx, word))
    return POISON


def _how_to_say(ctx: Context, word: str) -> str:
    """How to speak of something that has a name, but not by the name alone."""
    words = ctx.vocabulary
    if words.kind(word) or word in words.cards or word in CARD_WORDS or word in PLAYER_WORDS:
        one = words.kind(word) or (word if word in words.cards else word.removesuffix("s"))
        return f"write `any {one}` or `each {one}`"
    if words.quantity(word) or words.link(word):
        return f"say whose: `{word} of this`"
    return ""


# ---- parts -------------------------------------------------------------------------------------------


def part(ctx: Context, name: tree.Name, whole: tree.Thing) -> Typed:
    """``NAME of WHOLE``."""
    word, words = name.text, ctx.vocabulary
    if word in ENDS:
        where = place(ctx, whole)
        return POISON if where is None else Typed(replace(where, at=word), END)
    if isinstance(whole, tree.It):
        return _role_of_event(ctx, name, whole)
    if word in words.zones:
        return _zone_of(ctx, name, whole)
    if word in ("next-player", "previous-player"):
        return Typed(ir.Player(SEATS[word], player(ctx, whole)), PLAYER)
    link, what = words.link(word), words.quantity(word)
    if link is None and what is None:
        known = [*words.numbers, *words.counters, "controller", "owner", "host", *words.links, *words.zones]
        ctx.unknown("CW0407", name, "a number, counter, link or zone", known, _no_part(ctx, word))
        thing(ctx, whole)
        return POISON
    value = thing(ctx, whole)
    if not value.type.is_thing:
        ctx.report("CW0501", whole.span, f"a card or a player is needed here; this is {value.type}")
        return POISON
    if value.type.plural and what is not None:
        help_text = f"write `total {word} of ...`, `highest {word} of ...` or `lowest {word} of ...`"
        ctx.report("CW0515", whole.span, f"several things have no one `{word}`", help_text)
        return Typed(POISON.node, NUMBER)
    return Typed(ir.Part(what or "link", word, as_noun(value)), link or NUMBER)


def _no_part(ctx: Context, word: str) -> str:
    if ctx.vocabulary.kind(word):
        return f"write `any {word} of ...` or `each {word} of ...`"
    return ""


def _role_of_event(ctx: Context, name: tree.Name, whole: tree.It) -> Typed:
    event = ctx.setting.event
    if _it(ctx, whole) is POISON or event is None:
        return POISON
    role = event.named(name.text)
    found = role.type if role is not None else EVENT_PARTS.get(name.text)
    if found is None:
        known = [*(role.name for role in event.roles), *EVENT_PARTS]
        help_text = f"`{event.name}` has {', '.join(f'`{each}`' for each in known)}"
        ctx.unknown("CW0410", name, f"a role of `{event.name}`", known, help_text)
        return POISON
    return Typed(ir.Part("role", name.text, IT), found)


def _zone_of(ctx: Context, name: tree.Name, whole: tree.Thing) -> Typed:
    owner = player(ctx, whole)
    if ctx.vocabulary.zones[name.text].shared:
        ctx.report("CW0508", name.span, f"`{name.text}` is shared: it is nobody's", f"write `{name.text}` alone")
        return POISON
    return Typed(ir.Place(name.text, owner), PLACE)


# ---- sets of things ----------------------------------------------------------------------------------


@dataclass(slots=True)
class _Draft:
    """A Select in the making. ``noun`` is its last word, for reports."""

    noun: tree.Name
    kind: str
    filters: list[ir.Cond]
    zone: ir.Place | None = None
    whose: tuple[ir.Noun, Type] | None = None
    extreme: tuple[str, str] | None = None


def select(ctx: Context, node: tree.Some) -> Typed:
    """``QUANTIFIER ADJECTIVE* KIND TAIL*``."""
    *adjectives, noun = node.words
    if noun.text in SPACE_WORDS:
        return _space(ctx, node, adjectives, noun)
    draft = _draft(ctx, noun)
    if draft is None:
        return POISON
    for word in adjectives:
        _adjective(ctx, draft, word)
    for tail in node.tails:
        _tail(ctx, draft, tail)
    _place_or_filter(ctx, draft)
    quant, count, other, plural = _quantifier(ctx, node.quant)
    chosen = ir.Select(quant, draft.kind, tuple(draft.filters), draft.zone, other, count, draft.extreme)
    return Typed(chosen, _type_of(draft.kind, plural))


def _space(ctx: Context, node: tree.Some, adjectives: list[tree.Name], noun: tree.Name) -> Typed:
    """``any [outer] space in ZONE``: a free place of a grid."""
    draft = _Draft(noun, "space", [])
    for word in adjectives:
        if word.text == OUTER:
            draft.kind = "outer space"
        else:
            ctx.report("CW0505", word.span, f"no space is ever {word.text}", f"only `{OUTER}` says something of spaces")
    for tail in node.tails:
        _tail(ctx, draft, tail)
    if draft.zone is None or ctx.vocabulary.zones[draft.zone.zone].layout != "grid":
        ctx.report("CW0508", node.span, "a space is a free place of a grid", "name the grid: `any space in ZONE`")
        return POISON
    quant, count, other, plural = _quantifier(ctx, node.quant)
    chosen = ir.Select(quant, draft.kind, tuple(draft.filters), draft.zone, other, count)
    return Typed(chosen, Type("place", "", plural))


def _adjective(ctx: Context, draft: _Draft, word: tree.Name) -> None:
    found = lookup.quality(ctx, CANDIDATE, word)
    if found is None:
        return
    draft.filters.append(found)
    match found:
        case ir.Is(what="card", name=name):
            kind = ctx.vocabulary.cards[name]
        case ir.Is(what="kind", name=name):
            kind = name
        case ir.Is(what="tag"):
            kind = "card"
        case _:
            return
    if draft.kind != kind and (draft.kind == "player" or "card" not in (draft.kind, kind)):
        ctx.report("CW0505", word.span, f"no {draft.kind} is ever {word.text}", "leave it out, or name another kind")


def _type_of(kind: str, plural: bool) -> Type:
    if kind == "player":
        return replace(PLAYER, plural=plural)
    return Type("card", "" if kind == "card" else kind, plural)


def _draft(ctx: Context, noun: tree.Name) -> _Draft | None:
    word = noun.text
    if word in PLAYER_WORDS:
        return _Draft(noun, "player", [_opponent(ctx, noun)] if word.startswith("opponent") else [])
    if word in CARD_WORDS:
        return _Draft(noun, "card", [])
    kind = ctx.vocabulary.kind(word)
    if kind is not None:
        return _Draft(noun, kind, [])
    if word in ctx.vocabulary.cards:
        return _Draft(noun, ctx.vocabulary.cards[word], [ir.Is(CANDIDATE, "card", word)])
    help_text = ""
    if ctx.vocabulary.quality(word) is not None:
        help_text = f"end the noun with a kind: `{word} card`"
    ctx.unknown("CW0402", noun, "a kind of thing", [*ctx.vocabulary.kind_words(), *ctx.vocabulary.cards], help_text)
    return None


def _opponent(ctx: Context, noun: tree.Name) -> ir.Cond:
    if not ctx.setting.you:
        ctx.report("CW0607", noun.span, "there is no `you` here that could have opponents", "name the player")
    return AN_OPPONENT


def _quantifier(ctx: Context, quant: tree.Quant) -> tuple[str, ir.Expr | None, bool, bool]:
    """The quantifier, its count, whether ``this`` is left out, and whether there may be several."""
    match quant:
        case tree.Quantified():
            if quant.other:
                _this(ctx, tree.This(span=quant.span))
            if quant.word.text == "no":
                help_text = "`no` stands after `there is` and in the patterns of events"
                ctx.report("CW0524", quant.span, "there is nothing to speak of here", help_text)
            return quant.word.text, None, quant.other, quant.word.text != "any"
        case tree.Exactly():
            count = number(ctx, quant.count)
            return "exactly", count, False, count != ir.Num(1)
        case tree.AtLeast():
            return "at-least", number(ctx, quant.count), False, True
        case tree.UpTo():
            count = number(ctx, quant.count)
            return "up-to", count, False, count != ir.Num(1)
        case tree.AnyNumber():
            return "any-number", None, False, True


# ---- tails -------------------------------------------------------------------------------------------


def _tail(ctx: Context, draft: _Draft, tail: tree.Tail) -> None:
    match tail:
        case tree.OfTail():
            _of(ctx, draft, tail)
        case tree.InTail():
            _in(ctx, draft, tail)
        case tree.NextTail():
            draft.filters.append(ir.NextTo(CANDIDATE, entities(ctx, tail.other)))
        case tree.ConnectedTail():
            draft.filters.append(ir.Connected(CANDIDATE, entities(ctx, tail.other)))
        case tree.SharesTail():
            draft.filters.append(lookup.shares(ctx, CANDIDATE, tail.grouping, entities(ctx, tail.other)))
        case tree.IsTail():
            type_ = _type_of(draft.kind, plural=False)
            draft.filters += _negated(lookup.is_word(ctx, CANDIDATE, type_, tail.word), tail.negated)
        case tree.HasTail():
            draft.filters += _negated(lookup.has_ability(ctx, CANDIDATE, tail.ability), tail.negated)
        case tree.ExtremeTail():
            draft.extreme = lookup.superlative(ctx, tail)
        case tree.ValueTail():
            what = lookup.quantity(ctx, tail.name)
            value = ir.Part(what, tail.name.text, CANDIDATE)
            draft.filters.append(ir.Compare(tail.op.text, value, number(ctx, tail.limit)))


def _in(ctx: Context, draft: _Draft, tail: tree.InTail) -> None:
    """``in ZONE`` says where to look; ``in GROUP`` asks whether the thing is one of them."""
    found = within(ctx, CANDIDATE, tail.place)
    match found:
        case ir.In(place=zone) if draft.zone is None:
            draft.zone = zone
        case ir.In():
            ctx.report("CW0517", tail.span, "two places for one noun", "keep one `in`")
        case ir.Among():
            draft.filters.append(found)


def within(ctx: Context, subject: ir.Noun, node: tree.Thing) -> ir.In | ir.Among | None:
    """``subject`` is in a zone, or is one of several things; None if it can be neither, which is reported."""
    if _is_new(ctx, node):
        return None
    value = thing(ctx, node)
    if isinstance(value.node, ir.Place):
        return ir.In(subject, value.node)
    if value.type.base in ("card", "player", "thing"):
        return ir.Among(subject, as_noun(value))
    _report_no_zone(ctx, node, value.type)
    return None


def _is_new(ctx: Context, node: tree.Thing) -> bool:
    """Whether a name that should be a zone is none; reports it with the zones in mind."""
    if not isinstance(node, tree.Named) or node.name.text in ctx.vocabulary.zones or ctx.find(node.name.text):
        return False
    ctx.unknown("CW0408", node.name, "a zone", ctx.vocabulary.zones)
    return True


def _of(ctx: Context, draft: _Draft, tail: tree.OfTail) -> None:
    if draft.whose is not None:
        help_text = "put the inner one in brackets: `any card of (host of this)`"
        ctx.report("CW0517", tail.span, "two `of` for one noun", help_text)
    whose = thing(ctx, tail.whose)
    if not whose.type.is_thing:
        ctx.report("CW0501", tail.whose.span, f"a card or a player is needed here; this is {whose.type}")
        return
    draft.whose = (as_noun(whose), whose.type)


def _place_or_filter(ctx: Context, draft: _Draft) -> None:
    """``in hand of you`` is one place; any other ``of`` asks who controls the thing, or what it is attached to."""
    if draft.whose is None:
        return
    whose, type_ = draft.whose
    if draft.kind == "player":
        ctx.report("CW0523", draft.noun.span, "a player is nobody's", "leave out the `of`")
    elif draft.zone is not None and not ctx.vocabulary.zones[draft.zone.zone].shared and draft.zone.of is None:
        if type_.base == "card":
            ctx.report("CW0509", draft.noun.span, f"`{draft.zone.zone}` belongs to players, not to cards")
        draft.zone = replace(draft.zone, of=whose)
    else:
        draft.filters.insert(0, ir.Of(CANDIDATE, whose))


def _negated(cond: ir.Cond | None, negated: bool) -> list[ir.Cond]:
    return [] if cond is None else [ir.Not(cond) if negated else cond]
