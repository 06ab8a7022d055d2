"""The register of diagnostic codes: what each means, from its page in ``explain/``.

A new code needs its page and nothing else. Areas: CW01 files and YAML, CW02 the shape of files, CW03 the syntax of
rules, CW04 names, CW05 types and roles, CW06 rules that cannot be meant, CW07 rulings and scenarios, CW08 texts,
CW09 packs, saves and replays, CW10 what `lint` warns of, CW11 looks and printing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Page:
    """A code, its readable name, a line on what is wrong, and the page's Markdown.

    untested: why its examples cannot be run by a test, or "".
    """

    code: str
    slug: str
    title: str
    body: str
    untested: str = ""


@cache
def pages() -> dict[str, Page]:
    """All pages by code, in the order of the codes."""
    folder = files("cardwright.compiler.explain")
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".md"))
    return {page.code: page for page in (parse(folder.joinpath(name).read_text("utf-8")) for name in names)}


def find(word: str) -> Page | None:
    """The page of a code or slug, however its letters are written."""
    for page in pages().values():
        if word.upper() in (page.code, page.code.removeprefix("CW")) or word.lower() == page.slug:
            return page
    return None


def parse(text: str) -> Page:
    """A page from its text: ``key: value`` lines between two lines ``---``, then Markdown."""
    _, head, body = text.split("---\n", 2)
    given = dict(line.split(": ", 1) for line in head.strip().splitlines())
    return Page(given["code"], given["slug"], given["title"], body.strip() + "\n", given.get("untested", ""))
