"""Every name of a pack as a position: made once when a pack is linked, never changed."""

from __future__ import annotations

from typing import Any

from . import ir


class Names:
    """Positions of a pack's names, and its printed data as tables indexed by position.

    Zone instances: a shared zone has one, a player's zone one for each possible seat. Options of the game are
    variables like the declared ones.
    """

    def __init__(self, pack: ir.Pack) -> None:
        self.pack = pack
        self.seats = pack.max_players
        self.kinds = _positions(kind.name for kind in pack.kinds)
        self.cards = _positions(card.id for card in pack.cards)
        self.abilities = _positions(ability.id for ability in pack.abilities)
        self.numbers = _positions(pack.numbers)
        self.counters = _positions(pack.counters)
        self.statuses = _positions(pack.statuses)
        self.tags = _positions(pack.tags)
        self.links = _positions(pack.links)
        self.groupings = _positions(dict.fromkeys(name for card in pack.cards for name, _ in card.groups))
        self.variables = _positions([name for name, _ in pack.variables] + [name for name, _ in pack.options])
        self.verb_list = tuple(ir.ENGINE_VERBS) + tuple(verb.name for verb in pack.verbs)
        self.verbs = _positions(self.verb_list)
        self.params = tuple(ir.ENGINE_VERBS.values()) + tuple(verb.params for verb in pack.verbs)
        self.affected = tuple(
            1 if verb == "play" else _affected(params) for verb, params in zip(self.verb_list, self.params, strict=True)
        )
        self.hiding = sum(1 << self.statuses[name] for name in pack.hiding)
        self._zones()
        self._cards()
        self._abilities()
        self.kind_abilities = frozenset(self.abilities[a] for kind in pack.kinds for a in kind.abilities)

    def _zones(self) -> None:
        self.zone_base: dict[str, int] = {}
        self.zone_shared: dict[str, bool] = {}
        owners: list[int] = []
        in_play: list[bool] = []
        playable: list[bool] = []
        of: list[ir.Zone] = []
        for zone in self.pack.zones:
            shared = zone.scope == "shared"
            count = 1 if shared else self.seats
            self.zone_base[zone.name] = len(owners)
            self.zone_shared[zone.name] = shared
            owners += [-1] if shared else range(self.seats)
            in_play += [zone.in_play] * count
            playable += [zone.playable] * count
            of += [zone] * count
        self.zone_owner = tuple(owners)
        self.zone_in_play = tuple(in_play)
        self.zone_playable = tuple(playable)
        self.zone_of = tuple(of)
        self.grid_of = _grids(of)
        self.play_zones = tuple(i for i, flag in enumerate(in_play) if flag)
        self.hand_zones = tuple(i for i, flag in enumerate(playable) if flag)
        self.play_zones_of = tuple(
            tuple(z for z in self.play_zones if owners[z] in (seat, -1)) for seat in range(self.seats)
        )
        self.hand_zones_of = tuple(tuple(z for z in self.hand_zones if owners[z] == seat) for seat in range(self.seats))

    def _cards(self) -> None:
        cards = self.pack.cards
        kinds = {kind.name: kind for kind in self.pack.kinds}
        self.kind_of = tuple(self.kinds[card.kind] for card in cards)
        self.printed = tuple(tuple(dict(card.numbers).get(number) for card in cards) for number in self.pack.numbers)
        self.tag_bits = tuple(sum(1 << self.tags[tag] for tag in set(card.tags)) for card in cards)
        self.card_abilities = tuple(
            tuple(self.abilities[a] for a in (*card.abilities, *kinds[card.kind].abilities)) for card in cards
        )
        self.groups = tuple(
            tuple(frozenset(dict(card.groups).get(grouping, ())) for card in cards) for grouping in self.groupings
        )
        self.after = tuple(self._after(kinds[card.kind].after) for card in cards)

    def _after(self, text: str) -> tuple[str, str] | None:
        """Where a kind's cards go once played: (zone, end of it)."""
        if not text:
            return None
        for end in ("top", "bottom"):
            if text.startswith(f"{end} of "):
                return text[len(end) + 4 :], end
        return text, ""

    def _abilities(self) -> None:
        kind_means = {a: kind.means for kind in self.pack.kinds for a in kind.abilities}
        card_means = {card.id: self._kind(card.kind).means for card in self.pack.cards}
        self.ability_means = tuple(
            ability.means or card_means.get(ability.id, "") or kind_means.get(ability.id, "")
            for ability in self.pack.abilities
        )

    def _kind(self, name: str) -> ir.Kind:
        return self.pack.kinds[self.kinds[name]]

    def zone_instance(self, zone: str, seat: int) -> int:
        """Position of a zone, of that seat if it is a player's."""
        return self.zone_base[zone] + (0 if self.zone_shared[zone] else seat)

    def role(self, verb: str, role: str) -> int:
        """Position of a role among those of a verb."""
        return next(i for i, param in enumerate(self.params[self.verbs[verb]]) if param.name == role)

    def own_role(self, pattern: ir.Pattern) -> int:
        """Position of the role in which a pattern has ``this``; -1: in none."""
        return next((self.role(pattern.verb, role) for role, noun in pattern.roles if noun == ir.Ref("this")), -1)


def _grids(zones: list[ir.Zone]) -> tuple[int, ...]:
    """For each zone instance, which of the state's grids it is (-1: none)."""
    grids = [i for i, zone in enumerate(zones) if zone.layout == "grid"]
    return tuple(grids.index(i) if i in grids else -1 for i in range(len(zones)))


def _positions(names: Any) -> dict[str, int]:
    return {name: i for i, name in enumerate(names)}


def _affected(params: tuple[ir.Param, ...]) -> int:
    """Position of the role whose holder an event acts on: the direct object, or else the first thing; -1 none."""
    things = [i for i, param in enumerate(params) if param.type in ("card", "player", "any")]
    direct = [i for i in things if not params[i].preposition]
    return (direct or [i for i in things if params[i].preposition != "by"] or [-1])[0]
