"""From a compiled game to an ``Edition`` of it, and what its card files lack for that.

Runs nothing and renders nothing. Whatever has no wording in the language is left out and reported (CW1101).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from cardwright.runtime import ir

from .. import driver, rulings
from ..cache import Cache, cache_folder
from ..diagnostics import Diagnostic
from ..source import Span
from ..statements import SEPARATOR, Statement
from ..text import Texts
from ..text.plain import DRAFTED, drafted
from . import model
from .examples import Examples, examples
from .facts import Facts, Key, read_facts, shown
from .glossary import Glossary
from .mentions import Mentions
from .rulebook import Rulebook, settled_by
from .wordings import Wordings

SAID_IN = "en"
"""The language in whose texts cards are looked for, so that all editions link the same."""


class NoTexts(Exception):
    """The game has no words of the language at all."""


@dataclass(frozen=True, slots=True)
class Gathered:
    """An edition, and the wordings that its language lacks.

    places: where cards and the like stand in files. examples: of the constructs that its rules use.
    """

    edition: model.Edition
    missing: tuple[Diagnostic, ...]
    places: Mapping[Key, Span]
    examples: Examples


def gather(game: driver.Game, lang: str, titles: str = model.NEUTRAL) -> Gathered:
    """All that can be printed about a game. Its files must be without errors. Raises NoTexts."""
    pack = game.pack
    if pack is None:
        raise ValueError("a game with errors has no edition")
    if not pack.texts:
        refuse_untold(pack.id, (lang,))
    facts = read_facts(game.folder.files, Cache(cache_folder()))
    source = _Source(game, pack if pack.texts else drafted(pack), facts, lang, titles == model.PRINTED)
    return source.gathered()


def refuse_untold(game: str, languages: Iterable[str]) -> None:
    """Raises NoTexts if a game without words of its own cannot be told in one of these languages."""
    if any(lang != DRAFTED for lang in languages):
        raise NoTexts(f"`{game}` has no `texts:` file, so there is nothing to print in this language")


@dataclass(frozen=True)
class _Source:
    """What an edition is made of."""

    game: driver.Game
    pack: ir.Pack
    facts: Facts
    lang: str
    printed: bool

    def gathered(self) -> Gathered:
        wordings = Wordings(self.lang)
        found = tuple(self._rulings(wordings))
        told = {ruling.id for ruling in found}
        settled = settled_by((one for one in self._compiled if one.id in told), self._states)
        rulebook = Rulebook(self.facts, wordings, self._about, self.titles, settled, self._said)
        chapters = rulebook.chapters(self._states)
        glossary = Glossary(self.texts)
        about = _by_card(found)
        paragraphs = (one for top in chapters for chapter in top.walk() for one in chapter.paragraphs)
        edition = model.Edition(
            game=self.pack.id,
            lang=self.lang,
            titles=model.PRINTED if self.printed else model.NEUTRAL,
            title=self._title_of("game", self.pack.id, wordings),
            players=(self.pack.min_players, self.pack.max_players),
            sets=tuple(model.Word(name, self._title_of("set", name, wordings)) for name in self.pack.sets),
            versions=self.facts.versions,
            chapters=chapters,
            course=glossary.course(),
            cards=tuple(self._card(card, about.get(card.id, ())) for card in self.pack.cards),
            abilities=tuple(self._abilities()),
            rulings=found,
            terms=glossary.terms(paragraphs),
        )
        return Gathered(edition, tuple(wordings.missing), self.facts.places, examples(self.texts, self.facts.rules))

    # ---- words ----

    @cached_property
    def texts(self) -> Texts:
        """The derived texts, with the titles of this edition."""
        return Texts(self._retitled() if self.printed else self.pack, self.lang)

    def _retitled(self) -> ir.Pack:
        texts: dict[str, Any] = dict(self.pack.texts)
        for lang, sections in texts.items():
            cards = {**sections.get("cards", {}), **self._printed("card")}
            abilities = {**sections.get("abilities", {}), **self._printed("ability")}
            texts[lang] = {**sections, "cards": cards, "abilities": abilities}
        return replace(self.pack, texts=tuple(texts.items()))

    def _printed(self, sort: str) -> dict[str, str]:
        return {name: title for (what, name), title in self.facts.printed.items() if what == sort}

    @cached_property
    def titles(self) -> Mapping[str, str]:
        """The titles of cards and abilities in this edition, by id."""
        words = self.texts.words.data
        return {**words.get("abilities", {}), **words.get("cards", {})}

    @cached_property
    def _about(self) -> Mapping[str, str]:
        """Ids of cards and abilities by their English titles."""
        named: list[ir.Ability | ir.Card] = [*self.pack.abilities, *self.pack.cards]
        return {one.title: one.id for one in reversed(named) if one.id in self.titles}

    @cached_property
    def _mentions(self) -> Mentions:
        return Mentions({card.id: card.title for card in self.pack.cards})

    @cached_property
    def _neutral(self) -> Mentions:
        """Finds the neutral titles of this language, which the prose of card files uses."""
        sorts = ("card", "ability")
        return Mentions(
            {name: titles.get(self.lang, "") for (sort, name), titles in self.facts.titles.items() if sort in sorts}
        )

    def _said(self, prose: str) -> str:
        """Prose with the titles of this edition."""
        if not self.printed:
            return prose
        return self._neutral.replaced(prose, lambda name, title: self.titles.get(name, title))

    def _title_of(self, sort: str, name: str, wordings: Wordings) -> str:
        title = shown(self.facts, (sort, name), self.lang, self.printed)
        if title:
            return title
        place = self.facts.places.get((sort, name))
        if place is not None:
            wordings.report(f"the title of `{name}`", place, f"add `{self.lang}:` to it")
        return name

    def _word(self, section: str, name: str) -> model.Word:
        known = self.texts.words
        return model.Word(name, known.shown(section, name) if known.has(section, name) else name)

    # ---- rulings ----

    @property
    def _compiled(self) -> tuple[rulings.Ruling, ...]:
        return self.game.compiled.rulings

    @property
    def _states(self) -> tuple[Statement, ...]:
        return self.game.compiled.statements

    def _rulings(self, wordings: Wordings) -> Iterator[model.Ruling]:
        sections = {statement.id: statement.section for statement in self._states}
        for one in self._compiled:
            question = wordings.of(one.question, f"the question of `{one.id}`", one.span)
            answer = wordings.of(one.answer, f"the answer of `{one.id}`", one.span)
            if question and answer:
                settles = tuple(id for id, _ in one.settles)
                about = self._cards_of(one, (sections.get(id, "") for id in settles))
                yield model.Ruling(
                    one.id, self._said(question), self._said(answer), settles, tuple(about), len(one.scenarios)
                )

    def _cards_of(self, ruling: rulings.Ruling, sections: Iterable[str]) -> dict[str, None]:
        """The cards a ruling speaks of: the one it stands beside, those its statements are about, those it names."""
        named = self._mentions.ids(ruling.question.get(SAID_IN, ""), ruling.answer.get(SAID_IN, ""))
        parts = (part for section in sections for part in section.split(SEPARATOR))
        about = (self._about[part] for part in parts if part in self._about)
        return dict.fromkeys(name for name in (ruling.card, *about, *named) if name in self._named)

    # ---- cards ----

    def _card(self, card: ir.Card, about: Iterable[model.Ruling]) -> model.Card:
        told = sorted(about, key=lambda ruling: ruling.cards[0] != card.id)
        quote = self.texts.words.data.get("quotes", {}).get(card.id, "")
        lines = self.texts.card(card.id)
        origins = self.facts.origins.get(card.id, {})
        return model.Card(
            id=card.id,
            title=self.texts.title("cards", card.id),
            printed=self.facts.printed.get(("card", card.id), ""),
            kind=self._word("kinds", card.kind),
            set=model.Word(card.set, shown(self.facts, ("set", card.set), self.lang, self.printed) or card.set),
            tags=tuple(self._word("tags", tag) for tag in card.tags),
            groups=tuple(self._group(name, members) for name, members in card.groups),
            figures=tuple(self._figure(name, value, origins) for name, value in card.numbers),
            text=tuple(lines[:-1] if quote else lines),
            quote=quote,
            abilities=tuple(name for name in card.abilities if name != card.id),
            copies=card.copies,
            deck=self._word("zones", card.deck) if card.deck else None,
            origins=tuple(origins.items()),
            note=self.facts.notes.get(card.id, "") if self.lang == SAID_IN else "",
            rulings=tuple(ruling.id for ruling in told),
            related=tuple(self._related(card.id, told)),
            path=self._path(card.id),
            target=self._target(card.id),
        )

    def _figure(self, name: str, value: int, origins: Mapping[str, str]) -> model.Figure:
        return model.Figure(name, self._word("numbers", name).title, value, origins.get("numbers", ""))

    def _group(self, name: str, members: Iterable[str]) -> model.Group:
        return model.Group(self._word("groupings", name), tuple(self._word("tags", member) for member in members))

    def _related(self, card: str, told: Iterable[model.Ruling]) -> Iterator[str]:
        """Cards that stand in the same rulings, that the rules of this one name, or whose rules name it."""
        near = {name for ruling in told for name in ruling.cards}
        near |= self._named[card] | self._naming.get(card, set())
        yield from (other.id for other in self.pack.cards if other.id in near and other.id != card)

    @cached_property
    def _named(self) -> Mapping[str, frozenset[str]]:
        """For each card the cards that its rules name."""
        abilities = {ability.id: ability for ability in self.pack.abilities}
        named = {
            name: frozenset(node.name for node in ir.walk(one.hooks) if isinstance(node, ir.Is) and node.what == "card")
            for name, one in abilities.items()
        }
        return {
            card.id: frozenset[str]().union(*(named[name] for name in card.abilities if name in named))
            for card in self.pack.cards
        }

    @cached_property
    def _naming(self) -> Mapping[str, set[str]]:
        """For each card that rules name, the cards whose rules do."""
        found: dict[str, set[str]] = {}
        for card, names in self._named.items():
            for name in names:
                found.setdefault(name, set()).add(card)
        return found

    def _abilities(self) -> Iterator[model.Ability]:
        """The abilities with titles, in alphabetical order."""
        cards = {card.id: card for card in self.pack.cards}
        named = [one for one in self.pack.abilities if ":" not in one.id and one.id not in cards]
        for one in sorted(named, key=lambda one: self.texts.title("abilities", one.id).lower()):
            having = tuple(card.id for card in self.pack.cards if one.id in card.abilities)
            kind = cards[having[0]].kind if having else "card"
            text = tuple(self.texts.ability(one.id, kind))
            yield model.Ability(one.id, self.texts.title("abilities", one.id), text, having, self._target(one.id))

    def _target(self, ability: str) -> model.Word | None:
        """The class of what an ability strikes; a card's own goes by the card."""
        name = next((one.target for one in self.pack.abilities if one.id == ability), "")
        return self._word("classes", name) if name else None

    def _path(self, card: str) -> str:
        """The file of a card, below the folder of the game."""
        path, folder = self.facts.paths.get(card, Path()), self.game.folder.path
        return path.relative_to(folder).as_posix() if path.is_relative_to(folder) else path.name


def _by_card(rulings: Iterable[model.Ruling]) -> dict[str, list[model.Ruling]]:
    """The rulings that each card has to do with, in their order."""
    found: dict[str, list[model.Ruling]] = {}
    for ruling in rulings:
        for card in ruling.cards:
            found.setdefault(card, []).append(ruling)
    return found
