"""What there is to lint: a compiled game without errors, and the files it was compiled from."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from cardwright.runtime import ir

from .. import access
from ..declare import entries
from ..document import Document, Mapping, Scalar
from ..files import set_of
from ..rulings import Ruling
from ..source import Source, Span
from ..statements import Statement
from ..syntax import pieces


@dataclass(frozen=True, slots=True)
class Place:
    """Where a hook or a verb stands: its first line, and all of it."""

    head: Span
    whole: Span


@dataclass(frozen=True)
class Pool:
    """documents: every file of the game, its own first."""

    pack: ir.Pack
    statements: tuple[Statement, ...]
    rulings: tuple[Ruling, ...]
    documents: tuple[Document, ...]

    # ---- places ----

    @cached_property
    def sources(self) -> dict[str, Source]:
        return {document.source.path: document.source for document in self.documents}

    @cached_property
    def hooks(self) -> dict[str, tuple[Place, ...]]:
        """The places of the hooks of each ability, in their order."""
        return {name: self._places(document, rules) for name, document, rules in self._rules()}

    @cached_property
    def verbs(self) -> dict[str, Place]:
        """The places of the verbs that the game and its sets declare."""
        found: dict[str, Place] = {}
        for document in self.documents:
            verbs = access.mapping(document.root, "verbs")
            for name, entry in verbs.items.items():
                rules = access.scalar(entry, "rules")
                if rules is not None:
                    found[name] = Place(verbs.keys[name], rules.span)
        return found

    @cached_property
    def entries(self) -> dict[str, Mapping]:
        """The entry of each card and ability in its file. An ability that is a card's own goes by the card."""
        return {name: entry for section in ("abilities", "cards") for name, entry, _ in self.section(section)}

    def section(self, name: str) -> Iterator[tuple[str, Mapping, Document]]:
        """The entries of a section (``cards``, ``abilities``) with an id, and the files they stand in."""
        return entries(self.documents, name)

    def id_of(self, name: str) -> Span:
        """Where a card or an ability is given its id."""
        found = access.scalar(self.entries[name], "id")
        return found.span if found is not None else self.entries[name].span

    def declared(self, section: str) -> dict[str, Span]:
        """The words that files declare in a section, with their places."""
        return {
            word: span
            for document in self.documents
            for word, span in access.mapping(document.root, section).keys.items()
        }

    def word(self, place: Place, word: str) -> Span:
        """Where a word stands in a hook or a verb; its first line, if it stands there in another form."""
        text = self.sources[place.whole.path].text
        found = re.compile(rf"(?<![a-z0-9-]){re.escape(word)}(?![a-z0-9-])").search(
            text, place.whole.start, place.whole.end
        )
        return Span(place.whole.path, *found.span()) if found else place.head

    # ---- rules and their files ----

    def _rules(self) -> Iterator[tuple[str, Document, Scalar]]:
        """The id of each ability in the pack, with the text it was made of."""
        for document in self.documents:
            owner = f":{set_of(document)}" if set_of(document) else ""
            for section, prefix in (("rules", "rule"), ("kind-rules", "kind")):
                mapping = access.mapping(document.root, section)
                for name in mapping.items:
                    if (rules := access.scalar(mapping, name)) is not None:
                        yield f"{prefix}:{name}{owner}", document, rules
        for section in ("abilities", "cards"):
            for name, entry, document in self.section(section):
                if (rules := access.scalar(entry, "rules")) is not None:
                    yield name, document, rules

    def _places(self, document: Document, rules: Scalar) -> tuple[Place, ...]:
        return tuple(
            Place(_first_line(document.source, span), span)
            for span in pieces(document.source, rules.span)
            if span.start < span.end
        )

    # ---- what is in use ----

    @cached_property
    def carried(self) -> frozenset[str]:
        """The abilities that something can have: printed, of a kind or the game, or given by one that is."""
        abilities = {ability.id: ability for ability in self.pack.abilities}
        pending = [*self.pack.rules]
        pending += [name for kind in self.pack.kinds for name in kind.abilities]
        pending += [name for card in self.pack.cards for name in card.abilities]
        found: set[str] = set()
        while pending:
            name = pending.pop()
            if name not in found:
                found.add(name)
                pending += [node.ability for node in ir.walk(abilities[name]) if _gives(node)]
        return frozenset(found)

    @cached_property
    def live(self) -> tuple[ir.Ability, ...]:
        """The abilities that something can have."""
        return tuple(ability for ability in self.pack.abilities if ability.id in self.carried)

    @cached_property
    def performed(self) -> frozenset[str]:
        """The verbs that something performs: steps that can run, or the turn that offers them."""
        bodies = {verb.name: verb.body for verb in self.pack.verbs}
        pending = [word for step in self.pack.turn for word in step.offers if word in bodies]
        pending += _does((self.live, self.pack.setup, self.pack.turn))
        found: set[str] = set()
        while pending:
            verb = pending.pop()
            if verb not in found:
                found.add(verb)
                pending += _does(bodies.get(verb, ()))
        return frozenset(found)

    @cached_property
    def effects(self) -> tuple[object, ...]:
        """Everything that can run or be asked."""
        pack = self.pack
        verbs = tuple(verb for verb in pack.verbs if verb.name in self.performed or self._asked(verb.name))
        return (*self.live, *verbs, *pack.setup, *pack.turn, pack.default_span)

    def _asked(self, verb: str) -> bool:
        return any(isinstance(node, ir.Could) and node.verb == verb for node in ir.walk(self.live))


def _gives(node: object) -> bool:
    return isinstance(node, ir.Grant) and bool(node.ability)


def _does(nodes: tuple[object, ...]) -> list[str]:
    return [node.verb for node in ir.walk(nodes) if isinstance(node, ir.Do)]


def _first_line(source: Source, span: Span) -> Span:
    """The first line of a piece of rules, without the blanks around it and without a comment."""
    text = source.text[span.start : span.end]
    lead = len(text) - len(text.lstrip())
    line = text.lstrip().splitlines()[0].split("  #")[0].rstrip()
    return source.span(span.start + lead, span.start + lead + len(line))
