"""The engine: the whole of what a tool needs to play a pack. A state in, a state out; nothing is kept between calls."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from . import ir, sets
from .choices import Question
from .expressions import LinkError
from .limits import CIRCLE, FORCED, FUEL, RunawayError
from .link import link
from .machine import Machine
from .script import SETUP
from .state import BLOCK, LOCALS, NOBODY, State
from .turns import BODY, OFFER

Observer = Callable[[State, str, dict[str, Any], list[Any], bool], None]

__all__ = ["Engine", "IllegalChoice", "LinkError", "RunawayError"]


class IllegalChoice(Exception):
    """A choice that is not on offer; the state is as it was."""


Ask = Callable[[State, Any], Any]


class Look:
    """The numbers and statuses of things in one state; see ``Engine.look``. Raises RunawayError for an answer that is
    never found."""

    def __init__(self, machine: Machine, state: State, numbers: Mapping[str, Ask], statuses: Mapping[str, Ask]) -> None:
        self._machine, self._state = machine, state
        self._numbers, self._statuses = numbers, statuses
        self._numbers_of: dict[int, dict[str, int]] = {}
        self._statuses_of: dict[int, list[str]] = {}

    def numbers(self, thing: int) -> dict[str, int]:
        """The numbers that a thing has, by name."""
        if thing not in self._numbers_of:
            found = self._all(self._numbers, thing)
            self._numbers_of[thing] = {name: number for name, number in found if number is not None}
        return self._numbers_of[thing].copy()

    def statuses(self, thing: int) -> list[str]:
        """The statuses that a thing has."""
        if thing not in self._statuses_of:
            self._statuses_of[thing] = [name for name, has in self._all(self._statuses, thing) if has]
        return self._statuses_of[thing][:]

    def _all(self, asks: Mapping[str, Ask], thing: int) -> list[tuple[str, Any]]:
        self._machine.fuel = FUEL
        try:
            return [(name, ask(self._state, thing)) for name, ask in asks.items()]
        except RecursionError:
            raise RunawayError([CIRCLE]) from None


class Engine:
    """A pack ready to be played.

    remember: keeps the history of every verb, so that questions from outside may ask what happened this turn.
    """

    def __init__(self, pack: ir.Pack, remember: bool = False) -> None:
        self.pack = pack
        self.machine = link(pack, remember)
        self.names = self.machine.names
        self.forced: Callable[[tuple[Any, ...]], None] | None = None
        """Told of each option that is taken without asking, since there is no other."""
        self._remember = remember
        self._asked: dict[Any, Any] = {}
        self._parts: dict[tuple[frozenset[str], bool], Engine] = {}
        modifiers, names = self.machine.modifiers, self.names
        self._numbers = {name: modifiers.number(k, names.printed[k]) for name, k in names.numbers.items()}
        self._statuses = {name: modifiers.status(k) for name, k in names.statuses.items()}

    @property
    def observer(self) -> Observer | None:
        """Called for each event about to be performed: state, verb, roles by name, and a frame: the event's own, or
        (False) that of whoever performs it."""
        return self.machine.observer

    @observer.setter
    def observer(self, observer: Observer | None) -> None:
        self.machine.observer = observer

    def with_sets(self, names: Collection[str], remember: bool = False) -> Engine:
        """The engine of the same pack with these sets (all, if none is named) and those they need.

        remember: one that keeps the whole history, whether this one does or not.
        """
        playing = sets.in_play(self.pack, names) if names else frozenset(self.pack.sets)
        everything = playing.issuperset(self.pack.sets)
        remember |= self._remember
        if everything and remember == self._remember:
            return self
        if (playing, remember) not in self._parts:
            pack = self.pack if everything else sets.chosen(self.pack, playing)
            self._parts[playing, remember] = Engine(pack, remember)
        return self._parts[playing, remember]

    # ---- games ---------------------------------------------------------------------------------------

    def new(self, players: int, seed: int, options: dict[str, str] | None = None) -> State:
        """A game at its first choice. Raises ValueError for a number of players or an option the game does not have."""
        state = self.blank(players, seed, options)
        self.deal(state)
        self._set_up(state)
        self.machine.run(state)
        self._force(state)
        return state

    def deal(self, state: State) -> None:
        """Puts every card of an empty table where its copies start, causing nothing."""
        for e in range(state.seats, len(state.card)):
            card = self.pack.cards[state.card[e]]
            if card.deck:
                self.machine.board.shift(state, e, self.names.zone_instance(card.deck, 0))

    def blank(self, players: int, seed: int, options: dict[str, str] | None = None) -> State:
        """An empty table: every card put aside, no set-up done, nothing running."""
        options = options or {}
        if not self.pack.min_players <= players <= self.pack.max_players:
            raise ValueError(f"{self.pack.id} is for {self.pack.min_players} to {self.pack.max_players} players")
        allowed = dict(self.pack.options)
        for name, value in options.items():
            if value not in allowed.get(name, ()):
                raise ValueError(f"{self.pack.id} has no option {name}={value}")
        return self.machine.board.table(players, seed, options)

    def place(
        self,
        state: State,
        card: str,
        zone: str = "",
        seat: int | None = None,
        host: int | None = None,
        at: int | None = None,
    ) -> int:
        """Puts a card that is aside somewhere, causing nothing: into a zone (of a seat; ``at`` a place of a grid), or
        onto a host. Gives the card.

        Raises ValueError if all copies are in use.
        """
        index = self.names.cards[card]
        e = next(
            (e for e in range(state.seats, len(state.card)) if state.card[e] == index and state.zone[e] == -1), None
        )
        if e is None:
            raise ValueError(f"no copy of {card} is left")
        if host is not None:
            self.machine.board.attach(state, e, host)
        else:
            self.machine.board.shift(
                state,
                e,
                self.names.zone_instance(zone, seat or 0),
                "" if at is None else at,
                NOBODY if seat is None else seat,
            )
        return e

    def start(self, state: State, active: int = 0, step: str = "") -> None:
        """Lets a placed table begin at a step of a player's turn ("" the first that offers something; ``SETUP``: with
        the set-up and the first turn after it), up to the first choice."""
        if step == SETUP:
            self._set_up(state)
        else:
            self._start_at(state, active, step)
        self.machine.attend()  # perhaps another table was played on while this one was laid
        # A table laid by hand has told nobody of its changes.
        self.machine.board.changed()
        self.machine.settle_effects(state)
        self.machine.run(state)
        self._force(state)

    def _start_at(self, state: State, active: int, step: str) -> None:
        turn = self.pack.turn
        names = [s.name for s in turn]
        at = names.index(step) if step else next((i for i, s in enumerate(turn) if s.offers), 0)
        state.active, state.turn, state.step = active, 1, at
        frame = self.machine.turns.frame()
        frame[2] = active
        frame[LOCALS] = 0
        frame[BLOCK] = self.machine.turns.first + (OFFER if turn[at].offers else BODY)
        state.stack.append(frame)

    def _set_up(self, state: State) -> None:
        state.stack.append(self.machine.turns.frame())
        state.stack.append(self.machine.rule_frame(state, *self.machine.setup))

    def apply(self, state: State, choice: int) -> None:
        """Makes the pending choice, in place, and runs to the next one. Raises IllegalChoice and leaves the state as
        it was; raises RunawayError if the rules never come to a choice, and the state is of no use any more."""
        if state.chooser < 0 or not 0 <= choice < len(state.options):
            raise IllegalChoice(f"there is no option {choice} to choose now")
        self._choose(state, choice)
        if len(state.options) == 1:
            self._force(state)

    def _choose(self, state: State, choice: int) -> None:
        state.answer = state.options[choice]
        state.chooser, state.prompt, state.options = NOBODY, "", ()
        self.machine.run(state)

    def _force(self, state: State) -> None:
        """Makes choices that are none. Raises RunawayError if there is never anything to choose."""
        for _ in range(FORCED):
            if state.chooser < 0 or len(state.options) != 1 or state.asking:
                return
            if self.forced is not None:
                self.forced(state.options[0])
            self._choose(state, 0)
        raise RunawayError([state.prompt])

    def step(self, state: State, choice: int) -> State:
        """The state after a choice; the given one stays as it is."""
        following = state.fork()
        self.apply(following, choice)
        return following

    def question(self, state: State) -> Question | None:
        """What the pending choice is about, in terms of the rules; None for what the engine itself asks."""
        return self.machine.questions.get(state.stack[-1][BLOCK]) if state.chooser >= 0 else None

    # ---- questions from outside ----------------------------------------------------------------------

    def ask(self, state: State, cond: ir.Cond, names: dict[str, Any] | None = None) -> bool:
        """The answer to a question of the rules language; ``names``: what further names stand for. ``you`` is the
        active player."""
        return bool(self._answer(self._asker(cond, names or {}, "test"), state, self._frame(state, names or {})))

    def value(self, state: State, expr: ir.Expr, names: dict[str, Any] | None = None) -> Any:
        """The value of an expression of the rules language."""
        return self._answer(self._asker(expr, names or {}, "value"), state, self._frame(state, names or {}))

    def look(self, state: State) -> Look:
        """Somebody to ask about the things of a state, as long as neither it nor another one of this engine changes."""
        self.machine.attend()
        return Look(self.machine, state, self._numbers, self._statuses)

    def numbers(self, state: State, thing: int) -> dict[str, int]:
        """The numbers that a thing has now, by name."""
        return self.look(state).numbers(thing)

    def statuses(self, state: State, thing: int) -> list[str]:
        """The statuses that a thing has now."""
        return self.look(state).statuses(thing)

    def _answer(self, ask: Ask, state: State, about: Any) -> Any:
        """The answer to one question. Raises RunawayError if it cannot be answered in the end."""
        self.machine.attend()
        try:
            return ask(state, about)
        except RecursionError:
            raise RunawayError([CIRCLE]) from None

    def _frame(self, state: State, names: dict[str, Any]) -> tuple[Any, ...]:
        return (0, NOBODY, state.active, NOBODY, -1, "", -1, 0, (), None, "", *names.values())

    def _asker(self, node: Any, names: dict[str, Any], sort: str) -> Callable[[State, Any], Any]:
        key = (sort, node, tuple((name, type(value)) for name, value in names.items()))
        if key not in self._asked:
            self._asked[key] = self.machine.question(node, tuple(names.items()), sort == "value")
        asker: Callable[[State, Any], Any] = self._asked[key]
        return asker
