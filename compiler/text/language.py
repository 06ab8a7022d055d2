"""What a language must be able to say: the interface that English and Italian implement.

``Constructs`` holds one template for each construct. It has no defaults, so that a language which leaves one out cannot
be imported. Knows no game; the walker knows no language but through this.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import ClassVar

from .phrase import Phrase
from .words import Adjective


class Mood(Enum):
    """How a verb stands in its sentence."""

    FACT = auto()
    """she attacks"""
    ABOUT = auto()
    """she is about to attack"""
    WOULD = auto()
    """if she would attack"""
    DO = auto()
    """attack!"""
    BARE = auto()
    """(you may) attack"""
    COST = auto()
    """cost: attack!"""
    CAN = auto()
    """she may attack; denied: she cannot attack"""
    COULD = auto()
    """she can attack now"""
    COULD_HAVE = auto()
    """she could have attacked"""
    DONE = auto()
    """she has attacked"""


class Det(Enum):
    """How a noun is pointed at."""

    A = auto()
    THE = auto()
    THIS = auto()
    THAT = auto()
    EACH = auto()
    ANY = auto()
    NO = auto()
    SOME = auto()
    """one or more"""
    ALL = auto()
    """plural, all there are: "tapped fighters", *i lottatori girati*"""
    KIND = auto()
    """plural without any article: "the number of fighters", *il numero di lottatori*"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Constructs:
    """One template for each construct; see ``phrase`` for how they are written."""

    # hooks
    led: str
    lead_if: str
    lead_and: str
    lead_unless: str
    when: str
    as_it_happens: str
    at_start: str
    at_end: str
    instead_of: str
    instead: str
    prevented: str
    you_may_play: str
    you_must_play: str
    you_may_respond: str
    you_must_respond: str
    if_you_do: str
    action: str
    play: str
    cost: str
    titled: str
    quote: str

    # things
    host: str
    named: str
    of_player: str
    of_the_same: str
    attached_to: str
    among: str
    one_of: str
    other_than: str
    in_zone: str
    such: str
    to_which: str
    to_whom: str
    next_to: str
    with_: str
    measure: str
    counters_on: str
    counters_of: str
    counters_you: str
    with_lowest: str
    with_highest: str
    with_fewest: str
    with_most: str
    with_strictly_fewest: str
    with_strictly_most: str
    any_number: str
    any_number_of: str
    up_to: str
    up_to_formula: str
    at_least_formula: str
    counted: str
    counted_formula: str
    affected: str

    # players and zones
    active: str
    next: str
    next_after: str
    previous: str
    previous_before: str
    nobody: str
    players_zones: str
    top: str
    bottom: str
    top_card: str
    bottom_card: str
    into: str
    on_top: str
    under: str

    # numbers
    count: str
    total: str
    highest: str
    lowest: str
    plus: str
    minus: str
    times: str
    double: str
    printed: str
    divided: str
    half: str
    equal: str
    unequal: str
    less: str
    less_equal: str
    more: str
    more_equal: str

    # questions
    is_: str
    is_not: str
    is_word: str
    in_play: str
    is_in: str
    is_equal: str
    is_of: str
    is_attached: str
    is_next_to: str
    is_connected: str
    shares: str
    shares_no: str
    is_among: str
    is_due_to: str
    ability_of: str
    has_ability: str
    lacks_ability: str
    has_counters: str
    has_no_counters: str
    controls: str
    controls_no: str
    there_is: str
    there_is_no: str
    there_is_one: str
    there_is_none: str
    exactly: str
    at_least: str
    at_most: str
    this_turn: str
    and_: str
    and_also: str
    or_: str
    or_else: str
    either: str

    # steps
    sequence: str
    and_then: str
    then: str
    nothing: str
    choose: str
    to_choose: str
    chooses: str
    choose_one: str
    chooses_one: str
    mode: str
    mode_if: str
    may: str
    must: str
    may_do: str
    may_have: str
    if_not: str
    if_: str
    otherwise: str
    for_each: str
    for_each_of: str
    repeat: str
    lasting: str
    increases: str
    decreases: str
    table: str
    row: str
    titled_row: str

    # how long
    until_event: str
    until_turn: str
    until_end: str
    until_start: str
    until_game: str
    as_long_as: str
    next_turn: str

    # modifiers
    mod_if: str
    gets: str
    gets_also: str
    gets_formula: str
    becomes: str
    doubled: str
    halved: str
    multiplied: str
    grant_copy: str
    lose: str
    lose_all: str
    lose_except: str
    protect: str
    shield_of: str

    # at the table
    your_turn: str
    first_of_all: str
    what_instead: str
    doing: str
    at: str
    so_far: str


class Language(ABC):
    """A language: its templates, the words the rules language brings itself, and its grammar."""

    code: ClassVar[str]
    constructs: ClassVar[Constructs]
    words: ClassVar[Mapping[str, Mapping[str, str]]]
    """The words of the rules language itself, by section."""
    verbs: ClassVar[Mapping[str, Mapping[str, str]]]
    """The engine's verbs, in the form of a texts file."""
    opposing: ClassVar[Adjective]
    """Said of what opponents control."""
    none_is_plural: ClassVar[bool]
    """ "no coins", but *nessuna moneta* """
    you: ClassVar[Phrase]
    """The player who reads."""

    @abstractmethod
    def head(self, noun: Phrase, adjectives: Sequence[str] = (), other: bool = False, yours: bool = False) -> str:
        """A noun with its adjectives: "other tapped fighters you control"."""

    @abstractmethod
    def name(self, title: str, gender: str, usual: str) -> Phrase:
        """The name of a card. gender: if it is known; usual: that of its kind."""

    @abstractmethod
    def point(self, det: Det, head: str, plural: bool, gender: str) -> Phrase:
        """A noun with the word that points at it: "that fighter"."""

    @abstractmethod
    def ordinal(self, position: int, head: str, plural: bool, gender: str) -> Phrase:
        """One of several that are called alike, from 0: "the first fighter"."""

    @abstractmethod
    def counted(self, number: int, head: str, gender: str) -> str:
        """A noun with a figure, small ones in words: "two fighters"."""

    @abstractmethod
    def number(self, number: int) -> str:
        """A small whole number in words, a large one in figures."""

    @abstractmethod
    def possessed(self, noun: str, plural: bool, gender: str, owner: Phrase) -> Phrase:
        """What belongs to somebody: "your hand", "the attack of that fighter"."""

    @abstractmethod
    def relative(self, antecedent: Phrase, person: bool) -> Phrase:
        """The pronoun that begins a clause about a noun: "that", "who", *che*."""

    @abstractmethod
    def pronoun(self, antecedent: Phrase, person: bool) -> Phrase:
        """The pronoun that stands for a noun: "it", "they"."""

    @abstractmethod
    def again(self, phrase: Phrase, person: bool) -> Phrase:
        """A thing that the sentence has named already."""

    @abstractmethod
    def verb(self, forms: Sequence[str], mood: Mood, passive: bool, subject: Phrase | None, denied: bool) -> str:
        """The verb as it stands in a clause, with its auxiliaries and its negation."""

    @abstractmethod
    def polish(self, text: str) -> str:
        """Sound rules between neighbouring words, and spaces: "an event", *dal lottatore*."""


def joined(items: Sequence[str], last: str) -> str:
    """Items with commas and a last "and" or "or", or ", and"."""
    return f" {last} ".join((", ".join(items[:-1]), items[-1])) if len(items) > 1 else "".join(items)
