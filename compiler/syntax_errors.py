"""Says in plain words what is wrong with a text that does not parse. Knows the words of the grammar, not lark."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from .diagnostics import Diagnostic, closest
from .inflection import third_person
from .source import Source, Span

SYNTAX, MISPLACED_VERB, UNKNOWN_HOOK, LAYOUT, ODD_SIGN = "CW0301", "CW0302", "CW0303", "CW0304", "CW0306"

HOOKS = ("when", "before", "instead of", "respond to", "must respond to", "always", "action", "play", "verb")

_PHRASES = {
    "NAME": "a name",
    "VERBS": "a verb (`attacks`)",
    "PREP": "`by`, `on`, `to` ...",
    "_NL": "the end of the line",
    "_IS": "`is`",
    "_HAS": "`has`",
    "_WAS": "`was`",
    "_GETS": "`gets`",
    "_LOSES": "`loses`",
    "EDGE": "`begins`, `ends`",
    "POSS": "`your`, `its`",
    "SUPER": "`highest`, `lowest`, `total`",
    "NOT": "`not`",
    "_THIS_TURN": "`this turn`",
    "_AT_LEAST": "`at least`",
    "CMP": "`=`, `<`, `>` ...",
    "ADDOP": "`+`, `-`",
    "MULOP": "`*`, `/`",
    "NUMBER": "a number",
    "SIGNED": "`+1`, `-1` ...",
    "TIMES": "`x2`, `x1/2` ...",
    "STRING": '`"a title"`',
}
"""How the terminals that are no fixed words are called."""

_REFERENCE = frozenset({"THIS", "IT", "YOU", "NAME", "LPAR", "POSS"})
_NOUN = _REFERENCE | {"ANY", "EACH", "NO", "NUMBER", "LBRACE", "UP", "_AT_LEAST"}
_UNHELPFUL = frozenset(
    {"AS", "WHERE", "ADDOP", "MULOP", "AND", "OR", "OF", "WITH", "THAT", "IN", "NEXT", "_INDENT", "_DEDENT"}
)
"""What may nearly always follow; named only if nothing else is expected."""
_MOST = 7

_WORD = re.compile(r"[A-Za-z0-9_'-]+")


@dataclass(frozen=True, slots=True)
class Unexpected:
    """Where the parser gave up: the type of the token it met, and those it could have gone on with.

    spellings: how the terminals that are fixed words are written.
    """

    kind: str
    position: int
    expected: frozenset[str]
    spellings: Mapping[str, str]


def explain(source: Source, found: Unexpected, third: Mapping[str, str], base: Collection[str]) -> Diagnostic:
    """The diagnostic for a text that could not be parsed."""
    if found.kind in ("$END", "_NL", "_DEDENT"):
        return _unfinished(source, found)
    span = _word_at(source, found.position)
    word = source.text[span.start : span.end]
    if found.kind == "_INDENT":
        return Diagnostic(LAYOUT, span, "this line is indented, but the line above opens no block")
    if not re.match(r"[a-z0-9\"{}()\[\]=<>!+*/:,-]", word):
        return _odd_sign(span, word)
    if word.isdigit() and source.text[span.start - 1 : span.start].isdigit():
        return Diagnostic(SYNTAX, span, "a number has at most nine digits")
    if {"WHEN", "BEFORE", "ALWAYS"} <= found.expected:
        return _unknown_hook(span, word)
    if found.kind == "VERBS" and "NAME" in found.expected:
        help_text = f"write `{third[word]}` here"
        return Diagnostic(MISPLACED_VERB, span, f"`{word}` says what somebody else does", help_text, fix=third[word])
    if "VERBS" in found.expected and found.kind == "NAME":
        return _not_third_person(span, word, third, base, _needs(found))
    return _plain(source, span, word, found)


def _word_at(source: Source, position: int) -> Span:
    match = _WORD.match(source.text, position)
    return source.span(position, match.end() if match else min(position + 1, len(source.text)))


def _unfinished(source: Source, found: Unexpected) -> Diagnostic:
    """The line, or the text, ends too early."""
    end = len(source.text[: found.position].rstrip())
    span = source.span(max(end - 1, 0), end)
    if "COLON" in found.expected and "_NL" not in found.expected:
        return Diagnostic(SYNTAX, span, "this line must end with `:`")
    if "_INDENT" in found.expected:
        return Diagnostic(LAYOUT, span, "an indented block must follow this line", "write `nothing` if nothing happens")
    return Diagnostic(SYNTAX, span, "the line ends too early", _needs(found))


def _odd_sign(span: Span, word: str) -> Diagnostic:
    if word[0].isupper():
        return Diagnostic(ODD_SIGN, span, f"`{word}` has a capital letter", f"names are small: `{word.lower()}`")
    help_text = "names are made of small letters, digits and `-`"
    return Diagnostic(ODD_SIGN, span, f"`{word}` has no place in rules", help_text)


def _unknown_hook(span: Span, word: str) -> Diagnostic:
    match = closest(word, [hook.split()[0] for hook in HOOKS])
    help_text = f"did you mean `{match}`?" if match else f"a rule begins with one of {_listed(HOOKS)}"
    return Diagnostic(UNKNOWN_HOOK, span, f"no rule begins with `{word}`", help_text, fix=match or None)


def _not_third_person(span: Span, word: str, third: Mapping[str, str], base: Collection[str], needs: str) -> Diagnostic:
    message = f"`{word}` is not a verb in the third person"
    if word in base:
        candidate = third_person(word)
        match = candidate if candidate in third else closest(candidate, third)
        return Diagnostic(MISPLACED_VERB, span, message, f"write `{match}`", fix=match)
    match = closest(word, [*third, "is"])
    help_text = f"did you mean `{match}`?" if match else needs
    return Diagnostic(MISPLACED_VERB, span, message, help_text, fix=match or None)


def _plain(source: Source, span: Span, word: str, found: Unexpected) -> Diagnostic:
    misplaced = _misplaced(source, span, word, found)
    if misplaced:
        return Diagnostic(SYNTAX, span, f"`{word}` is not expected here", misplaced)
    words = [spelling for name, spelling in found.spellings.items() if name in found.expected and spelling.isalpha()]
    match = closest(word, words)
    help_text = f"did you mean `{match}`?" if match and match != word else _needs(found)
    return Diagnostic(SYNTAX, span, f"`{word}` is not expected here", help_text, fix=match or None)


def _misplaced(source: Source, span: Span, word: str, found: Unexpected) -> str:
    """Help for what is right elsewhere."""
    before = source.text[: span.start].split()
    if word == ":" and before and before[-1] == "else":
        return "an `else:` follows the block of an `if` or a `may`"
    if word in _MODIFYING and "CHOOSES" in found.expected:
        return "modifiers stand under `always:`, `until ...:`, `while ...:` or `temporarily:`"
    if {"CANNOT", "_GETS"} <= found.expected:
        return "only modifiers stand here: `X gets +1 NUMBER`, `X is STATUS`, `X cannot VERB` ..."
    return ""


_MODIFYING = frozenset({"gets", "get", "cannot", "becomes", "is", "are", "has", "have", "loses", "lose"})


def _needs(found: Unexpected) -> str:
    """What could stand there, in a few words."""
    expected = set(found.expected)
    phrases = []
    if "ANY" in expected:
        phrases.append("a noun (`this`, `any KIND`, a name)")
        expected -= _NOUN
    elif expected >= _REFERENCE:
        phrases.append("`this`, `it`, `you` or a name")
        expected -= _REFERENCE
    if "SUPER" in expected and phrases:
        phrases.append("a number")
        numbers = {name for name, spelling in found.spellings.items() if spelling in ("number", "printed")}
        expected -= {"SUPER", *numbers}
    telling = (expected - _UNHELPFUL) or expected
    phrases += sorted(_PHRASES.get(name) or f"`{found.spellings[name]}`" for name in telling if _known(name, found))
    if not phrases:
        return ""
    return "expected " + _listed(phrases[:_MOST]) + (" ..." if len(phrases) > _MOST else "")


def _known(name: str, found: Unexpected) -> bool:
    return name in _PHRASES or name in found.spellings


def _listed(phrases: Collection[str]) -> str:
    *most, last = phrases
    return f"{', '.join(most)} or {last}" if most else last
