"""Continuous modifiers: numbers, statuses, tags, prohibitions, permissions and protections, asked when needed.

They come from ``always`` hooks of things in play and from lasting effects of the state. Asking costs nothing where a
pack has no modifier of that sort.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from .state import ATTACHED, State

Key = tuple[str, Any]


@dataclass(eq=False, slots=True)
class Modifier:
    """One compiled modifier. reach: "self", "host" or "wide"; match(S, F, e): does it reach the thing e (wide only).

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


@dataclass(eq=False, slots=True)
class Index:
    """The modifiers of one key from ``always`` hooks, by how they are found."""

    self_: dict[int, list[Modifier]] = field(default_factory=dict)
    host: dict[int, list[Modifier]] = field(default_factory=dict)
    wide: list[Modifier] = field(default_factory=list)

    def add(self, modifier: Modifier) -> None:
        match modifier.reach:
            case "self":
                self.self_.setdefault(modifier.ability, []).append(modifier)
            case "host":
                self.host.setdefault(modifier.ability, []).append(modifier)
            case _:
                self.wide.append(modifier)


class Modifiers:
    """Answers what reaches a thing now. ``lasting``: for each sort of lasting effect, its modifiers by key."""

    def __init__(self, rules: frozenset[int]) -> None:
        self.rules = rules
        self.index: dict[Key, Index] = {}
        self.lasting: list[dict[Key, list[Modifier]]] = []
        self.keys: set[Key] = set()

    def add(self, modifier: Modifier) -> None:
        self.index.setdefault(modifier.key, Index()).add(modifier)
        self.keys.add(modifier.key)

    def add_lasting(self, number: int, modifier: Modifier) -> None:
        while len(self.lasting) <= number:
            self.lasting.append({})
        self.lasting[number].setdefault(modifier.key, []).append(modifier)
        self.keys.add(modifier.key)

    def frame(self, S: State, e: int, modifier: Modifier) -> tuple[Any, ...]:
        """The frame in which a modifier of a thing in play (-1: the game) is asked."""
        you = S.control[e] if e >= 0 else S.active
        return (0, e, you, -1, modifier.ability, modifier.means, -1, 0, (), None, "")

    def sources(self, S: State, key: Key) -> Iterator[tuple[Modifier, Any]]:
        """Every wide modifier of that key that functions now, with its frame, lasting ones last."""
        index = self.index.get(key)
        if index is not None:
            for modifier in index.wide:
                for e in (-1,) if modifier.ability in self.rules else S.live[modifier.ability]:
                    frame = self.frame(S, e, modifier)
                    if modifier.guard is None or modifier.guard(S, frame):
                        yield modifier, frame
        for effect in S.effects:
            for modifier in self.lasting[effect[1]].get(key, ()):
                if modifier.guard is None or modifier.guard(S, effect[2]):
                    yield modifier, effect[2]

    def near(self, S: State, key: Key, e: int) -> Iterator[tuple[Modifier, Any]]:
        """The modifiers of that key that a thing has of its own or gets from what is attached to it."""
        index = self.index.get(key)
        if index is None:
            return
        if index.self_:
            for ability in S.abilities[e]:
                for modifier in index.self_.get(ability, ()):
                    frame = self.frame(S, e, modifier)
                    if modifier.guard is None or modifier.guard(S, frame):
                        yield modifier, frame
        if index.host and e >= S.seats:
            for a in S.attached[e]:
                for ability in S.abilities[a]:
                    for modifier in index.host.get(ability, ()):
                        frame = self.frame(S, a, modifier)
                        if modifier.guard is None or modifier.guard(S, frame):
                            yield modifier, frame

    def reaching(self, S: State, key: Key, e: int) -> Iterator[tuple[Modifier, Any]]:
        """Every modifier of that key that reaches a thing now."""
        yield from self.near(S, key, e)
        for modifier, frame in self.sources(S, key):
            if modifier.match is not None and modifier.match(S, frame, e):
                yield modifier, frame

    # ---- what the generated code asks ----------------------------------------------------------------

    def number(self, k: int, printed: tuple[int | None, ...]) -> Callable[[State, int], int | None]:
        """The function that gives a number of a thing: base, then set, then additions, then multiplications."""
        key = ("number", k)
        if key not in self.keys:
            return lambda S, e: printed[S.card[e]] if e >= S.seats else None

        def ask(S: State, e: int) -> int | None:
            if e < S.seats:
                return None
            value = printed[S.card[e]]
            plus, times, over, base = 0, 1, 1, False
            for modifier, frame in self.reaching(S, key, e):
                op, amount, divisor = modifier.data
                if op == "add":
                    plus += amount(S, frame) or 0
                elif op == "set":
                    value, base = amount(S, frame), True
                else:
                    times, over = times * (amount(S, frame) or 0), over * divisor
            if value is None and not base:
                return None
            return ((value or 0) + plus) * times // over

        return ask

    def status(self, k: int) -> Callable[[State, int], Any]:
        """The function that tells whether a thing has a status."""
        key, bit = ("status", k), 1 << k
        if key not in self.keys:
            return lambda S, e: e >= 0 and S.status[e] & bit

        def ask(S: State, e: int) -> Any:
            return e >= 0 and (S.status[e] & bit or any(True for _ in self.reaching(S, key, e)))

        return ask

    def tag(self, k: int, printed: tuple[int, ...]) -> Callable[[State, int], Any]:
        """The function that tells whether a thing has a tag."""
        key, bit = ("tag", k), 1 << k
        if key not in self.keys:
            return lambda S, e: e >= S.seats and printed[S.card[e]] & bit

        def ask(S: State, e: int) -> Any:
            return e >= S.seats and (printed[S.card[e]] & bit or any(True for _ in self.reaching(S, key, e)))

        return ask

    def says(self, S: State, key: Key, roles: Any) -> bool:
        """Whether some prohibition or permission of that key fits an event with such roles."""
        return any(modifier.data(S, frame, roles) is not None for modifier, frame in self.sources(S, key)) or any(
            modifier.data(S, frame, roles) is not None
            for role in roles
            for e in (role if type(role) is tuple else (role,))
            if type(e) is int and 0 <= e < len(S.card)
            for modifier, frame in self.near(S, key, e)
        )


def in_play(S: State, e: int, zones: tuple[bool, ...]) -> bool:
    """Whether a thing is in play: in such a zone, or attached to something in play."""
    while S.zone[e] == ATTACHED:
        e = S.host[e]
    return S.zone[e] >= 0 and zones[S.zone[e]]
