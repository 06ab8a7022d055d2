"""Views of a game as lines of text for a terminal: the table, what is under way, what is asked and can be chosen.

Looks at nothing but views. How things are called is the narrator's business.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cardwright.runtime import ir
from cardwright.runtime.choices import Question
from cardwright.runtime.state import NOBODY
from cardwright.runtime.views import BACK

from ..text.narrator import Narrator
from .grids import Board
from .maps import Map
from .sight import Sight, View


class Screen:
    """Puts what one player may see into words. questions: of the linked pack, by number."""

    def __init__(self, pack: ir.Pack, questions: Mapping[int, Question], narrator: Narrator) -> None:
        self.pack, self.questions, self.narrator = pack, questions, narrator
        self.steps = {step.name for step in pack.turn}
        self.graphs = {zone.name for zone in pack.zones if zone.layout == "graph"}
        self.piles = {zone.name for zone in pack.zones if zone.layout == "pile"}
        self.grids = {zone.name for zone in pack.zones if zone.layout == "grid"}
        self.titles = {card.id: narrator.thing(card.id) for card in pack.cards}
        self.playable = {zone.name for zone in pack.zones if zone.playable}
        self.groups = {card.id: ", ".join(name for _, names in card.groups for name in names) for card in pack.cards}

    # ---- choices -------------------------------------------------------------------------------------

    def under_way(self, view: View) -> Iterator[str]:
        """What is being done while somebody is asked, outermost first; book-keeping only if there is nothing else."""
        events = list(Sight(view).under_way())
        told = [event for event in events if self._is_told("verbs", event["verb"])] or events[-1:]
        return (text for event in told if (text := self.narrator.event(event)) is not None)

    def prompt(self, view: View) -> str:
        """What is asked, and by which card."""
        asked = Sight(view).asked(self.questions)
        text = self.narrator.prompt(view["prompt"], asked)
        source = asked.source if asked is not None else None
        card = "" if source is None or isinstance(source, int) else self.narrator.thing(source)
        return text if card in text else f"{text} ({card})"

    def options(self, view: View) -> list[str]:
        """What each option means."""
        sight = Sight(view)
        asked = sight.asked(self.questions)
        return [
            self.narrator.answer(sight.option(option), asked, sight.zone_of(option) in self.playable)
            for option in view["options"]
        ]

    def is_offer(self, view: View) -> bool:
        """Whether a player is asked what to do in the own turn, and not about something that is under way."""
        return view["asked"] is None and view["prompt"] in self.steps

    # ---- the table -----------------------------------------------------------------------------------

    def table(self, view: View) -> Iterator[str]:
        """Everything on the table: what is shared, then player by player, the one who looks last."""
        yield self._heading(view)
        yield from self._zones(view, NOBODY)
        for seat in sorted(range(len(view["players"])), key=lambda each: (each == view["seat"], each)):
            marks = self._marks(view["players"][seat], seat)
            out = ", out of the game" if seat in view["out"] else ""
            yield f"{self.narrator.name(seat)}{out}{f' ({marks})' if marks else ''}"
            yield from (f"  {line}" for line in self._zones(view, seat))

    def _heading(self, view: View) -> str:
        """Whose turn it is, the step, and the variables of the game."""
        step = self.narrator.label("steps", view["step"]) if view["step"] else ""
        told = (self._variable(*each) for each in view["variables"].items() if self._is_told("variables", each[0]))
        parts = [
            f"{self.narrator.label('steps', 'turn')} {view['turn']}",
            self.narrator.name(view["active"]),
            step,
            *told,
        ]
        return f"--- {', '.join(part for part in parts if part)}"

    def _variable(self, name: str, value: Any) -> str:
        if value is None or isinstance(value, int):
            return self.narrator.measure("variables", name, value or 0)
        return f"{self.narrator.label('variables', name)}: {self.narrator.label('values', value)}"

    def _is_told(self, section: str, name: str) -> bool:
        return (section, name) not in self.pack.untold

    def _zones(self, view: View, seat: int) -> Iterator[str]:
        """The zones of a player, or the shared ones, without those that are empty."""
        for zone in view["zones"]:
            if zone["seat"] == seat and zone["count"]:
                yield from self._zone(view, zone)

    def _zone(self, view: View, zone: View) -> Iterator[str]:
        """What lies in a zone; of an open pile only the top card."""
        title = self.narrator.label("zones", zone["zone"])
        if not zone["cards"]:
            yield f"{title}: {self.narrator.cards(zone['count'])}"
        elif zone["zone"] in self.piles and zone["count"] > 1:
            top, *_ = self._card(zone["cards"][-1], Sight(view))
            yield f"{title} ({zone['count']}): {top}"
        else:
            yield f"{title}:"
            yield from (f"  {line}" for line in self._laid_out(view, zone))

    def _laid_out(self, view: View, zone: View) -> Iterator[str]:
        """The cards of a zone, as its layout wants it."""
        if zone["zone"] in self.graphs:
            return Map(self.pack, zone["cards"]).lines(self._standing(view))
        if zone["zone"] in self.grids:
            free = [tuple(option[2]) for option in view["options"] if option[:2] == ["place", zone["zone"]]]
            names = [self.narrator.name(seat) for seat in range(len(view["players"]))]
            return Board(zone["cards"], self.titles, names, view["active"], free).lines()
        return (line for card in zone["cards"] for line in self._card(card, Sight(view)))

    def _standing(self, view: View) -> dict[int, list[str]]:
        """The players by the things to which links of theirs lead."""
        found: dict[int, list[str]] = {}
        for seat, player in enumerate(view["players"]):
            for thing in player["links"].values():
                if isinstance(thing, int):
                    found.setdefault(thing, []).append(self.narrator.name(seat))
        return found

    def _card(self, card: View, sight: Sight) -> Iterator[str]:
        if card["card"] == BACK:
            yield f"{self.narrator.cards(1)}, face down"
            return
        numbers = ", ".join(self.narrator.measure("numbers", *each) for each in card["numbers"].items())
        links = ", ".join(self._links(card, sight))
        marks = self._marks(card, card["card"])
        parts = "; ".join(part for part in (self.groups[card["card"]], numbers, marks, links) if part)
        place = "{}:{} ".format(*card["at"]) if card["at"] is not None else ""
        yield f"{place}{self.narrator.thing(card['card'])}{f' ({parts})' if parts else ''}"
        for attached in card["attached"]:
            first, *others = self._card(attached, sight)
            yield from (f"  + {first}", *(f"    {line}" for line in others))

    def _links(self, card: View, sight: Sight) -> Iterator[str]:
        for name, reference in card["links"].items():
            thing = sight.thing(reference)
            if self._is_told("links", name) and thing is not None:
                yield f"{self.narrator.label('links', name)}: {self.narrator.thing(thing)}"

    def _marks(self, thing: View, owner: int | str) -> str:
        """Counters and statuses."""
        counters = thing["counters"].items()
        return ", ".join((
            *(self.narrator.measure("counters", *each) for each in counters if self._is_told("counters", each[0])),
            *(self.narrator.state(name, owner) for name in thing["statuses"] if self._is_told("statuses", name)),
        ))  # fmt: skip
