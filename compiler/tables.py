"""The parse tables of the rules language: what `lark` makes of the grammar, kept beside it so that nobody waits for it.

`python -m cardwright.compiler.tables` writes them anew after a change of the grammar; until then they are made whenever
they are needed, for tables of another grammar are not used. Knows nothing of what is parsed. The only module that
knows lark.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lark import Lark
    from lark.grammar import Rule as LarkRule

GRAMMAR, KEPT = "rules.lark", "rules.tables.json"
STARTS = ("start", "procedure", "condition", "duration")
ALWAYS = ("NAME", "_NL")
"""The terminals that are read wherever they stand, although they may have no place there."""
END = "$END"

Row = Mapping[str, int]
"""What comes after each symbol: a state from 0, or the rule to reduce by, counted down from -1."""
Part = int | None | list[int]
"""A child of a node, by its position in the rule; None if it has been left out; in a list: all that this one has."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A production. symbol: what it makes, as the states know it. name: of the node, "" for several of something.

    parts: the children of its node. single: whether a node of one child is that child itself.
    """

    symbol: str
    name: str
    size: int
    parts: list[Part]
    single: bool


@dataclass(frozen=True, slots=True)
class Terminal:
    """How a kind of token is written. fixed: whether the pattern is the text itself."""

    name: str
    pattern: str
    fixed: bool


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """A grammar, ready for use.

    terminals: the first that matches is the one that is meant. words: by the kind of token that they look like, texts
    that are tokens of their own. ignored: the kinds of token that mean nothing. leaves: those that are children of
    a node. starts: for each start rule, the state to begin with and the one to arrive at.
    """

    terminals: tuple[Terminal, ...]
    words: Mapping[str, Mapping[str, str]]
    ignored: tuple[str, ...]
    leaves: tuple[str, ...]
    rules: tuple[Rule, ...]
    starts: Mapping[str, tuple[int, int]]
    states: tuple[Row, ...]


@cache
def tables() -> Tables:
    """The tables of the grammar."""
    kept = json.loads(files("cardwright.grammar").joinpath(KEPT).read_text("utf-8"))
    content = kept if kept["grammar"] == _fingerprint(grammar_text()) else made(grammar_text())
    return Tables(
        tuple(Terminal(*terminal) for terminal in content["terminals"]),
        content["words"],
        tuple(content["ignored"]),
        tuple(content["leaves"]),
        tuple(Rule(*rule) for rule in content["rules"]),
        {name: (first, last) for name, (first, last) in content["starts"].items()},
        tuple(content["states"]),
    )


def grammar_text() -> str:
    return files("cardwright.grammar").joinpath(GRAMMAR).read_text("utf-8")


def made(grammar: str) -> dict[str, Any]:
    """The tables of a grammar as they are kept: plain values, the same for the same grammar."""
    from lark import Lark

    blocks: Any = _Nothing()
    parser = Lark(grammar, parser="lalr", start=list(STARTS), postlex=blocks)
    numbers = {rule: number for number, rule in enumerate(parser.rules)}
    starts, states = _states(parser, numbers)
    terminals = sorted(parser.terminals, key=_rank)
    return {
        "grammar": _fingerprint(grammar),
        "ignored": parser.ignore_tokens,
        "leaves": sorted({symbol.name for rule in parser.rules for symbol in rule.expansion if _is_leaf(symbol)}),
        "terminals": [[each.name, str(each.pattern.value), each.pattern.type == "str"] for each in terminals],
        "words": dict(_words(terminals)),
        "rules": [_rule(rule) for rule in parser.rules],
        "starts": starts,
        "states": states,
    }


def written(content: Mapping[str, Any]) -> str:
    """The text of the file: a line for each rule and each state."""
    lines = (f"{json.dumps(name)}: {_lines(value)}" for name, value in content.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _lines(value: Any) -> str:
    if not isinstance(value, list):
        return json.dumps(value)
    return "[\n" + ",\n".join(json.dumps(item, separators=(",", ":")) for item in value) + "\n]"


def _fingerprint(grammar: str) -> str:
    return sha256(grammar.encode()).hexdigest()


# ---- lark --------------------------------------------------------------------------------------------


class _Nothing:
    """Stands for what comes between the lexer and the parser."""

    always_accept = ALWAYS

    def process(self, stream: Any) -> Any:
        return stream


def _rank(terminal: Any) -> tuple[int, int, int, str]:
    """Of two terminals that match, the one that lark would choose comes first."""
    pattern = terminal.pattern
    return -terminal.priority, -pattern.max_width, -len(pattern.value), terminal.name


def _words(terminals: list[Any]) -> Iterator[tuple[str, dict[str, str]]]:
    """The fixed terminals that look like another one."""
    import re

    fixed = [each for each in terminals if each.pattern.type == "str"]
    for terminal in terminals:
        pattern = re.compile(terminal.pattern.to_regexp())
        alike = {
            each.pattern.value: each.name
            for each in fixed
            if each is not terminal and each.priority == terminal.priority and pattern.fullmatch(each.pattern.value)
        }
        if alike:
            yield terminal.name, alike


def _is_leaf(symbol: Any) -> bool:
    """Whether a symbol is a token that stays in the tree."""
    return symbol.is_term and not symbol.filter_out


def _rule(rule: LarkRule) -> list[Any]:
    """A production as ``Rule`` has it: the tokens that are only words go, gaps stand for what was left out."""
    name = str(rule.origin.name)
    helper = name.startswith("_")
    gaps = "".join("1" if left_out else "0" for left_out in rule.options.empty_indices) or "0" * len(rule.expansion)
    parts: list[Part] = []
    for position, absent in enumerate(gaps.split("0")):
        parts += [None] * len(absent)
        symbol = rule.expansion[position] if position < len(rule.expansion) else None
        if symbol is not None and (_is_leaf(symbol) or not symbol.is_term):
            parts.append([position] if not symbol.is_term and symbol.name.startswith("_") else position)
    single = bool(rule.options.expand1 and not rule.alias)
    return [name, "" if helper else str(rule.alias or name), len(rule.expansion), parts, single]


def _states(parser: Lark, numbers: Mapping[LarkRule, int]) -> tuple[dict[str, list[int]], list[dict[str, int]]]:
    """The states, numbered as one meets them on the way from the start."""
    found: Any = parser.parser.parser._parse_table
    order = {found.start_states[start]: number for number, start in enumerate(STARTS)}
    queue = list(order)
    states: list[dict[str, int]] = []
    for state in queue:
        row: dict[str, int] = {}
        for symbol, (action, target) in sorted(found.states[state].items()):
            if action.name == "Shift" and target not in order:
                order[target] = len(order)
                queue.append(target)
            row[symbol] = order[target] if action.name == "Shift" else -1 - numbers[target]
        states.append(row)
    return {start: [order[found.start_states[start]], order[found.end_states[start]]] for start in STARTS}, states


def write() -> None:
    """Writes the tables beside the grammar."""
    from .cache import write_atomically

    folder = Path(__file__).resolve().parent.parent / "grammar"
    write_atomically(folder / KEPT, written(made(grammar_text())).encode())


if __name__ == "__main__":
    write()
