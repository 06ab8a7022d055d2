"""The words of a game with what they mean, and how the game runs: from the effects of its rules.

Knows packs and derived texts; nothing of files.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from cardwright.runtime import ir

from ..text import Texts
from ..text.describe import Walker
from ..text.teller import Scene
from . import model

SORTS = ("kinds", "zones", "numbers", "counters", "statuses", "tags", "groupings", "classes")
"""The sections of words that readers may ask about."""


class Glossary:
    """What the words of a pack mean, in the language of its texts."""

    def __init__(self, texts: Texts) -> None:
        self.texts = texts
        self.pack = texts.pack
        self._untold = frozenset(self.pack.untold)
        self._laws = tuple(self._read_laws())

    def terms(self, paragraphs: Iterable[model.Paragraph]) -> tuple[model.Term, ...]:
        """Every word that players are told, in alphabetical order. paragraphs: where its definitions are looked for."""
        definitions = [one for one in paragraphs if one.kind == "definition" and not one.same_as]
        terms = (self._term(sort, word, definitions) for sort in SORTS for word in self._words(sort))
        useful = (term for term in terms if term.rules or term.paragraphs or term.cards)
        return tuple(sorted(useful, key=lambda term: (term.title.lower(), term.sort)))

    def course(self) -> model.Course:
        """The set-up and the turn."""
        setup = (" ".join(self.texts.steps((step,))) for step in self.pack.setup)
        return model.Course(tuple(line for line in setup if line), tuple(map(self._stage, self.pack.turn)))

    # ---- words ----

    def _words(self, sort: str) -> Iterator[str]:
        for word in dict.fromkeys(self._declared(sort)):
            if (sort, word) not in self._untold and self.texts.words.has(sort, word):
                yield word

    def _declared(self, sort: str) -> Iterator[str]:
        if sort == "groupings":
            yield from (name for card in self.pack.cards for name, _ in card.groups)
        elif sort in ("kinds", "zones"):
            yield from (entry.name for entry in getattr(self.pack, sort))
        else:
            yield from getattr(self.pack, sort)

    def _term(self, sort: str, word: str, definitions: Iterable[model.Paragraph]) -> model.Term:
        pattern = _mention(self.texts.words.data.get(sort, {}).get(word, ""))
        return model.Term(
            id=f"{sort}-{word}",
            sort=sort,
            title=self.texts.words.shown(sort, word),
            rules=tuple(line for used, lines in self._laws if (sort, word) in used for line in lines),
            paragraphs=tuple(one.id for one in definitions if pattern.search(one.text)),
            cards=tuple(card.id for card in self.pack.cards if _has(card, sort, word)),
        )

    def _read_laws(self) -> Iterator[tuple[frozenset[tuple[str, str]], list[str]]]:
        """What always holds by the rules of the game and its kinds: the words used, and the text."""
        abilities = {ability.id: ability for ability in self.pack.abilities}
        owners = [("card", name) for name in self.pack.rules]
        owners += [(kind.name, name) for kind in self.pack.kinds for name in kind.abilities]
        for kind, name in owners:
            walker = Walker(self.pack, self.texts.words, Scene(kind))
            for hook in abilities[name].hooks:
                for mod in hook.mods if isinstance(hook, ir.Always) else ():
                    one = ir.Always(hook.guard, (mod,))
                    yield frozenset(_used(one)), walker.hook(one)

    # ---- the turn ----

    def _stage(self, step: ir.TurnStep) -> model.Stage:
        return model.Stage(
            title=self.texts.words.shown("steps", step.name),
            condition=self.texts.cond(step.guard) if step.guard is not None else "",
            text=tuple(self.texts.steps(step.body)),
            actions=tuple(dict.fromkeys(self._actions(step.offers))),
            plays="plays" in step.offers,
        )

    def _actions(self, offers: Iterable[str]) -> Iterator[str]:
        """What can be done in a step by the rules of the game and its kinds."""
        shared = {*self.pack.rules, *(name for kind in self.pack.kinds for name in kind.abilities)}
        for offer in offers:
            if offer == "actions":
                hooks = (hook for one in self.pack.abilities if one.id in shared for hook in one.hooks)
                yield from (self.texts.label(hook.name) for hook in hooks if isinstance(hook, ir.Action))
            elif offer != "plays":
                yield self.texts.label(offer)


def _used(node: Any) -> Iterator[tuple[str, str]]:
    """The words that a node uses, with the sections they belong to."""
    for part in ir.walk(node):
        match part:
            case ir.Is(what="status", name=name) | ir.Gain(what="status", name=name):
                yield "statuses", name
            case ir.Is(what="tag", name=name) | ir.Gain(what="tag", name=name):
                yield "tags", name
            case ir.Adjust(name=name):
                yield "numbers", name
            case _:
                pass


def _has(card: ir.Card, sort: str, word: str) -> bool:
    match sort:
        case "tags":
            return word in card.tags
        case "kinds":
            return word == card.kind
        case "groupings":
            return any(word == name for name, _ in card.groups)
    return False


def _mention(forms: object) -> re.Pattern[str]:
    """Finds any form of a word in prose."""
    words = [form.strip() for form in str(forms).split("|")]
    said = "|".join(re.escape(word) for word in words if len(word) > 2)
    return re.compile(rf"(?<!\w)(?:{said})(?!\w)" if said else r"(?!)", re.IGNORECASE)
