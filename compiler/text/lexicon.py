"""The words of one pack in one language: looked up by section and name, gaps remembered.

A word that is missing is recorded as a ``Gap`` and stands in the text as a visible hole; it is never taken from another
language. Knows no effect object but the pack that carries the words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from cardwright.runtime import ir

from .english import ENGLISH
from .italian import ITALIAN
from .language import Language
from .words import LANGUAGES, Adjective, Noun, VerbWord, Word, WordError, read_noun, read_verb, read_word

T = TypeVar("T")

_LANGUAGES: dict[str, Language] = {"en": ENGLISH, "it": ITALIAN}


def language(code: str) -> Language:
    """The language of this code. Raises ValueError for any other than ``LANGUAGES``."""
    if code not in _LANGUAGES:
        raise ValueError(f"no text in {code!r}: known are {', '.join(LANGUAGES)}")
    return _LANGUAGES[code]


@dataclass(frozen=True, slots=True, order=True)
class Gap:
    """What a language lacks. section: as in the texts file; about: what is wrong beyond being absent."""

    lang: str
    section: str
    word: str
    about: str = ""

    def __str__(self) -> str:
        what = f"{self.about} of `{self.word}`" if self.about else f"the word `{self.word}`"
        return f"no {_NAMES[self.lang]} text for {what} in `{self.section}`"


_NAMES = {"en": "English", "it": "Italian"}


@dataclass(slots=True)
class Lexicon:
    """Words of a game in front of the words of the rules language itself."""

    language: Language
    data: Mapping[str, Mapping[str, Any]]
    gaps: set[Gap] = field(default_factory=set)
    known: dict[tuple[str, str], Any] = field(default_factory=dict)
    """The words read so far."""

    def has(self, section: str, word: str) -> bool:
        return self._entry(section, word) is not None

    def noun(self, section: str, word: str) -> Noun:
        return self._read(section, word, read_noun, Noun(hole := f"‹{word}›", hole))

    def word(self, section: str, word: str) -> Word:
        hole: Word = Adjective((f"‹{word}›",))
        return self._read(section, word, read_word, hole)

    def verb(self, name: str) -> VerbWord:
        nothing = VerbWord((f"‹{name}›",) * 7, (f"‹{name}›",) * 7, None, None, None, None)
        return self._read("verbs", name, read_verb, nothing)

    def plain(self, section: str, word: str) -> str:
        """A text as it is: a title, or the label of a choice."""
        entry = self._entry(section, word)
        return entry if isinstance(entry, str) else self.hole(section, word)

    def shown(self, section: str, word: str) -> str:
        """The label of a word: its first form."""
        entry = self._entry(section, word)
        if entry is None:
            return self.hole(section, word)
        text = entry.get("verb", word) if isinstance(entry, Mapping) else str(entry)
        return text.split("|")[0].strip()

    def hole(self, section: str, word: str, about: str = "") -> str:
        """Records a gap; the visible hole in the text."""
        self.gaps.add(Gap(self.language.code, section, word, about))
        return f"‹{word}›"

    def _entry(self, section: str, word: str) -> Any:
        found = self.data.get(section, {}).get(word)
        if found is not None:
            return found
        own = self.language.verbs if section == "verbs" else self.language.words.get(section, {})
        return own.get(word)

    def _read(self, section: str, word: str, reader: Callable[[str, Any], T], hole: T) -> T:
        found = self.known.get((section, word))
        if found is not None:
            return cast(T, found)
        entry = self._entry(section, word)
        if entry is None:
            self.hole(section, word)
            return hole
        try:
            read = reader(self.language.code, entry)
        except WordError as error:
            self.hole(section, word, str(error))
            return hole
        self.known[section, word] = read
        return read


def lexicon(pack: ir.Pack, lang: str) -> Lexicon:
    """A fresh lexicon of the pack's words, without gaps yet."""
    return Lexicon(language(lang), dict(pack.texts).get(lang, {}))
