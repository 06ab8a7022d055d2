"""What the texts of a pack lack: every declared word, and every text that would be derived, in every language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cardwright.runtime import ir

from ..diagnostics import Diagnostic
from .describe import ability_lines, card_lines
from .lexicon import Gap, Lexicon, lexicon
from .load import Loaded
from .teller import Scene
from .words import LANGUAGES

MISSING = "CW0801"


def missing(pack: ir.Pack) -> list[Gap]:
    """Every word and clause that some language lacks."""
    return [gap for lang in LANGUAGES for gap in sorted(_gaps(pack, lexicon(pack, lang)))]


def with_texts(pack: ir.Pack, loaded: Loaded) -> tuple[ir.Pack, list[Diagnostic]]:
    """The pack with its texts, and what is wrong with them. A game without a texts file has no texts, and no faults."""
    if loaded.root is None:
        return pack, []
    pack = replace(pack, texts=loaded.texts)
    faulty = {diagnostic.span for diagnostic in loaded.diagnostics}
    root = loaded.root
    found = []
    for gap in missing(pack):
        place = loaded.places.get((gap.section, gap.word), root)
        if not any(place.start <= span.start <= place.end + 400 and span.path == place.path for span in faulty):
            found.append(Diagnostic(MISSING, place, str(gap), _advice(gap)))
    return pack, [*loaded.diagnostics, *found]


def _advice(gap: Gap) -> str:
    if gap.section in ("cards", "abilities"):
        return f"add `{gap.lang}:` to its title"
    return f"add `{gap.lang}:` under `{gap.word}` in `{gap.section}`"


# ---- what is needed ----------------------------------------------------------------------------------


def _gaps(pack: ir.Pack, words: Lexicon) -> set[Gap]:
    for section, word in _declared(pack):
        if not words.has(section, word):
            words.hole(section, word)
    for card in pack.cards:
        card_lines(pack, card, words)
    for ability in pack.abilities:
        ability_lines(pack, ability, words, Scene())
    return words.gaps


def _declared(pack: ir.Pack) -> Iterator[tuple[str, str]]:
    """Every word that the pack declares, with its section."""
    yield from (("kinds", kind.name) for kind in pack.kinds)
    yield from (("zones", zone.name) for zone in pack.zones)
    for section in ("numbers", "counters", "statuses", "tags", "links", "means", "classes"):
        yield from ((section, word) for word in getattr(pack, section))
    yield from (("variables", name) for name, _ in pack.variables)
    yield from (("variables", name) for name, _ in pack.options)
    yield from (("values", value) for _, values in pack.options for value in values)
    yield from (("verbs", verb.name) for verb in pack.verbs)
    yield from (("steps", step.name) for step in pack.turn)
    yield from (("cards", card.id) for card in pack.cards)
    yield from (("abilities", ability.id) for ability in pack.abilities if _is_named(pack, ability.id))
    yield from (("labels", name) for name in _labels(pack))


def _is_named(pack: ir.Pack, ability: str) -> bool:
    """Whether an ability has a title of its own: it is neither a card's own rules nor the game's."""
    return ":" not in ability and all(card.id != ability for card in pack.cards)


def _labels(pack: ir.Pack) -> Iterator[str]:
    """The names of everything that can be picked by name."""
    for node in ir.walk((pack.abilities, pack.verbs, pack.setup, pack.turn)):
        match node:
            case ir.Action(name) | ir.Mode(name):
                yield name
            case ir.Row(title=title) if title:
                yield title
            case _:
                pass
