"""The site of one language: sources in a folder, built by MkDocs. The only module that knows the site generator.

A source is written only if it is not there already as it should be; so what is old enough need not be built again.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

import yaml

from .pages import Page
from .words import words

ASSETS = ("cardwright.css", "cardwright.js")
INDEX = Path("search", "search_index.json")


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the navigation: its title and its pages."""

    title: str
    pages: tuple[Page, ...]


@dataclass(frozen=True, slots=True)
class Site:
    """sources: a folder of ours alone. target: where the built site goes. files: pictures and the like, by address.

    languages: of all sites that are built beside this one.
    """

    lang: str
    sources: Path
    target: Path
    front: Page
    sections: tuple[Section, ...]
    files: Mapping[str, bytes]
    languages: tuple[str, ...]

    def write(self) -> bool:
        """Writes the sources; whether the navigation is as it was, so that pages that are as they were need no work."""
        wanted = {f"{page.path}.md": page.content.encode() for page in self._pages()}
        wanted |= {f"assets/{name}": _asset(name) for name in ASSETS}
        wanted |= self.files
        config = yaml.safe_dump(self._config(), allow_unicode=True, sort_keys=False).encode()
        same = not _write(self.sources / "mkdocs.yml", config)
        for name, content in wanted.items():
            _write(self.sources / "docs" / name, content)
        for path in _below(self.sources / "docs"):
            if path.relative_to(self.sources / "docs").as_posix() not in wanted:
                path.unlink()
                same = False
        return same

    def build(self, fresh: bool = False) -> list[str]:
        """Writes and builds the site; the warnings of the generator. fresh: whatever has been built before."""
        from mkdocs.commands.build import build
        from mkdocs.config import load_config

        same = self.write() and not fresh and (self.target / INDEX).is_file()
        entries = _entries(self.target / INDEX) if same else []
        with _Listener() as listener:
            config = load_config(str(self.sources / "mkdocs.yml"))
            config.plugins.on_startup(command="build", dirty=same)
            build(config, dirty=same)
            config.plugins.on_shutdown()
        if same:
            _merge(self.target / INDEX, entries)
        return listener.heard

    def _pages(self) -> Iterable[Page]:
        yield self.front
        for section in self.sections:
            yield from section.pages

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
                "alternate": [
                    {"name": words(lang)["language"], "link": f"../{lang}/index.html", "lang": lang}
                    for lang in self.languages
                ],
            },
            "extra_css": ["assets/cardwright.css"],
            "extra_javascript": ["assets/cardwright.js"],
            "markdown_extensions": [
                "attr_list",
                {"toc": {"permalink": True, "toc_depth": 3}},
                "pymdownx.superfences",
                {"pymdownx.highlight": {"use_pygments": True}},
            ],
            "plugins": [{"search": {"lang": self.lang}}],
            "validation": {"anchors": "warn", "nav": {"omitted_files": "ignore"}},
            "nav": [{self.front.title: f"{self.front.path}.md"}, *(_navigation(one) for one in self.sections)],
        }


def _theme(lang: str) -> dict[str, Any]:
    say = words(lang)
    return {
        "name": "material",
        "language": lang,
        "font": False,
        "icon": {"logo": "material/cards-outline"},
        "features": ["navigation.tabs", "navigation.tabs.sticky", "navigation.top", "navigation.indexes", "toc.follow",
                     "search.suggest", "search.highlight"],
        "palette": [
            {"media": "(prefers-color-scheme: light)", "scheme": "default", "primary": "blue grey", "accent": "deep orange",
             "toggle": {"icon": "material/weather-night", "name": say["site.theme-dark"]}},
            {"media": "(prefers-color-scheme: dark)", "scheme": "slate", "primary": "blue grey", "accent": "amber",
             "toggle": {"icon": "material/weather-sunny", "name": say["site.theme-light"]}},
        ],
    }  # fmt: skip


def _navigation(section: Section) -> dict[str, Any]:
    """Pages with titles; those in a folder with an index are below it."""
    top: list[Any] = []
    below: dict[str, list[Any]] = {}
    for page in section.pages:
        folder, _, name = page.path.rpartition("/")
        if not page.title:
            continue
        entry = f"{page.path}.md" if name == "index" else {page.title: f"{page.path}.md"}
        if "/" not in folder:
            top.append(entry)
        elif folder in below:
            below[folder].append(entry)
        else:
            below[folder] = [entry]
            top.append({page.title: below[folder]})
    return {section.title: top}


# ---- files -------------------------------------------------------------------------------------------


def _asset(name: str) -> bytes:
    return files(__package__).joinpath("assets", name).read_bytes()


def _write(path: Path, content: bytes) -> bool:
    """Whether the file was not like this already."""
    if path.is_file() and path.read_bytes() == content:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return True


def _below(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


# ---- search ------------------------------------------------------------------------------------------


def _entries(index: Path) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = json.loads(index.read_text("utf-8"))["docs"]
    return entries


def _merge(index: Path, before: Sequence[Mapping[str, Any]]) -> None:
    """Adds to the index of the pages just built what was known of the others."""
    now = json.loads(index.read_text("utf-8"))
    built = {_page_of(entry) for entry in now["docs"]}
    now["docs"] = [entry for entry in before if _page_of(entry) not in built] + now["docs"]
    index.write_text(json.dumps(now, separators=(",", ":")), "utf-8")


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
