"""Packs that differ from a given one in a single effect: what a slip of its author could have come to.

Knows the effect objects and nothing of scenarios, nor whether a changed pack can be linked at all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from cardwright.runtime import ir

Variant = tuple[str, Any]
"""What is different, in a few words, and the changed value."""

RULES = "rules"
"""Instead of the id of a set: what belongs to the game as a whole."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A changed pack.

    sort: "ability", "card", "verb", "setup" or "turn"; name: which of them; set: the one it belongs to; number: tells
    it from others that are said in the same words.
    """

    sort: str
    name: str
    set: str
    what: str
    pack: ir.Pack
    number: int = 1

    @property
    def label(self) -> str:
        """In words, the same ones at every run."""
        where = " ".join(word for word in (self.sort if self.sort != "ability" else "", self.name) if word)
        return f"{where}: {self.what}" + (f" ({self.number})" if self.number > 1 else "")


def mutants(pack: ir.Pack, card: str = "") -> Iterator[Mutant]:
    """Every mutant of a pack, in the order of its parts; or those of one card and of the abilities it has."""
    seen: Counter[str] = Counter()
    for mutant in _mutants(pack, card):
        seen[mutant.label] += 1
        yield replace(mutant, number=seen[mutant.label])


def _mutants(pack: ir.Pack, card: str) -> Iterator[Mutant]:
    owners, asked = _owners(pack), _asked(pack)
    chosen = next((each for each in pack.cards if each.id == card), None)
    for number, ability in enumerate(pack.abilities):
        if chosen is None or ability.id in chosen.abilities:
            for what, changed in _ability(ability, pack, asked):
                abilities = _with(pack.abilities, number, changed)
                yield Mutant(
                    "ability", ability.id, owners.get(ability.id, RULES), what, replace(pack, abilities=abilities)
                )
    for number, each in enumerate(pack.cards):
        if chosen is None or each is chosen:
            for name in each.abilities if each.abilities != (each.id,) else ():
                left = replace(each, abilities=tuple(a for a in each.abilities if a != name))
                cards = _with(pack.cards, number, left)
                yield Mutant("card", each.id, each.set, f"without its ability `{name}`", replace(pack, cards=cards))
    if chosen is None:
        yield from _game(pack, asked)


def _owners(pack: ir.Pack) -> dict[str, str]:
    """The sets of abilities: that of the first card with it, or for a rule the (last) one that has brought it."""
    owners = _bringers(pack, "abilities")
    owners |= {ability: card.set for card in reversed(pack.cards) for ability in card.abilities}
    return owners


def _bringers(pack: ir.Pack, field: str) -> dict[str, str]:
    return {name: sets[-1] for section, name, sets in pack.origins if section == field}


def _game(pack: ir.Pack, asked: Set[str]) -> Iterator[Mutant]:
    owners = _bringers(pack, "verbs")
    for number, verb in enumerate(pack.verbs):
        for what, changed in [
            *_words(verb, "target", pack.classes, asked),
            *_words(verb, "means", pack.means, asked),
            *variants(verb),
        ]:
            owner = owners.get(verb.name, RULES)
            yield Mutant("verb", verb.name, owner, what, replace(pack, verbs=_with(pack.verbs, number, changed)))
    for what, changed in _inside("body", pack.setup):
        yield Mutant("setup", "", RULES, what, replace(pack, setup=changed))
    for number, step in enumerate(pack.turn):
        for what, changed in variants(step):
            yield Mutant("turn", step.name, RULES, what, replace(pack, turn=_with(pack.turn, number, changed)))


def _ability(ability: ir.Ability, pack: ir.Pack, asked: Set[str]) -> Iterator[Variant]:
    if _acts(ability):
        yield from _words(ability, "target", pack.classes, asked)
        yield from _words(ability, "means", pack.means, asked)
    yield from variants(ability)


def _acts(ability: ir.Ability) -> bool:
    """Whether it ever does or tries anything; what only holds is by no means, and of no class."""
    return any(not isinstance(node, ir.Always) for node in ability.hooks) or any(
        isinstance(node, ir.Could) for node in ir.walk(ability)
    )


def _words(node: Any, field: str, known: Sequence[str], asked: Set[str]) -> Iterator[Variant]:
    """Another class or means in place of the one that an ability or a verb has, if rules ask for either of them."""
    word = getattr(node, field)
    others = [other for other in known if other != word and (other in asked or word in asked)]
    others.sort(key=lambda other: other not in asked)
    if word and others:
        label = "class" if field == "target" else field
        yield f"its {label} is `{others[0]}` instead of `{word}`", replace(node, **{field: others[0]})


def _asked(pack: ir.Pack) -> set[str]:
    """The means and classes (and other words) of events that a question or a protection of the pack speaks of."""
    found: set[str] = set()
    for node in ir.walk((pack.abilities, pack.verbs, pack.setup, pack.turn)):
        match node:
            case ir.Is(what="event", name=name):
                found.add(name)
            case ir.Shield(words=words):
                found.update(words)
    return found


def _with(items: tuple[Any, ...], number: int, item: Any) -> tuple[Any, ...]:
    return (*items[:number], item, *items[number + 1 :])


# ---- one node ----------------------------------------------------------------------------------------

_DROPPED = {
    "hooks": "a hook", "body": "a step", "mods": "a modifier", "filters": "a condition", "items": "a condition",
    "cost": "a cost", "shields": "a protection", "keep": "an exception", "modes": "a way to choose", "rows": "a row",
    "offers": "an offer",
}  # fmt: skip
"""What is missing when one item of such a field is."""

_OTHER_OP = {"=": "!=", "!=": "=", "<": "<=", "<=": "<", ">": ">=", ">=": ">"}
_OTHER_SIGN = {"+": "-", "-": "+", "*": "+", "/": "*"}
_OTHER_QUANT = {
    "any": "each", "each": "any", "exactly": "up-to", "up-to": "exactly", "at-least": "exactly", "any-number": "each",
}  # fmt: skip
_OTHER_CHOICE = {
    "any": "any-number", "any-number": "any", "exactly": "up-to", "up-to": "exactly", "at-least": "exactly",
}  # fmt: skip
_OTHER_EXTREME = {
    "lowest": "highest", "highest": "lowest", "fewest": "most", "most": "fewest", "strictly-fewest": "fewest",
    "strictly-most": "most",
}  # fmt: skip
_OTHER_FOLD = {"highest": "lowest", "lowest": "highest", "total": "highest"}
_OTHER_SPAN = {
    "event": "turn", "turn": "game", "next-turn": "turn", "next-start": "turn", "game": "turn", "default": "turn",
}  # fmt: skip


_ONE_AT_A_TIME = ("number", "space", "outer space")
"""What quantifiers say nothing of."""


def variants(value: Any) -> Iterator[Variant]:
    """Every value that differs from this one in one thing."""
    if isinstance(value, tuple):
        for number, item in enumerate(value):
            for what, changed in variants(item):
                yield what, _with(value, number, changed)
    elif is_dataclass(value) and not isinstance(value, type):
        yield from _own(value)
        for field in fields(value):
            for what, changed in _inside(field.name, getattr(value, field.name)):
                yield what, replace(value, **{field.name: changed})


def _inside(field: str, value: Any) -> Iterator[Variant]:
    """The variants of what a node holds in a field, and those without it or a part of it."""
    if field == "guard" and value is not None:
        yield "a condition is dropped", None
    if isinstance(value, tuple) and field in _DROPPED:
        for number, item in enumerate(value):
            if not isinstance(item, ir.Row) or item.body:  # a number without a row does nothing either
                yield f"{_DROPPED[field]} is dropped", (*value[:number], *value[number + 1 :])
    yield from variants(value)


def _own(node: Any) -> Iterator[Variant]:
    """What can be different in a node itself."""
    match node:
        case ir.Num(value):
            for number in (value + 1, value - 1) if value else (1,):
                yield f"{number} instead of {value}", ir.Num(number)
        case ir.Compare(op):
            yield f"`{_OTHER_OP[op]}` instead of `{op}`", replace(node, op=_OTHER_OP[op])
        case ir.Arith(op):
            yield f"`{_OTHER_SIGN[op]}` instead of `{op}`", replace(node, op=_OTHER_SIGN[op])
        case ir.Fold(op):
            yield f"{_OTHER_FOLD[op]} instead of {op}", replace(node, op=_OTHER_FOLD[op])
        case ir.Not(item):
            yield "a `not` is dropped", item
        case ir.If(cond):
            yield "the opposite condition", replace(node, cond=ir.Not(cond))
        case ir.Choose() | ir.ChooseOne() | ir.May():
            yield from _choice(node)
        case ir.Select():
            yield from _noun(node)
        case ir.Lasting(_, mods):
            for number, mod in enumerate(mods):
                for what, subject in _quantity(getattr(mod, "subject", None)):
                    yield what, replace(node, mods=_with(mods, number, replace(mod, subject=subject)))
        case ir.Do(_, roles):
            for number, (role, held) in enumerate(roles):
                for what, filled in _quantity(held):
                    yield what, replace(node, roles=_with(roles, number, (role, filled)))
        case ir.Action(_, targets) | ir.Play(targets):
            for number, target in enumerate(targets):
                for what, aim in _quantity(target, _OTHER_CHOICE):
                    yield what, replace(node, targets=_with(targets, number, aim))
        case _:
            yield from _event_or_time(node)


def _choice(node: ir.Choose | ir.ChooseOne | ir.May) -> Iterator[Variant]:
    other = ir.Player("next") if node.who == ir.Ref("you") else ir.Ref("you")
    yield "somebody else chooses", replace(node, who=other)
    if isinstance(node, ir.Choose):
        for what, noun in _quantity(node.noun, _OTHER_CHOICE):
            yield what, replace(node, noun=noun)


def _quantity(noun: Any, others: Mapping[str, str] = _OTHER_QUANT) -> Iterator[Variant]:
    """Another quantifier, where it makes a difference: not in a count, say, where `any` and `each` mean the same."""
    if isinstance(noun, ir.Select) and noun.quant in others and noun.kind not in _ONE_AT_A_TIME:
        changed = others[noun.quant]
        count = noun.count if noun.count is not None or changed not in ("exactly", "up-to") else ir.Num(1)
        yield f"{changed} instead of {noun.quant}", replace(noun, quant=changed, count=count)


def _noun(node: ir.Select) -> Iterator[Variant]:
    if node.other:
        yield "`this` is not left out", replace(node, other=False)
    if node.extreme is not None:
        which, name = node.extreme
        changed = _OTHER_EXTREME[which]
        yield f"{changed} instead of {which}", replace(node, extreme=(changed, name))


def _event_or_time(node: Any) -> Iterator[Variant]:
    match node:
        case ir.Pattern(_, roles):
            for number, (role, _) in enumerate(roles):
                yield f"whatever fills its role `{role}`", replace(node, roles=(*roles[:number], *roles[number + 1 :]))
        case ir.Player("next" | "previous" as which):
            changed = "previous" if which == "next" else "next"
            yield f"{changed} instead of {which} player", replace(node, which=changed)
        case ir.Place(at="top" | "bottom" as end):
            changed = "bottom" if end == "top" else "top"
            yield f"{changed} instead of {end}", replace(node, at=changed)
        case ir.Span(kind) if kind in _OTHER_SPAN:
            changed = _OTHER_SPAN[kind]
            yield f"it lasts for another time ({changed} instead of {kind})", ir.Span(changed)
        case ir.Could(when="now" | "turn" as when):
            changed = "turn" if when == "now" else "now"
            yield f"`could` asks about another time ({changed})", replace(node, when=changed)
        case ir.Respond(must=must):
            yield "a response is optional" if must else "a response is compulsory", replace(node, must=not must)
        case ir.Shield(of=of):
            yield (
                "protected from anybody" if of else "protected from opponents only",
                replace(node, of="" if of else "opponents"),
            )
        case ir.Adjust(op="multiply", over=over) | ir.Amend(op="multiply", over=over) if over > 1:
            yield f"divided by {over + 1} instead of {over}", replace(node, over=over + 1)
