"""What a player is asked and can answer, in words: "choose a fighter you control", "attack Gemma with Berta".

Questions of the rules are said from the rules, with what their names stand for at that moment; those of the engine
(whose turn it is, who may respond) have words of their own. Knows no state of a game and no screen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from cardwright.runtime import ir

from .language import Mood
from .teller import say
from .telling import BACK, Telling, Thing


@dataclass(frozen=True, slots=True)
class Asked:
    """What a choice is about.

    purpose: the step that wants to know, or the hook that wants a target. noun: what is chosen from, if it is things.
    names: what the names in it stand for, as far as the player may know. chosen: what has been chosen so far, if
    several things are to be chosen.
    """

    purpose: ir.Step | ir.Hook
    noun: ir.Select | None = None
    source: Thing | None = None
    names: Mapping[str, Any] = field(default_factory=dict)
    chosen: Sequence[Thing] = ()


class Asking(Telling):
    """Words for one question or one answer."""

    # ---- questions -----------------------------------------------------------------------------------

    def prompt(self, prompt: str, asked: Asked | None) -> str:
        """What is asked, without a capital and a stop."""
        if asked is None:
            return self.language.polish(self._by_engine(prompt))
        self._know(asked)
        text = self._by_rules(asked)
        return self.language.polish(
            say(self.c.so_far, text=text, things=self.things(asked.chosen)) if asked.chosen else text
        )

    def _by_engine(self, prompt: str) -> str:
        match prompt:
            case "respond":
                return self.c.you_may_respond.partition("[")[0]
            case "order":
                return self.c.first_of_all
            case "replace":
                return self.c.what_instead
        return say(self.c.your_turn, step=self.lexicon.noun("steps", prompt).one)

    def _by_rules(self, asked: Asked) -> str:
        match asked.purpose:
            case ir.May() as may:
                return next(iter(self.sentences((may,)))).text
            case ir.ChooseOne():
                return self.c.choose_one.rstrip(":")
            case ir.Do() as step:
                return self.deed(step, Mood.DO)
            case ir.Action() | ir.Play() as hook if (first := _aimed(hook, asked.noun)) is not None:
                return self.deed(_filled(first, asked.noun), Mood.DO)
        if asked.noun is None:
            return self.lexicon.hole("own", "question")
        return say(self.c.choose, noun=self.noun(asked.noun))

    def _know(self, asked: Asked) -> None:
        if asked.source is not None:
            self.tell("this", [asked.source])
        for name, content in asked.names.items():
            self.tell(name, content)

    # ---- answers -------------------------------------------------------------------------------------

    def answer(self, option: Sequence[Any], asked: Asked | None, in_hand: bool) -> str:
        """An option, as ``runtime.views`` shows it, with ids of cards instead of numbers. in_hand: of a card there."""
        return self.language.polish(self._answer(option, asked, in_hand))

    def _answer(self, option: Sequence[Any], asked: Asked | None, in_hand: bool) -> str:
        match option:
            case ["act", None, action, _]:
                return self.lexicon.shown("labels", action)
            case ["act", thing, action, _]:
                return say(self.c.doing, what=self.lexicon.shown("labels", action), thing=self.thing(thing))
            case ["play" | "respond", thing, _] if in_hand:
                self.tell("card", [thing])
                return self.deed(ir.Do("play", (("card", ir.Ref("card")),)), Mood.BARE)
            case ["play" | "respond", thing, ability]:
                return self._used(thing, ability)
            case ["pick", thing]:
                return self._picked(thing, asked)
            case ["place", zone, [x, y]]:
                return say(self.c.at, zone=self.lexicon.noun("zones", zone).one, place=f"{x}:{y}")
            case ["mode", name]:
                return self._way(name, asked)
            case ["number", number]:
                return str(number)
        return self.lexicon.shown("labels", str(option[0]))

    def _used(self, thing: Thing | None, ability: str) -> str:
        """What a card in play, or the game, does by an ability."""
        title = self.lexicon.data.get("abilities", {}).get(ability) or ability.rpartition(":")[2]
        if thing is None:
            return title
        card = self.thing(thing).text
        return card if ability == thing else say(self.c.titled, title=card, text=title)

    def _picked(self, thing: Thing, asked: Asked | None) -> str:
        """A thing with what will be done to it, if that is one step; or its name."""
        name = self.thing(thing).text
        step = _purpose(asked) if asked is not None and thing != BACK else None
        if asked is None or step is None:
            return name
        self._know(asked)
        self.tell("picked", [thing])
        filled = _filled(step, asked.noun, ir.Ref("picked"))
        unknown = any(isinstance(node, ir.Ref) and not self._is_known(node.name) for node in ir.walk(filled))
        return name if unknown else self.deed(filled, Mood.BARE)

    def _is_known(self, name: str) -> bool:
        return name in self.scene.names or name in ("you", "nobody")

    def _way(self, name: str, asked: Asked | None) -> str:
        """One of several ways, with what it does."""
        purpose = asked.purpose if asked is not None else None
        if asked is None or not isinstance(purpose, ir.ChooseOne):
            return self.lexicon.shown("labels", name)
        self._know(asked)
        return self._mode(replace(next(mode for mode in purpose.modes if mode.name == name), guard=None))


def _purpose(asked: Asked) -> ir.Do | None:
    """The one step that the choice of a single thing is for."""
    match asked.purpose:
        case _ if asked.noun is None or asked.noun.quant != "any":
            return None
        case ir.Do() as step:
            return step
        case ir.Action() | ir.Play() as hook:
            return _aimed(hook, asked.noun)
    return None


def _aimed(hook: ir.Action | ir.Play, target: ir.Select | None) -> ir.Do | None:
    """The first step of a hook, if it is done to this target."""
    first = hook.body[0] if hook.body else None
    if target is None or not target.bind or not isinstance(first, ir.Do):
        return None
    return first if any(value == ir.Ref(target.bind) for _, value in first.roles) else None


def _filled(step: ir.Do, noun: ir.Select | None, by: ir.Expr | None = None) -> ir.Do:
    """A step with something in the place of what is chosen (by default, what it is chosen from)."""
    if noun is None:
        return step
    places = (noun, ir.Ref(noun.bind)) if noun.bind else (noun,)
    return replace(step, roles=tuple((role, (by or noun) if value in places else value) for role, value in step.roles))
