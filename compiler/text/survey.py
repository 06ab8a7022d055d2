"""What the texts of a pack need to know about the pack as a whole, gathered once."""

from __future__ import annotations

from dataclasses import dataclass

from cardwright.runtime import ir

from .scan import future_host, stays
from .teller import Scene


@dataclass(frozen=True, slots=True)
class Survey:
    """played: the kinds of which some cards are played from a hand. bearers: for each number, the kinds with it."""

    cards: dict[str, ir.Card]
    abilities: dict[str, ir.Ability]
    played: frozenset[str]
    bearers: dict[str, frozenset[str]]

    def hooks(self, card: ir.Card) -> tuple[ir.Hook, ...]:
        return tuple(hook for name in card.abilities for hook in self.abilities[name].hooks)

    def scene(self, card: ir.Card) -> Scene:
        """Where the text of a card begins."""
        hooks = self.hooks(card)
        host = future_host(hooks) or self._bearer(hooks) or "card"
        return Scene(card.kind, host=host, played=card.kind in self.played and not stays(hooks))

    def _bearer(self, hooks: tuple[ir.Hook, ...]) -> str:
        """The one kind of card that has the numbers which these hooks change on what ``this`` is attached to, or ""."""
        host = ir.Part("link", "host", ir.Ref("this"))
        kinds: set[str] = set()
        for node in ir.walk(hooks):
            if isinstance(node, ir.Adjust) and node.subject == host:
                kinds |= self.bearers.get(node.name, frozenset())
        return kinds.pop() if len(kinds) == 1 else ""


def survey(pack: ir.Pack) -> Survey:
    abilities = {ability.id: ability for ability in pack.abilities}
    playing = {name for name, ability in abilities.items() if any(isinstance(it, ir.Play) for it in ability.hooks)}
    played = {card.kind for card in pack.cards if playing.intersection(card.abilities)}
    played |= {kind.name for kind in pack.kinds if playing.intersection(kind.abilities)}
    bearers: dict[str, set[str]] = {}
    for card in pack.cards:
        for number, _ in card.numbers:
            bearers.setdefault(number, set()).add(card.kind)
    cards = {card.id: card for card in pack.cards}
    return Survey(cards, abilities, frozenset(played), {name: frozenset(kinds) for name, kinds in bearers.items()})
