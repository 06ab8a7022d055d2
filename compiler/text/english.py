"""English grammar. The templates are in ``english_phrases``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from .english_phrases import CONSTRUCTS, VERBS, WORDS
from .language import Det, Language, Mood
from .phrase import Phrase
from .words import Adjective

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_ONE = {
    Det.A: "a",
    Det.THE: "the",
    Det.THIS: "this",
    Det.THAT: "that",
    Det.EACH: "each",
    Det.ANY: "any",
    Det.NO: "no",
}
_MANY = {
    Det.THE: "the",
    Det.THIS: "these",
    Det.THAT: "those",
    Det.EACH: "each of the",
    Det.NO: "no",
    Det.SOME: "one or more",
}
_POINTING = (Det.THE, Det.THIS, Det.THAT)
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
_SPACES = re.compile(r"\s+")
_BEFORE_STOP = re.compile(r" (?=[,.;:])")
_AN = re.compile(r"\b([Aa]) (?=(?:[aeio]|u(?!ni|s[eu])|hour|heir|hono)(?<!on)(?!ne\b|eu))")


class English(Language):
    """Adjectives stand before the noun, verbs barely agree, "a" becomes "an"."""

    code = "en"
    constructs = CONSTRUCTS
    words = WORDS
    verbs = VERBS
    none_is_plural = True
    opposing = Adjective(("opposing",))
    you = Phrase("you", person=2, possessive="your")

    def head(self, noun: Phrase, adjectives: Sequence[str] = (), other: bool = False, yours: bool = False) -> str:
        before, after = ["other"] if other else [], ["you control"] if yours else []
        return " ".join((*before, *adjectives, noun.text, *after))

    def name(self, title: str, gender: str, usual: str) -> Phrase:
        return Phrase(title)

    def point(self, det: Det, head: str, plural: bool, gender: str) -> Phrase:
        word = (_MANY if plural else _ONE).get(det, "")
        return Phrase(f"{word} {head}".strip(), plural, short=det in _POINTING)

    def ordinal(self, position: int, head: str, plural: bool, gender: str) -> Phrase:
        return Phrase(f"the {_ORDINALS[min(position, 5)]} {head}", plural)

    def counted(self, number: int, head: str, gender: str) -> str:
        return f"{self.number(number)} {head}"

    def number(self, number: int) -> str:
        return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)

    def possessed(self, noun: str, plural: bool, gender: str, owner: Phrase) -> Phrase:
        if owner.possessive:
            text = f"{owner.possessive} {noun}"
        elif owner.short:
            text = f"{owner.text}’ {noun}" if owner.plural and owner.text.endswith("s") else f"{owner.text}’s {noun}"
        else:
            text = f"the {noun} of {owner.text}"
        return Phrase(text, plural, short=owner.short)

    def relative(self, antecedent: Phrase, person: bool) -> Phrase:
        return replace(antecedent, text="who" if person else "that", short=False)

    def pronoun(self, antecedent: Phrase, person: bool) -> Phrase:
        if person or antecedent.plural:
            return Phrase("they", plural=True, possessive="their")
        return Phrase("it", possessive="its")

    def again(self, phrase: Phrase, person: bool) -> Phrase:
        return self.pronoun(phrase, person)

    def verb(self, forms: Sequence[str], mood: Mood, passive: bool, subject: Phrase | None, denied: bool) -> str:
        base, third, participle, *_ = forms
        many = subject is None or subject.plural or subject.person == 2
        is_, has, was = ("are", "have", "were") if many else ("is", "has", "was")
        not_ = " not" if denied else ""
        if passive:
            fact, base, past, done = f"{is_}{not_} {participle}", f"be {participle}", f"been {participle}", was
        else:
            fact, past, done = base if many else third, participle, has
            fact = f"{'do' if many else 'does'} not {base}" if denied else fact
        return {
            Mood.FACT: fact,
            Mood.ABOUT: f"{is_}{not_} about to {base}",
            Mood.WOULD: f"would{not_} {base}",
            Mood.DO: base,
            Mood.BARE: base,
            Mood.COST: base,
            Mood.CAN: f"cannot {base}" if denied else f"may {base}",
            Mood.COULD: f"cannot {base}" if denied else f"can {base}",
            Mood.COULD_HAVE: f"could{not_} have {past}",
            Mood.DONE: f"{done}{not_} {participle}",
        }[mood]

    def polish(self, text: str) -> str:
        text = _BEFORE_STOP.sub("", _SPACES.sub(" ", text)).strip()
        return _AN.sub(r"\1n ", text).replace("an other ", "another ").replace("An other ", "Another ")


ENGLISH = English()
