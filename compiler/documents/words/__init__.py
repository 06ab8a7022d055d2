"""What documents say of their own accord, by language. What a language lacks is an error, wherever it is asked for.

What the definitions of the language say (the grammar, the effect objects, the schemas) stands there in English alone,
and its wordings in other languages here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

DEFINED_IN = "en"
"""The language in which definitions say what they mean."""


class Words(Mapping[str, str]):
    """The words of one language by dotted keys: ``words["cards.title"]``."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self._words = dict(_flat(_read(f"{lang}.yaml")))

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


def translated(text: str, lang: str) -> str:
    """What a definition says in English, in a language. Raises KeyError if it has no wording there."""
    return text if lang == DEFINED_IN else wordings(lang)[text]


@cache
def wordings(lang: str) -> Mapping[str, str]:
    """What definitions say, in another language than theirs: by what they say in English, so that no wording outlives
    what it was made for."""
    found: Mapping[str, str] = _read(f"definitions.{lang}.yaml")
    return found


def capital(text: str) -> str:
    """Text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def _flat(entries: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, str]]:
    for key, value in entries.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{above}{key}.")
        else:
            yield above + key, str(value)


def _read(name: str) -> Any:
    return yaml.load(files(__package__).joinpath(name).read_text("utf-8"), _Loader)
