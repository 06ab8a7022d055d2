"""Lowers hooks: what a card, a kind or the game adds; and the verbs that a game declares."""

from __future__ import annotations

from dataclasses import replace

from cardwright.runtime import ir

from . import modifiers, nouns, questions, roles, steps, tree
from .context import Context, Setting, settled
from .diagnostics import Diagnostic
from .types import UNKNOWN, Type
from .vocabulary import Role, Signature, Vocabulary

ONLY_NOTICED = ("enter", "leave")
"""Events that nothing can precede: they are what moving something amounts to."""


def hook(vocabulary: Vocabulary, node: tree.Hook, this: Type | None, diagnostics: list[Diagnostic]) -> ir.Hook | None:
    """The effect object of a hook. ``this``: the type of the card it is on; None in rules of the game."""
    with settled(diagnostics) as reports, Context(vocabulary, Setting(this), reports).block() as context:
        return _hook(context, node)


def _hook(ctx: Context, node: tree.Hook) -> ir.Hook | None:
    match node:
        case tree.When() | tree.Before() | tree.Instead() | tree.As() | tree.Respond():
            return _on_event(ctx, node)
        case tree.Always():
            guard = questions.guard(ctx, node.guard)
            return ir.Always(guard, modifiers.mods(ctx, node.mods, guard))
        case tree.Action():
            guard = questions.guard(ctx, node.guard)  # asked before any target is chosen
            targets = steps.targets(ctx, node.targets)
            cost = steps.cost(ctx, node.cost)
            return ir.Action(node.name.text, targets, guard, cost, steps.body(ctx, node.body))
        case tree.Play():
            return _play(ctx, node)
        case tree.Verb():
            help_text = "declare it under `verbs` in the game's file"
            ctx.report("CW0604", node.span, "a verb cannot be declared here", help_text)
            return None


def _on_event(ctx: Context, node: tree.When | tree.Before | tree.Instead | tree.As | tree.Respond) -> ir.Hook:
    event, verb = questions.event(ctx, node.event)
    over = isinstance(node, (tree.When, tree.As))
    if event.verb in ONLY_NOTICED and not isinstance(node, tree.When):
        help_text = "write `when`, or wait for what causes it: `... is moved`"
        ctx.report("CW0613", node.span, f"`{event.verb}` is noticed only once it has happened", help_text)
    unknown = Signature("event", (Role("object", "", UNKNOWN),), "", "")
    ctx.setting = replace(ctx.setting, event=verb or unknown, over=over)
    guard = questions.guard(ctx, node.guard)
    match node:
        case tree.Respond():
            cost = steps.cost(ctx, node.cost)
            return ir.Respond(event, guard, cost, steps.body(ctx, node.body), node.must)
        case tree.When():
            return ir.When(event, guard, steps.body(ctx, node.body))
        case tree.As():
            return ir.As(event, guard, steps.body(ctx, node.body))
        case tree.Before():
            return ir.Before(event, guard, steps.body(ctx, node.body))
        case tree.Instead():
            return ir.Instead(event, guard, steps.body(ctx, node.body))


def _play(ctx: Context, node: tree.Play) -> ir.Hook:
    if ctx.setting.this is None:
        ctx.report("CW0608", node.span, "only a card is played: there is no card here", "put it under `kind-rules`")
    guard = questions.guard(ctx, node.guard)  # asked before any target is chosen
    targets = steps.targets(ctx, node.targets)
    cost = steps.cost(ctx, node.cost)
    return ir.Play(targets, guard, cost, steps.body(ctx, node.body))


# ---- verbs of a game ---------------------------------------------------------------------------------

_PARAM_TYPES = {"place": "zone", "thing": "any"}


def verb(vocabulary: Vocabulary, node: tree.Verb, signature: Signature, diagnostics: list[Diagnostic]) -> ir.Verb:
    """The effect object of a verb whose signature is in the vocabulary already."""
    defaults = Context(vocabulary, Setting(), diagnostics)
    with settled(diagnostics) as reports, Context(vocabulary, Setting(event=signature), reports).block() as context:
        params = []
        for role, param in zip(signature.roles, node.params, strict=True):
            params.append(_param(defaults, signature, role, param))
            defaults.bind(param.name, role.type, read=True)
            context.bind(param.name, role.type, read=True)
        guard = questions.guard(context, node.guard)
        body = steps.body(context, node.body)
    return ir.Verb(signature.name, tuple(params), guard, body, "", signature.third, signature.participle)


def _param(ctx: Context, signature: Signature, role: Role, node: tree.Param) -> ir.Param:
    type_ = _PARAM_TYPES.get(role.type.base, role.type.base)
    default = None
    if node.default is not None:
        value = nouns.expr(ctx, node.default)
        roles.check(ctx, role, value.type, node.default.span, signature)
        default = value.node
    return ir.Param(role.name, role.preposition, type_, role.type.plural, default, role.required)
