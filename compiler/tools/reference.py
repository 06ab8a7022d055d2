"""What there is to read about a card: its rules text, derived from its effects, and the rulings that name it."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.runtime import ir

from ..diagnostics import did_you_mean
from ..rulings import Ruling
from ..text.describe import TextGap, describe
from .packs import Loaded


class Reference:
    """Looks cards up by their ids or titles."""

    def __init__(self, loaded: Loaded, language: str = "en") -> None:
        self.pack = loaded.pack
        self.language = language
        self.rulings: tuple[Ruling, ...] = loaded.game.compiled.rulings if loaded.game is not None else ()
        self.ids = {name.lower(): card.id for card in self.pack.cards for name in (card.id, card.title)}

    def card(self, name: str) -> list[str]:
        """All about a card, in lines; or a line that there is none."""
        id = self.ids.get(name.lower())
        if id is None:
            hint = did_you_mean(name.lower(), self.ids) or "`?` lists those you can see"
            return [f"no card is called `{name}`; {hint}"]
        card = next(card for card in self.pack.cards if card.id == id)
        return [*self._text(card), *self._rulings(card)]

    def _text(self, card: ir.Card) -> Iterator[str]:
        numbers = ", ".join(f"{name} {value}" for name, value in card.numbers)
        yield f"{card.title} ({', '.join([card.kind, *card.tags])})" + (f": {numbers}" if numbers else "")
        try:
            yield from (f"  {line}" for line in describe(self.pack, card.id, self.language))
        except TextGap as gap:
            yield f"  (no text: {gap})"

    def _rulings(self, card: ir.Card) -> Iterator[str]:
        for ruling in self.rulings:
            question, answer = (text.get(self.language, "") for text in (ruling.question, ruling.answer))
            if card.id == ruling.card or card.title in question or card.title in answer:
                yield f"  Q: {question}"
                yield f"  A: {answer}"
