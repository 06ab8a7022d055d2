"""A view of a game in the terms of those who put it into words: cards by their ids instead of their numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cardwright.runtime.choices import ABOUT_THINGS, Question
from cardwright.runtime.chronicle import PASSED_OVER
from cardwright.runtime.views import BACK

from ..text.asking import Asked
from ..text.telling import Thing

View = Mapping[str, Any]


class Sight:
    """What one player sees."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.seats = len(view["players"])
        places = [*view["zones"], {"zone": "", "cards": view["played"]}]
        self.places = {card["thing"]: (card["card"], zone["zone"]) for zone in places for card in _cards(zone["cards"])}

    def thing(self, reference: Any) -> Thing | None:
        """What a reference in the view stands for; None for nobody."""
        match reference:
            case {"host": host}:
                return {**reference, "host": self.thing(host)}
            case dict() if len(reference) > 1:
                return reference
            case dict():
                return str(reference["card"])
            case int() if reference < self.seats:
                return reference if reference >= 0 else None
        return str(self.places[reference][0]) if reference in self.places else BACK

    def content(self, value: Any) -> Any:
        """What a role or a name holds."""
        return [self.thing(each) for each in value if each is not None] if isinstance(value, list) else value

    def under_way(self) -> Iterator[Mapping[str, Any]]:
        """What is being done, or only declared, outermost first, as a chronicle would tell it."""
        for event in self.view["happening"]:
            roles = [[role, preposition, _known(self.content(value))] for role, preposition, value in event["roles"]]
            if event["verb"] not in (*PASSED_OVER, "begin"):
                yield {**event, "roles": roles}

    def asked(self, questions: Mapping[int, Question]) -> Asked | None:
        """What the pending choice is about. questions: of the linked pack, by number."""
        asked = self.view["asked"]
        if asked is None:
            return None
        question = questions[asked["question"]]
        names = {name: self.content(value) for name, value in asked["names"].items()}
        if asked["you"] != self.view["seat"]:
            names["you"] = [asked["you"]]
        source = self.thing(asked["source"]) if asked["source"] != -1 else None
        return Asked(question.purpose, question.noun, source, names, self.content(asked["chosen"]))

    def option(self, option: Sequence[Any]) -> list[Any]:
        """An option with its thing told by its id."""
        if option[0] not in ABOUT_THINGS:
            return list(option)
        return [option[0], self.thing(option[1]), *option[2:]]

    def zone_of(self, option: Sequence[Any]) -> str:
        """The zone of the card that an option is about, "" if none is seen."""
        thing = option[1] if option[0] in ABOUT_THINGS else None
        return str(self.places[thing][1]) if isinstance(thing, int) and thing in self.places else ""


def _known(content: Any) -> Any:
    return [each for each in content if each is not None] if isinstance(content, list) else content


def _cards(cards: Sequence[View]) -> Iterator[View]:
    """The cards of a view that are seen, with what is attached to them."""
    for card in cards:
        if card["card"] != BACK:
            yield card
        yield from _cards(card["attached"])
