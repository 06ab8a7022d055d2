"""Continuous modifiers: numbers, statuses, tags, prohibitions, permissions and protections, asked when needed.

They come from ``always`` hooks of things in play and from lasting effects of the state. All modifiers of one key (one
number, one status, the prohibitions of one verb ...) stand in one ``Reach``; a key without modifiers costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from .limits import RunawayError, bounded
from .names import Names
from .state import ATTACHED, State, things

Key = tuple[str, Any]
Found = tuple["Modifier", Any]


@dataclass(eq=False, slots=True)
class Modifier:
    """One compiled modifier. reach: "self", "host" or "wide"; match(S, F, e): does it reach the thing e (wide only).

    role: for a prohibition or permission of its own thing, the position of the role that this thing has in the event.
    data: what it does, by its key: (op, amount function, divisor) for a number, a pattern's fits for a prohibition,
    the shields for a protection, abilities for a grant.
    """

    key: Key
    ability: int
    means: str
    reach: str
    match: Callable[[State, Any, int], Any] | None
    guard: Callable[[State, Any], Any] | None
    data: Any
    role: int = -1

    def frame(self, S: State, e: int) -> tuple[Any, ...]:
        """The frame in which a modifier of a thing in play (-1: the game) is asked."""
        return (0, e, S.control[e] if e >= 0 else S.active, -1, self.ability, self.means, -1, 0, (), None, "")

    def holds(self, S: State, F: Any) -> Any:
        return self.guard is None or self.guard(S, F)


class Clock:
    """Tells when what is remembered about a state may be out of date: ``time`` goes on at every change, ``place`` when
    something is elsewhere or somebody else's, ``touch`` is for another state. trail: what is being asked at this
    moment, the innermost question last.
    """

    __slots__ = ("place", "time", "trail")

    def __init__(self) -> None:
        self.time = self.place = 0
        self.trail: list[tuple[Reach, int]] = []

    def touch(self) -> None:
        self.moved()
        self.trail = []

    def moved(self) -> None:
        self.time += 1
        self.place += 1


class Reach:
    """The modifiers of one key, by how they are found: through the thing itself, what hangs on it, anywhere, or
    lasting.

    Answers are remembered until the clock goes on. name: what it is that they change, for people.
    """

    def __init__(self, clock: Clock, name: str) -> None:
        self.clock = clock
        self.name = name
        self.asked = -1
        self.found: dict[int, list[Found]] = {}
        self.yes: dict[int, bool] = {}
        self.distant: list[Found] | None = None
        self.own: dict[int, list[Modifier]] = {}
        self.roles: dict[int, dict[tuple[int, ...], list[Modifier]]] = {}
        self.host: dict[int, list[Modifier]] = {}
        self.game: list[Modifier] = []
        self.wide: list[Modifier] = []
        self.lasting: dict[int, list[Modifier]] = {}

    def __bool__(self) -> bool:
        return bool(self.own or self.host or self.game or self.wide or self.lasting)

    def near(self, S: State, e: int) -> Iterator[Found]:
        """The modifiers that a thing has of its own or gets from what is attached to it."""
        if self.own:
            for ability in S.abilities[e]:
                for modifier in self.own.get(ability, ()):
                    frame = modifier.frame(S, e)
                    if modifier.holds(S, frame):
                        yield modifier, frame
        if self.host and S.attached[e]:
            for a in S.attached[e]:
                for ability in S.abilities[a]:
                    for modifier in self.host.get(ability, ()):
                        frame = modifier.frame(S, a)
                        if modifier.holds(S, frame):
                            yield modifier, frame

    def far(self, S: State) -> list[Found]:
        """Every modifier that speaks of things at large, those of the game first, lasting ones last; not yet asked if
        it holds."""
        if self.asked != self.clock.time:
            self.forget()
        if self.distant is None:
            self.distant = [(modifier, modifier.frame(S, -1)) for modifier in self.game]
            self.distant += [
                (modifier, modifier.frame(S, e)) for modifier in self.wide for e in S.live[modifier.ability]
            ]
            if self.lasting and S.effects:
                self.distant += [
                    (modifier, effect[2]) for effect in S.effects for modifier in self.lasting.get(effect[1], ())
                ]
        return self.distant

    @property
    def own_only(self) -> bool:
        """Whether there are only modifiers that things have of their own."""
        return not (self.game or self.wide or self.host or self.lasting)

    def spares(self, S: State, e: int) -> bool:
        """Whether plainly nothing reaches a thing: there are only modifiers that things have of their own, and it has
        none."""
        if self.game or self.wide or self.host or (self.lasting and S.effects):
            return False
        return self.own.keys().isdisjoint(S.abilities[e])

    def reaching(self, S: State, e: int) -> list[Found]:
        """Every modifier that reaches a thing now."""
        if self.spares(S, e):
            return []
        if self.asked != self.clock.time:
            self.forget()
        known = self.found.get(e)
        if known is not None:
            return known
        trail = self.asking(e)
        found = [*self.near(S, e)] if self.own or self.host else []
        for modifier, frame in self.far(S):
            if modifier.match is not None and modifier.match(S, frame, e) and modifier.holds(S, frame):
                found.append((modifier, frame))
        self.found[e] = found
        trail.pop()
        return found

    def asking(self, e: int) -> list[tuple[Reach, int]]:
        """The trail, with the question that is now being asked about a thing. Raises RunawayError if that very question
        is still open: its answer depends on itself."""
        trail = self.clock.trail
        if (self, e) in trail:
            circle = trail[trail.index((self, e)) :]
            raise RunawayError([*(reach.name for reach, _ in circle), self.name])
        trail.append((self, e))
        return trail

    def forget(self) -> None:
        self.asked, self.found, self.yes, self.distant = self.clock.time, {}, {}, None

    def reaches(self, S: State, e: int) -> bool:
        """Whether any modifier reaches a thing now."""
        if self.spares(S, e):
            return False
        if self.asked != self.clock.time:
            self.forget()
        known = self.yes.get(e)
        if known is None:
            trail = self.asking(e)
            known = self.yes[e] = self._reaches(S, e)
            trail.pop()
        return known

    def _reaches(self, S: State, e: int) -> bool:
        for modifier, frame in self.far(S):
            if modifier.match is not None and modifier.match(S, frame, e) and modifier.holds(S, frame):
                return True
        return bool(self.own or self.host) and any(True for _ in self.near(S, e))

    def says(self, S: State, roles: Any) -> bool:
        """Whether some prohibition or permission fits an event with such roles."""
        if self.game or self.wide or (self.lasting and S.effects):
            for modifier, frame in self.far(S):
                if modifier.data(S, frame, roles) is not None and modifier.holds(S, frame):
                    return True
        for position, known in self.roles.items():
            held = roles[position]
            for e in held if type(held) is tuple else (held,):
                if type(e) is int and e >= S.seats:
                    having = S.abilities[e]
                    modifiers = known.get(having)
                    if modifiers is None:
                        modifiers = known[having] = self._speaking(position, having)
                    for modifier in modifiers:
                        frame = modifier.frame(S, e)
                        if modifier.data(S, frame, roles) is not None and modifier.holds(S, frame):
                            return True
        return bool(self.host) and self._says_of_hosts(S, roles)

    def _speaking(self, position: int, having: tuple[int, ...]) -> list[Modifier]:
        """The modifiers that a thing with such abilities has of its own when it has that role of an event."""
        return [modifier for a in having for modifier in self.own.get(a, ()) if modifier.role == position]

    def _says_of_hosts(self, S: State, roles: Any) -> bool:
        """The same for what hangs on the things of the event."""
        for role in roles:
            for e in things(role):
                for modifier, frame in self.near(S, e) if e < len(S.card) else ():
                    if modifier.data(S, frame, roles) is not None:
                        return True
        return False


class Modifiers:
    """All modifiers of a pack, by key."""

    def __init__(self, rules: frozenset[int], names: Names) -> None:
        self.rules = rules
        self.names = names
        self.clock = Clock()
        self.reach: dict[Key, Reach] = {}

    def of(self, key: Key) -> Reach | None:
        return self.reach.get(key)

    def add(self, modifier: Modifier) -> None:
        reach = self._reach(modifier.key)
        match modifier.reach:
            case "self":
                reach.own.setdefault(modifier.ability, []).append(modifier)
                if modifier.role >= 0:
                    reach.roles[modifier.role] = {}
            case "host":
                reach.host.setdefault(modifier.ability, []).append(modifier)
            case _:
                (reach.game if modifier.ability in self.rules else reach.wide).append(modifier)

    def add_lasting(self, number: int, modifier: Modifier) -> None:
        """A modifier of the lasting effects of one sort."""
        self._reach(modifier.key).lasting.setdefault(number, []).append(modifier)

    def _reach(self, key: Key) -> Reach:
        if key not in self.reach:
            self.reach[key] = Reach(self.clock, self._name(key))
        return self.reach[key]

    def _name(self, key: Key) -> str:
        """What a key is about, in the words of the pack."""
        sort, position = key
        pack = self.names.pack
        words = {"number": pack.numbers, "status": pack.statuses, "tag": pack.tags}
        return words[sort][position] if sort in words else sort

    # ---- what the generated code asks ----------------------------------------------------------------

    def number(self, k: int, printed: tuple[int | None, ...]) -> Callable[[State, int], int | None]:
        """The function that gives a number of a thing: base, then set, then additions, then multiplications."""
        reach = self.of(("number", k))
        if reach is None:
            return lambda S, e: printed[S.card[e]] if e >= S.seats else None

        def ask(S: State, e: int) -> int | None:
            if e < S.seats:
                return None
            value = printed[S.card[e]]
            found = reach.reaching(S, e)
            if not found:
                return value
            plus, times, over = 0, 1, 1
            for modifier, frame in found:
                op, amount, divisor = modifier.data
                if op == "add":
                    plus += amount(S, frame, e) or 0
                elif op == "set":
                    value = amount(S, frame, e)
                else:
                    times, over = times * (amount(S, frame, e) or 0), over * divisor
            return None if value is None else bounded((value + plus) * times // over)

        return ask

    def status(self, k: int) -> Callable[[State, int], Any]:
        """The function that tells whether a thing has a status."""
        reach, bit = self.of(("status", k)), 1 << k
        if reach is None:
            return lambda S, e: e >= 0 and S.status[e] & bit
        if reach.own_only:
            lacks = frozenset(reach.own).isdisjoint
            return lambda S, e: e >= 0 and (S.status[e] & bit or (not lacks(S.abilities[e]) and reach.reaches(S, e)))
        return lambda S, e: e >= 0 and (S.status[e] & bit or reach.reaches(S, e))

    def tag(self, k: int, printed: tuple[int, ...]) -> Callable[[State, int], Any]:
        """The function that tells whether a thing has a tag."""
        reach, bit = self.of(("tag", k)), 1 << k
        if reach is None:
            return lambda S, e: e >= S.seats and printed[S.card[e]] & bit
        return lambda S, e: e >= S.seats and (printed[S.card[e]] & bit or reach.reaches(S, e))


def in_play(S: State, e: int, zones: tuple[bool, ...]) -> bool:
    """Whether a thing is in play: in such a zone, or attached to something in play."""
    while S.zone[e] == ATTACHED:
        e = S.host[e]
    return S.zone[e] >= 0 and zones[S.zone[e]]
