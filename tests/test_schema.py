"""The schemas and what is left of a document that does not satisfy its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from cardwright.compiler import schema
from cardwright.compiler.document import Document, Mapping, Sequence
from cardwright.compiler.schema_errors import _TRANSLATORS
from cardwright.compiler.source import Source
from cardwright.compiler.yaml_loader import parse
from jsonschema import Draft202012Validator

FILES = ("common", *schema.KINDS)


def document(text: str) -> Document:
    found = parse(Source("x.yaml", text)).document
    assert found is not None
    return found


def cards(found: schema.Checked) -> list[dict[str, Any]]:
    assert found.document is not None
    items = found.document.root.items["cards"]
    assert isinstance(items, Sequence)
    return [dict(card.items) for card in items.items if isinstance(card, Mapping)]


HEAD = "set: extra\ngame: duel\ntitle: {en: Extra}\ncards:\n"
CARD = "  - {id: %s, title: {en: X}, kind: fighter%s}\n"


@pytest.mark.parametrize("name", FILES)
def test_the_schemas_are_schemas(name: str) -> None:
    Draft202012Validator.check_schema(schema.schema(name))


def keywords(node: Any) -> Iterator[str]:
    """The keywords of a schema that can fail."""
    containers = ("properties", "$defs")
    for key, value in node.items() if isinstance(node, dict) else ():
        yield key
        for inner in value.values() if key in containers else [value]:
            yield from keywords(inner)


@pytest.mark.parametrize("name", FILES)
def test_every_keyword_has_a_translation(name: str) -> None:
    silent = {"$schema", "$ref", "$defs", "title", "description", "properties", "items", "propertyNames", "if", "then"}
    assert set(keywords(schema.schema(name))) <= silent | set(_TRANSLATORS)


def test_every_object_with_known_keys_refuses_others() -> None:
    def open_objects(node: Any, path: str) -> Iterator[str]:
        if isinstance(node, dict):
            if "properties" in node and "additionalProperties" not in node:
                yield path
            for key, value in node.items():
                yield from open_objects(value, f"{path}/{key}")

    found = [path for name in FILES for path in open_objects(schema.schema(name), name)]
    assert found == ["rulings/$defs/scenario/properties/do/items"]  # its keys are names of players


def test_a_good_document_is_left_as_it_is() -> None:
    given = document(HEAD + CARD % ("a", ""))
    assert schema.check(given) == schema.Checked("set", given, ())


def test_an_unknown_key_goes_and_its_card_stays() -> None:
    found = schema.check(document(HEAD + CARD % ("a", ", copys: 3")))
    assert [sorted(card) for card in cards(found)] == [["id", "kind", "title"]]
    assert found.lost == frozenset()


def test_a_wrong_value_goes_and_its_card_stays() -> None:
    found = schema.check(document(HEAD + CARD % ("a", ", copies: x") + CARD % ("b", ", copies: 2")))
    assert [sorted(card) for card in cards(found)] == [["id", "kind", "title"], ["copies", "id", "kind", "title"]]


def test_a_card_without_what_it_needs_goes_and_is_remembered() -> None:
    found = schema.check(document(HEAD + "  - {id: a, title: {en: X}}\n" + CARD % ("b", "")))
    assert len(cards(found)) == 1
    assert found.lost == {"a"}


def test_a_card_whose_needed_value_is_wrong_goes_too() -> None:
    found = schema.check(document(HEAD + "  - {id: a, title: X, kind: fighter}\n" + CARD % ("b", "")))
    assert len(cards(found)) == 1
    assert found.lost >= {"a"}
    assert [one.code for one in found.diagnostics] == ["CW0203"]


def test_nothing_is_left_of_a_file_without_its_own_keys() -> None:
    found = schema.check(document("set: extra\ncards: []\n"))
    assert found.document is None
    assert [one.code for one in found.diagnostics] == ["CW0202"]


def test_what_is_left_satisfies_the_schema() -> None:
    text = HEAD + CARD % ("a", ", numbers: {x: y}, tags: [1, b, B], copies: 1.0") + "  - 3\n" + CARD % ("B", "")
    left = schema.check(document(text)).document
    assert left is not None
    assert schema.check(left).diagnostics == ()


def test_a_whole_number_is_no_fraction_and_no_truth_value() -> None:
    found = schema.check(document(HEAD + CARD % ("a", ", copies: 1.0") + CARD % ("b", ", copies: true")))
    assert [one.message for one in found.diagnostics] == [
        "`copies` must be a whole number, not the fraction 1.0",
        "`copies` must be a whole number, not the truth value `true`",
    ]


@pytest.mark.parametrize(
    ("text", "fix"),
    [
        (CARD % ("a", ", copies: 1_000"), "1000"),
        (CARD % ("a", ", tags: evil"), "[evil]"),
        (CARD % ("a", ", printed: 12"), '"12"'),
        (CARD % ("Big", ""), "big"),
    ],
)
def test_a_fix_mends_the_file(text: str, fix: str) -> None:
    given = document(HEAD + text)
    (found,) = schema.check(given).diagnostics
    assert found.fix == fix
    old = given.source.text
    new = document(old[: found.span.start] + fix + old[found.span.end :])
    assert schema.check(new).diagnostics == ()


@pytest.mark.parametrize("kind", schema.KINDS)
def test_the_kind_is_told_by_the_top_key(kind: str) -> None:
    assert schema.kind_of(document(f"game: duel\n{kind}: x\n" if kind != "game" else "game: duel\n")) == kind


@pytest.mark.parametrize(
    ("reason", "messages"),
    [
        ("Nobody knows.", []),
        ("{en: Nobody knows., it: Non si sa.}", []),
        ("[Nobody knows.]", ["`reason` must be text or `key: value` pairs, not a list"]),
        ("{english: Nobody knows.}", ["`english` is not a language"]),
        ("{en: ''}", ["`en` must not be empty"]),
        ("{}", ["`reason` must not be empty"]),
        ("''", ["`reason` must not be empty"]),
    ],
)
def test_a_note_is_english_or_by_language(reason: str, messages: list[str]) -> None:
    statement = f"id: a.b, section: A, kind: rule, states: {{en: It is.}}, reason: {reason}"
    checked = schema.check(document(f"statements:\n  - {{{statement}}}\n"))
    assert [one.message for one in checked.diagnostics] == messages
