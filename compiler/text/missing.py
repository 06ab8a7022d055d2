"""What the texts of a pack lack: every declared word, and every text that would be derived, in every language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace

from cardwright.runtime import ir

from ..diagnostics import Diagnostic, did_you_mean
from .describe import Texts
from .lexicon import Gap
from .load import Loaded
from .teller import Scene
from .words import LANGUAGES, read_verb

CHECKED = (
    "kinds", "zones", "numbers", "counters", "statuses", "tags", "means", "classes", "variables", "steps", "verbs",
    "genders",
)  # fmt: skip
"""The sections in which every word is declared somewhere; the others hold names and words of the game's own choice."""

Word = tuple[str, str]
"""A word that the pack declares, after its section."""

MISSING, NO_SUCH_WORD, NO_SUCH_ROLE = "CW0801", "CW0804", "CW0805"


def missing(pack: ir.Pack) -> list[Gap]:
    """Every word and clause that some language lacks."""
    return _missing(pack, list(_declared(pack)))


def _missing(pack: ir.Pack, declared: Sequence[Word]) -> list[Gap]:
    return [gap for lang in LANGUAGES for gap in sorted(_gaps(Texts(pack, lang), declared))]


def with_texts(pack: ir.Pack, loaded: Loaded) -> tuple[ir.Pack, list[Diagnostic]]:
    """The pack with its texts, and what is wrong with them. A game without a texts file has no texts, and no faults."""
    if loaded.root is None:
        return pack, []
    pack = replace(pack, texts=loaded.texts)
    declared = list(_declared(pack))
    lost = {(gap.section, gap.word) for gap in loaded.unread}
    gaps = (gap for gap in _missing(pack, declared) if (gap.section, gap.word) not in lost)
    found = [Diagnostic(MISSING, loaded.place(gap.section, gap.word), str(gap), _advice(gap)) for gap in gaps]
    return pack, [*loaded.diagnostics, *_superfluous(pack, declared, loaded), *found]


def _advice(gap: Gap) -> str:
    if gap.section in ("cards", "abilities"):
        return f"add `{gap.lang}:` to its title"
    if gap.about:
        return f"give it a place in a clause of `{gap.lang}:`"
    return f"add `{gap.lang}:` under `{gap.word}` in `{gap.section}`"


# ---- what is too much --------------------------------------------------------------------------------


def _superfluous(pack: ir.Pack, words: Sequence[Word], loaded: Loaded) -> Iterator[Diagnostic]:
    """Words for what the game does not declare, and places in clauses for roles that the verb does not have."""
    declared: dict[str, set[str]] = {}
    for section, word in words:
        declared.setdefault(section, set()).add(word)
    for (section, word), place in loaded.places.items():
        known = declared.get("cards" if section == "genders" else section, set())
        if section in CHECKED and word not in known:
            yield Diagnostic(NO_SUCH_WORD, place, f"the game has no `{word}` in `{section}`", did_you_mean(word, known))
    roles = {verb.name: {param.name for param in verb.params} for verb in pack.verbs}
    for lang in LANGUAGES:
        for verb, entry in loaded.data[lang].get("verbs", {}).items():
            yield from _strangers(loaded, lang, verb, entry, roles.get(verb))


def _strangers(
    loaded: Loaded, lang: str, verb: str, entry: Mapping[str, str], roles: set[str] | None
) -> Iterator[Diagnostic]:
    word = read_verb(lang, entry)
    for clause in (word.do, word.active, word.passive):
        for place in sorted(clause.places - {"verb"} - roles) if clause is not None and roles is not None else ():
            message = f"`{verb}` has no role `{place}`"
            yield Diagnostic(NO_SUCH_ROLE, loaded.place("verbs", verb), message, did_you_mean(place, roles or ()))


# ---- what is needed ----------------------------------------------------------------------------------


def _gaps(texts: Texts, declared: Sequence[Word]) -> set[Gap]:
    pack, words = texts.pack, texts.words
    for section, word in declared:
        if not words.has(section, word):
            words.hole(section, word)
    told: set[str] = set()
    for card in pack.cards:
        if told.issuperset(card.abilities):
            continue
        texts.card_lines(card.id)
        told.update(card.abilities)
    for ability in pack.abilities:
        if ability.id not in told:
            texts.ability_lines(ability.id, Scene())
    return words.gaps


def _declared(pack: ir.Pack) -> Iterator[Word]:
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
    yield from dict.fromkeys(("groupings", name) for card in pack.cards for name, _ in card.groups)
    yield from (("cards", card.id) for card in pack.cards)
    cards = {card.id for card in pack.cards}
    yield from (("abilities", ability.id) for ability in pack.abilities if _is_named(ability.id, cards))
    yield from (("labels", name) for name in _labels(pack))


def _is_named(ability: str, cards: Set[str]) -> bool:
    """Whether an ability has a title of its own: it is neither a card's own rules nor the game's."""
    return ":" not in ability and ability not in cards


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
