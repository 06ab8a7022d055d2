"""What there is to read about a card: its rules text, derived from its effects, and the rulings that name it."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.runtime import ir

from ..diagnostics import did_you_mean
from ..rulings import Ruling
from ..text import TextGap, Texts
from ..text.plain import DRAFTED, drafted
from .packs import Loaded
from .sight import Sight, View


class Reference:
    """Looks cards up by their ids or titles."""

    def __init__(self, loaded: Loaded, language: str = "en") -> None:
        self.pack = loaded.pack
        self.language = language
        self.texts = Texts(loaded.pack, language) if loaded.pack.texts else Texts(drafted(loaded.pack), DRAFTED)
        self.rulings: tuple[Ruling, ...] = loaded.game.compiled.rulings if loaded.game is not None else ()
        self.ids = {
            name.lower(): card.id for card in self.pack.cards for name in (card.id, card.title, self._title(card))
        }

    def seen(self, view: View) -> list[str]:
        """The titles of the cards that a view shows."""
        seen = {card for card, _ in Sight(view).places.values()}
        return sorted(self._title(card) for card in self.pack.cards if card.id in seen)

    def card(self, name: str) -> list[str]:
        """All about a card, in lines; or a line that there is none."""
        id = self.ids.get(name.lower())
        if id is None:
            hint = did_you_mean(name.lower(), self.ids) or "`?` lists those you can see"
            return [f"no card is called `{name}`; {hint}"]
        card = next(card for card in self.pack.cards if card.id == id)
        return [*self._text(card), *self._rulings(card)]

    def _title(self, card: ir.Card) -> str:
        return str(self.texts.words.data.get("cards", {}).get(card.id, card.title))

    def _text(self, card: ir.Card) -> Iterator[str]:
        numbers = ", ".join(f"{self._word('numbers', name)} {value}" for name, value in card.numbers)
        about = ", ".join((self._word("kinds", card.kind), *(self._word("tags", tag) for tag in card.tags)))
        yield f"{self._title(card)} ({about})" + (f": {numbers}" if numbers else "")
        try:
            yield from (f"  {line}" for line in self.texts.card(card.id))
        except TextGap:
            yield "  (its rules have no text: the game has no words for them)"

    def _word(self, section: str, name: str) -> str:
        return self.texts.words.shown(section, name) if self.texts.words.has(section, name) else name

    def _rulings(self, card: ir.Card) -> Iterator[str]:
        for ruling in self.rulings:
            question, answer = (text.get(self.language, "") for text in (ruling.question, ruling.answer))
            if card.id == ruling.card or self._title(card) in question or self._title(card) in answer:
                yield f"  Q: {question}"
                yield f"  A: {answer}"
