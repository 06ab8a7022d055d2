"""Steps as sentences: what is done, in which order, by whose choice.

A run of simple steps is one sentence ("choose a character and kill it"); a compound step is one of its own. Inside
another sentence steps are parts of it, separated by semicolons where commas would not do. Tables and ways to choose
from are lines of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from cardwright.runtime import ir

from .language import Mood, joined
from .phrase import FORMULA, Phrase
from .scan import mentions
from .teller import Named, Style, Teller, say

Steps = tuple[ir.Step, ...]


@dataclass(frozen=True, slots=True)
class Sentence:
    """Without its capital and its full stop. lines: what follows it line by line, if it ends in a colon."""

    text: str
    lines: tuple[str, ...] = ()


class StepTexts(Teller):
    """Says steps."""

    def sentences(self, steps: Steps) -> Iterator[Sentence]:
        """A body, sentence by sentence."""
        after = False
        for simple, group in groupby(self._said(steps), _is_simple):
            if simple:
                text = self._run(tuple(group), Mood.DO)
                yield Sentence(say(self.c.then, step=text) if after else text)
            else:
                for step in group:
                    yield from self._compound(step)
            after = not simple

    def inline(self, steps: Steps) -> str:
        """A body as part of a sentence."""
        with self.branch():
            said = self._said(steps)
            if not said:
                return self.c.nothing
            if all(map(_is_simple, said)):
                return self._run(said, Mood.DO)
            return "; ".join(self._inlined(step) for step in said)

    def orders(self, steps: tuple[ir.Do, ...]) -> str:
        """Costs: what is to be done for something."""
        return joined([self.deed(step, Mood.DO) for step in steps], self.c.and_)

    def bare(self, steps: Steps) -> str | None:
        """A body as what one may do, None if it is too much for that."""
        said = self._said(steps)
        if said and all(self._is_bare(step) for step in said):
            return self._run(said, Mood.BARE)
        return None

    # ---- simple steps --------------------------------------------------------------------------------

    def _said(self, steps: Steps) -> Steps:
        """The steps that are said: ``let`` only gives names."""
        return tuple(step for step in steps if not isinstance(step, ir.Let) or self._let(step))

    def _let(self, step: ir.Let) -> bool:
        match step.value:
            case ir.Select(quant="each") as each:
                said = self.noun(each, Style.ALL)
            case value:
                said = self.value(value)
        if isinstance(step.value, (ir.Var, ir.Word)):
            said = replace(said, sort=FORMULA)
        number = self.lexicon.noun("own", "number")
        self.bind(step.name, Named(number, said.plural, self.is_player(step.value), said))
        return False

    def _run(self, steps: Steps, mood: Mood) -> str:
        texts = [self._simple(step, mood) for step in steps]
        if len(steps) > 1 and isinstance(steps[0], ir.Choose):
            texts[:2] = [say(self.c.and_then, first=texts[0], second=texts[1])]
        if len(texts) == 1:
            return texts[0]
        return say(self.c.sequence, first=", ".join(texts[:-1]), last=texts[-1])

    def _simple(self, step: ir.Step, mood: Mood) -> str:
        match step:
            case ir.Do():
                return self.deed(step, mood)
            case ir.Choose(noun, who) if who == (self.scene.doer or ir.Ref("you")):
                return say(self.c.choose if mood is Mood.DO else self.c.to_choose, noun=self.noun(noun))
            case ir.Choose(noun, who):
                chooser = self.as_subject(self.noun(who))
                return say(self.c.chooses, who=chooser, noun=self.noun(noun))
            case _:
                raise TypeError(f"no simple step: {type(step).__name__}")

    def _is_bare(self, step: ir.Step) -> bool:
        match step:
            case ir.Do():
                return self.addressed(step)
            case ir.Choose(_, who):
                return who == (self.scene.doer or ir.Ref("you"))
            case _:
                return False

    # ---- compound steps ------------------------------------------------------------------------------

    def _compound(self, step: ir.Step) -> Iterator[Sentence]:
        match step:
            case ir.If(cond, body, other):
                yield Sentence(say(self.c.if_, cond=self.cond(cond), body=self.inline(body)))
                if other:
                    yield Sentence(say(self.c.otherwise, body=self.inline(other)))
            case ir.May():
                yield from self._may(step)
            case ir.Table(value, rows):
                head = say(self.c.table, value=self.value(value))
                yield Sentence(head, tuple(self._row(row) for row in rows))
            case ir.ChooseOne(who, modes):
                yield Sentence(self._choice_head(who), tuple(self._mode(mode) for mode in modes))
            case _:
                yield Sentence(self._inlined(step))

    def _inlined(self, step: ir.Step) -> str:
        match step:
            case ir.If() | ir.May():
                return "; ".join(sentence.text for sentence in self._compound(step))
            case ir.ForEach():
                return self._for_each(step)
            case ir.Repeat(times, body):
                return say(self.c.repeat, times=self._times(times), body=self.inline(body))
            case ir.Lasting(span, mods):
                return say(self.c.lasting, span=self.span(span), mods=self._mods(mods))
            case ir.Table() | ir.ChooseOne():
                sentence = next(self._compound(step))
                return f"{sentence.text} {'; '.join(sentence.lines)}"
            case _:
                return self._simple(step, Mood.DO)

    def _mods(self, mods: tuple[ir.Mod, ...]) -> str:
        return joined([self.mod(mod) for mod in mods], self.c.and_)

    def _times(self, times: ir.Expr) -> Phrase:
        match times:
            case ir.Num(value):
                return replace(self.value(times), text=self.language.number(value))
            case _:
                return self.value(times)

    def _may(self, step: ir.May) -> Iterator[Sentence]:
        who = self.noun(step.who)
        before, self.scene.doer = self.scene.doer, step.who
        body = self.bare(step.body)
        self.scene.doer = before
        subject = self.as_subject(who)
        if body is not None:
            yield Sentence(say(self.c.may, who=subject, body=body))
        else:
            construct = self.c.may_do if step.who == ir.Ref("you") else self.c.may_have
            yield Sentence(say(construct, who=subject, body=self.inline(step.body)))
        if step.other:
            yield Sentence(say(self.c.if_not, who=self.again(step.who), body=self.inline(step.other)))

    def again(self, who: ir.Noun) -> Phrase:
        """A player who has just been named."""
        return (
            self.as_subject(self.language.you) if who == ir.Ref("you") else self.language.pronoun(self.noun(who), True)
        )

    def _for_each(self, step: ir.ForEach) -> str:
        phrase = self.noun(step.noun)
        noun, player = self.lexicon.noun("kinds", "card"), self.is_player(step.noun)
        if isinstance(step.noun, ir.Select):
            noun = self.lexicon.noun("kinds", step.noun.kind)
        match step.body:
            case (ir.Do() as only,) if mentions(only, (step.name,)) == 1 and not phrase.plural:
                self.bind(step.name, Named(noun, False, player, phrase))
                return self.deed(only, Mood.DO)
            case body:
                self.bind(step.name, Named(noun, False, player))
                construct = self.c.for_each_of if isinstance(step.noun, ir.Ref) else self.c.for_each
                return say(construct, noun=phrase, body=self.inline(body))

    # ---- lines ---------------------------------------------------------------------------------------

    def _row(self, row: ir.Row) -> str:
        numbers = str(row.low) if row.low == row.high else f"{row.low}–{row.high}"
        body = self.inline(row.body)
        if row.title:
            return say(self.c.titled_row, numbers=numbers, title=row.title, body=body)
        return say(self.c.row, numbers=numbers, body=body)

    def _choice_head(self, who: ir.Noun) -> str:
        if who == (self.scene.doer or ir.Ref("you")):
            return self.c.choose_one
        return say(self.c.chooses_one, who=self.as_subject(self.noun(who)))

    def _mode(self, mode: ir.Mode) -> str:
        name = self.lexicon.plain("labels", mode.name)
        if mode.guard is None:
            return say(self.c.mode, name=name, body=self.inline(mode.body))
        return say(self.c.mode_if, name=name, cond=self.cond(mode.guard), body=self.inline(mode.body))


def _is_simple(step: ir.Step) -> bool:
    return isinstance(step, (ir.Do, ir.Choose))
