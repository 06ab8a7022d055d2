"""Words of a language as a texts file writes them: nouns, adjectives and verbs, read from short strings.

Knows how many forms each language needs. Knows no effect object and no game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Union

from .phrase import Phrase, Template, TemplateError, template

LANGUAGES = ("en", "it")


class WordError(ValueError):
    """A word or verb that cannot be read; the message says what it should look like."""


@dataclass(frozen=True, slots=True)
class Noun:
    one: str
    many: str
    gender: str = "m"

    def form(self, plural: bool) -> str:
        return self.many if plural else self.one


@dataclass(frozen=True, slots=True)
class Adjective:
    """One form, or four: masculine one and many, feminine one and many."""

    forms: tuple[str, ...]

    def agree(self, phrase: Phrase) -> str:
        return self.forms[0] if len(self.forms) == 1 else phrase.form(self.forms)


Word = Union[Noun, Adjective]


@dataclass(frozen=True, slots=True)
class VerbWord:
    """A verb: its conjugated forms, and the clauses it makes.

    do: the imperative clause, where it differs from ``active`` without its subject; it may have a verb of its own.
    noun: the event as a thing.
    """

    forms: tuple[str, ...]
    do_forms: tuple[str, ...]
    do: Template | None
    active: Template | None
    passive: Template | None
    noun: Noun | None


CLAUSES = ("do", "active", "passive")

VERB_FORMS = {
    "en": ("base", "third person", "participle"),
    "it": (
        "infinitive",
        "imperative",
        "second person",
        "third person",
        "third person plural",
        "participle",
        "auxiliary",
    ),
}
"""What the forms of a verb are. The Italian auxiliary may be left out: *avere*."""

NOUN_SHAPE = {"en": "`fighter | fighters`", "it": "`lottatore | lottatori | m`"}
ADJECTIVE_SHAPE = {"en": "`tapped`", "it": "`girato | girati | girata | girate`, or one form for all"}


def split(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split("|"))


def read_noun(lang: str, text: str) -> Noun:
    """A noun. Raises WordError."""
    parts = split(text)
    if all(parts):
        match lang, parts:
            case "en", (one,):
                return Noun(one, one)
            case "en", (one, many):
                return Noun(one, many)
            case "it", (one, many, "m" | "f" as gender):
                return Noun(one, many, gender)
    raise WordError(f"a noun is written {NOUN_SHAPE[lang]}")


def read_word(lang: str, text: str) -> Word:
    """A noun or an adjective, told apart by the number of forms. Raises WordError."""
    parts = split(text)
    if len(parts) == 1 or (lang == "it" and len(parts) == 4):
        if all(parts):
            return Adjective(parts)
        raise WordError(f"an adjective is written {ADJECTIVE_SHAPE[lang]}")
    return read_noun(lang, text)


def read_verb(lang: str, entry: Mapping[str, str]) -> VerbWord:
    """A verb. Raises WordError."""
    forms = _forms(lang, entry.get("verb", ""))
    do_forms = _forms(lang, entry["do-verb"]) if "do-verb" in entry else forms
    clauses = {clause: _clause(clause, entry[clause]) if clause in entry else None for clause in CLAUSES}
    noun = read_noun(lang, entry["noun"]) if "noun" in entry else None
    return VerbWord(forms, do_forms, clauses["do"], clauses["active"], clauses["passive"], noun)


def _forms(lang: str, text: str) -> tuple[str, ...]:
    names, forms = VERB_FORMS[lang], split(text)
    if not all(forms) or len(forms) not in (len(names), len(names) - (lang == "it")):
        raise WordError(f"the forms of a verb are: {' | '.join(names)}")
    return forms


def read_template(lang: str, text: str) -> Template:
    """A template. Raises WordError."""
    try:
        return template(text)
    except TemplateError as error:
        raise WordError(str(error)) from None


def _clause(name: str, text: str) -> Template:
    try:
        clause = template(text)
    except TemplateError as error:
        raise WordError(f"{name}: {error}") from None
    if "verb" not in clause.required:
        raise WordError(f"{name}: `{{verb}}` marks where the verb goes")
    return clause
