"""Words that stand for no thing: numbers, statuses, abilities, values of variables, steps of the turn.

Each function looks a word up where the sentence needs it and reports one that means nothing there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardwright.runtime import ir

from . import tree
from .context import Context
from .diagnostics import did_you_mean
from .types import Type
from .vocabulary import CARD_WORDS, EDGES_OF_TURN, NOBODY, OUTCOMES, SEATS, Role, Signature


def quantity(ctx: Context, name: tree.Name) -> str:
    """ "number" or "counter"; reports a name that is neither."""
    found = ctx.vocabulary.quantity(name.text)
    if found is None:
        known = [*ctx.vocabulary.numbers, *ctx.vocabulary.counters]
        ctx.unknown("CW0407", name, "a number or a counter of this game", known)
    return found or "number"


def quality(ctx: Context, subject: ir.Noun, word: tree.Name, besides: Iterable[str] = ()) -> ir.Cond | None:
    """``subject`` is what the adjective says; None if it is no adjective, which is reported.

    besides: what else could have been meant.
    """
    found = ctx.vocabulary.quality(word.text)
    if found is None:
        known = [*ctx.vocabulary.quality_words(), *besides]
        ctx.unknown("CW0403", word, "a status, tag, kind or card", known)
        return None
    return ir.Is(subject, *found)


def is_word(ctx: Context, subject: ir.Noun, type_: Type, word: tree.Name) -> ir.Cond | None:
    """``X is WORD`` for a thing: a status, tag, kind or card, ``in-play``, or how the game has ended for a player."""
    if word.text == "in-play":
        return ir.Is(subject, "in-play", "in-play")
    if word.text in OUTCOMES and type_.base == "player":
        return ir.Is(subject, "outcome", word.text)
    if ctx.find(word.text) is not None or word.text in SEATS or word.text == NOBODY:
        ctx.read(word.text)
        ctx.report("CW0403", word.span, f"`{word.text}` is a thing, not a property", f"write `= {word.text}`")
        return None
    return quality(ctx, subject, word, OUTCOMES if type_.base == "player" else ("in-play",))


def has_ability(ctx: Context, subject: ir.Noun, ability: tree.Name) -> ir.Cond | None:
    return ir.HasAbility(subject, ability.text) if known_ability(ctx, ability) else None


def shares(ctx: Context, subject: ir.Noun, grouping: tree.Name, other: ir.Noun) -> ir.Cond:
    """Whether two things have a group of a grouping in common."""
    if grouping.text not in ctx.vocabulary.groupings:
        ctx.unknown("CW0419", grouping, "a grouping of this game", ctx.vocabulary.groupings)
    return ir.Shares(subject, grouping.text, other)


def known_ability(ctx: Context, ability: tree.Name) -> bool:
    """Whether an ability of that id is declared; reports one that is not."""
    known = ctx.vocabulary.abilities
    if ability.text not in known:
        ctx.report("CW0409", ability.span, f"`{ability.text}` is not an ability", did_you_mean(ability.text, known))
    return ability.text in known


def superlative(ctx: Context, tail: tree.ExtremeTail) -> tuple[str, str] | None:
    extreme = tail.extreme.text
    if extreme in ("highest", "lowest"):
        quantity(ctx, tail.name)
        return extreme, tail.name.text
    if extreme == "total":
        ctx.report("CW0511", tail.extreme.span, "`total` picks nobody", "write `highest` or `lowest`")
        return None
    kind = "card" if tail.name.text in CARD_WORDS else ctx.vocabulary.kind(tail.name.text)
    if kind is None:
        ctx.unknown("CW0402", tail.name, "a kind of card", [*ctx.vocabulary.kind_words()])
        return None
    return extreme, kind


def is_event(ctx: Context, word: tree.Name) -> ir.Cond | None:
    known = ctx.vocabulary.event_words()
    if word.text not in known:
        ctx.unknown("CW0403", word, "a means, class, verb or tag", known)
        return None
    return ir.Is(ir.Ref("it"), "event", word.text)


def words_of(ctx: Context, name: str) -> tuple[str, ...]:
    """The words that a variable or option can hold; () if it is none, or holds a number."""
    if ctx.find(name) is not None:
        return ()
    return ctx.vocabulary.variables.get(name) or ctx.vocabulary.options.get(name) or ()


def word_among(ctx: Context, word: tree.Name, owner: str, values: Sequence[str]) -> ir.Word:
    if word.text not in values:
        ctx.unknown("CW0415", word, f"a value of `{owner}`", values, f"it can be {', '.join(f'`{v}`' for v in values)}")
    return ir.Word(word.text)


def step_word(ctx: Context, name: tree.Name) -> ir.Word:
    """``turn``, ``draw-step`` or ``draw``."""
    steps = ctx.vocabulary.steps
    word = name.text
    if word == EDGES_OF_TURN or word in steps:
        return ir.Word(word)
    if word.removesuffix("-step") in steps:
        return ir.Word(word.removesuffix("-step"))
    known = [EDGES_OF_TURN, *(f"{step}-step" for step in steps)]
    ctx.unknown("CW0414", name, "the turn or one of its steps", known)
    return ir.Word(word)


def word_for(ctx: Context, verb: Signature, role: Role, node: tree.Node) -> ir.Word:
    """A bare name in a role that takes one: what it may be depends on the verb."""
    if not isinstance(node, tree.Named):
        ctx.report("CW0501", node.span, f"the `{role.name}` of `{verb.name}` is a name")
        return ir.Word("")
    words, name = ctx.vocabulary, node.name
    match verb.name, role.name:
        case (("put" | "remove"), "token"):
            known, what = [*words.statuses, *words.counters], "a status or a counter"
        case "set", "name":
            known, what = [*words.counters, *words.links, *words.variables], "a counter, link or variable"
        case "act", "action":
            known, what = list(words.actions), "an action"
        case "change", "name":
            known = [each.name for other in words.verbs.values() for each in other.roles]
            what = "a role"
        case _:
            return step_word(ctx, name)
    if name.text not in known:
        ctx.unknown("CW0403", name, what, known)
    return ir.Word(name.text)
