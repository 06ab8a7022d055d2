"""Steps as sentences: what is done, in which order, by whose choice.

A run of simple steps is one sentence ("choose a fighter and kill it"); a compound step is one of its own. Inside
another sentence steps are parts of it, separated by semicolons where commas would not do. Tables and ways to choose
from are lines of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from cardwright.runtime import ir

from .language import Mood, joined
from .phrase import Phrase
from .scan import mentions
from .teller import Named, Teller, say

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
        for group in self._groups(steps):
            match group:
                case [ir.Choose() as choice, *rest] if len(rest) > 1:
                    text = self._simple(choice, Mood.DO)
                    yield Sentence(say(self.c.then, step=text) if after else text)
                    yield Sentence(self._run(rest, Mood.DO))
                    after = False
                case [ir.Do() | ir.Choose(), *_]:
                    text = self._run(group, Mood.DO)
                    yield Sentence(say(self.c.then, step=text) if after else text)
                    after = False
                case [step]:
                    yield from self._compound(step)
                    after = isinstance(step, (ir.If, ir.May))

    def inline(self, steps: Steps) -> str:
        """A body as part of a sentence."""
        with self.branch():
            parts = []
            for group in self._groups(steps):
                simple = isinstance(group[0], (ir.Do, ir.Choose))
                parts.append(self._run(group, Mood.DO) if simple else self._inlined(group[0]))
            return "; ".join(parts) or self.c.nothing

    def orders(self, steps: tuple[ir.Do, ...]) -> str:
        """Costs: what is to be done for something."""
        return joined([self.deed(step, Mood.COST) for step in steps], self.c.and_)

    def bare(self, steps: Steps) -> str | None:
        """A body as what one may do, None if it is too much for that."""
        with self.branch():
            groups = list(self._groups(steps, Mood.BARE))
            if len(groups) == 1 and all(self._is_order(step, Mood.BARE) for step in groups[0]):
                return self._run(groups[0], Mood.BARE)
            return None

    def _groups(self, steps: Steps, mood: Mood = Mood.DO) -> Iterator[list[ir.Step]]:
        """Runs of orders, and every other step alone. ``let`` only gives names, when it is its turn."""
        run: list[ir.Step] = []
        for step in steps:
            if self._is_order(step, mood):
                run.append(step)
                continue
            if run:
                yield run
                run = []
            if isinstance(step, ir.Let):
                self._let(step)
            else:
                yield [step]
        if run:
            yield run

    # ---- simple steps --------------------------------------------------------------------------------

    def _let(self, step: ir.Let) -> None:
        number = self.lexicon.noun("own", "number")
        plural = isinstance(step.value, ir.Select) and step.value.quant == "each"
        self.bind(step.name, Named(number, plural, self.is_player(step.value), source=step.value))

    def _run(self, steps: Sequence[ir.Step], mood: Mood) -> str:
        texts = [self._simple(step, mood) for step in steps]
        if len(texts) > 1 and isinstance(steps[0], ir.Choose):
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
                with self.speaking_of(who):
                    return say(self.c.chooses, who=chooser, noun=self.noun(noun))
            case _:
                raise TypeError(f"no simple step: {type(step).__name__}")

    def _is_order(self, step: ir.Step, mood: Mood) -> bool:
        """Whether a step can be said to whoever does it."""
        match step:
            case ir.Do():
                return self.addressed(step, mood)
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
            case ir.Amend():
                return self.amend(step)
            case ir.Lasting(span, mods):
                return say(self.c.lasting, span=self.span(span, self.affected(mods)), mods=self.mods(mods))
            case ir.Table() | ir.ChooseOne():
                sentence = next(self._compound(step))
                return f"{sentence.text} {'; '.join(sentence.lines)}"
            case _:
                return self._simple(step, Mood.DO)

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
        return self.as_subject(self.language.you) if who == ir.Ref("you") else self.language.again(self.noun(who), True)

    def _for_each(self, step: ir.ForEach) -> str:
        source = self._source(step.noun)
        phrase = self.noun(source)
        named = self._each_of(source, self.is_player(step.noun))
        match step.body:
            case (ir.Do() as only,) if mentions(only, (step.name,)) == 1 and not phrase.plural:
                self.bind(step.name, replace(named, said=phrase))
                return self.deed(only, Mood.DO)
            case body:
                self.bind(step.name, named)
                construct = self.c.for_each_of if isinstance(source, ir.Ref) else self.c.for_each
                return say(construct, noun=phrase, body=self.inline(body))

    def _source(self, noun: ir.Noun) -> ir.Noun:
        """What a name stands for, if it was given by ``let``."""
        named = self.scene.names.get(noun.name) if isinstance(noun, ir.Ref) else None
        return named.source if named is not None and isinstance(named.source, ir.Select) else noun

    def _each_of(self, noun: ir.Noun, player: bool) -> Named:
        """A single thing of many."""
        match noun:
            case ir.Ref(name) if name in self.scene.names and not self.scene.names[name].is_fixed:
                return replace(self.scene.names[name], plural=False)
            case ir.Select(kind=kind):
                return Named(self.lexicon.noun("kinds", kind), False, player)
            case _:
                return Named(self.lexicon.noun("kinds", "player" if player else "card"), False, player)

    # ---- lines ---------------------------------------------------------------------------------------

    def _row(self, row: ir.Row) -> str:
        numbers = str(row.low) if row.low == row.high else f"{row.low}–{row.high}"
        body = self.inline(row.body)
        if row.title:
            title = self.lexicon.plain("labels", row.title)
            return say(self.c.titled_row, numbers=numbers, title=title, body=body)
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
