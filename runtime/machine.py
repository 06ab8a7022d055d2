"""A linked pack: the compiled functions and tables, and the loop that runs a state to its next choice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any

from . import ir
from .board import Board
from .choices import Question
from .deeds import Deeds
from .events import Events
from .hooks import Hook, Table
from .limits import BUDGET, CIRCLE, DEPTH, EFFECTS, FUEL, MEMORY, ROUNDS, RunawayError
from .marks import Deed, Marks
from .modifiers import Modifiers
from .names import Names
from .state import ABILITY, CLASS, IT, LOCALS, MEANS, NOBODY, THIS, VERB, YOU, State
from .turns import Turns
from .uses import Uses

Frame = list[Any]
Code = Callable[[State, Frame], None]
Legality = Callable[[State, tuple[Any, ...], Any], bool]
"""``(state, roles, frame that causes it)``: whether an event may happen."""


class Machine:
    """Everything the linker makes of a pack. Holds no game: every method takes the state."""

    def __init__(self, names: Names, rules: frozenset[int], answering: frozenset[int]) -> None:
        self.names = names
        self.rules = rules
        self.modifiers = Modifiers(rules, names)
        self.answering = answering
        self.hooks: list[Hook] = []
        self.tables: defaultdict[tuple[str, int], Table] = defaultdict(Table)
        self.actions: dict[int, list[Hook]] = {}
        self.plays: dict[int, list[Hook]] = {}
        self.rule_actions: list[int] = []
        self.guards: dict[int, Callable[[State, Any], Any]] = {}
        self.bodies: list[int] = [0] * len(names.verb_list)
        self.slots: list[int] = [len(params) for params in names.params]
        for verb, extra in (("play", 2), ("act", 2), ("answer", 2)):
            self.slots[names.verbs[verb]] += extra
        self.verb_means: list[str] = [""] * len(ir.ENGINE_VERBS) + [verb.means for verb in names.pack.verbs]
        self.verb_class: list[str] = [""] * len(ir.ENGINE_VERBS) + [verb.target for verb in names.pack.verbs]
        self.past_verbs: set[int] = set()
        self.fruitful = {names.verbs["roll"], names.verbs["copy"]}
        self.amended: dict[int, dict[int, int]] = {}
        self.step_bodies: list[tuple[int, int]] = []
        self.step_guards: dict[int, Callable[[State, Any], Any]] = {}
        self.setup: tuple[int, int] = (0, 0)
        self.edges: set[tuple[str, str]] = set()
        self.considered: list[int] = []
        """The cards of which it is being found out whether they could be played, within one question."""
        self.whiles: dict[int, Callable[[State, Any], Any]] = {}
        self.observer: Callable[..., None] | None = None
        self.code: list[Code] = []
        self.source = ""
        self.questions: dict[int, Question] = {}
        self.fuel = FUEL
        """What is left for loops and candidates until the next choice or question from outside."""
        self.question: Callable[[Any, tuple[tuple[str, Any], ...], bool], Callable[[State, Any], Any]]

    def ready(self) -> None:
        """Called once by the linker when all tables are full."""
        self.board = Board(self.names, self.modifiers, self.answering)
        self.shields = self.modifiers.of(("protect", 0))
        self.shielding = self.shields is not None
        self.forbids = [self.modifiers.of(("forbid", v)) for v in range(len(self.names.verb_list))]
        self.permits = [self.modifiers.of(("permit", v)) for v in range(len(self.names.verb_list))]
        self.marks = Marks(self.names, self.board)
        deeds = Deeds(self).table()
        self.deeds: list[Deed | None] = [deeds.get(name) for name in self.names.verb_list]
        self.turns = Turns(self, 13)
        self.uses = Uses(self)
        self.legals = [self._legality(v) for v in range(len(self.names.verb_list))]
        self.events = Events(self)
        self.watchful = bool(self.whiles) or self.board.restless

    # ---- running -------------------------------------------------------------------------------------

    def run(self, S: State) -> None:
        """Runs to the next choice or the end of the game. Raises RunawayError if it comes to neither."""
        code, stack = self.code, S.stack
        self.attend()
        try:
            for _ in range(BUDGET):
                frame = stack[-1]
                code[frame[0]](S, frame)
                if S.chooser >= 0 or S.winners is not None:
                    if self.watchful:
                        self.settle_effects(S)
                    return
        except RecursionError:
            raise RunawayError([*self.chain(S), CIRCLE]) from None
        raise RunawayError(self.chain(S))

    def attend(self) -> None:
        """To be called before a state is run or asked: nothing that is remembered is of this state."""
        self.board.clock.touch()
        self.fuel = FUEL

    def spend(self, S: State, amount: int) -> None:
        """Uses up fuel. Raises RunawayError if there is none left."""
        self.fuel -= amount
        if self.fuel < 0:
            raise RunawayError(self.chain(S))

    def metered(self, S: State, pool: Sequence[Any]) -> Sequence[Any]:
        """A pool that is about to be gone through."""
        self.spend(S, len(pool))
        return pool

    def rounds(self, S: State, times: int) -> range:
        """The rounds of a ``repeat``."""
        rounds = range(min(times, ROUNDS))
        self.spend(S, len(rounds))
        return rounds

    def open(self, S: State, frame: Frame) -> None:
        """Puts a frame on the stack. Raises RunawayError if too many events are open."""
        stack = S.stack
        if len(stack) > DEPTH:
            raise RunawayError(self.chain(S))
        stack.append(frame)

    def chain(self, S: State) -> list[str]:
        """The verbs of the innermost events, outermost first."""
        return [self.names.verb_list[f[VERB]] for f in S.stack[1:] if f[VERB] >= 0][-8:] or ["turn"]

    def rule_frame(self, S: State, block: int, slots: int) -> Frame:
        return [block, NOBODY, S.active, NOBODY, -1, "", -1, 0, (), None, ""] + [None] * slots

    def hook_frame(self, S: State, e: int, you: int, hook: Hook) -> Frame:
        return [hook.block, e, you, NOBODY, hook.ability, hook.means, -1, 0, (), None, hook.target] + [
            None
        ] * hook.slots

    def edge(self, S: State, F: Frame, verb: str, name: str) -> bool:
        """An edge of a turn or step; whether anything waits for it."""
        if (verb, name) not in self.edges and self.observer is None:
            return False
        self.events.push(S, F, self.names.verbs[verb], (name, S.active))
        return True

    # ---- legality and protection ---------------------------------------------------------------------

    def _legality(self, verb: int) -> Legality | None:
        """The test whether an event may happen: the verb's own guard, then ``cannot`` and ``may``. None: nothing to
        ask."""
        if verb == self.names.verbs["apply"]:
            return self.uses.applicable
        guard, forbids = self.guards.get(verb), self.forbids[verb]
        if guard is None and forbids is None:
            return None

        def legal(S: State, roles: tuple[Any, ...], F: Any) -> bool:
            if guard is not None:
                frame = [0, F[THIS], F[YOU], F[IT], F[ABILITY], F[MEANS], verb, 0, (), None, F[CLASS], *roles]
                if not guard(S, frame):
                    return False
            return forbids is None or not forbids.says(S, roles) or self.permitted(S, verb, roles)

        return legal

    def legal(self, S: State, verb: int, roles: tuple[Any, ...], F: Any) -> bool:
        """Whether an event with such roles, caused from frame F, may happen."""
        legal = self.legals[verb]
        return legal is None or legal(S, roles, F)

    def permitted(self, S: State, verb: int, roles: tuple[Any, ...]) -> bool:
        permits = self.permits[verb]
        return permits is not None and permits.says(S, roles)

    def spare(self, S: State, verb: int, roles: tuple[Any, ...], F: Any) -> Any:
        """What is left of the things an event acts on once the protected ones have dropped out.

        A ``may`` overrides the protections that the game's own rules give, not those of cards.
        """
        held = roles[self.names.affected[verb]]
        if self.untouched(S, verb, held, F) == held:
            return held
        return self.untouched(S, verb, held, F, self.permitted(S, verb, roles))

    def untouched(self, S: State, verb: int, held: Any, F: Any, permitted: bool = False) -> Any:
        """The things of a role that nothing protects."""
        if type(held) is tuple:
            return tuple(e for e in held if not self.protected(S, e, verb, F, permitted))
        if type(held) is int and held >= 0 and self.protected(S, held, verb, F, permitted):
            return NOBODY
        return held

    def targetable(self, S: State, e: int, F: Any) -> bool:
        """Whether an effect of frame F can be aimed at a thing."""
        return not self.shielding or not self.protected(S, e, -1, F)

    def aimed(self, S: State, held: Any, F: Any) -> tuple[int, ...]:
        """The things that a lasting effect of frame F may be fixed on."""
        return tuple(held) if not self.shielding else tuple(e for e in held if not self.protected(S, e, -1, F))

    def words(self, S: State, verb: int, F: Any) -> set[str]:
        """Means, class and tags of what is done from a frame; a verb it is done by may bring its own means and
        class."""
        found = {F[MEANS], F[CLASS]}
        if verb >= 0:
            means, target = self.verb_means[verb] or F[MEANS], self.verb_class[verb] or F[CLASS]
            found = {self.names.verb_list[verb], means, target}
        if F[ABILITY] >= 0:
            found.update(self.names.pack.abilities[F[ABILITY]].tags)
        if F[THIS] >= S.seats:
            card = self.names.pack.cards[S.card[F[THIS]]]
            found.update(card.tags)
        return found

    def protected(self, S: State, e: int, verb: int, F: Any, permitted: bool = False) -> bool:
        """Whether a thing is spared by what is done from frame F (with a verb); permitted: rules of the game do not
        count."""
        if self.shields is None or not 0 <= e < len(S.card):
            return False
        found = self.shields.reaching(S, e)
        if not found:
            return False
        words = self.words(S, verb, F)
        side = S.control[e] if e >= S.seats else e
        for modifier, _ in found:
            if permitted and modifier.ability in self.rules:
                continue
            for shield in modifier.data:
                if shield.of == "opponents" and F[YOU] == side:
                    continue
                if (not shield.verb or shield.verb in words) and words.issuperset(shield.words):
                    return True
        return False

    def thing_role(self, verb: int, position: int) -> bool:
        return self.names.params[verb][position].type in ("card", "player", "any")

    def needed(self, verb: int, position: int, affected: int) -> bool:
        """Whether an event without anything in that role is no event any more."""
        param = self.names.params[verb][position]
        return position == affected or (param.required and param.default is None and self.thing_role(verb, position))

    # ---- events that wait ----------------------------------------------------------------------------

    def alter(self, S: State, F: Frame, position: int, value: Any) -> None:
        """``change ROLE of it to V``."""
        S.stack[F[IT]][LOCALS + position] = value

    @staticmethod
    def amend(S: State, F: Frame, room: int, plus: int, times: int = 1, over: int = 1) -> None:
        """``it gets ...``: adds to what will change a number of the event."""
        event = S.stack[F[IT]]
        more, factor, divisor = event[room] or (0, 1, 1)
        event[room] = (more + plus, factor * times, divisor * over)

    # ---- after changes -------------------------------------------------------------------------------

    def notice(self, S: State, F: Any, objects: tuple[int, ...]) -> Callable[[], None]:
        """Watches a change of place; call the result after it to cause ``leave`` and ``enter`` events."""
        names, events = self.names, self.events
        leave, enter = names.verbs["leave"], names.verbs["enter"]
        if not (events.when[leave] or events.when[enter]):
            return lambda: None
        playing = self.board.playing
        was = {e: playing(S, e) for e in objects}
        attached = tuple(a for e in objects if was[e] for a in S.attached[e])
        inside = tuple(e for e in objects if was[e]) + attached
        frame = events.notice(S, F, leave, inside)

        def tell() -> None:
            gone = tuple(e for e in inside if not playing(S, e))
            arrived = events.notice(S, F, enter, tuple(e for e in objects if not was[e] and playing(S, e)))
            for event, things_ in ((arrived, None), (frame, gone)):
                if event is not None and things_ != ():
                    self._aim(S, event, things_)
                    S.stack.append(event)

        return tell

    def _aim(self, S: State, event: Frame, objects: tuple[int, ...] | None) -> None:
        """Tells the waiting triggers of a notice where in the stack it stands."""
        if objects is not None:
            event[LOCALS] = objects
        at = len(S.stack)
        event[9] = tuple((number, (*frame[:IT], at, *frame[IT + 1 :])) for number, frame in event[9])

    def settle_effects(self, S: State) -> None:
        """Ends lasting effects whose condition no longer holds, and brings granted abilities up to date."""
        if self.whiles and S.effects:
            self.board.expire(S, lambda e: e[1] in self.whiles and not self.whiles[e[1]](S, e[2]))
        if self.board.restless and self.board.stale:
            self.board.refresh_all(S)

    def last(self, S: State, F: Frame, number: int, when: tuple[Any, ...]) -> None:
        """Starts a lasting effect on a snapshot of the frame; none that would last as long as an event that is not
        open, or until the turn of nobody. Raises RunawayError if there are too many."""
        parts = self.default_parts(S, F, number) if when == ("default",) else [(tuple(F), when)]
        begun = [(part, span) for part, span in parts if span[1:2] != (NOBODY,)]
        if not begun:
            return
        if len(S.effects) > EFFECTS:
            raise RunawayError(self.chain(S))
        self.board.changed("effect")
        S.serial += 1
        S.effects = (*S.effects, *((S.serial, number, part, span) for part, span in begun))
        if self.board.grants_by(number):
            self.board.refresh_all(S)

    default_span: tuple[str, Callable[[State, Any], int] | None] = ("game", None)
    """The game's default duration: its kind, and whose turn it asks for, with the affected player as F[LOCALS]."""

    def default_parts(self, S: State, F: Frame, number: int) -> list[tuple[tuple[Any, ...], tuple[Any, ...]]]:
        """The frame of an effect of default duration, one for each affected player."""
        fixed = self.board.fixed[number]
        seat = {e: (S.control[e] if e >= S.seats else e) for slot in fixed for e in F[slot]}
        parts = []
        for player in dict.fromkeys(seat.values()) if seat else (F[YOU],):
            part = tuple(tuple(e for e in v if seat[e] == player) if i in fixed else v for i, v in enumerate(F))
            kind, whose = self.default_span
            if whose is None:
                span: tuple[Any, ...] = (kind, S.turn) if kind == "turn" else (kind,)
            else:
                span = (kind, whose(S, [0, F[THIS], player, NOBODY, -1, "", -1, 0, (), None, "", player]), S.turn)
            parts.append((part, span))
        return parts

    def remember(self, S: State, verb: int, roles: tuple[Any, ...]) -> None:
        """Keeps an event for those who ask what happened this turn. Raises RunawayError if there are too many."""
        if len(S.past) > MEMORY:
            raise RunawayError(self.chain(S))
        S.past = (*S.past, (verb, roles))
        self.board.changed("past")

    def observe(self, S: State, F: Any, roles: tuple[Any, ...] | None = None, verb: int | None = None) -> None:
        """Tells the observer of an event about to be performed: that of frame F, or (with its roles) one without a
        frame that F performs."""
        if self.observer is not None:
            v = F[VERB] if verb is None else verb
            named = self.named(v, F[LOCALS:] if roles is None else roles)
            self.observer(S, self.names.verb_list[v], named, F, roles is None)

    def named(self, verb: int, values: Sequence[Any]) -> dict[str, Any]:
        """The roles of a verb by their names; values: those of its roles, and maybe more."""
        return {param.name: value for param, value in zip(self.names.params[verb], values, strict=False)}

    def event_is(self, S: State, at: int, word: str) -> bool:
        """``it is WORD``."""
        frame = S.stack[at]
        return word in self.words(S, frame[VERB], frame)

    def event_at(self, S: State, F: Frame, verb: int) -> int:
        """``this VERB``: the event that frame F is about, or else the innermost open one of that verb; its place in
        the stack."""
        if F[IT] >= 0 and S.stack[F[IT]][VERB] == verb:
            at: int = F[IT]
            return at
        for i in range(len(S.stack) - 1, -1, -1):
            if S.stack[i][VERB] == verb:
                return i
        return NOBODY
