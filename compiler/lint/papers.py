"""What belongs to a card besides its effects: rulings, provenance, a title of its own, a text that is still true."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

from cardwright.runtime import ir, packfile, script

from .. import access
from ..diagnostics import WARNING, Diagnostic, Label, did_you_mean
from ..document import Mapping
from .pool import Pool


def unruled_cards(pool: Pool) -> Iterator[Diagnostic]:
    """Cards with effects that no scenario has on its table."""
    placed = {card for ruling in pool.rulings for one in ruling.scenarios for card in _placed(one.cards)}
    for card in pool.pack.cards:
        if card.abilities and card.id not in placed:
            message = f"no ruling shows what `{card.id}` does"
            help_text = "write one: a question, its answer, and the scenario that proves it"
            yield Diagnostic("CW1005", pool.id_of(card.id), message, help_text, severity=WARNING)


def _placed(cards: tuple[script.Placed, ...]) -> Iterator[str]:
    for card in cards:
        yield card.card
        yield from _placed(card.attached)


def unproven_numbers(pool: Pool) -> Iterator[Diagnostic]:
    """Numbers of which nothing says where they come from."""
    for name, entry, _ in pool.section("cards"):
        said = access.scalar(entry, "provenance") or access.scalar(access.mapping(entry, "provenance"), "numbers")
        if said is None and access.mapping(entry, "numbers").items:
            message = f"nothing says where the numbers of `{name}` come from"
            help_text = "add `provenance: {numbers: guide}`, or `public`, or `house`"
            yield Diagnostic("CW1006", entry.keys["numbers"], message, help_text, severity=WARNING)


def repeated_titles(pool: Pool) -> Iterator[Diagnostic]:
    """Cards, or abilities, that share a title in some language."""
    for section in ("cards", "abilities"):
        first: dict[tuple[str, str], tuple[str, Mapping]] = {}
        for name, entry, _ in pool.section(section):
            title = access.mapping(entry, "title")
            for language in title.items:
                words = access.text(title, language)
                other, earlier = first.setdefault((language, words.casefold()), (name, title))
                if other != name:
                    place, label = title.items[language].span, Label(earlier.items[language].span, "first here")
                    message = f"`{name}` has the title of `{other}`: {words}"
                    help_text = "people tell cards apart by their titles: choose another"
                    yield Diagnostic("CW1007", place, message, help_text, (label,), severity=WARNING)


def uncovered_statements(pool: Pool) -> Iterator[Diagnostic]:
    """Statements that no ruling with a scenario settles, and that give no reason why not."""
    settled = {id for ruling in pool.rulings if ruling.scenarios for id, _ in ruling.settles}
    for statement in pool.statements:
        if not statement.reason and not {statement.id, statement.same_as} & settled:
            message = f"no ruling settles `{statement.id}`"
            help_text = did_you_mean(statement.id, settled) and "name it in `settles` of a ruling"
            help_text = help_text or "write a ruling that settles it, or give a `reason` why nothing can run for it"
            yield Diagnostic("CW1008", statement.span, message, help_text, severity=WARNING)


# ---- texts written by hand ---------------------------------------------------------------------------


def drifted_texts(pool: Pool) -> Iterator[Diagnostic]:
    """Texts written by hand for effects that have changed since, or of which nobody can tell."""
    abilities = {ability.id: ability for ability in pool.pack.abilities}
    for card in pool.pack.cards:
        entry = pool.entries[card.id]
        written = access.mapping(entry, "text")
        if not written.items:
            continue
        now = fingerprint(card, abilities)
        said = access.scalar(written, "effects")
        if said is None:
            message = "this text can drift from the effects: nothing says which ones it was written for"
            help_text = f"add `effects: {now}`"
            yield Diagnostic("CW1009", entry.keys["text"], message, help_text, severity=WARNING)
        elif said.value != now:
            message = f"the effects of `{card.id}` are not those that this text was written for"
            help_text = f"read it again, then write `effects: {now}`"
            yield Diagnostic("CW1009", said.span, message, help_text, fix=now, severity=WARNING)


def fingerprint(card: ir.Card, abilities: dict[str, ir.Ability]) -> str:
    """A word for the effects of a card; another one as soon as anything in them changes."""
    content = packfile.canonical([ir.encode(abilities[name]) for name in card.abilities])
    return f"e{sha256(content).hexdigest()[:7]}"
