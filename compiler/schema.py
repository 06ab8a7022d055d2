"""The shape of the YAML files, checked against ``grammar/*.schema.json``.

Translates what jsonschema finds into diagnostics at their places, and takes out of the document what is of no use, so
that later passes go on with the rest. Knows shapes only: which names exist is for the passes that resolve them.
jsonschema is imported when first needed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from .diagnostics import Diagnostic, did_you_mean
from .document import Document, Mapping, Scalar, Sequence, Value
from .schema_errors import Found, Path, translate
from .statements import SEPARATOR

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

KINDS = ("set", "rulings", "statements", "texts", "look", "game")
"""The kinds of file, each told by its top key. ``game`` comes last: the others may name their game."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What a file is good for.

    kind: "" if it is none of ours. document: without its faulty parts; None if nothing is left. lost: the ids of
    cards, abilities and other things that went with those parts.
    """

    kind: str
    document: Document | None
    diagnostics: tuple[Diagnostic, ...]
    lost: frozenset[str] = frozenset()


def kind_of(document: Document) -> str:
    """What kind of file this is, or ""."""
    return next((kind for kind in KINDS if kind in document.root.items), "")


def check(document: Document) -> Checked:
    """Checks a file against the schema of its kind. What is left of the document satisfies the schema."""
    kind = kind_of(document)
    if not kind:
        return Checked("", None, (_unknown_kind(document),))
    first = _faults(kind, document)
    diagnostics = tuple(item for fault in first for item in fault.diagnostics)
    left: Document | None = document
    lost: set[str] = set()
    useless = {path for fault in first for path in fault.useless}
    while left is not None and useless:
        lost.update(name for path in useless for name in _ids(_at(left.root, path)))
        left = None if () in useless else replace(left, root=_without(left.root, useless))
        # What has gone may have been required: then what holds it goes as well.
        useless = {path for fault in _faults(kind, left) for path in fault.useless} if left else set()
    return Checked(kind, left, diagnostics, frozenset(lost))


@cache
def schema(kind: str) -> dict[str, Any]:
    """The JSON Schema of a kind of file ("common" for what they share)."""
    text = files("cardwright.grammar").joinpath(f"{kind}.schema.json").read_text("utf-8")
    content: dict[str, Any] = json.loads(text)
    return content


def _faults(kind: str, document: Document) -> list[Found]:
    plain = _plain(document.root, document.source.text)
    return [translate(error, document) for error in _validator(kind).iter_errors(plain)]


def _unknown_kind(document: Document) -> Diagnostic:
    keys = document.root.keys
    first = next(iter(keys.values()), document.root.span)
    for key, span in keys.items():
        if hint := did_you_mean(key, KINDS):
            return Diagnostic("CW0208", span, "this file is of no known kind", help=hint)
    known = ", ".join(f"`{kind}:`" for kind in sorted(KINDS))
    return Diagnostic("CW0208", first, "this file is of no known kind", help=f"its top keys hold one of {known}")


# ---- the validators ----------------------------------------------------------------------------------


@cache
def _validator(kind: str) -> Validator:
    """One validator a kind, made once: making one costs as much as checking fifty cards."""
    from jsonschema import Draft202012Validator, validators

    checker = Draft202012Validator.TYPE_CHECKER.redefine("integer", lambda _, value: type(value) is int)
    keywords = {"verbatim": _verbatim, "required": _required, "pattern": _pattern, "uniqueItems": _unique}
    extend: Any = validators.extend  # it has no types
    strict = extend(Draft202012Validator, keywords, type_checker=checker)
    validator: Validator = strict(_whole(schema(kind), kind))
    return validator


def _whole(node: Any, home: str) -> Any:
    """Part of a schema with what its references lead to in their place: to follow each of them again and again costs as
    much as all the rest. home: the schema that it stands in."""
    if isinstance(node, list):
        return [_whole(item, home) for item in node]
    if not isinstance(node, dict):
        return node
    whole = {key: _whole(item, home) for key, item in node.items() if key not in ("$ref", "$defs")}
    if "$ref" not in node:
        return whole
    file, _, pointer = node["$ref"].partition("#")
    there = _referred(file.partition(".")[0] or home, pointer)
    return {**there, **whole} if whole.keys() - {"description"} else there


@cache
def _referred(home: str, pointer: str) -> Any:
    """What a reference leads to, the same for all that refer to it."""
    return _whole(_at_pointer(schema(home), pointer), home)


def _at_pointer(content: Any, pointer: str) -> Any:
    for name in pointer.split("/")[1:]:
        content = content[name]
    return content


class _Reworded(str):
    """A text that does not stand in the file as it reads: folded, or with escapes."""


def _verbatim(validator: Any, wanted: bool, instance: Any, schema: Any) -> Iterator[Any]:
    """Our own keyword: the text must stand in the file as it reads, so that places in it are places in the file."""
    from jsonschema import ValidationError

    if wanted and isinstance(instance, _Reworded):
        yield ValidationError("reworded")


def _required(validator: Any, names: list[str], instance: Any, schema: Any) -> Iterator[Any]:
    """As in the standard, but one error for all that is missing."""
    from jsonschema import ValidationError

    if isinstance(instance, dict) and any(name not in instance for name in names):
        yield ValidationError("missing")


def _pattern(validator: Any, pattern: str, instance: Any, schema: Any) -> Iterator[Any]:
    """As in the standard, where `$` is the very end of a text; for Python it is also before a last line end."""
    from jsonschema import ValidationError

    if isinstance(instance, str) and (instance.endswith("\n") or not re.search(pattern, instance)):
        yield ValidationError(f"{instance!r} does not match {pattern!r}")


def _unique(validator: Any, wanted: bool, instance: Any, schema: Any) -> Iterator[Any]:
    """As in the standard, for lists of plain values, in a time that grows with their length and no faster."""
    from jsonschema import ValidationError

    if wanted and isinstance(instance, list):
        plain = [(type(item), item) for item in instance if not isinstance(item, (list, dict))]
        if len(set(plain)) < len(plain):
            yield ValidationError(f"{instance!r} has non-unique elements")


def _plain(value: Value, text: str) -> Any:
    """The value as jsonschema wants it. text: of its file."""
    match value:
        case Scalar(value=str(words), span=span, block=False) if text[span.start : span.end] != words:
            return _Reworded(words)
        case Scalar(value=plain):
            return plain
        case Sequence(items=items):
            return [_plain(item, text) for item in items]
        case Mapping(items=entries):
            return {key: _plain(item, text) for key, item in entries.items()}


# ---- what is left ------------------------------------------------------------------------------------


def _without(mapping: Mapping, paths: Iterable[Path]) -> Mapping:
    """A copy of a mapping without what stands at these paths, none of which is empty."""
    here, below = _split(paths)
    items = {key: _left(item, below.get(key)) for key, item in mapping.items.items() if key not in here}
    return replace(mapping, items=items, keys={key: mapping.keys[key] for key in items})


def _left(value: Value, paths: list[Path] | None) -> Value:
    match value:
        case Mapping() if paths:
            return _without(value, paths)
        case Sequence(items=items) if paths:
            here, below = _split(paths)
            left = (_left(item, below.get(index)) for index, item in enumerate(items) if index not in here)
            return replace(value, items=tuple(left))
        case _:
            return value


def _split(paths: Iterable[Path]) -> tuple[set[str | int], dict[str | int, list[Path]]]:
    """The keys that go, and what goes further down, by key."""
    here: set[str | int] = set()
    below: dict[str | int, list[Path]] = {}
    for key, *rest in paths:
        if rest:
            below.setdefault(key, []).append(tuple(rest))
        else:
            here.add(key)
    return here, below


def _at(value: Value, path: Path) -> Value | None:
    for key in path:
        match value:
            case Mapping(items=entries) if isinstance(key, str) and key in entries:
                value = entries[key]
            case Sequence(items=items) if isinstance(key, int):
                value = items[key]
            case _:
                return None
    return value


def _ids(value: Value | None) -> Iterator[str]:
    """The names that a value declares for others to use: its ``id`` and the section it is in, or the keys of a map of
    declarations.
    """
    match value:
        case Mapping(items={"id": Scalar(value=str(name)), "section": Scalar(value=str(section))}):
            yield name
            yield from section.split(SEPARATOR)
        case Mapping(items={"id": Scalar(value=str(name))}):
            yield name
        case Mapping(items=entries):
            yield from entries
        case Sequence(items=items):
            for item in items:
                yield from _ids(item)
