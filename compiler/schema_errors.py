"""What jsonschema finds, in our words and at its place in the file.

Decides for each fault what of the document is of no use any more. Knows the keywords our schemas use, not the schemas.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from .diagnostics import Diagnostic, Label, closest, did_you_mean
from .document import Document, Mapping, Scalar, Sequence, Value
from .source import Span

Path = tuple[str | int, ...]

_TYPES = {
    "string": "text",
    "integer": "a whole number",
    "boolean": "`true` or `false`",
    "object": "`key: value` pairs",
    "array": "a list",
}
_SPOKEN_BOOLEANS = {
    **dict.fromkeys(("yes", "Yes", "YES", "y", "on", "On", "ON"), "true"),
    **dict.fromkeys(("no", "No", "NO", "n", "off", "Off", "OFF"), "false"),
}
_ODD_NUMBER = re.compile(r"[-+]?\d[\d_,.: ']*(e[-+]?\d+)?", re.IGNORECASE)
_WORD = re.compile(r"[^a-z0-9]+")

LONGEST_NAME = 80
"""What the schemas allow, in letters: files are called like cards."""


@dataclass(frozen=True, slots=True)
class Found:
    """What one error of jsonschema comes to. useless: the paths of what has to go."""

    diagnostics: tuple[Diagnostic, ...]
    useless: tuple[Path, ...] = ()


def translate(error: Any, document: Document) -> Found:
    """An error of jsonschema (typed loosely: its fields are only known at run time) as diagnostics."""
    fault = _Fault(error, document)
    if "propertyNames" in error.absolute_schema_path:
        return _bad_key(fault)
    return _TRANSLATORS[error.validator](fault)


class _Fault:
    """An error of jsonschema with the value it is about."""

    def __init__(self, error: Any, document: Document) -> None:
        self.instance: Any = error.instance
        self.wanted: Any = error.validator_value
        self.schema: dict[str, Any] = error.schema
        self.path: Path = tuple(error.absolute_path)
        self.document = document
        key_span: Span | None = None
        value: Value = document.root
        for key in self.path:
            key_span = value.keys[key] if isinstance(value, Mapping) and isinstance(key, str) else None
            value = _child(value, key)
        self.value: Value = value
        self.key_span = key_span

    @property
    def name(self) -> str:
        """What to call the value."""
        keys = [key for key in self.path if isinstance(key, str)]
        if not keys:
            return "this file"
        return f"`{keys[-1]}`" if isinstance(self.path[-1], str) else f"an item of `{keys[-1]}`"

    @property
    def span(self) -> Span:
        """Where to point: at a scalar itself; of a collection at its key, or else at its first key."""
        match self.value:
            case Scalar(span=span) if span.end > span.start:
                return span
            case Mapping(keys=keys) if keys and self.key_span is None:
                return next(iter(keys.values()))
        return self.key_span or self.value.span

    def single(self, code: str, message: str, help: str = "", fix: str | None = None) -> Found:
        """One diagnostic; the value has to go."""
        return Found((Diagnostic(code, self.span, message, help, fix=fix),), (self.path,))


def _child(value: Value, key: str | int) -> Value:
    match value:
        case Mapping(items=items) if isinstance(key, str):
            return items[key]
        case Sequence(items=elements) if isinstance(key, int):
            return elements[key]
    raise KeyError(key)


# ---- keys --------------------------------------------------------------------------------------------


def _unknown_keys(fault: _Fault) -> Found:
    known = list(fault.schema.get("properties", ()))
    keys = fault.value.keys if isinstance(fault.value, Mapping) else {}
    unknown = [key for key in keys if key not in known]
    offered = f"possible here: {', '.join(known)}"
    missing = [key for key in known if key not in keys]
    diagnostics = tuple(
        Diagnostic("CW0201", keys[key], f"unknown key `{key}`", did_you_mean(key, missing) or offered)
        for key in unknown
    )
    return Found(diagnostics, tuple((*fault.path, key) for key in unknown))


def _missing_keys(fault: _Fault) -> Found:
    known = list(fault.schema.get("properties", ()))
    misspelt = {closest(key, known) for key in fault.instance if key not in known}
    missing = [f"`{key}`" for key in fault.wanted if key not in fault.instance and key not in misspelt]
    if not missing:
        return Found((), (fault.path,))
    return fault.single("CW0202", f"{_joined(missing, 'and')} {'is' if len(missing) == 1 else 'are'} missing here")


def _bad_key(fault: _Fault) -> Found:
    key = fault.instance
    span = fault.value.keys[key] if isinstance(fault.value, Mapping) else fault.span
    language = fault.schema.get("pattern") == "^[a-z]{2}$"
    diagnostic = _not_a_language(key, span) if language else _not_a_name(key, span)
    return Found((diagnostic,), ((*fault.path, key),))


def _not_a_language(key: str, span: Span) -> Diagnostic:
    return Diagnostic("CW0207", span, f"`{key}` is not a language", help="languages have two letters, as in `en`, `it`")


def _not_a_name(word: str, span: Span) -> Diagnostic:
    if len(word) > LONGEST_NAME:
        message = f"`{word[:20]}...` is too long for a name"
        return Diagnostic("CW0207", span, message, f"take {LONGEST_NAME} letters at most")
    better = _WORD.sub("-", word.lower()).strip("-")
    hint = f"write `{better}`" if better[:1].isalpha() else "a name has small letters, digits and single hyphens"
    return Diagnostic("CW0207", span, f"`{word}` cannot be a name", hint, fix=better or None)


# ---- values ------------------------------------------------------------------------------------------


def _wrong_type(fault: _Fault) -> Found:
    wanted = [fault.wanted] if isinstance(fault.wanted, str) else list(fault.wanted)
    written = fault.instance
    if isinstance(written, str) and "boolean" in wanted and written in _SPOKEN_BOOLEANS:
        meant = _SPOKEN_BOOLEANS[written]
        return fault.single("CW0205", f"`{written}` is a word, not a truth value", f"write `{meant}`", meant)
    if isinstance(written, str) and "integer" in wanted and _ODD_NUMBER.fullmatch(written):
        digits = re.sub(r"[_,' ]", "", written)
        plain = digits if re.fullmatch(r"[-+]?\d+", digits) else None
        hint = f"write `{plain}`" if plain else "write digits only"
        return fault.single("CW0209", f"`{written}` is text, not a number", hint, plain)
    message = f"{fault.name} must be {_joined([_TYPES[name] for name in wanted], 'or')}, not {_described(written)}"
    return fault.single("CW0203", message, *_mended(fault, wanted))


def _mended(fault: _Fault, wanted: list[str]) -> tuple[str, str | None]:
    """A way to write a value of a wanted type instead: help, and text to put in its place."""
    if not isinstance(fault.value, Scalar) or fault.instance is None:
        return "", None
    text = fault.document.source.text[fault.value.span.start : fault.value.span.end]
    fix = ""
    if "string" in wanted:
        fix = f'"{text}"'
    elif "array" in wanted and not fault.value.block:
        fix = f"[{text}]"
    return (f"write `{fix}`", fix) if fix else ("", None)


def _described(value: Any) -> str:
    match value:
        case None:
            return "nothing"
        case bool():
            return f"the truth value `{str(value).lower()}`"
        case int():
            return f"the number {value}"
        case float():
            return f"the fraction {value}"
        case str():
            return f"the text `{value}`" if len(value) <= 30 and "\n" not in value else "text"
        case list():
            return "a list"
        case _:
            return "`key: value` pairs"


def _not_one_of(fault: _Fault) -> Found:
    hint = did_you_mean(str(fault.instance), fault.wanted) or f"one of: {', '.join(fault.wanted)}"
    return fault.single("CW0204", f"{fault.name} cannot be {_described(fault.instance)}", hint)


def _too_long(fault: _Fault) -> Found:
    return Found((_not_a_name(fault.instance, fault.span),), (fault.path,))


def _not_matching(fault: _Fault) -> Found:
    form = _FORMS.get(fault.name)
    if form is not None:
        return fault.single("CW0206", f"{fault.name} cannot be `{fault.instance}`", form)
    return Found((_not_a_name(fault.instance, fault.span),), (fault.path,))


_FORMS = {
    "`version`": "write three numbers: `1.2.0`",
    "an item of `needs`": "write the name of a set, or with the least version that will do: `basic >= 1.2.0`",
    "`effects`": "`cardwright lint` says what to write",
    "`colour`": 'write red, green and blue: `"#7a3b5c"`',
    "`paper`": 'write red, green and blue: `"#fbf8f1"`',
    "`path`": "write the letters and numbers of an SVG path, which begins with `M`",
}
"""Texts that must have a form of their own, and which."""


def _out_of_range(fault: _Fault) -> Found:
    low, high = fault.schema.get("minimum"), fault.schema.get("maximum")
    allowed = f"at least {low:,}" if high is None else f"between {low:,} and {high:,}"
    return fault.single("CW0206", f"{fault.name} must be {allowed}, not {fault.instance:,}")


def _empty(fault: _Fault) -> Found:
    return fault.single("CW0210", f"{fault.name} must not be empty", "fill it in, or leave the key out")


def _too_many(fault: _Fault) -> Found:
    return fault.single("CW0210", f"{fault.name} must have a single key", "give each a list item of its own")


def _repeated(fault: _Fault) -> Found:
    """Harmless to later passes."""
    return Found(tuple(_repetitions(fault.value)))


def _repetitions(value: Value) -> Iterator[Diagnostic]:
    first: dict[object, Span] = {}
    for item in value.items if isinstance(value, Sequence) else ():
        if not isinstance(item, Scalar):
            continue
        if item.value in first:
            labels = (Label(first[item.value], "first given here"),)
            yield Diagnostic("CW0211", item.span, f"`{item.value}` stands in this list twice", labels=labels)
        first.setdefault(item.value, item.span)


def _reworded(fault: _Fault) -> Found:
    message = f"the rules in {fault.name} must stand in the file as they read"
    return fault.single("CW0212", message, "write them after `|` on lines of their own, or plainly on one line")


_TRANSLATORS: dict[str, Callable[[_Fault], Found]] = {
    "additionalProperties": _unknown_keys,
    "required": _missing_keys,
    "type": _wrong_type,
    "enum": _not_one_of,
    "pattern": _not_matching,
    "minimum": _out_of_range,
    "maximum": _out_of_range,
    "minItems": _empty,
    "minLength": _empty,
    "maxLength": _too_long,
    "minProperties": _empty,
    "maxProperties": _too_many,
    "uniqueItems": _repeated,
    "verbatim": _reworded,
}
"""By keyword. A test makes sure that the schemas use no other."""


def _joined(words: list[str], last: str) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"
