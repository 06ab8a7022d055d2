"""The parser: an LALR automaton that goes through the tables of the grammar and makes nodes as it goes.

Knows nothing of the grammar but its tables, and nothing of a node but how it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from .source import Source, Span
from .tables import END, Rule, Tables
from .tokens import Token

MAX_DEPTH = 150
"""Nobody nests deeper; a limit keeps a hostile text from exhausting the stack."""

Maker = Callable[[list[Any], Span], Any]
"""Makes a node of its children, None for those left out."""
Leaf = Callable[[str, Span], Any]
"""Makes what a token comes to as a child."""


class Refused(Exception):
    """A token that cannot stand where it stands."""

    def __init__(self, token: Token) -> None:
        self.token = token


class TooDeep(Exception):
    """A node that is nested too deeply."""

    def __init__(self, span: Span) -> None:
        self.span = span


@dataclass(frozen=True, slots=True)
class Grammar:
    """Tables, and what nodes are made with: makers in the order of the rules, leaves by kind of token."""

    tables: Tables
    makers: tuple[Maker, ...]
    leaves: Mapping[str, Leaf]


class Parser:
    """One run over the tokens of a piece of a source.

    Of each symbol that has been read and not yet used up it knows the state it has led to, what has been made of it,
    where it stands, and how deep it goes.
    """

    def __init__(self, grammar: Grammar, source: Source, start: str) -> None:
        self.grammar = grammar
        self._path, self._text = source.path, source.text
        first, self._last = grammar.tables.starts[start]
        self._states = [first]
        self._values: list[Any] = []
        self._places: list[tuple[int, int]] = []
        self._depths: list[int] = []

    def row(self) -> Mapping[str, int]:
        """What may stand next."""
        return self.grammar.tables.states[self._states[-1]]

    def parse(self, tokens: Iterable[Token], end: int) -> Any:
        """What the start rule comes to. Raises Refused, and TooDeep."""
        states, values, places, depths = self._states, self._values, self._places, self._depths
        table, leaves, text, path = self.grammar.tables.states, self.grammar.leaves, self._text, self._path
        for token in tokens:
            kind, first, last = token
            while (target := table[states[-1]].get(kind)) is not None and target < 0:
                self._reduce(-1 - target)
            if target is None:
                raise Refused(token)
            leaf = leaves.get(kind)
            states.append(target)
            values.append(None if leaf is None else leaf(text[first:last], Span(path, first, last)))
            places.append((first, last))
            depths.append(-1)
        while states[-1] != self._last:
            target = table[states[-1]].get(END)
            if target is None:
                raise Refused((END, end, end))
            self._reduce(-1 - target)
        return values[-1]

    def accepted(self) -> frozenset[str]:
        """The kinds of token that the parser could go on with from where it is."""
        return frozenset(kind for kind in self.row() if kind.isupper() and self._is_accepted(kind))

    def _is_accepted(self, kind: str) -> bool:
        states, tables = [*self._states], self.grammar.tables
        while (target := tables.states[states[-1]].get(kind)) is not None and target < 0:
            rule = tables.rules[-1 - target]
            del states[len(states) - rule.size :]
            states.append(tables.states[states[-1]][rule.symbol])
            if states[-1] == self._last:
                return True
        return target is not None

    def _reduce(self, number: int) -> None:
        """Puts one symbol in the place of those that make it up."""
        rule = self.grammar.tables.rules[number]
        states = self._states
        if rule.size == 1 and rule.single:
            states.pop()
        else:
            self._make(rule, self.grammar.makers[number])
            if rule.size:
                del states[-rule.size :]
        states.append(self.grammar.tables.states[states[-1]][rule.symbol])

    def _make(self, rule: Rule, maker: Maker) -> None:
        """Puts what a rule makes in the place of what has been made of its symbols."""
        values, places, depths = self._values, self._places, self._depths
        base = len(values) - rule.size
        start, end = (places[base][0], places[-1][1]) if rule.size else (0, 0)
        depth = max(depths[base:], default=-1)
        children = self._children(rule, base)
        if rule.single and len(children) == 1:
            value = children[0]
        elif rule.name:
            value, depth = maker(children, self._span(start, end)), depth + 1
            if depth > MAX_DEPTH:
                raise TooDeep(self._span(start, end))
        else:
            value = children
        del values[base:], places[base:], depths[base:]
        values.append(value)
        places.append((start, end))
        depths.append(depth)

    def _children(self, rule: Rule, base: int) -> list[Any]:
        """The children of a node whose symbols begin at a place of the stack; lists that are used up may be changed."""
        values = self._values
        children: list[Any] = []
        for part in rule.parts:
            if part is None:
                children.append(None)
            elif isinstance(part, int):
                children.append(values[base + part])
            else:
                several = values[base + part[0]]
                children = children + several if children else several
        return children

    def _span(self, start: int, end: int) -> Span:
        """A place; of what has several lines, the first."""
        newline = self._text.find("\n", start, end)
        if newline >= 0:
            end = start + len(self._text[start:newline].rstrip())
        return Span(self._path, start, end)
