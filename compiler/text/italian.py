"""Italian grammar. The templates are in ``italian_phrases``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from .italian_phrases import CONSTRUCTS, VERBS, WORDS
from .language import Det, Language, Mood
from .phrase import Phrase
from .words import Adjective

_NUMBERS = ("nessun", "un", "due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove", "dieci")
_LONG = re.compile(r"s[^aeiouàèéìòù\W]|z|gn|ps|pn|x|y", re.IGNORECASE)
"""What begins a word that takes *lo, uno, quello*."""
_VOWEL = re.compile(r"[aeiouàèéìòù]", re.IGNORECASE)

_FORMS = {
    # (m before consonant, m before s + consonant, m before vowel, f before consonant, f before vowel), plural likewise
    Det.A: (("un", "uno", "un", "una", "un’"), None),
    Det.THE: (("il", "lo", "l’", "la", "l’"), ("i", "gli", "gli", "le", "le")),
    Det.THAT: (("quel", "quello", "quell’", "quella", "quell’"), ("quei", "quegli", "quegli", "quelle", "quelle")),
    Det.THIS: (("questo", "questo", "questo", "questa", "questa"), ("questi", "questi", "questi", "queste", "queste")),
    Det.NO: (("nessun", "nessuno", "nessun", "nessuna", "nessun’"), None),
    Det.EACH: (("ogni",) * 5, None),
    Det.ANY: (("qualsiasi",) * 5, None),
}
_ARTICLES = re.compile(r"\b(di|a|da|in|su) (?:(il|lo|la|i|gli|le) |(l)’)")
_CONTRACTED = {
    "di": ("del", "dello", "della", "dei", "degli", "delle", "dell’"),
    "a": ("al", "allo", "alla", "ai", "agli", "alle", "all’"),
    "da": ("dal", "dallo", "dalla", "dai", "dagli", "dalle", "dall’"),
    "in": ("nel", "nello", "nella", "nei", "negli", "nelle", "nell’"),
    "su": ("sul", "sullo", "sulla", "sui", "sugli", "sulle", "sull’"),
}
_ORDER = ("il", "lo", "la", "i", "gli", "le", "l")
_EUPHONIC = re.compile(r"\b(e(?= [eè])|a(?= a))\b(?! e\b| a\b)")
_FEMININE = re.compile(r"\w+(?:a|ione|tà)\b")
"""Titles that are feminine by the ending of their first word, if nothing else is said of them."""
_SPACES = re.compile(r"\s+")
_BEFORE_STOP = re.compile(r" (?=[,.;:])")
_YOUR = ("tuo", "tuoi", "tua", "tue")
_OTHER = ("altro", "altri", "altra", "altre")
_IT = ("esso", "essi", "essa", "esse")
_ORDINALS = ("prim", "second", "terz", "quart", "quint", "sest")
_ENDINGS = ("o", "i", "a", "e")

_BE, _HAVE = ("è", "sono", "sei"), ("ha", "hanno", "hai")
_COME, _STAND = ("viene", "vengono", "vieni"), ("sta", "stanno", "stai")
_CAN, _WOULD_HAVE = ("può", "possono", "puoi"), ("avrebbe", "avrebbero", "avresti")


def _article(det: Det, plural: bool, gender: str, before: str) -> str:
    """The article or demonstrative, with the space or apostrophe that joins it to the next word."""
    forms = _FORMS[det][int(plural)] or _FORMS[det][0] or ()
    if gender == "f":
        word = forms[4 if _VOWEL.match(before) else 3]
    else:
        word = forms[2 if _VOWEL.match(before) else 1 if _LONG.match(before) else 0]
    return word if word.endswith("’") else f"{word} "


class Italian(Language):
    """Adjectives follow and agree, articles look at the next word, prepositions swallow articles, *tu* is not said."""

    code = "it"
    constructs = CONSTRUCTS
    words = WORDS
    verbs = VERBS
    none_is_plural = False
    opposing = Adjective(("avversario", "avversari", "avversaria", "avversarie"))
    you = Phrase("te", person=2, subject="", possessive="|".join(_YOUR))

    def head(self, noun: Phrase, adjectives: Sequence[str] = (), other: bool = False, yours: bool = False) -> str:
        before = [noun.form(forms) for forms, said in ((_OTHER, other), (_YOUR, yours)) if said]
        return " ".join((*before, noun.text, *adjectives))

    def name(self, title: str, gender: str, usual: str) -> Phrase:
        return Phrase(title, gender=gender or ("f" if _FEMININE.match(title) else usual))

    def point(self, det: Det, head: str, plural: bool, gender: str) -> Phrase:
        match det:
            case Det.KIND:
                text = head
            case Det.ALL:
                text = _article(Det.THE, True, gender, head) + head
            case Det.SOME:
                text = f"{'una' if gender == 'f' else 'uno'} o più {head}"
            case Det.A if plural:
                text = head
            case _:
                text = _article(det, plural, gender, head) + head
        return Phrase(text, plural, gender)

    def ordinal(self, position: int, head: str, plural: bool, gender: str) -> Phrase:
        word = f"{_ORDINALS[min(position, 5)]}{Phrase('', plural, gender).form(_ENDINGS)} {head}"
        return Phrase(_article(Det.THE, plural, gender, word) + word, plural, gender)

    def counted(self, number: int, head: str, gender: str) -> str:
        if number == 1:
            return self.point(Det.A, head, False, gender).text
        return f"{self.number(number)} {head}"

    def number(self, number: int) -> str:
        return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)

    def possessed(self, noun: str, plural: bool, gender: str, owner: Phrase) -> Phrase:
        if owner.possessive:
            model = Phrase("", plural, gender)
            noun = f"{model.form(tuple(owner.possessive.split('|')))} {noun}"
        text = _article(Det.THE, plural, gender, noun) + noun
        return Phrase(text if owner.possessive else f"{text} di {owner.text}", plural, gender)

    def relative(self, antecedent: Phrase, person: bool) -> Phrase:
        return replace(antecedent, text="che", subject=None)

    def pronoun(self, antecedent: Phrase, person: bool) -> Phrase:
        text = antecedent.form(("lui", "loro", "lei", "loro") if person else _IT)
        return self.again(replace(antecedent, text=text), person)

    def again(self, phrase: Phrase, person: bool) -> Phrase:
        """Unsaid as a subject, a possessive as an owner; in full as an object, whose pronoun would join the verb."""
        own = "loro|loro|loro|loro" if phrase.plural else "suo|suoi|sua|sue"
        return replace(phrase, subject="", possessive=own)

    def verb(self, forms: Sequence[str], mood: Mood, passive: bool, subject: Phrase | None, denied: bool) -> str:
        infinitive, imperative, second, third, thirds, participle, *aux = forms
        if subject is None:
            subject = Phrase("", person=2)
        agreed = _agreed(participle, subject)
        if passive:
            been = _agreed("stato", subject)
            infinitive, present = f"essere {agreed}", f"{subject.form(_COME)} {agreed}"
            done = f"{subject.form(_BE)} {been} {agreed}"
        else:
            present = subject.form((third, thirds, second))
            done = f"{subject.form(_BE)} {agreed}" if "essere" in aux else f"{subject.form(_HAVE)} {participle}"
        text = {
            Mood.FACT: present,
            Mood.ABOUT: f"{subject.form(_STAND)} per {infinitive}",
            Mood.WOULD: f"{subject.form(_STAND)} per {infinitive}",
            Mood.DO: imperative,
            Mood.BARE: infinitive,
            Mood.COST: imperative,
            Mood.CAN: f"{subject.form(_CAN)} {infinitive}",
            Mood.COULD: f"{subject.form(_CAN)} {infinitive}",
            Mood.COULD_HAVE: f"{subject.form(_WOULD_HAVE)} potuto {infinitive}",
            Mood.DONE: done,
        }[mood]
        return f"non {text}" if denied else text

    def polish(self, text: str) -> str:
        text = _SPACES.sub(" ", text).strip()
        text = _ARTICLES.sub(_contracted, text)
        text = _EUPHONIC.sub(r"\1d", text)
        return _BEFORE_STOP.sub("", text)


def _agreed(participle: str, subject: Phrase) -> str:
    """A participle in *-o* that agrees with the subject; only its first word, as in *messo in gioco*."""
    first, *rest = participle.split(" ")
    if first.endswith("o"):
        first = first[:-1] + subject.form(_ENDINGS)
    return " ".join((first, *rest))


def _contracted(match: re.Match[str]) -> str:
    preposition, article, elided = match.groups()
    word = _CONTRACTED[preposition][_ORDER.index(article or elided)]
    return word if elided else f"{word} "


ITALIAN = Italian()
