"""Silent look-ups in YAML values whose shape the schema has checked: what is not as it should be reads as nothing."""

from __future__ import annotations

from collections.abc import Iterator

from .document import Mapping, Scalar, Sequence, Value
from .source import Span

NO_MAPPING = Mapping({}, {}, Span("", 0, 0))


def mapping(value: Value | None, key: str) -> Mapping:
    found = _entry(value, key)
    return found if isinstance(found, Mapping) else NO_MAPPING


def items(value: Value | None, key: str) -> tuple[Value, ...]:
    found = _entry(value, key)
    return found.items if isinstance(found, Sequence) else ()


def scalar(value: Value | None, key: str) -> Scalar | None:
    """A text with its place."""
    found = _entry(value, key)
    return found if isinstance(found, Scalar) and isinstance(found.value, str) else None


def text(value: Value | None, key: str, default: str = "") -> str:
    found = scalar(value, key)
    return str(found.value) if found is not None else default


def number(value: Value | None, key: str, default: int) -> int:
    found = _entry(value, key)
    return found.value if isinstance(found, Scalar) and type(found.value) is int else default


def flag(value: Value | None, key: str, default: bool = False) -> bool:
    found = _entry(value, key)
    return found.value is True if isinstance(found, Scalar) else default


def words(value: Value | None, key: str) -> Iterator[tuple[str, Span]]:
    """The texts of a list, each with its place."""
    for item in items(value, key):
        if isinstance(item, Scalar) and isinstance(item.value, str):
            yield item.value, item.span


def texts(value: Value | None, key: str) -> tuple[str, ...]:
    return tuple(word for word, _ in words(value, key))


def title(value: Value | None, key: str, default: str) -> str:
    """A title in English, or else in the first language given."""
    found = _entry(value, key)
    if isinstance(found, Mapping):
        return text(found, "en") or next((text(found, language) for language in found.items), default)
    return text(value, key, default)


def _entry(value: Value | None, key: str) -> Value | None:
    return value.items.get(key) if isinstance(value, Mapping) else None
