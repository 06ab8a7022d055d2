"""The register of diagnostic codes: what each means, from its page in ``explain/``.

A new code needs its page, its wording in each other language (``explain/it/``: the title and the prose, and ``{1}``
where the first example of the page goes), and nothing else. Areas: CW01 files and YAML, CW02 the shape of files, CW03
the syntax of rules, CW04 names, CW05 types and roles, CW06 rules that cannot be meant, CW07 rulings and scenarios,
CW08 texts, CW09 packs, saves and replays, CW10 what `lint` warns of, CW11 looks and printing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

WRITTEN_IN = "en"
"""The language of the pages, which diagnostics speak as well."""

_EXPLAIN = "cardwright.compiler.explain"
_EXAMPLE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_PLACE = re.compile(r"^\{(\d+)\}$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Page:
    """A code, its readable name, a line on what is wrong, and the page's Markdown.

    untested: why its examples cannot be run by a test, or "". escaped: whether characters that cannot be shown are
    escaped in its wrong example.
    """

    code: str
    slug: str
    title: str
    body: str
    untested: str = ""
    escaped: bool = False


def pages(lang: str = WRITTEN_IN) -> dict[str, Page]:
    """All pages by code, in the order of the codes. lang: of their titles and their prose; there is one set of
    examples. Raises FileNotFoundError for a language that there are no pages of."""
    return _written() if lang == WRITTEN_IN else _translated(lang)


@cache
def _written() -> dict[str, Page]:
    folder = files(_EXPLAIN)
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".md"))
    return {page.code: page for page in (parse(folder.joinpath(name).read_text("utf-8")) for name in names)}


@cache
def _translated(lang: str) -> dict[str, Page]:
    folder = files(_EXPLAIN).joinpath(lang)
    return {
        code: translated(page, folder.joinpath(f"{code}.md").read_text("utf-8")) for code, page in _written().items()
    }


def find(word: str, lang: str = WRITTEN_IN) -> Page | None:
    """The page of a code or slug, however its letters are written."""
    for page in pages(lang).values():
        if word.upper() in (page.code, page.code.removeprefix("CW")) or word.lower() == page.slug:
            return page
    return None


def parse(text: str) -> Page:
    """A page from its text: ``key: value`` lines between two lines ``---``, then Markdown."""
    given, body = _parts(text)
    return Page(given["code"], given["slug"], given["title"], body, given.get("untested", ""), "escaped" in given)


def translated(page: Page, text: str) -> Page:
    """A page in another language, from its text there. Raises IndexError if that asks for an example too many."""
    given, body = _parts(text)
    examples = _EXAMPLE.findall(page.body)
    return replace(page, title=given["title"], body=_PLACE.sub(lambda place: examples[int(place[1]) - 1], body))


def _parts(text: str) -> tuple[dict[str, str], str]:
    """What stands at the head of a page, and its Markdown."""
    _, head, body = text.split("---\n", 2)
    return dict(line.split(": ", 1) for line in head.strip().splitlines()), body.strip() + "\n"
