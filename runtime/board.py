"""Moving things about: the one place where zones, hosts, control and functioning abilities of a state change
together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from . import chance, grid, ir
from .grants import unsettling
from .modifiers import Modifiers, in_play
from .names import Names
from .state import ASIDE, ATTACHED, NOBODY, NOWHERE, State

CHAIN = 10
"""How often abilities are looked at again because others have changed; those that undo each other then stay."""


EVERYBODY = -2
"""Whoever it is that controls a thing."""


class Board:
    """Changes of a state below the level of events: nothing here asks whether a change is legal, nothing waits."""

    def __init__(self, names: Names, modifiers: Modifiers, answering: frozenset[int]) -> None:
        self.names = names
        self.modifiers = modifiers
        self.answers = [tuple(a for a in having if a in answering) for having in names.card_abilities]
        """The abilities of each card that answer events from where cards are played."""
        self.first_copy = len(self._deal())
        self.granting, self.losing = modifiers.of(("grant", 0)), modifiers.of(("lose", 0))
        self.grants = self.granting is not None or self.losing is not None
        self.unsettling = unsettling(names.pack) if self.grants else frozenset()
        self.restless = self.unsettling is None or bool(self.unsettling)
        self.attaching = any(isinstance(node, ir.Do) and node.verb == "attach" for node in ir.walk(names.pack))
        self.stale = False
        """Whether something has changed since the functioning abilities were last looked at (restless packs only)."""
        self.clock = modifiers.clock
        self.place = -1
        self.controlled: dict[int, Sequence[int]] = {}
        """What players control and what is in play (EVERYBODY), remembered until something is elsewhere."""

    # ---- making a table ------------------------------------------------------------------------------

    def _deal(self) -> list[int]:
        """The card of every thing that is a card, in order: each card as often as it has copies."""
        return [i for i, card in enumerate(self.names.pack.cards) for _ in range(card.copies)]

    def table(self, seats: int, seed: int, options: dict[str, str]) -> State:
        """A state with every card put aside and nothing running."""
        names, pack = self.names, self.names.pack
        cards = [-1] * seats + self._deal()
        n = len(cards)
        S = State()
        S.seats, S.card = seats, cards
        S.zone, S.zones = [ASIDE] * n, [()] * len(names.zone_owner)
        S.cell, S.grids = [NOWHERE] * n, [{} for grid in names.grid_of if grid >= 0]
        S.owner = list(range(seats)) + [NOBODY] * (n - seats)
        S.control = S.owner[:]
        S.host, S.attached = [NOBODY] * n, [()] * n
        S.status, S.abilities = [0] * n, [()] * n
        S.live = [()] * len(pack.abilities)
        S.held = [()] * len(pack.abilities)
        S.vars = [start for _, start in pack.variables] + [options.get(n, allowed[0]) for n, allowed in pack.options]
        S.counters = [[0] * n for _ in pack.counters]
        S.links = [[NOBODY] * n for _ in pack.links]
        S.stack, S.chooser, S.prompt, S.options, S.answer = [], NOBODY, "", (), None
        S.winners, S.lost, S.active, S.step, S.turn = None, 0, 0, 0, 0
        S.random, S.rolls = chance.seeded(seed), ()
        S.effects, S.serial, S.past, S.offered, S.idle, S.asking = (), 0, (), (), 0, False
        return S

    # ---- asking --------------------------------------------------------------------------------------

    def playing(self, S: State, e: int) -> bool:
        if e < S.seats:
            return False
        zone = S.zone[e]
        return self.names.zone_in_play[zone] if zone >= 0 else in_play(S, e, self.names.zone_in_play)

    def in_play(self, S: State) -> Sequence[int]:
        """All things in play, in table order, what is attached right after its host."""
        return self.things_of(S, EVERYBODY)

    def things_of(self, S: State, whose: int) -> Sequence[int]:
        """What a player controls in play, or what is attached to a card."""
        if whose >= S.seats:
            return S.attached[whose]
        if self.place != self.clock.place:
            self.place, self.controlled = self.clock.place, {NOBODY: ()}
        found = self.controlled.get(whose)
        if found is None:
            found = self.controlled[whose] = self._look(S, whose)
        return found

    def _look(self, S: State, whose: int) -> Sequence[int]:
        found: list[int] = []
        control, owner = S.control, self.names.zone_owner
        for zone in self.names.play_zones if whose == EVERYBODY else self.names.play_zones_of[whose]:
            if whose == EVERYBODY or owner[zone] >= 0:
                found += S.zones[zone]
            else:
                for e in S.zones[zone]:
                    if control[e] == whose:
                        found.append(e)
        return self._with_attached(S, found) if self.attaching else found

    def _with_attached(self, S: State, things: list[int]) -> list[int]:
        """The things, and after each what is attached to it."""
        attached = S.attached
        if not any([attached[e] for e in things]):
            return things
        found: list[int] = []
        for e in things:
            found.append(e)
            if S.attached[e]:
                found += self._with_attached(S, list(S.attached[e]))
        return found

    # ---- changing ------------------------------------------------------------------------------------

    def shift(self, S: State, e: int, zone: int, end: str | int = "", control: int = NOBODY) -> None:
        """Puts a card into a zone instance (or ASIDE, PLAYED) at that end ("" the zone's own) or that place of a
        grid."""
        was = self.playing(S, e)
        self.changed("zone")
        self._lift(S, e)
        if zone >= 0 and e >= S.seats + self.first_copy and not self.names.zone_in_play[zone]:
            zone = ASIDE
        S.zone[e] = zone
        if zone >= 0:
            held = S.zones[zone]
            S.zones[zone] = (e, *held) if end == "bottom" else (*held, e)
            if self.names.grid_of[zone] >= 0:
                self._lay(S, e, S.grids[self.names.grid_of[zone]], end)
            owner = self.names.zone_owner[zone]
            if owner >= 0 or not self.names.zone_in_play[zone]:
                S.control[e] = owner
            elif not was:  # within play it keeps its controller
                S.control[e] = control
        elif zone == ASIDE:
            S.control[e] = NOBODY
        self.clock.moved()
        now = zone >= 0 and self.names.zone_in_play[zone]
        if was and not now:
            self._left(S, e)
        if now or S.abilities[e]:
            self.refresh(S, e)
        else:
            self._hold(S, e)

    def _lay(self, S: State, e: int, lying: dict[int, int], place: str | int) -> None:
        """Lays a card at a place of a grid; one that is taken or not named gives way to the first free one."""
        if not isinstance(place, int) or place in lying:
            place = grid.spaces(lying)[0]
        lying[place] = e
        S.cell[e] = place

    def swap(self, S: State, a: int, b: int) -> None:
        """Two cards on one grid change places."""
        zone = S.zone[a]
        if zone >= 0 and zone == S.zone[b] and self.names.grid_of[zone] >= 0:
            lying = S.grids[self.names.grid_of[zone]]
            S.cell[a], S.cell[b] = S.cell[b], S.cell[a]
            lying[S.cell[a]], lying[S.cell[b]] = a, b
            self.rearranged()

    def attach(self, S: State, e: int, host: int) -> None:
        """Attaches a card to another; a card cannot be attached to itself or to what hangs on it."""
        above = host
        while above >= 0:
            if above == e:
                return
            above = S.host[above]
        self.changed("zone")
        self._lift(S, e)
        S.zone[e], S.host[e] = ATTACHED, host
        S.attached[host] = (*S.attached[host], e)
        self._control(S, e, S.control[host])
        self.clock.moved()
        self.refresh(S, e)
        self.refresh(S, host)

    def give(self, S: State, e: int, seat: int) -> None:
        """A player gets control of a card; in a player's zone it goes to the same zone of that player."""
        zone = S.zone[e]
        self.changed("zone")
        if zone >= 0 and self.names.zone_owner[zone] >= 0:
            there = self.names.zone_instance(self.names.zone_of[zone].name, seat)
            S.zones[zone] = tuple(x for x in S.zones[zone] if x != e)
            S.zones[there] = (*S.zones[there], e)
            S.zone[e] = there
        self._control(S, e, seat)
        self.clock.moved()
        self.refresh(S, e)

    def changed(self, what: str = "") -> None:
        """To be called at every change of a state that a rule could ask about; what: the status or counter it is of."""
        self.clock.time += 1
        if not what or self.stirs(what):
            self.stale = True

    def rearranged(self) -> None:
        """To be called when things of one zone have changed places."""
        self.changed("zone")
        self.clock.moved()

    def stirs(self, what: str) -> bool:
        """Whether abilities come or go with a status, counter or another thing of that name."""
        return self.unsettling is None or what in self.unsettling

    def _control(self, S: State, e: int, seat: int) -> None:
        S.control[e] = seat
        for a in S.attached[e]:
            self._control(S, a, seat)

    def _lift(self, S: State, e: int) -> None:
        zone = S.zone[e]
        if zone >= 0:
            held = S.zones[zone]
            at = held.index(e)
            S.zones[zone] = held[:at] + held[at + 1 :]
            if S.cell[e] != NOWHERE:
                del S.grids[self.names.grid_of[zone]][S.cell[e]]
                S.cell[e] = NOWHERE
        elif zone == ATTACHED:
            host = S.host[e]
            S.attached[host] = tuple(x for x in S.attached[host] if x != e)
            S.host[e] = NOBODY
            S.zone[e] = ASIDE
            self.clock.moved()
            self.refresh(S, host)

    def _left(self, S: State, e: int) -> None:
        """What is forgotten when a card leaves play: what hangs on it goes where its kind goes, marks are wiped off."""
        for a in S.attached[e]:
            self.retire(S, a)
        self.clock.time += 1
        S.status[e] = 0
        for column in S.counters:
            column[e] = 0
        for column in S.links:
            column[e] = NOBODY
        self.drop(S, e)

    def retire(self, S: State, e: int) -> None:
        """Puts a card where its kind goes after use."""
        after = self.names.after[S.card[e]]
        if after is None:
            self.shift(S, e, ASIDE)
        else:
            self.shift(S, e, self.names.zone_instance(after[0], max(S.owner[e], S.control[e], 0)), after[1])

    # ---- abilities that function ---------------------------------------------------------------------

    def functioning(self, S: State, e: int) -> tuple[int, ...]:
        """The abilities that function on a thing now: printed ones, plus granted, minus lost."""
        if not self.playing(S, e):
            return ()
        have = self.names.card_abilities[S.card[e]]
        if not self.grants:
            return have
        for modifier, frame in self.granting.reaching(S, e) if self.granting else ():
            have += tuple(a for a in modifier.data(S, frame) if a not in have)
        for modifier, _ in self.losing.reaching(S, e) if self.losing else ():
            lost, keep = modifier.data
            have = tuple(a for a in have if a in keep or (lost is not None and a != lost))
        return have

    def refresh(self, S: State, e: int) -> None:
        """Brings the lists of functioning abilities up to date for one card, after those of what hangs on it."""
        if e < S.seats:
            return
        for a in S.attached[e]:
            self.refresh(S, a)
        have = S.abilities[e]
        now = self.functioning(S, e)
        if now != have:
            S.abilities[e] = now
            self.clock.time += 1
            for a in have:
                if a not in now:
                    S.live[a] = tuple(x for x in S.live[a] if x != e)
            for a in now:
                if a not in have:
                    S.live[a] = tuple(sorted((*S.live[a], e)))
            if self.grants:
                again = self.functioning(S, e)
                if again != now:
                    S.abilities[e] = have
                    self._set(S, e, again)
        self._hold(S, e)

    def _set(self, S: State, e: int, now: tuple[int, ...]) -> None:
        S.abilities[e] = now
        self.clock.time += 1
        for a in range(len(S.live)):
            if (e in S.live[a]) != (a in now):
                S.live[a] = tuple(sorted((*S.live[a], e))) if a in now else tuple(x for x in S.live[a] if x != e)

    def _hold(self, S: State, e: int) -> None:
        zone = S.zone[e]
        for a in self.answers[S.card[e]]:
            ready = zone >= 0 and self.names.zone_playable[zone]
            if (e in S.held[a]) != ready:
                S.held[a] = tuple(sorted((*S.held[a], e))) if ready else tuple(x for x in S.held[a] if x != e)

    def refresh_all(self, S: State) -> None:
        """Looks at everything in play once more, until the abilities that depend on abilities have come to rest."""
        self.stale = False
        for _ in range(CHAIN):
            before = S.abilities[:]
            for e in self.in_play(S):
                self.refresh(S, e)
            if S.abilities == before:
                return

    # ---- lasting effects -----------------------------------------------------------------------------

    def drop(self, S: State, e: int) -> None:
        """A thing that left play loses the lasting effects that were fixed on it."""
        if S.effects:
            kept = []
            for effect in S.effects:
                fixed = self.fixed[effect[1]]
                frame = effect[2]
                if any(e in frame[slot] for slot in fixed):
                    frame = tuple(tuple(x for x in v if x != e) if i in fixed else v for i, v in enumerate(frame))
                    effect = (effect[0], effect[1], frame, effect[3])
                    if self.settled[effect[1]] and not any(frame[slot] for slot in fixed):
                        continue
                kept.append(effect)
            S.effects = tuple(kept)

    fixed: tuple[tuple[int, ...], ...] = ()
    """For each sort of lasting effect, the slots of its frame that hold fixed things; set by the linker."""

    settled: tuple[bool, ...] = ()
    """For each sort of lasting effect, whether all it reaches is fixed, so that it ends with the last of them."""

    def expire(self, S: State, gone: Any) -> None:
        """Ends the lasting effects of which ``gone(effect)`` is true."""
        ended = [effect for effect in S.effects if gone(effect)]
        if ended:
            S.effects = tuple(effect for effect in S.effects if effect not in ended)
            self.changed("effect")
            if any(self.grants_by(effect[1]) for effect in ended):
                self.refresh_all(S)

    def grants_by(self, number: int) -> bool:
        """Whether lasting effects of that sort grant or take abilities."""
        return any(reach is not None and number in reach.lasting for reach in (self.granting, self.losing))
