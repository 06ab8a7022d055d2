"""Hooks as paragraphs: when something happens, what then."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from cardwright.runtime import ir

from .language import Mood, joined
from .scan import aimed, aims, event_of, groups, is_about_the_event, is_alone, played_kind, runs
from .steps import Sentence, StepTexts
from .teller import say

Waiting = ir.When | ir.Before | ir.Instead | ir.As
"""Hooks whose body follows on the event in the same sentence."""


class Hooks(StepTexts):
    """Says hooks: one paragraph each, with the lines of its tables below it."""

    def hook(self, node: ir.Hook) -> list[str]:
        """The lines of a hook's text, with capitals and full stops."""
        scene, event = self.scene, event_of(node)
        scene.names.clear()
        scene.event = event.verb if event is not None else ""
        scene.event_kind = played_kind(event) if event is not None else ""
        scene.groups = groups(node)
        return self._lines(self._told(node))

    def _told(self, node: ir.Hook) -> Iterable[Sentence]:
        match node:
            case ir.When(event, guard, body):
                return self._led(node, self._lead(self.c.when, event, guard, Mood.FACT), body)
            case ir.Before(event, guard, body):
                return self._led(node, self._lead(self.c.when, event, guard, Mood.ABOUT), body)
            case ir.As(event, guard, body):
                return self._led(node, self._lead(self.c.as_it_happens, event, guard, Mood.FACT), body)
            case ir.Instead(event, guard, body):
                lead = self._lead(self.c.instead_of, event, guard, Mood.WOULD)
                return self._led(node, lead, body, self.c.instead) if body else [self._prevented(lead)]
            case ir.Respond():
                return self._respond(node)
            case ir.Always(guard, mods):
                return self._always(guard, mods)
            case ir.Action():
                return [*self._action_head(node), *self._done(node.body)]
            case ir.Play(targets=(target,), guard=None, cost=(), body=(ir.Do() as only,)) if aims(only, target):
                return [Sentence(self.deed(aimed(only, target), Mood.DO))]
            case ir.Play():
                return [*self._play_head(node), *self._done(node.body)]
            case _:
                assert_never(node)

    # ---- events --------------------------------------------------------------------------------------

    def _lead(self, construct: str, event: ir.Pattern, guard: ir.Cond | None, mood: Mood) -> str:
        """ "when this fighter is killed, if it is tapped" """
        if construct == self.c.when and mood is Mood.FACT and event.verb in ("begin", "end"):
            construct = self.c.at_start if event.verb == "begin" else self.c.at_end
            lead = say(construct, what=self.edge(dict(event.roles)))
        else:
            lead = say(construct, event=self.clause(event, mood))
        match guard:
            case None:
                return lead
            case ir.Not(item):
                return say(self.c.lead_unless, lead=lead, cond=self.cond(item))
            case _:
                joint = self.c.lead_and if mood is Mood.WOULD else self.c.lead_if
                return say(joint, lead=lead, cond=self.cond(guard))

    def _led(self, hook: Waiting, lead: str, body: tuple[ir.Step, ...], construct: str = "") -> Iterable[Sentence]:
        """The body after its lead, whose subject the same sentence does not name again."""
        sentences = self.sentences(body)
        topic = self._topic(hook)
        self.scene.topic = topic
        with self.speaking_of(topic if topic is not None and is_alone(hook.event) else None):
            first = next(iter(sentences), Sentence(self.c.nothing))
        self.scene.topic = None
        yield Sentence(say(construct or self.c.led, lead=lead, body=first.text), first.lines)
        yield from sentences

    def _topic(self, hook: Waiting) -> ir.Noun | None:
        """The subject of the lead, if nothing comes between that could be meant by "it" as well."""
        subject = self.subject_role(hook.event)
        if not isinstance(subject, (ir.Ref, ir.Part)) or self.is_player(subject) or not is_about_the_event(hook.guard):
            return None
        return subject

    def _prevented(self, lead: str) -> Sentence:
        return Sentence(say(self.c.led, lead=lead, body=self.c.prevented))

    def _respond(self, node: ir.Respond) -> Iterable[Sentence]:
        lead = self._lead(self.c.when, node.event, node.guard, Mood.ABOUT)
        bare = None if self.scene.played else self.bare(node.cost or node.body)
        you = self.as_subject(self.language.you)
        offer = self._use(node) if bare is None else say(self.c.must if node.must else self.c.may, who=you, body=bare)
        yield Sentence(say(self.c.led, lead=lead, body=offer))
        if bare is None and (self.scene.played or node.must):
            yield from self.sentences(node.body)
        elif bare is None or node.cost:
            first, *rest = list(self.sentences(node.body)) or [Sentence(self.c.nothing)]
            yield Sentence(say(self.c.if_you_do, body=first.text), first.lines)
            yield from rest

    def _use(self, node: ir.Respond) -> str:
        """ "you may play this event", "you may respond at this cost: ..." """
        cost = {"cost": self.orders(node.cost)} if node.cost else {}
        if self.scene.played:
            construct = self.c.you_must_play if node.must else self.c.you_may_play
            return say(construct, this=self.noun(ir.Ref("this")), **cost)
        return say(self.c.you_must_respond if node.must else self.c.you_may_respond, **cost)

    # ---- what holds ----------------------------------------------------------------------------------

    def _always(self, guard: ir.Cond | None, mods: tuple[ir.Mod, ...]) -> Iterable[Sentence]:
        if guard is None:
            return [Sentence(self.mods(run)) for run in runs(mods)]
        lead = say(self.c.as_long_as, cond=self.cond(guard))
        return [Sentence(say(self.c.led, lead=lead, body=self.mods(mods)))]

    # ---- what is offered -----------------------------------------------------------------------------

    def _done(self, body: tuple[ir.Step, ...]) -> list[Sentence]:
        """What is done; a card that does nothing says so."""
        return list(self.sentences(body)) or [Sentence(self.c.nothing)]

    def _action_head(self, node: ir.Action) -> Iterable[Sentence]:
        values = self._offer(node.targets, node.guard)
        name = self.lexicon.plain("labels", node.name)
        yield Sentence(say(self.c.action, name=name[:1].upper() + name[1:], **values))
        if node.cost:
            yield Sentence(say(self.c.cost, cost=self.orders(node.cost)))

    def _play_head(self, node: ir.Play) -> Iterable[Sentence]:
        values = self._offer(node.targets, node.guard)
        if values:
            yield Sentence(say(self.c.play, this=self.noun(ir.Ref("this")), **values))
        if node.cost:
            yield Sentence(say(self.c.cost, cost=self.orders(node.cost)))

    def _offer(self, targets: tuple[ir.Select, ...], guard: ir.Cond | None) -> dict[str, str]:
        values: dict[str, str] = {}
        if targets:
            values["targets"] = joined([self.noun(target).text for target in targets], self.c.and_)
        if guard is not None:
            values["cond"] = self.cond(guard)
        return values

    def body(self, steps: tuple[ir.Step, ...]) -> list[str]:
        """The lines of steps on their own."""
        return self._lines(self.sentences(steps))

    # ---- finishing -----------------------------------------------------------------------------------

    def _lines(self, sentences: Iterable[Sentence]) -> list[str]:
        lines: list[str] = []
        text = ""
        for sentence in sentences:
            text = f"{text} {self.finished(sentence.text)}".strip()
            if sentence.lines:
                lines += [text, *(self.finished(line) for line in sentence.lines)]
                text = ""
        return [*lines, text] if text else lines

    def finished(self, text: str) -> str:
        """A sentence with its sound rules, its capital and its full stop."""
        text = self.language.polish(text)
        text = text[:1].upper() + text[1:]
        return text if text.endswith((":", ".")) else f"{text}."
