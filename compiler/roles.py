"""Which role of a verb each part of a phrase fills, and whether it may. Looks at no effect objects."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from . import tree
from .context import Context
from .diagnostics import Label
from .source import Span
from .types import Type, fits, same_kind
from .vocabulary import USAGE, Role, Signature

Value = tree.Noun | tree.Expr


@dataclass(frozen=True, slots=True)
class Filling:
    role: Role
    value: Value


def verb_of(ctx: Context, name: tree.Name) -> Signature | None:
    """The verb of that name; reports an unknown one."""
    verb = ctx.vocabulary.verbs.get(name.text)
    if verb is None:
        other = ctx.vocabulary.by_form(name.text) or ctx.vocabulary.by_participle(name.text)
        known = [other.name] if other is not None else []
        if known:
            ctx.report("CW0404", name.span, f"`{name.text}` is a form of a verb", f"write `{known[0]}` here")
        else:
            ctx.unknown("CW0404", name, "a verb of this game", ctx.vocabulary.verbs)
    return verb


def verb_of_form(ctx: Context, name: tree.Name) -> Signature | None:
    """The verb whose third person this is (the parser lets no other word through)."""
    return ctx.vocabulary.by_form(name.text) or verb_of(ctx, name)


def verb_of_participle(ctx: Context, name: tree.Name) -> Signature | None:
    """The verb whose participle this is; reports an unknown one."""
    verb = ctx.vocabulary.by_participle(name.text)
    if verb is None:
        other = ctx.vocabulary.by_form(name.text)
        forms = [each.participle for each in ctx.vocabulary.verbs.values() if each.participle]
        if other is not None and other.participle:
            ctx.report("CW0405", name.span, f"`{name.text}` is no participle", f"write `{other.participle}`")
        else:
            ctx.unknown("CW0405", name, "the participle of a verb of this game", forms)
    return verb


def assign(
    ctx: Context,
    verb: Signature,
    at: Span,
    direct: Value | None = None,
    performer: Value | None = None,
    others: Sequence[tree.Role] = (),
) -> list[Filling]:
    """Finds the role of each part, in the order of the verb's roles; reports parts without one. ``at``: the verb."""
    found: dict[str, Filling] = {}
    if performer is not None:
        _fill(ctx, verb, found, _performer(ctx, verb, at, direct), performer)
    if direct is not None:
        role = verb.role("")
        if role is None:
            ctx.report("CW0514", direct.span, f"`{verb.name}` has no object", _ways(verb))
        _fill(ctx, verb, found, role, direct)
    for other in others:
        _fill(ctx, verb, found, _prepositional(ctx, verb, other.preposition), other.value)
    return [found[role.name] for role in verb.roles if role.name in found]


def _performer(ctx: Context, verb: Signature, at: Span, direct: Value | None) -> Role | None:
    role = verb.performer()
    if role is None or (direct is not None and role.preposition == ""):
        help_text = f"mark a role of `{verb.name}` with `by`, or use the passive: `X is {verb.participle}`"
        ctx.report("CW0514", at, f"`{verb.name}` does not say who does it", help_text)
        return None
    return role


def _prepositional(ctx: Context, verb: Signature, preposition: tree.Name) -> Role | None:
    role = verb.role(preposition.text)
    if role is None:
        ctx.report("CW0504", preposition.span, f"`{verb.name}` has no `{preposition.text}`", _ways(verb))
    return role


def _fill(ctx: Context, verb: Signature, found: dict[str, Filling], role: Role | None, value: Value) -> None:
    if role is None:
        return
    if role.name in found:
        label = Label(found[role.name].value.span, "filled here")
        message = f"the `{role.name}` of `{verb.name}` is given twice"
        ctx.report("CW0503", value.span, message, "leave one out", (label,))
    else:
        found[role.name] = Filling(role, value)


def _ways(verb: Signature) -> str:
    """How the verb is used: `` `attack TARGET by ATTACKERS` ``."""
    phrases = [verb.name]
    for role in verb.roles:
        name = role.type.base if role.name == role.preposition else role.name
        phrases += [word for word in (role.preposition, name.upper()) if word and role.preposition != "-"]
    return f"it is used as `{USAGE.get(verb.name) or ' '.join(phrases)}`"


def require(ctx: Context, verb: Signature, at: Span, filled: Sequence[str]) -> None:
    """Reports the roles that a step must fill and does not."""
    missing = [role for role in verb.roles if role.required and role.name not in filled and role.preposition != "-"]
    for role in missing:
        what = f"`{role.preposition} {role.name.upper()}`" if role.preposition else "its object"
        ctx.report("CW0502", at, f"`{verb.name}` needs {what}", _ways(verb))


def check(ctx: Context, role: Role, given: Type, span: Span, verb: Signature) -> None:
    """Reports a value that the role cannot hold."""
    if not fits(role.type, given):
        message = f"the `{role.name}` of `{verb.name}` is {_single(role.type)}; this is {given}"
        ctx.report("CW0501", span, message, _ways(verb))
    elif not same_kind(role.type, given):
        message = f"the `{role.name}` of `{verb.name}` is always {_single(role.type)}, never {_single(given)}"
        ctx.report("CW0505", span, message, f"name {_single(role.type)}, or another verb")


def _single(type_: Type) -> Type:
    return Type(type_.base, type_.kind)
