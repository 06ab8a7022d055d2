"""A plugin for MkDocs: pages that navigation does not list show it all the same, as if they stood in their section.

Imports the generator, so it is imported only when a site is built.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from mkdocs.config.base import Config
from mkdocs.plugins import BasePlugin
from mkdocs.structure.nav import Section

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.nav import Navigation


class NoOptions(Config):  # type: ignore[no-untyped-call]  # what MkDocs does with subclasses has no types
    """There is nothing to choose."""


class Placed(BasePlugin[NoOptions]):  # type: ignore[no-untyped-call]  # the same
    """Puts each page without a place into the section of its top folder. order: of all pages, by their addresses."""

    order: Mapping[str, int] = MappingProxyType({})

    def on_nav(self, nav: Navigation, /, *, config: MkDocsConfig, files: Files) -> Navigation:
        sections = {_folder(page.file.src_uri): _top(page.parent) for page in nav.pages if page.parent is not None}
        self.order = {file.url: rank for rank, file in enumerate(files.documentation_pages())}
        for file in files.documentation_pages():
            if file.page is not None and file.page.parent is None:
                file.page.parent = sections.get(_folder(file.src_uri))
        return nav


def _folder(uri: str) -> str:
    return uri.partition("/")[0]


def _top(section: Section) -> Section:
    return _top(section.parent) if section.parent is not None else section
