"""The printed text of cards, abilities, questions and steps: what the rest of the project asks for.

Raises TextGap where a language lacks a word, so that a text is either whole or not there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from cardwright.runtime import ir

from .events import Events
from .hooks import Hooks
from .language import Mood
from .lexicon import Gap, Lexicon, lexicon
from .modifiers import Modifiers
from .nouns import Nouns
from .numbers import Numbers
from .phrase import Phrase
from .questions import Questions
from .scan import bearer_kind, future_host, played_kinds, stays
from .teller import Named, Scene, say
from .words import LANGUAGES, Noun

_LABEL_SECTIONS = (
    "labels",
    "cards",
    "abilities",
    "values",
    "steps",
    "statuses",
    "counters",
    "numbers",
    "kinds",
    "zones",
)
"""Where the label of a choice is looked for, in this order."""


class TextGap(LookupError):
    """A text that a language has no words for."""

    def __init__(self, gaps: Iterable[Gap]) -> None:
        self.gaps = tuple(sorted(gaps))
        super().__init__("; ".join(map(str, self.gaps)))


class Walker(Nouns, Numbers, Questions, Events, Modifiers, Hooks):
    """The whole walker, made of its parts."""


@dataclass(frozen=True, slots=True)
class Override:
    """A card whose text is written by hand, and why."""

    card: str
    text: str
    reason: str


def describe(pack: ir.Pack, card_id: str, lang: str) -> list[str]:
    """The printed text of a card: a paragraph a hook, tables line by line; [] if it has no rules."""
    override = _override(pack, card_id, lang)
    if override:
        return override.splitlines()
    words = lexicon(pack, lang)
    lines = card_lines(pack, _card(pack, card_id), words)
    return _whole(words, lines)


def describe_ability(pack: ir.Pack, ability_id: str, lang: str, kind: str = "card") -> list[str]:
    """The text of an ability without its title, as had by a card of that kind."""
    words = lexicon(pack, lang)
    ability = next(it for it in pack.abilities if it.id == ability_id)
    return _whole(words, ability_lines(pack, ability, words, Scene(kind)))


def describe_cond(pack: ir.Pack, cond: ir.Cond, lang: str, names: Mapping[str, str] | None = None) -> str:
    """A question as a statement. names: how the names in it are called."""
    words = lexicon(pack, lang)
    walker = _walker(pack, words, names)
    return _whole(words, [words.language.polish(walker.cond(cond))])[0]


def describe_expr(pack: ir.Pack, expr: ir.Expr, lang: str, names: Mapping[str, str] | None = None) -> str:
    """A number or a thing."""
    words = lexicon(pack, lang)
    walker = _walker(pack, words, names)
    return _whole(words, [words.language.polish(walker.value(expr).text)])[0]


def describe_steps(
    pack: ir.Pack, steps: tuple[ir.Step, ...], lang: str, names: Mapping[str, str] | None = None
) -> list[str]:
    """Steps as sentences, with lines for tables."""
    words = lexicon(pack, lang)
    return _whole(words, _walker(pack, words, names).body(steps))


def describe_event(pack: ir.Pack, event: ir.Pattern, lang: str, names: Mapping[str, str] | None = None) -> str:
    """An event that happens, as a clause."""
    words = lexicon(pack, lang)
    walker = _walker(pack, words, names)
    return _whole(words, [words.language.polish(walker.clause(event, Mood.FACT))])[0]


def title(pack: ir.Pack, section: str, name: str, lang: str) -> str:
    """The title of a card or an ability (section "cards" or "abilities")."""
    words = lexicon(pack, lang)
    return _whole(words, [words.plain(section, name)])[0]


def label(pack: ir.Pack, word: str, lang: str) -> str:
    """How a choice is shown: the name of an action or a mode, a card, a zone, any word of the game."""
    words = lexicon(pack, lang)
    for section in _LABEL_SECTIONS:
        if words.has(section, word):
            return words.shown(section, word)
    return words.shown("verbs", word) if words.has("verbs", word) else _whole(words, [words.plain("labels", word)])[0]


def overrides(pack: ir.Pack) -> tuple[Override, ...]:
    """The texts written by hand, one for each card and language. Their number may only fall."""
    return tuple(
        Override(card, entry["text"], entry["reason"])
        for lang in LANGUAGES
        for card, entry in sorted(dict(pack.texts).get(lang, {}).get("overrides", {}).items())
    )


# ---- inside ------------------------------------------------------------------------------------------


def _whole(words: Lexicon, lines: list[str]) -> list[str]:
    if words.gaps:
        raise TextGap(words.gaps)
    return lines


def _override(pack: ir.Pack, card_id: str, lang: str) -> str:
    data: Mapping[str, Any] = dict(pack.texts).get(lang, {})
    return str(data.get("overrides", {}).get(card_id, {}).get("text", ""))


def _card(pack: ir.Pack, card_id: str) -> ir.Card:
    return next(card for card in pack.cards if card.id == card_id)


def card_lines(pack: ir.Pack, card: ir.Card, words: Lexicon) -> list[str]:
    abilities = {ability.id: ability for ability in pack.abilities}
    own = [abilities[name] for name in card.abilities]
    hooks = tuple(hook for ability in own for hook in ability.hooks)
    host = future_host(hooks) or bearer_kind(pack, hooks) or "card"
    played = card.kind in played_kinds(pack) and not stays(hooks)
    lines: list[str] = []
    for ability in own:
        told = ability_lines(pack, ability, words, Scene(card.kind, host=host, played=played))
        lines += told if ability.id == card.id else _titled(words, ability, told)
    return lines


def _titled(words: Lexicon, ability: ir.Ability, lines: list[str]) -> list[str]:
    """The title stands before the first paragraph."""
    if not lines:
        return [words.plain("abilities", ability.id)]
    name = Phrase(words.plain("abilities", ability.id))
    first = say(words.language.constructs.titled, title=name, text=lines[0])
    return [first, *lines[1:]]


def ability_lines(pack: ir.Pack, ability: ir.Ability, words: Lexicon, scene: Scene) -> list[str]:
    walker = Walker(pack, words, scene)
    return [line for hook in ability.hooks for line in walker.hook(hook)]


def _walker(pack: ir.Pack, words: Lexicon, names: Mapping[str, str] | None) -> Walker:
    said = {name: Named(Noun(text, text), said=Phrase(text)) for name, text in (names or {}).items()}
    return Walker(pack, words, Scene(names=said))
