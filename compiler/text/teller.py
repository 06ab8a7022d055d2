"""What every part of the walker shares: the lexicon, the names in scope, and who is being told what.

The walker is one class made of parts, one file each: nouns, sets, numbers, questions, events, steps, modifiers,
hooks. A part calls the others through the methods declared here. Knows no language but through ``Language``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from enum import Enum, auto

from cardwright.runtime import ir

from .language import Constructs, Det, Language, Mood
from .lexicon import Lexicon
from .phrase import Phrase, template
from .words import Noun


class Style(Enum):
    """What a noun is for, which decides how its quantifier is said."""

    PLAIN = auto()
    """something done: "a fighter", "each fighter" """
    MATCH = auto()
    """something that happens: "a fighter", "one or more fighters" """
    ALL = auto()
    """all there are: "tapped fighters", *i lottatori girati*"""
    KIND = auto()
    """how many: "(the number of) fighters" """


@dataclass(frozen=True, slots=True)
class Named:
    """A name in scope. said: how it is said if that is fixed; else "that NOUN".

    owner: whose it is, as far as the noun said so. source: what ``let`` gave the name to, said instead of the name.
    """

    noun: Noun
    plural: bool = False
    player: bool = False
    said: Phrase | None = None
    owner: ir.Noun | None = None
    source: ir.Expr | None = None

    @property
    def is_fixed(self) -> bool:
        """Whether it is not said as "that NOUN"."""
        return self.said is not None or self.source is not None


@dataclass(slots=True)
class Candidate:
    """Each of a set of which a question is asked.

    said: its pronoun. once: it is a relative pronoun, left out when said again.
    """

    said: Phrase
    names: tuple[str, ...]
    player: bool
    once: bool = False


@dataclass(slots=True)
class Scene:
    """What is known at one place of a text.

    kind: of the card that ``this`` is. event: the verb whose event ``it`` is. host: the kind of what ``this`` is
    attached to. played: its responses are used by playing it. doer: who is spoken to in what "may" be done; None: the
    reader. event_kind: of the card whose playing is the event. groups: names that stand for several. spoken_of: the
    subject of the sentence, said as a pronoun; topic: the same, but only as a subject. elided: the subject of the
    clause before, not said again.
    """

    kind: str = "card"
    names: dict[str, Named] = field(default_factory=dict)
    event: str = ""
    event_kind: str = ""
    groups: frozenset[str] = frozenset()
    host: str = "card"
    played: bool = False
    doer: ir.Noun | None = None
    candidates: list[Candidate] = field(default_factory=list)
    spoken_of: ir.Noun | None = None
    topic: ir.Noun | None = None
    elided: ir.Expr | None = None


def say(construct: str, **phrases: Phrase | str) -> str:
    """The text of a construct's template."""
    values = {name: Phrase(value) if isinstance(value, str) else value for name, value in phrases.items()}
    return template(construct).fill(values)


