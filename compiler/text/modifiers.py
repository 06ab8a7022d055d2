"""Modifiers as clauses, and how long they last."""

from __future__ import annotations

from dataclasses import replace

from cardwright.runtime import ir

from .language import Det, Mood, joined
from .phrase import Phrase
from .scan import goes_on, merged, owner, subject_of
from .teller import Style, Teller, say
from .words import Adjective, Noun


class Modifiers(Teller):
    """Says what holds while something lasts."""

    def mods(self, mods: tuple[ir.Mod, ...]) -> str:
        texts: list[str] = []
        before: ir.Mod | None = None
        for mod in merged(mods):
            bonus = self._bonus_too(mod, before)
            if bonus:
                texts[-1] = joined([texts[-1], bonus], self.c.and_)
            else:
                texts.append(self.mod(mod, before))
            before = mod
        compound = len(texts) > 1 and any(f" {self.c.and_} " in text for text in texts)
        return joined(texts, self.c.and_also if compound else self.c.and_)

    def mod(self, node: ir.Mod, before: ir.Mod | None = None) -> str:
        """A modifier as a clause. before: the one before it, whose subject is not said again."""
        again = before is not None and goes_on(before, node)
        self.scene.elided = subject_of(node) if again else None
        with self.branch():
            text = self._mod(node)
            self.scene.elided = None
            if node.guard is None:
                return text
            with self.speaking_of(_spoken_of(subject_of(node))):
                return say(self.c.mod_if, mod=text, cond=self.cond(node.guard))

    def _bonus_too(self, node: ir.Mod, before: ir.Mod | None) -> str:
        """ "(gets +20 attack and) +20 defence", "" if it does not follow on the one before."""
        match before, node:
            case ir.Adjust(subject, "add", guard=None), ir.Adjust(same, "add", name, ir.Num(value), _, None):
                if subject == same:
                    noun = self.lexicon.noun("numbers", name)
                    the = self.point(Det.THE, noun)
                    return say(self.c.gets_also, amount=_signed(value), name=noun.one, the=the)
        return ""

    def _mod(self, node: ir.Mod) -> str:
        match node:
            case ir.Adjust():
                return self._adjust(node)
            case ir.Gain(subject, what, name):
                phrase = self._subject(subject)
                is_ = say(self.c.is_, subject=phrase)
                return say(self.c.is_word, is_=is_, word=self.predicate(what, name, phrase))
            case ir.Grant(subject, ability, None):
                return say(self.c.has_ability, subject=self._subject(subject), title=self.ability(ability))
            case ir.Grant(subject, _, copy) if copy is not None:
                return say(self.c.grant_copy, subject=self._subject(subject), of=self.noun(copy))
            case ir.Lose():
                return self._lose(node)
            case ir.Forbid(event):
                return self.clause(event, Mood.CAN, denied=True, style=Style.ALL)
            case ir.Permit(event):
                return self.clause(event, Mood.CAN, style=Style.ALL)
            case ir.Protect(subject, shields):
                kinds = self._shields(shields)
                return say(self.c.protect, subject=self._subject(subject), shields=kinds)
            case _:
                raise TypeError(f"no modifier: {type(node).__name__}")

    def _subject(self, noun: ir.Noun) -> Phrase:
        """In a modifier "any" means whichever fit: all of them."""
        style = Style.ALL if isinstance(noun, ir.Select) and noun.quant == "any" else Style.PLAIN
        phrase = self.noun(noun, style)
        if noun == self.scene.elided:
            return replace(phrase, text="")
        if noun == self.scene.topic:
            phrase = self.language.again(phrase, False)
        return self.as_subject(phrase)

    # ---- numbers -------------------------------------------------------------------------------------

    def _adjust(self, node: ir.Adjust) -> str:
        noun = self.lexicon.noun("numbers", node.name)
        if node.op == "add":
            return self._gets(noun, self._subject(node.subject), node.amount)
        style = Style.ALL if isinstance(node.subject, ir.Select) and node.subject.quant == "any" else Style.PLAIN
        owner = self.noun(node.subject, style)
        number = self.language.possessed(noun.one, False, noun.gender, owner)
        if node.op == "set":
            return say(self.c.becomes, number=number, amount=self.value(node.amount))
        return self.multiplied(number, node.amount, node.over)

    def amend(self, node: ir.Amend) -> str:
        """What becomes of a number of the event."""
        number = self.point(Det.THE, self.lexicon.noun("names", node.name))
        match node.op, node.amount:
            case "add", ir.Num(value) if value < 0:
                return say(self.c.decreases, number=number, amount=str(-value))
            case "add", ir.Arith("-", ir.Num(0), taken):
                return say(self.c.decreases, number=number, amount=self.value(taken))
            case "add", amount:
                return say(self.c.increases, number=number, amount=self.value(amount))
            case _, amount:
                return self.multiplied(number, amount, node.over)

    def multiplied(self, number: Phrase, amount: ir.Expr, over: int) -> str:
        match amount, over:
            case ir.Num(0), _:
                return say(self.c.becomes, number=number, amount="0")
            case ir.Num(2), 1:
                return say(self.c.doubled, number=number)
            case ir.Num(1), 2:
                return say(self.c.halved, number=number)
            case _:
                factor = self.value(amount).text if over == 1 else f"{self.value(amount).text}/{over}"
                return say(self.c.multiplied, number=number, factor=factor)

    def _gets(self, noun: Noun, subject: Phrase, amount: ir.Expr) -> str:
        """ "gets +20 attack", or "+X attack, where X is" a formula."""
        words: dict[str, Phrase | str] = {"subject": subject, "name": noun.one, "the": self.point(Det.THE, noun)}
        match amount:
            case ir.Num(value):
                return say(self.c.gets, amount=_signed(value), **words)
            case ir.Arith("-", ir.Num(0), taken):
                return say(self.c.gets_formula, sign="−", amount=self.value(taken), **words)
            case _:
                return say(self.c.gets_formula, sign="+", amount=self.value(amount), **words)

    # ---- abilities and protection --------------------------------------------------------------------

    def _lose(self, node: ir.Lose) -> str:
        subject = self._subject(node.subject)
        if node.ability:
            return say(self.c.lose, subject=subject, title=self.ability(node.ability))
        if not node.keep:
            return say(self.c.lose_all, subject=subject)
        kept = joined([self.ability(name) for name in node.keep], self.c.and_)
        return say(self.c.lose_except, subject=subject, titles=kept)

    def ability(self, name: str) -> str:
        """An ability by its title, that of a card by the card, several by a tag."""
        if self.lexicon.has("abilities", name):
            return self.lexicon.plain("abilities", name)
        if name in self.pack.tags:
            noun, word = self.lexicon.noun("own", "ability"), self.lexicon.word("tags", name)
            model = Phrase(noun.many, True, noun.gender)
            return self.language.head(model, [word.agree(model) if isinstance(word, Adjective) else word.one])
        return say(self.c.ability_of, title=self.lexicon.plain("cards", name))

    def _shields(self, shields: tuple[ir.Shield, ...]) -> str:
        """Kinds of events; whose they are is said once if it is the same for all."""
        if len(shields) > 1 and len({shield.of for shield in shields}) == 1 and shields[0].of:
            kinds = joined([self._shield(replace(shield, of="")) for shield in shields], self.c.and_)
            return say(self.c.shield_of, events=kinds)
        return joined([self._shield(shield) for shield in shields], self.c.and_)

    def _shield(self, shield: ir.Shield) -> str:
        """A kind of event: "single-target events of opponents"."""
        noun = self._shield_noun(shield)
        words = (self._shield_word(name) for name in shield.words if name not in self.pack.means)
        model = Phrase(noun.many, True, noun.gender)
        adjectives = [word.agree(model) if isinstance(word, Adjective) else word.one for word in words]
        text = self.language.head(model, adjectives)
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

    def span(self, node: ir.Span, affected: Phrase | None = None) -> str:
        match node.kind:
            case "event":
                det = Det.THAT if node.verb == self.scene.event else Det.THIS
                return say(self.c.until_event, event=self.event_noun(det, node.verb))
            case "turn":
                return self.c.until_turn
            case "next-turn":
                return say(self.c.until_end, turn=self._next_turn(node.of, affected))
            case "next-start":
                return say(self.c.until_start, turn=self._next_turn(node.of, affected))
            case "game":
                return self.c.until_game
            case "while" if node.cond is not None:
                return say(self.c.as_long_as, cond=self.cond(node.cond))
            case _:
                return self.span(self.pack.default_span, affected)

    def _next_turn(self, of: ir.Noun | None, affected: Phrase | None) -> Phrase:
        noun = self.lexicon.noun("steps", "turn")
        head = say(self.c.next_turn, turn=noun.one)
        owner = affected if of == ir.Ref("affected") and affected is not None else self.noun(of or ir.Ref("you"))
        return self.language.possessed(head, False, noun.gender, owner)

    def affected(self, mods: tuple[ir.Mod, ...]) -> Phrase:
        """ "you", "its controller": whoever controls the things that are modified."""
        subjects = list(dict.fromkeys(subject_of(mod) for mod in mods))
        owners = {self._master(subject) for subject in subjects if subject is not None}
        if len(owners) == 1 and None not in owners:
            return self.noun(owners.pop() or ir.Ref("you"))
        match subjects:
            case [ir.Ref() | ir.Part() as single]:
                noun = self.lexicon.noun("links", "controller")
                pronoun = self.language.again(self.noun(single), False)
                return self.language.possessed(noun.one, False, noun.gender, pronoun)
            case _:
                return replace(Phrase(self.c.affected), short=False)

    def _master(self, subject: ir.Noun) -> ir.Noun | None:
        """Whose a thing is, if that can be said in a word."""
        if self.is_player(subject) and not isinstance(subject, ir.Select):
            return subject
        named = self.scene.names.get(subject.name) if isinstance(subject, ir.Ref) else None
        found = named.owner if named is not None else owner(subject)
        return found if isinstance(found, (ir.Ref, ir.Player)) and self.is_player(found) else None


def _signed(value: int) -> str:
    return f"{value:+d}".replace("-", "−")


def _spoken_of(subject: ir.Noun | None) -> ir.Noun | None:
    """What a condition on a modifier speaks of: by its name, if it has one."""
    return ir.Ref(subject.bind) if isinstance(subject, ir.Select) and subject.bind else subject
