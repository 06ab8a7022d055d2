"""The reference for authors: everything in it is told, in every language, and nothing is told that is not in it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib.resources import files
from typing import Any, get_args

import pytest
from cardwright.compiler import codes, schema
from cardwright.compiler.documents.examples import Example
from cardwright.compiler.documents.reference import PARTS, effects, grammar, keys, reference, verbs
from cardwright.compiler.documents.words import translated, wordings, words
from cardwright.compiler.text import LANGUAGES

OTHERS = [lang for lang in LANGUAGES if lang != "en"]
SCHEMAS = ("common", *schema.KINDS)

_HEADING = re.compile(r"^#+ (.*?)(?: \{#.*\})?$", re.MULTILINE)
_FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_HEADINGS = {"en": ("Wrong", "Right"), "it": ("Sbagliato", "Giusto")}


def test_the_grammar_is_told_whole() -> None:
    told = grammar()
    forms = [form for productions in told.values() for one in productions for form in one.forms]
    assert "when ‹event› [‹guard›]: ‹body›" in forms
    assert "‹noun› loses" in forms
    assert "(any | each) [other]" in forms
    assert "highest | lowest | total | fewest | most | strictly-fewest | strictly-most" in forms
    assert not [form for form in forms if '"' in form or "_" in form or "->" in form]


def test_effects_and_verbs_have_meanings_and_examples() -> None:
    example = Example("when this enters:\n    draw 1", "When this enters, draw a card.")
    told = {one.name: one for _, constructs in effects({"When": example}) for one in constructs}
    assert told["When"].example == example
    assert told["Forbid"].meaning == "Such an event cannot be performed."
    assert [name for name, one in told.items() if not one.meaning] == []
    assert {one.name: one.form for one in verbs({})}["move"] == "move OBJECT to ZONE"


def test_keys_of_files_are_told_with_what_their_schemas_say() -> None:
    told = {key.path: key for key in keys("set")}
    assert told["set"].required
    assert told["cards[].numbers"].about == "object"
    assert told["zones.NAME.layout"].about == "one of `pile`, `row`, `grid`, `graph`"
    assert "rulings[].question" in told
    verb = {key.path: key.about for key in keys("texts")}
    assert verb["texts.verbs.NAME.LANG.noun"] == "What such an event is called."


# ---- in other languages ------------------------------------------------------------------------------


def defined() -> Iterator[str]:
    """What the definitions say, in English: the headings of the grammar, the effect objects, the schemas."""
    yield from list(grammar())[:-1]
    yield from (one.meaning for _, constructs in effects({}) for one in constructs)
    for name in SCHEMAS:
        yield from described(schema.schema(name))


def described(node: Any) -> Iterator[str]:
    """Every description in a schema; a key may be called like it, but holds no text then."""
    if isinstance(node, dict):
        if isinstance(node.get("description"), str):
            yield node["description"]
        for below in node.values():
            yield from described(below)
    elif isinstance(node, list):
        for below in node:
            yield from described(below)


@pytest.mark.parametrize("lang", OTHERS)
def test_whatever_definitions_say_has_a_wording_and_no_wording_is_left_over(lang: str) -> None:
    said, told = set(defined()), wordings(lang)
    assert sorted(said - set(told)) == []
    assert sorted(set(told) - said) == []
    assert [text for text, wording in told.items() if not wording or wording == text] == []
    for text, wording in told.items():
        assert set(re.findall(r"`[^`]+`|\{\w+\}", text)) == set(re.findall(r"`[^`]+`|\{\w+\}", wording)), text


def test_a_missing_wording_is_an_error() -> None:
    assert translated("No definition says this.", "en") == "No definition says this."
    with pytest.raises(KeyError):
        translated("No definition says this.", "it")
    with pytest.raises(FileNotFoundError):
        reference("xx", {})


@pytest.mark.parametrize("lang", OTHERS)
def test_every_page_is_told_in_every_language(lang: str) -> None:
    told = {page.path: page for page in reference(lang, {})}
    written = {page.path: page for page in reference("en", {})}
    assert list(told) == list(written)
    for path, page in told.items():
        headings, english = (_HEADING.findall(_FENCE.sub("", one.content)) for one in (page, written[path]))
        assert len(headings) == len(english) > 0
        assert [one for one in headings if one in english and not one.startswith("`")] == [], path
        assert _FENCE.findall(page.content) == _FENCE.findall(written[path].content)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_examples_are_fenced_as_the_site_reads_it(lang: str) -> None:
    """A fence with any other words would not be one, and its page fall to pieces."""
    for page in reference(lang, {}):
        fences = re.findall(r"^```.*$", page.content, re.MULTILINE)
        assert [one for one in fences[::2] if not re.fullmatch(r'```\w+( title="[\w.-]+")?', one)] == [], page.path
        assert set(fences[1::2]) <= {"```"}


@pytest.mark.parametrize("lang", OTHERS)
def test_pages_share_places_so_that_languages_can_be_changed_on_them(lang: str) -> None:
    place = re.compile(r'\{(#[a-z-]+)\}|id="(\w+)"')
    for page, written in zip(reference(lang, {}), reference("en", {}), strict=True):
        assert place.findall(page.content) == place.findall(written.content)


@pytest.mark.parametrize("lang", OTHERS)
def test_every_part_and_area_has_a_title_of_its_own(lang: str) -> None:
    say = words(lang)
    titles = [say[key] for key in say if key.startswith(("authors.part-", "authors.area-"))]
    assert len(set(titles)) == len(titles)
    assert {f"authors.part-{part}" for part in PARTS} == {key for key in say if key.startswith("authors.part-")}
    assert all(get_args(union) for union in PARTS.values())


# ---- the pages of codes ------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", OTHERS)
@pytest.mark.parametrize("page", codes.pages().values(), ids=lambda page: page.code)
def test_the_page_of_a_code_is_told_with_every_example_once(page: codes.Page, lang: str) -> None:
    raw = files("cardwright.compiler.explain").joinpath(lang, f"{page.code}.md").read_text("utf-8")
    assert f"code: {page.code}\n" in raw
    assert "```" not in raw
    numbers = [int(number) for number in re.findall(r"^\{(\d+)\}$", raw, re.MULTILINE)]
    assert sorted(numbers) == list(range(1, len(_FENCE.findall(page.body)) + 1))
    told = codes.pages(lang)[page.code]
    assert (told.code, told.slug, told.untested) == (page.code, page.slug, page.untested)
    assert told.title not in ("", page.title)
    assert sorted(_FENCE.findall(told.body)) == sorted(_FENCE.findall(page.body))
    assert not re.search(r"^\{\d+\}$", _FENCE.sub("", told.body), re.MULTILINE)
    for written, heading in zip(_HEADINGS["en"], _HEADINGS[lang], strict=True):
        assert (f"## {written}\n" in page.body) == (f"## {heading}\n" in told.body)


@pytest.mark.parametrize("lang", OTHERS)
def test_no_page_of_a_code_is_left_over(lang: str) -> None:
    folder = files("cardwright.compiler.explain").joinpath(lang)
    assert {entry.name for entry in folder.iterdir()} == {f"{code}.md" for code in codes.pages()}


def test_a_page_that_asks_for_an_example_too_many_is_an_error() -> None:
    page = codes.Page("CW0123", "some-slug", "a title", "Prose.\n\n```rules\nplay:\n```\n")
    head = "---\ncode: CW0123\ntitle: un titolo\n---\n\n"
    told = codes.translated(page, f"{head}Prosa.\n\n{{1}}\n")
    assert (told.title, told.body) == ("un titolo", "Prosa.\n\n```rules\nplay:\n```\n")
    with pytest.raises(IndexError):
        codes.translated(page, f"{head}Prosa.\n\n{{2}}\n")


@pytest.mark.parametrize("name", SCHEMAS)
def test_schemas_say_nothing_twice(name: str) -> None:
    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        assert len(dict(pairs)) == len(pairs), [key for key, _ in pairs]
        return dict(pairs)

    json.loads(files("cardwright.grammar").joinpath(f"{name}.schema.json").read_text("utf-8"), object_pairs_hook=once)
