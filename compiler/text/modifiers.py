"""Modifiers as clauses, and how long they last."""

from __future__ import annotations

from cardwright.runtime import ir

from .language import Det, Mood, joined
from .phrase import Phrase
from .teller import Style, Teller, say
from .words import Adjective, Noun


class Modifiers(Teller):
    """Says what holds while something lasts."""

    def mod(self, node: ir.Mod) -> str:
        text = self._mod(node)
        return text if node.guard is None else say(self.c.mod_if, mod=text, cond=self.cond(node.guard))

    def _mod(self, node: ir.Mod) -> str:
        match node:
            case ir.Adjust():
                return self._adjust(node)
            case ir.Gain(subject, what, name):
                phrase = self._subject(subject)
                is_ = say(self.c.is_, subject=phrase)
                return say(self.c.is_word, is_=is_, word=self.predicate(what, name, phrase))
            case ir.Grant(subject, ability, None):
                title = self.lexicon.plain("abilities", ability)
                return say(self.c.has_ability, subject=self._subject(subject), title=title)
            case ir.Grant(subject, _, copy) if copy is not None:
                return say(self.c.grant_copy, subject=self._subject(subject), of=self.noun(copy))
            case ir.Lose():
                return self._lose(node)
            case ir.Forbid(event):
                return self.clause(event, Mood.CAN, denied=True, style=Style.ALL)
            case ir.Permit(event):
                return self.clause(event, Mood.CAN, style=Style.ALL)
            case ir.Protect(subject, shields):
                kinds = joined([self._shield(shield) for shield in shields], self.c.and_)
                return say(self.c.protect, subject=self._subject(subject), shields=kinds)
            case _:
                raise TypeError(f"no modifier: {type(node).__name__}")

    def _subject(self, noun: ir.Noun) -> Phrase:
        """In a modifier "any" means whichever fit: all of them."""
        style = Style.ALL if isinstance(noun, ir.Select) and noun.quant == "any" else Style.PLAIN
        return self.as_subject(self.noun(noun, style))

    # ---- numbers -------------------------------------------------------------------------------------

    def _adjust(self, node: ir.Adjust) -> str:
        noun = self.lexicon.noun("numbers", node.name)
        if node.op == "add":
            return self._gets(noun, self._subject(node.subject), node.amount)
        style = Style.ALL if isinstance(node.subject, ir.Select) and node.subject.quant == "any" else Style.PLAIN
        owner = self.noun(node.subject, style)
        number = self.language.possessed(noun.one, False, noun.gender, owner)
        match node.op, node.amount, node.over:
            case "set", amount, _:
                return say(self.c.becomes, number=number, amount=self.value(amount))
            case _, ir.Num(2), 1:
                return say(self.c.doubled, number=number)
            case _, ir.Num(1), 2:
                return say(self.c.halved, number=number)
            case _, amount, over:
                factor = self.value(amount).text if over == 1 else f"{self.value(amount).text}/{over}"
                return say(self.c.multiplied, number=number, factor=factor)

    def _gets(self, noun: Noun, subject: Phrase, amount: ir.Expr) -> str:
        """ "gets +20 attack", or "+X attack, where X is" a formula."""
        words: dict[str, Phrase | str] = {"subject": subject, "name": noun.one, "the": self.point(Det.THE, noun)}
        match amount:
            case ir.Num(value):
                return say(self.c.gets, amount=f"{value:+d}".replace("-", "−"), **words)
            case ir.Arith("-", ir.Num(0), taken):
                return say(self.c.gets_formula, sign="−", amount=self.value(taken), **words)
            case _:
                return say(self.c.gets_formula, sign="+", amount=self.value(amount), **words)

    # ---- abilities and protection --------------------------------------------------------------------

    def _lose(self, node: ir.Lose) -> str:
        subject = self._subject(node.subject)
        if node.ability:
            return say(self.c.lose, subject=subject, title=self.lexicon.plain("abilities", node.ability))
        if not node.keep:
            return say(self.c.lose_all, subject=subject)
        kept = joined([self.lexicon.plain("abilities", name) for name in node.keep], self.c.and_)
        return say(self.c.lose_except, subject=subject, titles=kept)

    def _shield(self, shield: ir.Shield) -> str:
        """A kind of event: "single-target events of opponents"."""
        noun = self._shield_noun(shield)
        words = (self._shield_word(name) for name in shield.words if name not in self.pack.means)
        model = Phrase(noun.many, True, noun.gender)
        adjectives = [word.agree(model) if isinstance(word, Adjective) else word.one for word in words]
        text = self.language.head(model, adjectives, False)
        return say(self.c.shield_of, events=text) if shield.of else text

    def _shield_noun(self, shield: ir.Shield) -> Noun:
        means = [name for name in shield.words if name in self.pack.means]
        if means:
            return self.lexicon.noun("means", means[0])
        own = self.lexicon.verb(shield.verb).noun if shield.verb else None
        return own or self.lexicon.noun("own", "effect")

    def _shield_word(self, name: str) -> Noun | Adjective:
        return self.lexicon.word("classes" if name in self.pack.classes else "tags", name)

    # ---- how long ------------------------------------------------------------------------------------

    def span(self, node: ir.Span) -> str:
        match node.kind:
            case "event":
                return say(self.c.until_event, event=self._this_event(node.verb))
            case "turn":
                return self.c.until_turn
            case "next-turn":
                return say(self.c.until_end, turn=self._next_turn(node.of))
            case "next-start":
                return say(self.c.until_start, turn=self._next_turn(node.of))
            case "game":
                return self.c.until_game
            case "while" if node.cond is not None:
                return say(self.c.as_long_as, cond=self.cond(node.cond))
            case _:
                return self.span(self.pack.default_span)

    def _next_turn(self, of: ir.Noun | None) -> Phrase:
        noun = self.lexicon.noun("steps", "turn")
        head = say(self.c.next_turn, turn=noun.one)
        return self.language.possessed(head, False, noun.gender, self.noun(of or ir.Ref("you")))

    def _this_event(self, verb: str) -> Phrase:
        return self.event_noun(Det.THIS, verb)
