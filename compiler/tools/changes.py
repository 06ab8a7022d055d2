"""What is different between two packs of one game, thing by thing, as lines for people.

Compares packs and the texts derived from them; knows nothing of files, revisions or rulings.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from difflib import ndiff
from typing import Any

from cardwright.runtime import ir

from ..text import TextGap, Texts
from .showing import tree

GONE, NEW, CHANGED = "gone", "new", "changed"


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that is not as it was.

    what: "card", "ability", "rule", "verb" or "game". sort: GONE, NEW or CHANGED. lines: old ones begin with ``-``.
    """

    what: str
    name: str
    sort: str
    lines: tuple[str, ...]


def changes(old: ir.Pack, new: ir.Pack, lang: str) -> Iterator[Change]:
    """Everything that is different: cards first, then what they share, then the game."""
    before, after = _Told(old, lang), _Told(new, lang)
    yield from _compared("card", before.cards, after.cards)
    yield from _compared("ability", before.abilities, after.abilities)
    yield from _compared("rule", before.rules, after.rules)
    yield from _compared("verb", before.verbs, after.verbs)
    yield from _compared("game", before.game, after.game)


Parts = Mapping[str, Mapping[str, Sequence[str]]]
"""For each thing, its aspects ("text", "effects", ...) as lines."""


def _compared(what: str, old: Parts, new: Parts) -> Iterator[Change]:
    for name in {**old, **new}:
        sort = NEW if name not in old else GONE if name not in new else CHANGED
        lines = tuple(_lines(old.get(name, {}), new.get(name, {})))
        if lines or sort != CHANGED:
            yield Change(what, name, sort, lines)


def _lines(old: Mapping[str, Sequence[str]], new: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """The aspects that differ. The effects of what is new or gone are left out: its text says it."""
    for aspect in {**old, **new}:
        before, after = old.get(aspect, ()), new.get(aspect, ())
        if before == after or (aspect == "effects" and not (old and new)):
            continue
        yield f"{aspect}:"
        yield from (f"  {line.rstrip()}" for line in ndiff(before, after) if line[0] in "-+")


class _Told:
    """A pack as lines."""

    def __init__(self, pack: ir.Pack, lang: str) -> None:
        self.pack = pack
        self.texts = Texts(pack, lang) if pack.texts else None
        self._all = {ability.id: ability for ability in pack.abilities}
        own = {card.id for card in pack.cards}
        named = [ability for ability in pack.abilities if ability.id not in own]
        self.cards = {card.id: self._card(card) for card in pack.cards}
        self.abilities = {a.id: self._ability(a) for a in named if ":" not in a.id}
        self.rules = {a.id: self._ability(a) for a in named if ":" in a.id}
        self.verbs = {verb.name: {"effects": list(tree(replace(verb, third="", participle="")))} for verb in pack.verbs}
        self.game = {name: {"effects": lines} for name, lines in self._rest()}

    def _card(self, card: ir.Card) -> dict[str, list[str]]:
        own = self._all.get(card.id)
        return {
            "data": list(_data(card)),
            "text": self._text(card.id),
            "effects": self._effects(own) if own is not None else [],
        }

    def _ability(self, ability: ir.Ability) -> dict[str, list[str]]:
        return {"effects": self._effects(ability)}

    @staticmethod
    def _effects(ability: ir.Ability) -> list[str]:
        words = ", ".join(word for word in (ability.target, ability.means, *ability.tags) if word)
        return [*([f"of {words}"] if words else []), *(line for hook in ability.hooks for line in tree(hook))]

    def _text(self, card: str) -> list[str]:
        if self.texts is None:
            return []
        try:
            return self.texts.card(card)
        except TextGap:
            return []

    def _rest(self) -> Iterator[tuple[str, list[str]]]:
        """What is neither a card nor an effect with a name of its own."""
        apart = {"cards", "abilities", "verbs", "texts", "rules", "origins"}
        for field in fields(self.pack):
            if field.name not in apart:
                yield field.name, list(_listed(getattr(self.pack, field.name)))


def _data(card: ir.Card) -> Iterator[str]:
    """What is printed on a card besides its text."""
    yield f"title {card.title}"
    yield f"{card.kind} of {card.set}"
    yield from (f"{name} {value}" for name, value in card.numbers)
    yield from (f"tag {tag}" for tag in card.tags)
    yield from (f"ability {ability}" for ability in card.abilities if ability != card.id)
    yield f"{card.copies} in {card.deck}" if card.deck else f"{card.copies} copies"


def _listed(value: Any) -> Iterator[str]:
    if isinstance(value, tuple):
        for item in value:
            yield from tree(item)
    else:
        yield from tree(value)
