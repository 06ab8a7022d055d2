"""The pages of a site: Markdown made of an edition by templates. Writes no files, knows no site generator.

Headings are Markdown, so that any generator finds them; what stands below them is HTML.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from ..cache import cache_folder, key
from .model import Card, Change, Edition
from .places import OTHER, Places, anchor, card_page, relative
from .words import Words, capital, words

if TYPE_CHECKING:
    from jinja2 import Environment

_ESCAPED = str.maketrans({mark: f"\\{mark}" for mark in "\\`*_{}[]#"})


@dataclass(frozen=True, slots=True)
class Page:
    """path: below the site, without a suffix. listed: whether navigation has it; others are reached by links only."""

    path: str
    title: str
    content: str
    listed: bool = True


@dataclass(frozen=True, slots=True)
class Extras:
    """What other parts add to the pages of a game.

    faces: pictures of cards, by id. maps: pictures with their titles. downloads: files to print, with their titles. All
    by their paths, seen from the folder of the site. changes: since which edition, and what is different; None for a
    first edition.
    """

    faces: Mapping[str, str] = field(default_factory=dict)
    maps: tuple[tuple[str, str], ...] = ()
    downloads: tuple[tuple[str, str], ...] = ()
    changes: tuple[str, tuple[Change, ...]] | None = None


class GamePages:
    """All pages about one game in one language."""

    def __init__(self, edition: Edition, extras: Extras) -> None:
        self.edition = edition
        self.extras = extras
        self.places = Places(edition)
        self.words: Words = words(edition.lang)
        self.templates = environment()

    def pages(self) -> Iterator[Page]:
        """Every page, in the order of navigation."""
        say = self.words
        yield self._page("index", say["game.overview"])
        yield self._page("rulebook/index", say["rulebook.title"])
        for chapter in self.edition.chapters:
            title = f"{chapter.number}. {chapter.title}"
            yield self._page(f"rulebook/{chapter.id}", title, "chapter", chapter=chapter)
        yield self._page("cards/index", say["cards.title"])
        for card in self.edition.cards:
            yield replace(self._page(card_page(card.id), card.title, "card", card=card), listed=False)
        yield self._page("abilities", say["abilities.title"])
        yield self._page("faq/index", say["faq.short"])
        for name in self.places.questions:
            yield self._page(f"faq/{name}", self.title_of(name), "questions", about=name)
        for name in ("glossary", "errata", "changes"):
            yield self._page(name, say[f"{name}.title"])

    def title_of(self, page: str) -> str:
        """The title of a page of questions."""
        chapters = {chapter.id: chapter.title for chapter in self.edition.chapters}
        return self.words["faq.other"] if page == OTHER else chapters[page]

    def _page(self, name: str, title: str, template: str = "", **values: Any) -> Page:
        here = self.places.page(name)
        content = self.templates.get_template(f"{template or name.replace('/', '-')}.md.jinja").render(
            edition=self.edition,
            extras=self.extras,
            places=self.places,
            w=self.words,
            pages=self,
            to=_linker(here),
            file=_linker(here, ""),
            linked=self._mention_linker(here),
            **values,
        )
        return Page(here, title, content)

    def _mention_linker(self, here: str) -> Callable[[str], Any]:
        """Makes HTML of prose, with links to the cards it speaks of; of each card once."""
        from markupsafe import Markup, escape

        def linked(prose: str, but: str = "") -> Any:
            seen = {but}

            def link(id: str, title: str) -> str:
                if id in seen or self.places.card(id) == here:
                    return title
                seen.add(id)
                return f'<a href="{relative(self.places.card(id), here)}">{title}</a>'

            return Markup(self.places.mentions.replaced(str(escape(prose)), link))

        return linked

    # ---- what templates ask for ----

    def near(self, card: Card) -> list[Card]:
        return [self.edition.card[id] for id in card.related]

    @cached_property
    def filters(self) -> tuple[tuple[str, list[tuple[str, str]]], ...]:
        """What cards can be chosen by, with the values that occur."""
        cards = self.edition.cards
        sets = {card.set.id: card.set.title for card in cards}
        kinds = {card.kind.id: card.kind.title for card in cards}
        tags = {tag.id: tag.title for card in cards for tag in card.tags}
        found = (("set", sets), ("kind", kinds), ("tag", tags))
        return tuple((name, sorted(values.items(), key=lambda item: item[1].lower())) for name, values in found)


@dataclass(frozen=True, slots=True)
class Summary:
    """What the first page says of a game: its id and title, and how much there is."""

    game: str
    title: str
    cards: int
    paragraphs: int
    rulings: int

    @classmethod
    def of(cls, edition: Edition) -> Summary:
        numbers = (len(each) for each in (edition.cards, edition.paragraph, edition.rulings))
        return cls(edition.game, edition.title, *numbers)


def front(lang: str, games: Sequence[Summary], reference: str) -> Page:
    """The first page of a site. reference: the page of the reference for authors."""
    say, to = words(lang), _linker("index")
    content = environment().get_template("front.md.jinja").render(games=games, reference=reference, w=say, to=to)
    return Page("index", say["site.documents"], content)


def crossroads(languages: Sequence[str]) -> str:
    """The page above the sites, as HTML: it leads to each language."""
    listed = [words(lang) for lang in languages]
    return environment().get_template("crossroads.html.jinja").render(languages=listed)


def _linker(here: str, suffix: str = ".html") -> Callable[[str], str]:
    return lambda target: relative(target, here, suffix)


@cache
def environment() -> Environment:
    """The templates of all pages."""
    from jinja2 import Environment, FileSystemBytecodeCache, PackageLoader, StrictUndefined

    folder = cache_folder()
    kept = folder is not None and folder.is_dir()
    made = Environment(
        loader=PackageLoader(__package__, "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        bytecode_cache=FileSystemBytecodeCache(str(folder), f"{key('template', ())}-%s") if kept else None,
        trim_blocks=True,
        lstrip_blocks=True,
        comment_start_string="{##",  # `{#name}` is how Markdown gives a heading its name
        comment_end_string="##}",
    )
    made.filters |= {"heading": heading, "capital": capital, "anchor": anchor, "code": code}
    return made


def heading(text: str) -> Any:
    """Text as part of a Markdown heading."""
    from markupsafe import Markup

    return Markup(html.escape(text, quote=False).translate(_ESCAPED))


def code(text: str) -> Any:
    """Prose in which backquotes stand around code, as HTML."""
    from markupsafe import Markup, escape

    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(text))))
