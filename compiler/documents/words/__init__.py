"""What documents say of their own accord, by language. What a language lacks is an error, wherever it is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import yaml


class Words(Mapping[str, str]):
    """The words of one language by dotted keys: ``words["cards.title"]``."""

    def __init__(self, lang: str) -> None:
        text = files(__package__).joinpath(f"{lang}.yaml").read_text("utf-8")
        self.lang = lang
        self._words = dict(_flat(yaml.safe_load(text)))

    def __getitem__(self, key: str) -> str:
        return self._words[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._words)

    def __len__(self) -> int:
        return len(self._words)

    def counted(self, key: str, number: int) -> str:
        """The form of a word for a number; ``#`` in it is that number."""
        one, _, many = self[key].partition(" | ")
        return (one if number == 1 or not many else many).replace("#", str(number))

    def filled(self, key: str, **values: object) -> str:
        """A sentence with its places filled."""
        return self[key].format(**values)

    def players(self, least: int, most: int) -> str:
        """How many can play."""
        if least == most:
            return self.counted("game.players", least)
        return self.filled("game.player-range", least=least, most=most)


@cache
def words(lang: str) -> Words:
    """The words of a language. Raises FileNotFoundError for one that there are no words of."""
    return Words(lang)


def capital(text: str) -> str:
    """Text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def _flat(entries: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, str]]:
    for key, value in entries.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{above}{key}.")
        else:
            yield above + key, str(value)
