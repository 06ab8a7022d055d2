"""English words for a game that has no text for them, from the names in its own rules.

``carry-off`` becomes "carry off", and a verb's clauses follow from the prepositions of its roles. Enough to say what
happens, and for a draft of what a card does; a text to be printed wants words that somebody has chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from cardwright.runtime import ir

Words = dict[str, dict[str, Any]]

DRAFTED = "en"
"""The language of the rules."""

_NAMED = ("numbers", "counters", "links", "means", "statuses", "tags", "classes")
"""Fields of a pack that hold nothing but names."""


def plain_words(pack: ir.Pack) -> Words:
    """The words, in the form of a texts file."""
    words: Words = {section: {name: _spaced(name) for name in getattr(pack, section)} for section in _NAMED}
    words["kinds"] = {kind.name: f"{_spaced(kind.name)} | {_spaced(kind.plural or kind.name)}" for kind in pack.kinds}
    words["zones"] = {zone.name: _spaced(zone.name) for zone in pack.zones}
    words["variables"] = {name: _spaced(name) for name, _ in pack.variables}
    words["steps"] = {step.name: f"{_spaced(step.name)} step" for step in pack.turn}
    words["values"] = {name: _spaced(name) for name in _values(pack)}
    words["labels"] = {name: _spaced(name) for name in _labels(pack)}
    words["names"] = {name: _spaced(name) for name in _roles(pack)}
    words["verbs"] = {verb.name: _verb(verb) for verb in pack.verbs}
    return words


def drafted(pack: ir.Pack) -> ir.Pack:
    """The pack with such words, in English alone."""
    titles = {
        "cards": {card.id: card.title for card in pack.cards},
        "abilities": {ability.id: ability.title for ability in pack.abilities},
    }
    return replace(pack, texts=((DRAFTED, {**plain_words(pack), **titles}),))


def completed(texts: Mapping[str, Mapping[str, Any]], words: Words) -> Words:
    """The words of a texts file, and those of a game for what it leaves out."""
    return {section: {**words.get(section, {}), **texts.get(section, {})} for section in {*words, *texts}}


def _spaced(name: str) -> str:
    return name.replace("-", " ")


def _values(pack: ir.Pack) -> Iterable[str]:
    """The words that variables take in the rules."""
    return (
        node.value for node in ir.walk((pack.abilities, pack.verbs, pack.setup, pack.turn)) if type(node) is ir.Word
    )


def _labels(pack: ir.Pack) -> Iterable[str]:
    nodes = ir.walk((pack.abilities, pack.verbs, pack.setup, pack.turn))
    return (node.name for node in nodes if isinstance(node, (ir.Action, ir.Mode)))


def _roles(pack: ir.Pack) -> Iterable[str]:
    return (param.name for verb in pack.verbs for param in verb.params)


def _verb(verb: ir.Verb) -> dict[str, str]:
    """The forms and clauses of a verb. Its subject is the role marked ``by``, or else its only player."""
    players = [param for param in verb.params if param.type == "player"]
    subject = next((p for p in verb.params if p.preposition == "by"), players[0] if len(players) == 1 else None)
    direct = next((p for p in verb.params if not p.preposition), None)
    entry = {
        "verb": " | ".join(map(_spaced, (verb.name, verb.third or verb.name, verb.participle or verb.name))),
        "do": "{verb}" + _clause(verb, None, by="with"),
    }
    if subject is not None and subject is not direct:
        entry["active"] = f"{{{subject.name}}} {{verb}}" + _clause(verb, subject)
    if direct is not None:
        entry["passive"] = f"{{{direct.name}}} {{verb}}" + _clause(verb, direct)
    return entry


def _clause(verb: ir.Verb, subject: ir.Param | None, by: str = "by") -> str:
    """The roles after the verb, each left out if nothing fills it. A place where something goes is said with its own
    preposition.
    """
    text = ""
    for param in verb.params:
        said_with_it = param.type == "zone" and param.preposition == "to"
        preposition = {"by": by}.get(param.preposition, "" if said_with_it else param.preposition)
        if param is not subject:
            text += f"[ {preposition} {{{param.name}}}]" if preposition else f"[ {{{param.name}}}]"
    return text
