"""Examples of every construct, found in the cards themselves: the shortest hook that has it, and its printed text.

What is shown has been compiled, and runs. Knows packs and the texts of rules; where they stood in files is forgotten.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from cardwright.runtime import ir

from ..source import Source
from ..syntax import pieces
from ..text import Texts
from ..text.describe import Walker
from ..text.teller import Scene


@dataclass(frozen=True, slots=True)
class Example:
    """The rules of one hook as they were written, and what is printed for them."""

    rules: str
    text: str


Examples = Mapping[str, Example]
"""By the name of a node, or ``do NAME`` for a verb that the engine brings."""


def examples(texts: Texts, rules: Mapping[str, str]) -> Examples:
    """The shortest example of each construct in a game. rules: of cards and abilities, by id."""
    found: dict[str, tuple[str, ir.Hook, str]] = {}
    kinds = {name: card.kind for card in reversed(texts.pack.cards) for name in card.abilities}
    for ability in texts.pack.abilities:
        for hook, written in _paired(ability, rules.get(ability.id, "")):
            for name in _names(hook):
                if name not in found or len(written) < len(found[name][0]):
                    found[name] = (written, hook, kinds.get(ability.id, "card"))
    return {
        name: Example(written, " ".join(Walker(texts.pack, texts.words, Scene(kind)).hook(hook)))
        for name, (written, hook, kind) in found.items()
    }


def shortest(tables: Iterable[Examples]) -> Examples:
    """Of several games, the shortest example of each construct."""
    found: dict[str, Example] = {}
    for table in tables:
        for name, example in table.items():
            if name not in found or len(example.rules) < len(found[name].rules):
                found[name] = example
    return found


def _paired(ability: ir.Ability, rules: str) -> Iterator[tuple[ir.Hook, str]]:
    """The hooks of an ability with their texts; none, if there is not one text for each."""
    source = Source("", rules)
    written = [_dedented(source.text[piece.start : piece.end]) for piece in pieces(source, source.span(0, len(rules)))]
    if len(written) == len(ability.hooks):
        yield from zip(ability.hooks, written, strict=True)


def _dedented(text: str) -> str:
    lines = text.rstrip().splitlines()
    depth = min((len(line) - len(line.lstrip()) for line in lines[1:] if line.strip()), default=4) - 4
    return "\n".join([lines[0].lstrip(), *(line[max(depth, 0) :] for line in lines[1:])]) if lines else ""


def _names(hook: ir.Hook) -> Iterator[str]:
    for node in ir.walk(hook):
        yield type(node).__name__
        if isinstance(node, ir.Do) and node.verb in ir.ENGINE_VERBS:
            yield f"do {node.verb}"
