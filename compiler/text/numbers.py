"""Numbers and other values: figures, counts, sums, variables and words, as phrases."""

from __future__ import annotations

from dataclasses import replace

from cardwright.runtime import ir

from .language import Det
from .phrase import FORMULA, NUMBER, Phrase
from .teller import Style, Teller, say
from .words import Adjective, Noun

_WORD_SECTIONS = ("values", "statuses", "tags", "counters", "numbers", "links", "steps", "labels")
"""Where a bare word is looked for, in this order."""


class Numbers(Teller):
    """Says values. What is computed is a FORMULA, what is written is a NUMBER."""

    def value(self, node: ir.Expr) -> Phrase:
        match node:
            case ir.Num(value):
                return Phrase(str(value), plural=value != 1, sort=NUMBER)
            case ir.Count(of):
                return self._formula(say(self.c.count, of=self.noun(of, Style.KIND)))
            case ir.Fold(op, what, name, of):
                return self._fold(op, what, name, of)
            case ir.Arith(op, left, right):
                return self._arithmetic(op, left, right)
            case ir.Var(name):
                noun = self.lexicon.noun("variables", name)
                return replace(self.point(Det.THE, noun), sort=FORMULA)
            case ir.Word(word):
                return Phrase(self.word_value(word))
            case _:
                return self.noun(node)

    def is_number(self, node: ir.Expr) -> bool:
        """Whether an expression is a number, as far as the rules say."""
        match node:
            case ir.Num() | ir.Count() | ir.Fold() | ir.Arith() | ir.Part("number" | "printed" | "counter"):
                return True
            case ir.Ref(name) if name in self.scene.names:
                named = self.scene.names[name]
                if named.source is not None:
                    return self.is_number(named.source)
                return named.said is not None and named.said.sort == FORMULA
            case _:
                return False

    def word_value(self, word: str) -> str:
        """A bare word: the value of a variable, the name of a status."""
        section = next((section for section in _WORD_SECTIONS if self.lexicon.has(section, word)), "values")
        match self.lexicon.word(section, word):
            case Noun(one):
                return one
            case Adjective(forms):
                return forms[0]

    @staticmethod
    def _formula(text: str) -> Phrase:
        return Phrase(text, sort=FORMULA, short=False)

    def _fold(self, op: str, what: str, name: str, of: ir.Noun) -> Phrase:
        noun = self.lexicon.noun("counters" if what == "counter" else "numbers", name)
        construct = {"total": self.c.total, "highest": self.c.highest, "lowest": self.c.lowest}[op]
        return self._formula(say(construct, name=noun.one, the=self.point(Det.THE, noun), of=self.noun(of, Style.ALL)))

    def _arithmetic(self, op: str, left: ir.Expr, right: ir.Expr) -> Phrase:
        match op, left, right:
            case "/", _, ir.Num(2):
                construct = self.c.half
            case "*", _, ir.Num(2):
                construct = self.c.double
            case "*", ir.Num(2), _:
                construct, left = self.c.double, right
            case _:
                construct = {"+": self.c.plus, "-": self.c.minus, "*": self.c.times, "/": self.c.divided}[op]
        return self._formula(say(construct, left=self._operand(op, left), right=self._operand(op, right, last=True)))

    def _operand(self, op: str, node: ir.Expr, last: bool = False) -> Phrase:
        """A part of a sum or product, in brackets where it would be read otherwise."""
        phrase = self.value(node)
        loose = isinstance(node, ir.Arith) and node.op in "+-" and (op in "*/" or (op == "-" and last))
        return phrase.with_text(f"({phrase.text})") if loose else phrase
