"""The site of one language: sources in a folder, built by MkDocs. Nothing else but its plugin knows the generator.

A source is written only if it is not there already as it should be; so what is old enough need not be built again.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from .files import keep_only, write
from .pages import Page
from .words import words

if TYPE_CHECKING:
    from jinja2 import Environment
    from mkdocs.theme import Theme

ASSETS = ("cardwright.css", "cardwright.js")
INDEX = Path("search", "search_index.json")


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the navigation: its title and its pages."""

    title: str
    pages: tuple[Page, ...]


@dataclass(frozen=True, slots=True)
class Site:
    """sources: a folder of ours alone. target: where the built site goes. languages: of all sites beside this one."""

    lang: str
    sources: Path
    target: Path
    front: Page
    sections: tuple[Section, ...]
    languages: tuple[str, ...]

    def write(self) -> tuple[bool, bool]:
        """Writes the sources; whether any is not as it was, and whether so much is not that all pages are concerned."""
        wanted = {f"{page.path}.md": f"{_head(page)}{page.content}".encode() for page in self.pages}
        wanted |= {f"assets/{name}": _asset(name) for name in ASSETS}
        config = yaml.safe_dump(self._config(), allow_unicode=True, sort_keys=False).encode()
        moved = write(self.sources / "mkdocs.yml", config)
        written = [write(self.sources / "docs" / name, content) for name, content in wanted.items()]
        gone = keep_only(self.sources / "docs", frozenset(wanted))
        return any((moved, gone, *written)), moved or gone

    def build(self) -> list[str]:
        """Writes and builds what is not as it was; the warnings of the generator."""
        changed, moved = self.write()
        known = (self.target / INDEX).is_file()
        if known and not changed:
            return []
        return self._generate(dirty=known and not moved)

    def _generate(self, dirty: bool) -> list[str]:
        """Runs the generator. dirty: only on pages whose sources are newer than they are."""
        from mkdocs.commands.build import build
        from mkdocs.config import load_config

        from .navigation import Placed

        entries, placed = _entries(self.target / INDEX) if dirty else [], Placed()
        with _Listener() as listener:
            path = str(self.sources / "mkdocs.yml")  # for others to read: what is in it is known here
            config = load_config(BytesIO(), config_file_path=path, **self._config())
            config.plugins["placed"] = placed
            _remember_templates(config.theme, self.sources / "templates", dirty)
            config.plugins.on_startup(command="build", dirty=False)  # search would add what it built the last time
            build(config, dirty=dirty)
            config.plugins.on_shutdown()
        if dirty:
            _merge(self.target / INDEX, entries, placed.order)
        return listener.heard

    @property
    def pages(self) -> tuple[Page, ...]:
        """All pages, the first one first."""
        return (self.front, *(page for section in self.sections for page in section.pages))

    def _config(self) -> dict[str, Any]:
        say = words(self.lang)
        return {
            "site_name": say["site.title"],
            "docs_dir": "docs",
            "site_dir": str(self.target.resolve()),
            "use_directory_urls": False,
            "theme": _theme(self.lang),
            "extra": {
                "generator": False,
                "missing": say["site.missing"],
                "alternate": [
                    {"name": words(lang)["language"], "link": f"../{lang}/index.html", "lang": lang}
                    for lang in self.languages
                ],
            },
            "extra_css": ["assets/cardwright.css"],
            "extra_javascript": ["assets/cardwright.js"],
            "markdown_extensions": [
                "attr_list",
                {"toc": {"permalink": True, "permalink_title": say["site.permalink"], "toc_depth": 3}},
                "pymdownx.superfences",
                {"pymdownx.highlight": {"use_pygments": True}},
            ],
            "plugins": [{"search": {"lang": self.lang}}],
            "validation": {
                "nav": {"omitted_files": "ignore"},
                "links": {"anchors": "warn", "absolute_links": "warn", "unrecognized_links": "warn"},
            },
            "nav": [{_plain(self.front.title): f"{self.front.path}.md"}, *(_navigation(one) for one in self.sections)],
        }


