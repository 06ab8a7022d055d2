"""The printed text of cards, abilities, questions and steps: what the rest of the project asks for.

Raises TextGap where a language lacks a word, so that a text is either whole or not there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

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
from .sets import Sets
from .survey import Survey, survey
from .teller import Named, Scene, say
from .words import LANGUAGES, Noun

Names = Mapping[str, str]
"""How the names in a question or step are called."""

_LABELS = (
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
    "verbs",
)
"""The sections in which the label of a choice is looked for, in this order."""


class TextGap(LookupError):
    """A text that a language has no words for."""

    def __init__(self, gaps: Iterable[Gap]) -> None:
        self.gaps = tuple(sorted(gaps))
        super().__init__("; ".join(map(str, self.gaps)))


class Walker(Nouns, Sets, Numbers, Questions, Events, Modifiers, Hooks):
    """The whole walker, made of its parts."""


@dataclass(frozen=True, slots=True)
class Override:
    """A card whose text is written by hand, and why."""

    card: str
    lang: str
    text: str
    reason: str


@dataclass(slots=True)
class Texts:
    """All texts of a pack in one language. Whoever wants many makes one of these; the functions below make one each."""

    pack: ir.Pack
    lang: str
    words: Lexicon = field(init=False)
    survey: Survey = field(init=False)

    def __post_init__(self) -> None:
        self.words = lexicon(self.pack, self.lang)
        self.survey = survey(self.pack)

    def card(self, card_id: str) -> list[str]:
        """A paragraph a hook, tables line by line; [] if it has no rules. Named abilities begin with their title. The
        quote of the card comes last."""
        written = self.words.data.get("overrides", {}).get(card_id)
        lines = str(written["text"]).splitlines() if written else self._whole(self.card_lines(card_id))
        quote = self.words.data.get("quotes", {}).get(card_id)
        return [*lines, say(self.words.language.constructs.quote, text=quote)] if quote else lines

    def ability(self, ability_id: str, kind: str = "card") -> list[str]:
        """An ability without its title, as had by a card of that kind."""
        return self._whole(self.ability_lines(ability_id, Scene(kind)))

    def cond(self, cond: ir.Cond, names: Names | None = None) -> str:
        """A question as a statement."""
        return self._one(self._walker(names).cond(cond))

    def expr(self, expr: ir.Expr, names: Names | None = None) -> str:
        """A number or a thing."""
        return self._one(self._walker(names).value(expr).text)

    def event(self, event: ir.Pattern, names: Names | None = None) -> str:
        """An event that happens, as a clause."""
        return self._one(self._walker(names).clause(event, Mood.FACT))

    def steps(self, steps: tuple[ir.Step, ...], names: Names | None = None) -> list[str]:
        """Steps as sentences, with lines for tables."""
        return self._whole(self._walker(names).body(steps))

    def title(self, section: str, name: str) -> str:
        """The title of a card or an ability (section "cards" or "abilities")."""
        return self._one(self.words.plain(section, name))

    def label(self, word: str) -> str:
        """How a choice is shown: the name of an action or a way, a card, a zone, any word of the game."""
        section = next((section for section in _LABELS if self.words.has(section, word)), "labels")
        return self._one(self.words.shown(section, word))

    # ---- without a look at the gaps ----

    def card_lines(self, card_id: str) -> list[str]:
        """The lines of a card, with visible holes where words are missing."""
        card = self.survey.cards[card_id]
        scene = self.survey.scene(card)
        lines: list[str] = []
        for name in card.abilities:
            told = self.ability_lines(name, scene)
            lines += told if name == card.id else self._titled(name, told)
        return lines

    def ability_lines(self, ability_id: str, scene: Scene) -> list[str]:
        walker = Walker(self.pack, self.words, replace(scene, names={}))
        return [line for hook in self.survey.abilities[ability_id].hooks for line in walker.hook(hook)]

    def _titled(self, ability: str, lines: list[str]) -> list[str]:
        """The title stands before the first paragraph."""
        name = Phrase(self.words.plain("abilities", ability))
        if not lines:
            return [name.text]
        return [say(self.words.language.constructs.titled, title=name, text=lines[0]), *lines[1:]]

    def _walker(self, names: Names | None) -> Walker:
        said = {name: Named(Noun(text, text), said=Phrase(text)) for name, text in (names or {}).items()}
        return Walker(self.pack, self.words, Scene(names=said))

    def _one(self, text: str) -> str:
        return self._whole([self.words.language.polish(text)])[0]

    def _whole(self, lines: list[str]) -> list[str]:
        gaps, self.words.gaps = self.words.gaps, set()
        if gaps:
            raise TextGap(gaps)
        return lines


def describe(pack: ir.Pack, card_id: str, lang: str) -> list[str]:
    """The printed text of a card; see ``Texts.card``."""
    return Texts(pack, lang).card(card_id)


def describe_ability(pack: ir.Pack, ability_id: str, lang: str, kind: str = "card") -> list[str]:
    return Texts(pack, lang).ability(ability_id, kind)


def describe_cond(pack: ir.Pack, cond: ir.Cond, lang: str, names: Names | None = None) -> str:
    return Texts(pack, lang).cond(cond, names)


def describe_expr(pack: ir.Pack, expr: ir.Expr, lang: str, names: Names | None = None) -> str:
    return Texts(pack, lang).expr(expr, names)


def describe_event(pack: ir.Pack, event: ir.Pattern, lang: str, names: Names | None = None) -> str:
    return Texts(pack, lang).event(event, names)


def describe_steps(pack: ir.Pack, steps: tuple[ir.Step, ...], lang: str, names: Names | None = None) -> list[str]:
    return Texts(pack, lang).steps(steps, names)


def title(pack: ir.Pack, section: str, name: str, lang: str) -> str:
    return Texts(pack, lang).title(section, name)


def label(pack: ir.Pack, word: str, lang: str) -> str:
    return Texts(pack, lang).label(word)


def overrides(pack: ir.Pack) -> tuple[Override, ...]:
    """The texts written by hand, one for each card and language. Their number may only fall."""
    texts = dict(pack.texts)
    return tuple(
        Override(card, lang, entry["text"], entry["reason"])
        for lang in LANGUAGES
        for card, entry in sorted(texts.get(lang, {}).get("overrides", {}).items())
    )
