"""From texts files to the plain data that a pack carries, and what is wrong with them.

Reads documents; renders no text. The words are checked for their form here, so that a pack holds only words that read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .. import access
from ..diagnostics import Diagnostic, Label
from ..document import Document, Scalar, Value
from ..document import Mapping as Entry
from ..source import Span
from .words import LANGUAGES, WordError, read_noun, read_template, read_verb, read_word

Texts = tuple[tuple[str, Any], ...]
"""What ``ir.Pack.texts`` holds: for each language its sections, for each section its words."""

NOUNS = ("kinds", "zones", "numbers", "counters", "links", "groupings", "means", "variables", "steps", "names")
WORDS = ("statuses", "tags", "classes", "values")
SECTIONS = (*NOUNS, *WORDS, "extremes", "genders", "labels", "verbs")
TITLED = ("cards", "abilities")
WRONG_FORM, TWICE = "CW0802", "CW0803"


class Word(NamedTuple):
    section: str
    word: str


@dataclass(slots=True)
class Loaded:
    """The words of a game's texts files, the titles of its sets, what is wrong.

    root: where words could be added. unread: the words whose forms are wrong.
    """

    data: dict[str, dict[str, dict[str, Any]]] = field(default_factory=lambda: {lang: {} for lang in LANGUAGES})
    places: dict[Word, Span] = field(default_factory=dict)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    root: Span | None = None
    unread: list[Word] = field(default_factory=list)

    def place(self, section: str, word: str) -> Span:
        """Where a word stands, or else where it could be added."""
        found = self.places.get(Word(section, word), self.root)
        if found is None:
            raise LookupError(f"`{word}` stands nowhere, and there is no texts file")
        return found

    @property
    def texts(self) -> Texts:
        return tuple(self.data.items())

    def add(self, lang: str, section: str, word: str, value: Any) -> None:
        self.data[lang].setdefault(section, {})[word] = value


def load_texts(texts: Sequence[Document], titled: Sequence[Document]) -> Loaded:
    """The words of texts files, the titles and handwritten texts of the others; the schema has checked their shapes."""
    loaded = Loaded()
    for document in texts:
        entries = access.mapping(document.root, "texts")
        loaded.root = loaded.root or document.root.keys.get("texts")
        for section in SECTIONS:
            _section(loaded, section, access.mapping(entries, section))
    for document in titled:
        for section in TITLED:
            for item in access.items(document.root, section):
                _titled(loaded, section, item)
    return loaded


def _section(loaded: Loaded, section: str, entries: Entry) -> None:
    for word, entry in entries.items.items():
        place = entries.keys[word]
        earlier = loaded.places.setdefault(Word(section, word), place)
        if earlier != place:
            message = f"`{word}` has a text in `{section}` already"
            loaded.diagnostics.append(Diagnostic(TWICE, place, message, "keep one", (Label(earlier, "first here"),)))
            continue
        for lang, value in _by_language(entry):
            _word(loaded, lang, section, word, value)


def _by_language(entry: Value) -> Iterator[tuple[str, Value]]:
    if isinstance(entry, Entry):
        yield from ((lang, value) for lang, value in entry.items.items() if lang in LANGUAGES)


def _word(loaded: Loaded, lang: str, section: str, word: str, value: Value) -> None:
    plain = _plain(value)
    reader = _reader(section)
    try:
        reader(lang, plain)
    except WordError as error:
        loaded.diagnostics.append(Diagnostic(WRONG_FORM, value.span, f"`{word}` cannot be read", str(error)))
        loaded.unread.append(Word(section, word))
        return
    loaded.add(lang, section, word, plain)


def _reader(section: str) -> Callable[[str, Any], object]:
    if section == "verbs":
        return read_verb
    if section in ("genders", "labels"):
        return lambda lang, text: text
    if section == "extremes":
        return read_template
    return read_noun if section in NOUNS else read_word


def _plain(value: Value) -> Any:
    match value:
        case Entry(items=entries):
            return {key: _plain(item) for key, item in entries.items()}
        case Scalar(value=plain):
            return plain
        case _:
            return ""


def _titled(loaded: Loaded, section: str, item: Value) -> None:
    """The title of a card or ability, the text of a card that is written by hand, and its quote."""
    name = access.text(item, "id")
    titles = access.mapping(item, "title")
    loaded.places.setdefault(Word(section, name), titles.span if titles.items else item.span)
    for lang in LANGUAGES:
        title = access.text(titles, lang)
        if title:
            loaded.add(lang, section, name, title)
    written, quote = access.mapping(item, "text"), access.mapping(item, "quote")
    for lang in LANGUAGES:
        if access.text(quote, lang):
            loaded.add(lang, "quotes", name, access.text(quote, lang))
        text = access.text(written, lang)
        if section == "cards" and text:
            loaded.add(lang, "overrides", name, {"text": text, "reason": access.text(written, "reason")})