def _remember_templates(theme: Theme, folder: Path, copied: bool) -> None:
    """Keeps the compiled templates of the theme, which take longer than a few pages.

    copied: whether its thousands of files need not be looked at, because they have been copied before.
    """
    from jinja2 import FileSystemBytecodeCache

    folder.mkdir(parents=True, exist_ok=True)
    plain = theme.get_env

    def get_env() -> Environment:
        made = plain()
        made.bytecode_cache = FileSystemBytecodeCache(str(folder))
        if copied:
            made.list_templates = lambda *_, **__: []  # type: ignore[method-assign]  # MkDocs asks nothing else
        return made

    theme.get_env = get_env  # type: ignore[method-assign]  # MkDocs has no other way in


def _theme(lang: str) -> dict[str, Any]:
    return {
        "name": "material",
        "custom_dir": str(files(__package__).joinpath("assets", "theme")),
        "language": lang,
        "font": False,
        "icon": {"logo": "material/cards-outline"},
        "features": [
            "navigation.tabs",
            "navigation.tabs.sticky",
            "navigation.top",
            "navigation.indexes",
            "navigation.prune",
            "toc.follow",
            "search.suggest",
            "search.highlight",
        ],
        "palette": [
            _palette(lang, "light", "default", "deep orange", "material/weather-night"),
            _palette(lang, "dark", "slate", "amber", "material/weather-sunny"),
        ],
    }


def _palette(lang: str, now: str, scheme: str, accent: str, icon: str) -> dict[str, Any]:
    """Colours, and the switch to the others."""
    other = "dark" if now == "light" else "light"
    return {
        "media": f"(prefers-color-scheme: {now})",
        "scheme": scheme,
        "primary": "blue grey",
        "accent": accent,
        "toggle": {"icon": icon, "name": words(lang)[f"site.theme-{other}"]},
    }


def _navigation(section: Section) -> dict[str, Any]:
    """The pages that are listed; those in a folder with an index are below it."""
    top: list[Any] = []
    below: dict[str, list[Any]] = {}
    for page in section.pages:
        folder, _, name = page.path.rpartition("/")
        if not page.listed:
            continue
        entry = f"{page.path}.md" if name == "index" else {_plain(page.title): f"{page.path}.md"}
        if "/" not in folder:
            top.append(entry)
        elif folder in below:
            below[folder].append(entry)
        else:
            below[folder] = [entry]
            top.append({_plain(page.title): below[folder]})
    return {_plain(section.title): [_alone(entry) for entry in top]}


def _alone(entry: Any) -> Any:
    """A folder with nothing but an index is a page."""
    match entry:
        case dict():
            ((title, pages),) = entry.items()
            return {title: pages[0]} if isinstance(pages, list) and len(pages) == 1 else entry
    return entry


def _head(page: Page) -> str:
    """What the generator is told of a page before its text."""
    return f"---\ntitle: {json.dumps(_plain(page.title), ensure_ascii=False)}\n---\n\n"


def _plain(title: str) -> str:
    """A title for the theme, which takes titles for HTML."""
    return escape(title, quote=False)


def _asset(name: str) -> bytes:
    return files(__package__).joinpath("assets", name).read_bytes()


# ---- search ------------------------------------------------------------------------------------------


def _entries(index: Path) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = json.loads(index.read_text("utf-8"))["docs"]
    return entries


def _merge(index: Path, before: Sequence[Mapping[str, Any]], order: Mapping[str, int]) -> None:
    """Adds to the index of the pages just built what was known of the others. order: that of all pages."""
    now = json.loads(index.read_text("utf-8"))
    built = {_page_of(entry) for entry in now["docs"]}
    entries = [entry for entry in before if _page_of(entry) not in built] + now["docs"]
    now["docs"] = sorted(entries, key=lambda entry: order.get(_page_of(entry), 0))
    write(index, json.dumps(now, separators=(",", ":")).encode())


def _page_of(entry: Mapping[str, Any]) -> str:
    return str(entry["location"]).partition("#")[0]


class _Listener(logging.Handler):
    """Hears the warnings of the generator, for as long as the block lasts."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if "'dirty' build" not in record.getMessage():
            self.heard.append(record.getMessage())

    def __enter__(self) -> _Listener:
        logging.getLogger("mkdocs").addHandler(self)
        return self

    def __exit__(self, *_: object) -> None:
        logging.getLogger("mkdocs").removeHandler(self)
