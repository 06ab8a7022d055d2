"""A voice for the table: tells a player of a game what happens and what there is to choose.

What a language has no words for is said in English, with words made of the names in the rules; so every game can be
told, with or without a texts file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cardwright.runtime import ir

from .asking import Asked, Asking
from .lexicon import Lexicon, language, lexicon
from .plain import DRAFTED, completed, plain_words
from .telling import Audience, Thing


class Narrator:
    """Speaks one language to one player, or (reader None) to somebody who watches."""

    def __init__(
        self, pack: ir.Pack, lang: str, players: int, reader: int | None = None, names: tuple[str, ...] = ()
    ) -> None:
        self.audience = Audience(pack, players, reader, names)
        draft = completed(dict(pack.texts).get(DRAFTED, {}), plain_words(pack))
        self.words = (lexicon(pack, lang), Lexicon(language(DRAFTED), draft))

    def event(self, told: Mapping[str, Any], nested: bool = False) -> str | None:
        """What happens, is about to happen or has not happened after all, as a sentence without its full stop.

        told: as ``runtime.chronicle`` tells it. nested: as part of another event. None: there is nothing to say.
        """
        return self._say(lambda voice: voice.event(told, nested))

    def prompt(self, prompt: str, asked: Asked | None) -> str:
        """What a player is asked."""
        return self._say(lambda voice: voice.prompt(prompt, asked)) or prompt

    def answer(self, option: Sequence[Any], asked: Asked | None, in_hand: bool = False) -> str:
        """What an option means."""
        return self._say(lambda voice: voice.answer(option, asked, in_hand)) or " ".join(map(str, option))

    def thing(self, thing: Thing) -> str:
        return self._say(lambda voice: voice.language.polish(voice.thing(thing).as_subject)) or str(thing)

    def name(self, seat: int) -> str:
        """A player's name, even if that player is spoken to."""
        return self._say(lambda voice: voice.name(seat).text) or str(seat)

    def zone(self, place: Mapping[str, Any]) -> str:
        return self._say(lambda voice: voice.sentence(voice.zone(place).text)) or str(place["zone"])

    def cards(self, number: int) -> str:
        """ "three cards" """
        return self._say(lambda voice: voice.backs(number).text) or str(number)

    def measure(self, section: str, name: str, value: int) -> str:
        """ "attack 40", "3 wounds" """
        return self._say(lambda voice: voice.measure(section, name, value)) or f"{name} {value}"

    def state(self, name: str, card: Thing) -> str:
        """A status, agreeing with what has it."""
        return self._say(lambda voice: voice.state(name, card)) or name

    def label(self, section: str, name: str) -> str:
        return self._say(lambda voice: voice.lexicon.shown(section, name)) or name

    def _say(self, say: Callable[[Asking], str | None]) -> str | None:
        """In the first words that are enough."""
        for words in self.words:
            text = say(Asking(self.audience, words))
            lacking, words.gaps = bool(words.gaps), set()
            if not lacking:
                return text
        return None
