"""What a value of the rules language can be: its type, as far as it is known before play."""

from __future__ import annotations

from dataclasses import dataclass

from cardwright.runtime import ir


@dataclass(frozen=True, slots=True)
class Type:
    """base: "card", "player", "thing" (a card or a player), "number", "place", "end" (of a zone: a place, or the card
    that lies there), "word", "event", "any" or "unknown".

    kind: of a card, if it is known. plural: surely several. Something of type "unknown" has been reported already, and
    fits everywhere, so that one mistake is one diagnostic.
    """

    base: str
    kind: str = ""
    plural: bool = False

    def __str__(self) -> str:
        """In words, with its article: "a fighter", "several players"."""
        name = self.kind or {"thing": "card or player", "end": "place", "any": "value"}.get(self.base, self.base)
        if self.plural:
            return f"several {name}s"
        return f"an {name}" if name[0] in "aeiou" else f"a {name}"

    @property
    def is_thing(self) -> bool:
        return self.base in ("card", "player", "thing", "end", "any", "unknown")


CARD = Type("card")
PLAYER = Type("player")
THING = Type("thing")
NUMBER = Type("number")
PLACE = Type("place")
END = Type("end")
WORD = Type("word")
EVENT = Type("event")
ANY = Type("any")
UNKNOWN = Type("unknown")


@dataclass(frozen=True, slots=True)
class Typed:
    """An effect object with its type."""

    node: ir.Expr
    type: Type


POISON = Typed(ir.Ref("unknown"), UNKNOWN)
"""Stands for what could not be resolved; a pack is never made with it."""


def fits(wanted: Type, given: Type) -> bool:
    """Whether a value may stand where another type is wanted; kinds are not compared."""
    loose = ("any", "unknown")
    if wanted.base in loose or given.base in loose or wanted.base == given.base:
        return True
    if given.base == "end":
        return wanted.base in ("place", "card", "thing")
    pair = {wanted.base, given.base}
    return "thing" in pair and bool(pair & {"card", "player"})


def same_kind(wanted: Type, given: Type) -> bool:
    """Whether a card of the one type can be of the other."""
    return not wanted.kind or not given.kind or wanted.kind == given.kind
