"""Questions as statements: "this fighter is tapped", "you control at least two fighters"."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from cardwright.runtime import ir

from .language import Det, Mood, joined
from .phrase import Phrase
from .scan import conjuncts, owner
from .teller import Teller, say
from .words import Adjective, Noun

_OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}

About = ir.Is | ir.In | ir.Among | ir.Of | ir.NextTo | ir.Connected | ir.Shares | ir.HasAbility


class Questions(Teller):
    """Says conditions. A denial goes down to the innermost question, where a language has words for it."""

    def cond(self, node: ir.Cond, denied: bool = False) -> str:
        with self.branch():
            return self._cond(node, denied)

    def _cond(self, node: ir.Cond, denied: bool) -> str:
        match node:
            case ir.Not(item):
                return self._cond(item, not denied)
            case ir.And(items):
                return self._joined(items, "and", denied)
            case ir.Or(items):
                return self._joined(items, "or", denied)
            case ir.Compare(op, left, right):
                return self._compare(_OPPOSITE[op] if denied else op, left, right)
            case ir.Exists(noun):
                return self._exists(noun, denied)
            case ir.Could(verb, roles, when):
                mood = Mood.COULD if when == "now" else Mood.COULD_HAVE
                text = self.clause(ir.Pattern(verb, roles), mood, denied)
                return text if when == "now" else say(self.c.this_turn, clause=text)
            case ir.Was(event):
                return say(self.c.this_turn, clause=self.clause(event, Mood.DONE, denied))
            case _:
                return self._about(node, denied)

    def _about(self, node: About, denied: bool) -> str:
        """A question about one subject."""
        if isinstance(node, ir.Is) and node.what == "event":
            return self._about_event(node.name, denied)
        subject = self.as_subject(self.noun(node.subject))
        if node.subject == self.scene.elided:
            subject = replace(subject, text="")
        is_ = say(self.c.is_not if denied else self.c.is_, subject=subject)
        match node:
            case ir.Is(_, "in-play", _):
                return say(self.c.in_play, is_=is_)
            case ir.Is(_, what, name):
                return say(self.c.is_word, is_=is_, word=self.predicate(what, name, subject))
            case ir.In(_, place):
                return say(self.c.is_in, is_=is_, place=self.place(place))
            case ir.Of(_, whose):
                construct = self.c.is_of if self.is_player(whose) else self.c.is_attached
                return say(construct, is_=is_, subject=subject, whose=self.noun(whose))
            case ir.NextTo(_, other):
                return say(self.c.is_next_to, is_=is_, other=self.noun(other))
            case ir.Connected(_, other):
                return say(self.c.is_connected, is_=is_, subject=subject, other=self.noun(other))
            case ir.Shares(_, grouping, other):
                a_grouping = self.point(Det.A, self.lexicon.noun("groupings", grouping))
                construct = self.c.shares_no if denied else self.c.shares
                return say(construct, subject=subject, a_grouping=a_grouping, other=self.noun(other))
            case ir.Among(_, group):
                return say(self.c.is_among, is_=is_, group=self.noun(group))
            case ir.HasAbility(_, ability):
                construct = self.c.lacks_ability if denied else self.c.has_ability
                return say(construct, subject=subject, title=self.ability(ability))
            case _:
                assert_never(node)

    def _joined(self, items: tuple[ir.Cond, ...], word: str, denied: bool) -> str:
        means = [item.name for item in items if isinstance(item, ir.Is) and item.name in self.pack.means]
        if word == "or" and len(means) == len(items):
            return self._due_to(means, denied)
        word = {"and": "or", "or": "and"}[word] if denied else word
        texts = self._items(items, word, denied)
        if word == "or":
            compound = any(isinstance(item, ir.Or if denied else ir.And) for item in items)
            return joined(texts, self.c.or_else if compound and not self.scene.candidates else self.c.or_)
        compound = any(f" {small} " in text for text in texts for small in (self.c.and_, self.c.or_))
        return joined(texts, self.c.and_also if compound else self.c.and_)

    def _items(self, items: tuple[ir.Cond, ...], word: str, denied: bool) -> list[str]:
        """The parts of a question. A subject is not said twice running; "or" inside "and" says where it begins."""
        texts, before = [], None
        for item in items:
            subject = self._subject_of(item)
            self.scene.elided = subject if subject is not None and subject == before else None
            text = self.cond(item, denied)
            self.scene.elided, before = None, subject
            inner_or = word == "and" and isinstance(item, ir.And if denied else ir.Or)
            texts.append(say(self.c.either, items=text) if inner_or else text)
        return texts

    def _subject_of(self, cond: ir.Cond) -> ir.Expr | None:
        """What a single question speaks of, in front."""
        match cond:
            case ir.Not(item):
                return self._subject_of(item)
            case ir.Could(verb, roles):
                return self.subject_role(ir.Pattern(verb, roles))
            case ir.Was(event):
                return self.subject_role(event)
            case ir.And() | ir.Or() | ir.Exists() | ir.Compare():
                return None
            case _:
                return cond.subject

    # ---- words said of a subject ---------------------------------------------------------------------

    def predicate(self, what: str, name: str, subject: Phrase) -> str:
        """What something is: an adjective that agrees, or "a zombie"."""
        match what:
            case "card":
                return self.lexicon.plain("cards", name)
            case "kind":
                return self._as_noun(self.lexicon.noun("kinds", name))
            case "outcome":
                return self._as_word(self.lexicon.word("own", name), subject)
            case _:
                return self._as_word(self.lexicon.word("statuses" if what == "status" else "tags", name), subject)

    def _about_event(self, name: str, denied: bool) -> str:
        """What the event is: due to its means, an effect of a class or tag, a verb performed."""
        it = self.as_subject(self.language.pronoun(Phrase(""), False))
        is_ = say(self.c.is_not if denied else self.c.is_, subject=it)
        if name in self.pack.means:
            return self._due_to([name], denied)
        if name in self.pack.classes or name in self.pack.tags:
            return say(self.c.is_word, is_=is_, word=self._an_effect(name))
        return say(self.c.is_word, is_=is_, word=self.event_noun(Det.A, name))

    def _due_to(self, means: list[str], denied: bool) -> str:
        it = self.as_subject(self.language.pronoun(Phrase(""), False))
        is_ = say(self.c.is_not if denied else self.c.is_, subject=it)
        texts = [self.point(Det.A, self.lexicon.noun("means", name)).text for name in means]
        return say(self.c.is_due_to, is_=is_, subject=it, means=joined(texts, self.c.or_))

    def _an_effect(self, name: str) -> Phrase:
        """ "a single-target effect" """
        kind = self.scene.event_kind
        effect = self.lexicon.noun("kinds", kind) if kind else self.lexicon.noun("own", "effect")
        model = Phrase(effect.one, gender=effect.gender)
        word = self.lexicon.word("classes" if name in self.pack.classes else "tags", name)
        adjective = word.agree(model) if isinstance(word, Adjective) else word.one
        return self.language.point(Det.A, self.language.head(model, [adjective]), False, effect.gender)

    def _as_word(self, word: Noun | Adjective, subject: Phrase) -> str:
        return word.agree(subject) if isinstance(word, Adjective) else self._as_noun(word)

    def _as_noun(self, noun: Noun) -> str:
        return self.point(Det.A, noun).text

    # ---- numbers and sameness ------------------------------------------------------------------------

    def _compare(self, op: str, left: ir.Expr, right: ir.Expr) -> str:
        match left, right:
            case ir.Count(ir.Select() as noun), ir.Num(value):
                return self._counted(op, noun, value)
            case ir.Part("counter", name, of), ir.Num(value) if op != "!=":
                subject, counters = self.as_subject(self.noun(of)), self.counted_counters(op, name, value)
                none = value < 1 + (op == "<") and op not in (">", ">=")
                return say(self.c.has_no_counters if none else self.c.has_counters, subject=subject, noun=counters)
            case _ if self.is_number(left) or self.is_number(right) or op not in ("=", "!="):
                return self._measured(op, left, right)
            case _:
                subject = self.as_subject(self.value(left))
                is_ = say(self.c.is_ if op == "=" else self.c.is_not, subject=subject)
                return say(self.c.is_word, is_=is_, word=self.value(right))

    def _measured(self, op: str, left: ir.Expr, right: ir.Expr) -> str:
        phrase = self.value(left)
        if op in ("=", "!="):
            is_ = say(self.c.is_ if op == "=" else self.c.is_not, subject=phrase)
            return say(self.c.is_word, is_=is_, word=say(self.c.is_equal, right=self.value(right)))
        is_ = say(self.c.is_, subject=phrase)
        return say(self.c.is_word, is_=is_, word=self.comparison(op, phrase, self.value(right)))

    def _counted(self, op: str, noun: ir.Select, value: int) -> str:
        """A count compared with a figure, said as what there is."""
        match op, value:
            case ("=", 0) | ("<", 1) | ("<=", 0):
                return self._exists(noun, True)
            case ("!=" | ">", 0) | (">=", 1):
                return self._exists(noun, False)
            case "!=", _:
                return self._measured(op, ir.Count(noun), ir.Num(value))
            case _:
                construct, number = self.bound(op, value)
        return self._present(replace(noun, quant="exactly", count=ir.Num(number)), False, construct)

    # ---- existence -----------------------------------------------------------------------------------

    def _exists(self, noun: ir.Noun, denied: bool) -> str:
        match noun:
            case ir.Select(quant="no"):
                return self._exists(replace(noun, quant="any"), not denied)
            case ir.Select():
                return self._present(replace(noun, quant="no") if denied else noun, denied, "{noun}")
            case _:
                return say(self.c.there_is_none if denied else self.c.there_is_one, noun=self.noun(noun))

    def _present(self, noun: ir.Select, denied: bool, construct: str) -> str:
        """ "There is such a thing", or that somebody controls one."""
        master = owner(noun)
        if master is None or noun.zone is not None or not self.is_player(master):
            phrase = self.noun(noun)
            return self._there_is(phrase.with_text(say(construct, noun=phrase)), denied)
        left = tuple(cond for cond in conjuncts(noun.filters) if not isinstance(cond, ir.Of))
        whose = self.as_subject(self.noun(master))
        phrase = self.noun(replace(noun, filters=left))
        said = phrase.with_text(say(construct, noun=phrase))
        return say(self.c.controls_no if denied else self.c.controls, whose=whose, noun=said)

    def _there_is(self, phrase: Phrase, denied: bool) -> str:
        return say(self.c.there_is_no if denied else self.c.there_is, noun=phrase)
