"""Printed rules text, derived from the effect objects, in English and Italian.

The walker goes over the nodes of ``runtime.ir``; every construct owns one template per language; the words of a game
come from its texts file. Nothing here knows a game.
"""

from .describe import (
    Override,
    TextGap,
    Texts,
    describe,
    describe_ability,
    describe_cond,
    describe_event,
    describe_expr,
    describe_steps,
    label,
    overrides,
    title,
)
from .lexicon import Gap
from .load import load_texts
from .missing import missing, with_texts
from .words import LANGUAGES

__all__ = [
    "LANGUAGES",
    "Gap",
    "Override",
    "TextGap",
    "Texts",
    "describe",
    "describe_ability",
    "describe_cond",
    "describe_event",
    "describe_expr",
    "describe_steps",
    "label",
    "load_texts",
    "missing",
    "overrides",
    "title",
    "with_texts",
]