class Teller(ABC):
    """The walker's shared state, and its parts as each other see them."""

    def __init__(self, pack: ir.Pack, lexicon: Lexicon, scene: Scene) -> None:
        self.pack = pack
        self.lexicon = lexicon
        self.scene = scene
        self.params = {verb.name: verb.params for verb in pack.verbs}

    @property
    def language(self) -> Language:
        return self.lexicon.language

    @property
    def c(self) -> Constructs:
        return self.language.constructs

    def params_of(self, verb: str) -> tuple[ir.Param, ...]:
        """The roles of a verb of the game or of the engine."""
        return self.params.get(verb) or ir.ENGINE_VERBS.get(verb, ())

    def bind(self, name: str, named: Named) -> None:
        if name:
            self.scene.names[name] = named

    def point(self, det: Det, noun: Noun, plural: bool = False) -> Phrase:
        """A noun with the word that points at it."""
        return self.language.point(det, noun.form(plural), plural, noun.gender)

    @staticmethod
    def as_subject(phrase: Phrase) -> Phrase:
        """The phrase as the subject of a verb."""
        return replace(phrase, text=phrase.as_subject)

    @contextmanager
    def branch(self) -> Iterator[None]:
        """Names bound inside are forgotten afterwards."""
        before = dict(self.scene.names)
        try:
            yield
        finally:
            self.scene.names = before

    @contextmanager
    def asking_about(self, candidate: Candidate) -> Iterator[None]:
        """While a question is asked of each of a set."""
        self.scene.candidates.append(candidate)
        try:
            yield
        finally:
            self.scene.candidates.pop()

    def candidate(self, name: str) -> Candidate | None:
        """The one of a set that this name stands for: the innermost, for ``candidate``."""
        return next((it for it in reversed(self.scene.candidates) if name in it.names), None)

    @contextmanager
    def speaking_of(self, noun: ir.Noun | None) -> Iterator[None]:
        """While a sentence has this subject, and says "it" or "they" instead of naming it again."""
        before, self.scene.spoken_of = self.scene.spoken_of, noun
        try:
            yield
        finally:
            self.scene.spoken_of = before

    @abstractmethod
    def noun(self, node: ir.Noun, style: Style = Style.PLAIN) -> Phrase:
        """What a noun stands for, as a phrase."""

    @abstractmethod
    def some(self, node: ir.Select, style: Style) -> Phrase:
        """A set of things."""

    @abstractmethod
    def any_number(self, node: ir.Select) -> Phrase:
        """A number that the pattern of an event leaves open."""

    @abstractmethod
    def place(self, node: ir.Place) -> Phrase:
        """A zone as a thing."""

    @abstractmethod
    def destination(self, node: ir.Place) -> Phrase:
        """A zone as where something goes."""

    @abstractmethod
    def event_noun(self, det: Det, verb: str) -> Phrase:
        """An event as a thing."""

    @abstractmethod
    def value(self, node: ir.Expr) -> Phrase:
        """A number, a word or a thing."""

    @abstractmethod
    def counters(self, name: str, amount: ir.Expr) -> Phrase:
        """So many of a counter: "3 coins"."""

    @abstractmethod
    def counted_counters(self, op: str, name: str, value: int) -> str:
        """A comparison of counters with a figure: "at least 3 coins"."""

    @abstractmethod
    def bound(self, op: str, value: int) -> tuple[str, int]:
        """A comparison with a figure as "at least", "at most" or "exactly" so many."""

    @abstractmethod
    def word_value(self, word: str) -> str:
        """A bare word: the value of a variable, the name of a status."""

    @abstractmethod
    def is_number(self, node: ir.Expr) -> bool:
        """Whether an expression is a number, as far as the rules say."""

    @abstractmethod
    def comparison(self, op: str, left: Phrase, right: Phrase) -> str:
        """ "less than 50", agreeing with what is compared."""

    @abstractmethod
    def is_player(self, node: ir.Expr) -> bool:
        """Whether a noun stands for players, as far as the rules say."""

    @abstractmethod
    def cond(self, node: ir.Cond, denied: bool = False) -> str:
        """A question as a statement: "this fighter is tapped"."""

    @abstractmethod
    def predicate(self, what: str, name: str, subject: Phrase) -> str:
        """What something is: an adjective that agrees, or "a zombie"."""

    @abstractmethod
    def clause(self, event: ir.Pattern, mood: Mood, denied: bool = False, style: Style = Style.MATCH) -> str:
        """An event as a clause with a subject."""

    @abstractmethod
    def subject_role(self, event: ir.Pattern, names: tuple[str, ...] = ()) -> ir.Expr | None:
        """What would be the subject of the clause of an event, if one of these names should be."""

    @abstractmethod
    def preposition(self, event: ir.Pattern, role: str) -> str:
        """The preposition of a role that the clause of an event can do without, or ""."""

    @abstractmethod
    def deed(self, step: ir.Do, mood: Mood) -> str:
        """A verb performed, as a clause: imperative, or with the subject that the call names."""

    @abstractmethod
    def addressed(self, step: ir.Do, mood: Mood) -> bool:
        """Whether a step can be said to whoever does it, without another subject."""

    @abstractmethod
    def edge(self, roles: Mapping[str, ir.Expr]) -> Phrase:
        """The turn or the step of it that begins or ends."""

    @abstractmethod
    def mod(self, node: ir.Mod) -> str:
        """A modifier as a clause."""

    @abstractmethod
    def mods(self, mods: tuple[ir.Mod, ...]) -> str:
        """Several modifiers as one clause."""

    @abstractmethod
    def amend(self, node: ir.Amend) -> str:
        """A change of a number of the event, as a clause."""

    @abstractmethod
    def affected(self, mods: tuple[ir.Mod, ...]) -> Phrase:
        """The player whose things are modified."""

    @abstractmethod
    def ability(self, name: str) -> str:
        """An ability by its title."""

    @abstractmethod
    def span(self, node: ir.Span, affected: Phrase | None = None) -> str:
        """How long: "until the end of this turn"."""
