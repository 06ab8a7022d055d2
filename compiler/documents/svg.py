"""Elements of SVG as text. Knows how to write one, not what it means."""

from __future__ import annotations

from html import escape
from typing import Union

Given = Union[str, int, float]


def element(name: str, *inside: str, **attributes: Given) -> str:
    """An element with what stands inside it. Attributes: ``stroke_width`` is `stroke-width`; lengths to two places."""
    told = "".join(f' {key.replace("_", "-")}="{_value(value)}"' for key, value in attributes.items())
    return f"<{name}{told}>{''.join(inside)}</{name}>" if inside else f"<{name}{told}/>"


def words(text: str, **attributes: Given) -> str:
    """A line of text."""
    return element("text", escape(text), **attributes)


def about(text: str) -> str:
    """What an element is, for those who do not see it, and for the mouse."""
    return element("title", escape(text))


def _value(value: Given) -> str:
    return escape(value) if isinstance(value, str) else f"{round(value, 2):g}"
