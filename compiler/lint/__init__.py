"""Warnings about games without errors: what is there for nothing, what nobody has asked about, what may go wrong.

Each rule is a function from the pool to diagnostics. What they find can be allowed, one by one and with a reason, by a
comment; see ``allowances``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from ..diagnostics import Diagnostic
from .allowances import sifted
from .effects import never_true, unreachable
from .orphans import orphans
from .papers import drifted_texts, repeated_titles, uncovered_statements, unproven_numbers, unruled_cards
from .pool import Pool
from .rounds import rounds

RULES: tuple[Callable[[Pool], Iterable[Diagnostic]], ...] = (
    unreachable,
    never_true,
    orphans,
    rounds,
    unruled_cards,
    unproven_numbers,
    repeated_titles,
    uncovered_statements,
    drifted_texts,
)


def lint(pool: Pool) -> tuple[Diagnostic, ...]:
    """All warnings that nobody has allowed, file by file, from top to bottom."""
    order = {document.source.path: index for index, document in enumerate(pool.documents)}
    found = sifted(_all(pool), [document.source for document in pool.documents])
    return tuple(sorted(found, key=lambda one: (order[one.span.path], one.span.start, one.code)))


def _all(pool: Pool) -> Iterator[Diagnostic]:
    for rule in RULES:
        yield from dict.fromkeys(rule(pool))


__all__ = ["Pool", "lint"]
