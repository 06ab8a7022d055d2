"""Forms of English verbs by rule: what a game need not spell out. Knows nothing of what the verbs mean."""

from __future__ import annotations

_VOWELS = "aeiou"


def third_person(verb: str) -> str:
    """``attack`` to ``attacks``, ``carry-off`` to ``carries-off``: the first word is inflected."""
    head, dash, rest = verb.partition("-")
    return _third(head) + dash + rest


def participle(verb: str) -> str:
    """``kill`` to ``killed``, ``carry-off`` to ``carried-off``. Irregular ones must be declared."""
    head, dash, rest = verb.partition("-")
    return _past(head) + dash + rest


def _third(word: str) -> str:
    if _ends_in_consonant_y(word):
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("s", "x", "z", "ch", "sh", "o")) else "s")


def _past(word: str) -> str:
    if word.endswith("e"):
        return word + "d"
    if _ends_in_consonant_y(word):
        return word[:-1] + "ied"
    return word + (word[-1] if _doubles(word) else "") + "ed"


def _ends_in_consonant_y(word: str) -> bool:
    return len(word) > 1 and word[-1] == "y" and word[-2] not in _VOWELS


def _doubles(word: str) -> bool:
    """One syllable of consonant, vowel, consonant: ``stop``, ``tap``."""
    if len(word) < 3 or word[-1] in _VOWELS + "wxy" or word[-2] not in _VOWELS or word[-3] in _VOWELS:
        return False
    return sum(letter in _VOWELS for letter in word) == 1
