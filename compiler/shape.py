"""Whether a value has the shape that a schema asks for: yes or no, and at once.

A schema becomes one function. It says what jsonschema would say of each value that our schemas are asked about, and
nothing of what is wrong: nearly all files are right. Knows the keywords that our schemas use, not the schemas.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from .document import Mapping, Scalar, Value

Test = Callable[[Value, str], bool]
"""Whether a value is right. The text is that of its file."""

_SILENT = frozenset({"$schema", "$defs", "title", "description"})
_OF_MAPPINGS = frozenset({
    "properties", "additionalProperties", "propertyNames", "required", "minProperties", "maxProperties",
})  # fmt: skip
_OF_SEQUENCES = frozenset({"items", "minItems", "uniqueItems"})
_OF_SCALARS = frozenset({"enum", "pattern", "minLength", "maxLength", "minimum", "maximum", "verbatim"})
_SCALARS = {"string": str, "integer": int, "boolean": bool}


def compiled(schema: dict[str, Any]) -> Test:
    """The function for a schema whose references have been followed. Raises ValueError for what is unknown here."""
    return _compiled(schema, {})


def is_reworded(value: Scalar, text: str) -> bool:
    """Whether a text does not stand in the file as it reads: in quotes, folded, or with escapes."""
    return isinstance(value.value, str) and not value.block and text[value.span.start : value.span.end] != value.value


def _compiled(schema: dict[str, Any], known: dict[int, Test]) -> Test:
    """known: what has been made already, by the identity of the part of the schema."""
    found = known.get(id(schema))
    if found is None:
        found = known[id(schema)] = _made(schema, known)
    return found


def _made(schema: dict[str, Any], known: dict[int, Test]) -> Test:
    keys = schema.keys() - _SILENT
    if unknown := keys - {"type", "if", "then", *_OF_MAPPINGS, *_OF_SEQUENCES, *_OF_SCALARS}:
        raise ValueError(f"no such keyword: {', '.join(sorted(unknown))}")
    types = schema.get("type", [*_SCALARS] if "enum" in schema else [*_SCALARS, "object", "array"])
    allowed = frozenset([types] if isinstance(types, str) else types)
    mapping = _mapping(schema, known) if "object" in allowed else None
    sequence = _sequence(schema, known) if "array" in allowed else None
    scalar = _scalar(schema, allowed if "type" in schema else frozenset())

    def fits(value: Value, text: str) -> bool:
        kind = type(value)
        if kind is Scalar:
            return scalar(value, text)
        if kind is Mapping:
            return mapping is not None and mapping(value, text)
        return sequence is not None and sequence(value, text)

    return _conditional(fits, schema, known) if "if" in schema else fits


def _conditional(fits: Test, schema: dict[str, Any], known: dict[int, Test]) -> Test:
    condition, then = _compiled(schema["if"], known), _compiled(schema["then"], known)
    return lambda value, text: fits(value, text) and (not condition(value, text) or then(value, text))


def _mapping(schema: dict[str, Any], known: dict[int, Test]) -> Test:
    tests = {key: _compiled(part, known) for key, part in schema.get("properties", {}).items()}
    others = schema.get("additionalProperties", True)
    other = _compiled(others, known) if isinstance(others, dict) else None
    is_key = _key(schema["propertyNames"]) if "propertyNames" in schema else None
    required = frozenset(schema.get("required", ()))
    fewest, most = schema.get("minProperties", 0), schema.get("maxProperties", float("inf"))

    def fits(value: Any, text: str) -> bool:
        items = value.items
        if not (required <= items.keys() and fewest <= len(items) <= most):
            return False
        for key, item in items.items():
            if is_key is not None and not is_key(key):
                return False
            test = tests.get(key, other)
            if not (test(item, text) if test is not None else key in tests or others is True):
                return False
        return True

    return fits


def _key(schema: dict[str, Any]) -> Callable[[str], bool]:
    if unknown := schema.keys() - _SILENT - {"type", "pattern", "minLength", "maxLength"}:
        raise ValueError(f"no keyword for a key: {', '.join(sorted(unknown))}")
    words = list(_words(schema))
    return lambda key: all(test(key) for test in words)


def _sequence(schema: dict[str, Any], known: dict[int, Test]) -> Test:
    test = _compiled(schema["items"], known) if "items" in schema else None
    fewest, unique = schema.get("minItems", 0), schema.get("uniqueItems", False)

    def fits(value: Any, text: str) -> bool:
        items = value.items
        if len(items) < fewest or (unique and not _are_unique(items, text)):
            return False
        return test is None or all(test(item, text) for item in items)

    return fits


def _are_unique(items: Iterable[Value], text: str) -> bool:
    """Whether no plain value is there twice, written in the same way."""
    plain = [(type(item.value), item.value, is_reworded(item, text)) for item in items if isinstance(item, Scalar)]
    return len(set(plain)) == len(plain)


def _scalar(schema: dict[str, Any], allowed: frozenset[str]) -> Test:
    """allowed: the types; none for all."""
    types = frozenset(_SCALARS[name] for name in allowed if name in _SCALARS)
    words, numbers = list(_words(schema)), list(_numbers(schema))
    verbatim = schema.get("verbatim", False)
    choice = frozenset(schema["enum"]) if "enum" in schema else None

    def fits(value: Any, text: str) -> bool:
        plain = value.value
        kind = type(plain)
        if (allowed and kind not in types) or (choice is not None and not (kind is str and plain in choice)):
            return False
        if kind is str:
            return all(test(plain) for test in words) and not (verbatim and is_reworded(value, text))
        return not numbers or kind not in (int, float) or all(test(plain) for test in numbers)

    return fits


def _words(schema: dict[str, Any]) -> Iterator[Callable[[str], bool]]:
    """What is asked of a text."""
    if "pattern" in schema:
        search = re.compile(schema["pattern"]).search
        yield lambda text: not text.endswith("\n") and search(text) is not None
    if "minLength" in schema or "maxLength" in schema:
        fewest, most = schema.get("minLength", 0), schema.get("maxLength", float("inf"))
        yield lambda text: fewest <= len(text) <= most


def _numbers(schema: dict[str, Any]) -> Iterator[Callable[[float], bool]]:
    if "minimum" in schema:
        least = schema["minimum"]
        yield lambda number: number >= least
    if "maximum" in schema:
        greatest = schema["maximum"]
        yield lambda number: number <= greatest
