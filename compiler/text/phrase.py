"""Phrases and the templates they are put into.

A phrase is a piece of text that knows its grammatical number, gender and person, so that words around it can agree
with it. A template is text with places for phrases. Knows no language and no effect object.

    {victim}                 the phrase called victim
    {victim|is|are}          one of several forms, by the number (or gender, or person) of the phrase
    {count|a card|# cards}   the same for a number; # stands for the number itself
    [with {attackers}]       left out if a phrase inside it is absent
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Union

THING, NUMBER, FORMULA = "thing", "number", "formula"


@dataclass(frozen=True, slots=True)
class Phrase:
    """Text with its grammar. ``person`` 2 is the player who reads; a NUMBER is written in figures, a FORMULA in words.

    subject: the text as subject of a verb where it differs ("" for the Italian *tu*, which the verb already says).
    short: a bare "that fighter", which can take a possessive; not a noun with a tail. possessive: of a pronoun.
    counting: of a number before what it counts ("any number of").
    """

    text: str
    plural: bool = False
    gender: str = "m"
    person: int = 3
    subject: str | None = None
    sort: str = THING
    short: bool = True
    possessive: str = ""
    counting: str = ""

    @property
    def as_subject(self) -> str:
        return self.text if self.subject is None else self.subject

    def form(self, forms: tuple[str, ...]) -> str:
        """The form that agrees.

        (one, many), (one, many, you), (m one, m many, f one, f many) or, with ``#``, (one, many, formula).
        """
        if len(forms) == 4:
            return forms[2 * (self.gender == "f") + self.plural]
        numeric = any("#" in form for form in forms)
        if len(forms) == 3 and (self.sort == FORMULA if numeric else self.person == 2):
            return forms[2]
        return forms[int(self.plural or self.person == 2)]

    def with_text(self, text: str) -> Phrase:
        """The same thing, described more fully."""
        return replace(self, text=text, subject=None, short=False)


@dataclass(frozen=True, slots=True)
class Slot:
    name: str
    forms: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Optional:
    parts: tuple[Part, ...]


Part = Union[str, Slot, Optional]


class TemplateError(ValueError):
    """A template that cannot be read; the message says why."""


@dataclass(frozen=True, slots=True)
class Template:
    """A template that has been read. ``required`` places stand outside every optional part."""

    text: str
    parts: tuple[Part, ...]
    places: frozenset[str]
    required: frozenset[str]

    def fill(self, values: Mapping[str, Phrase]) -> str:
        """The text with the phrases in their places. Every required place must have one."""
        return "".join(_fill(part, values) for part in self.parts)

    def fits(self, given: frozenset[str]) -> bool:
        """Does it say everything that is given, and nothing else?"""
        return self.required <= given <= self.places

    def preposition(self, place: str) -> str:
        """What stands before a place that can be left out: "to" of ``[ to {bearer}]``; "" if more than that does."""
        for part in self.parts:
            match part:
                case Optional((str(before), Slot(name, ()))) if name == place:
                    return before.strip()
        return ""

    @property
    def order(self) -> tuple[str, ...]:
        """The places as they come."""
        return tuple(slot.name for slot in _slots(self.parts))

    @property
    def first(self) -> str:
        """The first place of it, "" if it has none."""
        return next(iter(self.order), "")


def _fill(part: Part, values: Mapping[str, Phrase]) -> str:
    match part:
        case str():
            return part
        case Slot(name, ()):
            return values[name].text
        case Slot(name, forms):
            value = values[name]
            return value.form(forms).replace("#", value.counting or value.text)
        case Optional(parts):
            present = all(slot.name in values for slot in _slots(parts, nested=False))
            return "".join(_fill(inner, values) for inner in parts) if present else ""


def _slots(parts: tuple[Part, ...], nested: bool = True) -> Iterator[Slot]:
    for part in parts:
        match part:
            case Slot():
                yield part
            case Optional(inner) if nested:
                yield from _slots(inner)
            case _:
                pass


_TOKEN = re.compile(r"\{(?P<slot>[^{}\[\]]*)\}|(?P<open>\[)|(?P<close>\])|(?P<stray>[{}])|(?P<text>[^{}\[\]]+)")
_NAME = re.compile(r"[a-z][a-z0-9_-]*")


@lru_cache(maxsize=4096)
def template(text: str) -> Template:
    """Reads a template. Raises TemplateError."""
    stack: list[list[Part]] = [[]]
    for token in _TOKEN.finditer(text):
        match token.lastgroup:
            case "text":
                stack[-1].append(token.group())
            case "slot":
                stack[-1].append(_slot(token.group("slot")))
            case "open":
                stack.append([])
            case "close" if len(stack) > 1:
                inner = tuple(stack.pop())
                stack[-1].append(Optional(inner))
            case _:
                raise TemplateError(f"a `{token.group()}` that closes or opens nothing")
    if len(stack) > 1:
        raise TemplateError("a `[` that is never closed")
    parts = tuple(stack[0])
    places = frozenset(slot.name for slot in _slots(parts))
    return Template(text, parts, places, frozenset(slot.name for slot in _slots(parts, nested=False)))


def _slot(text: str) -> Slot:
    name, *forms = text.split("|")
    if not _NAME.fullmatch(name):
        raise TemplateError(f"`{{{text}}}` names no place")
    if len(forms) == 1 or len(forms) > 4:
        raise TemplateError(f"`{{{text}}}` needs two, three or four forms")
    return Slot(name, tuple(forms))
