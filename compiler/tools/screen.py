"""Views, options and events of a game as lines of text for a terminal. Looks at nothing but views."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from cardwright.runtime import ir
from cardwright.runtime.state import NOBODY
from cardwright.runtime.views import BACK

from .grids import Board
from .maps import Map

A_CARD = "a card"


class Screen:
    """Puts what a player may see into words. names: of the players, by seat."""

    def __init__(self, pack: ir.Pack, names: tuple[str, ...]) -> None:
        self.pack, self.names = pack, names
        self.graphs = {zone.name for zone in pack.zones if zone.layout == "graph"}
        self.grids = {zone.name for zone in pack.zones if zone.layout == "grid"}
        self.titles = {card.id: card.title for card in pack.cards}
        self.groups = {card.id: ", ".join(name for _, names in card.groups for name in names) for card in pack.cards}
        self.abilities = {ability.id: ability.title for ability in pack.abilities}

    # ---- the table -----------------------------------------------------------------------------------

    def table(self, view: dict[str, Any]) -> Iterator[str]:
        """Everything on the table, zone by zone; what is empty is left out."""
        yield f"--- turn {view['turn']} of {self.names[view['active']]}, {view['step']}{self._variables(view)}"
        for name, player in zip(self.names, view["players"], strict=True):
            marks = self._marks(player)
            if marks:
                yield f"{name}: {marks}"
        for zone in view["zones"]:
            if zone["cards"] and zone["zone"] in self.graphs:
                yield f"{zone['zone']}:"
                yield from (f"  {line}" for line in Map(self.pack, zone["cards"]).lines(self._standing(view)))
            elif zone["cards"] and zone["zone"] in self.grids:
                yield f"{zone['zone']}:"
                places = [tuple(place) for _, of, place in _places(view["options"]) if of == zone["zone"]]
                yield from Board(zone["cards"], self.titles, self.names, view["active"], places).lines()
            elif zone["count"]:
                yield from self._zone(zone, self._known(view))

    def _standing(self, view: dict[str, Any]) -> dict[int, list[str]]:
        """The players by the things to which links of theirs lead."""
        found: dict[int, list[str]] = {}
        for name, player in zip(self.names, view["players"], strict=True):
            for thing in player["links"].values():
                if isinstance(thing, int):
                    found.setdefault(thing, []).append(name)
        return found

    def _variables(self, view: dict[str, Any]) -> str:
        return "".join(f", {name} {value}" for name, value in view["variables"].items() if value not in (0, None))

    def _zone(self, zone: dict[str, Any], known: dict[int, str]) -> Iterator[str]:
        owner = f" of {self.names[zone['seat']]}" if zone["seat"] >= 0 else ""
        head = f"{zone['zone']}{owner}"
        if not zone["cards"]:
            yield f"{head}: {zone['count']} card{'s' if zone['count'] > 1 else ''}"
            return
        yield f"{head}:"
        for card in zone["cards"]:
            yield from self._card(card, known, "  ")

    def _card(self, card: dict[str, Any], known: dict[int, str], indent: str) -> Iterator[str]:
        if card["card"] == BACK:
            yield f"{indent}{A_CARD}, face down"
            return
        numbers = ", ".join(f"{name} {value}" for name, value in card["numbers"].items())
        marks = self._marks(card)
        links = ", ".join(f"{name}: {self._thing(thing, known)}" for name, thing in card["links"].items())
        parts = "; ".join(part for part in (self.groups[card["card"]], numbers, marks, links) if part)
        about = f" ({parts})" if parts else ""
        place = "{}:{} ".format(*card["at"]) if card["at"] is not None else ""
        yield f"{indent}{place}{self.titles[card['card']]}{about}"
        for attached in card["attached"]:
            yield from self._card(attached, known, f"{indent}  + ")

    def _marks(self, thing: dict[str, Any]) -> str:
        counters = [f"{name} {value}" for name, value in thing["counters"].items()]
        return ", ".join([*counters, *thing["statuses"]])

    # ---- options -------------------------------------------------------------------------------------

    def options(self, view: dict[str, Any]) -> list[str]:
        """What each option of a view means."""
        known = self._known(view)
        return [self._option(option, known) for option in view["options"]]

    @staticmethod
    def _known(view: dict[str, Any]) -> dict[int, str]:
        """The cards that a view shows, by their numbers."""
        cards = (card for zone in view["zones"] for card in _cards(zone["cards"]))
        return {card["thing"]: card["card"] for card in cards if card["card"] != BACK}

    def _option(self, option: list[Any], known: dict[int, str]) -> str:
        match option:
            case ["act", thing, action, _]:
                return f"{action}" + ("" if thing == -1 else f" with {self._thing(thing, known)}")
            case ["play", thing, _]:
                return f"play {self._thing(thing, known)}"
            case ["respond", thing, ability]:
                title = self.abilities.get(ability, ability)
                return title if thing == -1 else f"{self._thing(thing, known)}: {title}"
            case ["pick", thing]:
                return self._thing(thing, known)
            case ["place", zone, [x, y]]:
                return f"{zone} at {x}:{y}"
        return " ".join(str(part) for part in option[-1:])

    def _thing(self, thing: Any, known: dict[int, str]) -> str:
        if isinstance(thing, dict):
            return self._reference(thing, known)
        if 0 <= thing < len(self.names):
            return self.names[int(thing)]
        return self.titles[known[thing]] if thing in known else A_CARD

    def _reference(self, thing: dict[str, Any], known: dict[int, str]) -> str:
        """A card that lies somewhere out of sight."""
        name = A_CARD if thing["card"] == BACK else self.titles[thing["card"]]
        if "host" in thing:
            return f"{name} with {self._thing(thing['host'], known)}"
        owner = f" of {self.names[thing['seat']]}" if thing.get("seat", -1) >= 0 else ""
        return f"{name} in {thing['zone']}{owner}" if "zone" in thing else name

    # ---- events --------------------------------------------------------------------------------------

    def event(self, told: dict[str, Any]) -> str:
        """What happened, in one line: who, what, and with what."""
        return self._event(told, self._name)

    def happening(self, view: dict[str, Any]) -> list[str]:
        """What is under way while somebody is asked, outermost first."""
        known = self._known(view)
        return [self._event(event, lambda thing: self._thing(thing, known)) for event in view["happening"]]

    def _event(self, event: dict[str, Any], name: Callable[[Any], str]) -> str:
        actor = self.names[event["actor"]] if event["actor"] >= 0 else ""
        words = [event["verb"]]
        for _, preposition, value in event["roles"]:
            content = self._role(value, name)
            if content and (preposition, content) != ("by", actor):
                words += [preposition, content] if preposition else [content]
        return (f"{actor}: " if actor else "") + " ".join(words)

    def _role(self, value: Any, name: Callable[[Any], str]) -> str:
        match value:
            case {"zone": zone, "seat": seat}:
                return f"{zone} of {self.names[seat]}" if seat >= 0 else str(zone)
            case list():
                return " and ".join(name(thing) for thing in value if thing not in (None, NOBODY))
        return "" if value is None else str(value)

    def _name(self, thing: Any) -> str:
        if isinstance(thing, int):
            return self.names[thing]
        return A_CARD if thing == BACK else self.titles.get(thing, thing)


def _places(options: list[list[Any]]) -> Iterator[list[Any]]:
    """The options that are places of a grid."""
    return (option for option in options if option[0] == "place")


def _cards(cards: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Cards of a view, with what is attached to them."""
    for card in cards:
        yield card
        yield from _cards(card["attached"])
