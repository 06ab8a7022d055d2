"""Links a pack: every name becomes a position, every body and question a Python function, every hook an entry in a
table.

The functions are generated as source and compiled once; the source is kept as ``Machine.source`` for the curious.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from . import choices, ir
from .blocks import CHOSEN, Program, Unit
from .calls import able_call, plain_call, quiet_call, quiet_end
from .events import AFTER, ALONG, CANCELLED
from .expressions import Expressions, LinkError, Scope, param_type
from .hooks import Hook
from .link_modifiers import ModifierLinker, Pending, is_open
from .machine import Machine
from .names import Names
from .state import LOCALS, State
from .support import Support

STAGES = 13
"""Blocks that belong to events and come before those of turns."""
TURN_STAGES = 8

_SORTS: dict[type, str] = {
    ir.When: "when",
    ir.Before: "before",
    ir.Instead: "instead",
    ir.As: "as",
    ir.Respond: "respond",
}
"""The hooks that wait for an event, and the tables they stand in."""
WAITING = (ir.When, ir.Before, ir.Instead, ir.As, ir.Respond)
_NEVER_PLAIN = (
    "cancel",
    "change",
    "apply",
    "play",
    "command",
    "act",
    "answer",
    "enter",
    "leave",
    "begin",
    "end",
    "win",
    "end-step",
    "end-turn",
)


def link(pack: ir.Pack, remember: bool = False) -> Machine:
    """The machine that runs a pack. Raises LinkError for a pack that contradicts itself.

    A pack from a file has been vetted (``vetting``) before it comes here.
    remember: keeps the history of every verb, not only of those that rules of the pack ask about.
    """
    try:
        return Linker(pack, remember).machine
    except LinkError:
        raise
    except Exception as error:  # names that nothing declares, values of the wrong sort: it shows in many ways
        raise LinkError(f"it contradicts itself ({type(error).__name__}: {error})") from error


def _forbids_targets(node: object) -> bool:
    """Whether something forbids cards to be played on certain things: every target has to be asked about then."""
    return isinstance(node, ir.Forbid) and node.event.verb == "play" and "target" in dict(node.event.roles)


class Linker:
    """One linking; the result is ``machine``."""

    def __init__(self, pack: ir.Pack, remember: bool) -> None:
        self.pack = pack
        self.names = Names(pack)
        self.remember = remember
        self.hooks = [(i, hook) for i, ability in enumerate(pack.abilities) for hook in ability.hooks]
        rules = frozenset(self.names.abilities[a] for a in pack.rules)
        answering = frozenset(i for i, hook in self.hooks if isinstance(hook, ir.Respond))
        self.machine = Machine(self.names, rules, answering)
        self.space: dict[str, Any] = {}
        self.ex = Expressions(self.names, self.space)
        self.waiting = {hook.event.verb for _, hook in self.hooks if isinstance(hook, WAITING)}
        self.commanding = self._commanding()
        self._amended()
        self.picky = any(map(_forbids_targets, ir.walk(pack.abilities)))
        self.plain = self._plain_verbs()
        self.program = Program(self.ex, STAGES + TURN_STAGES, self.plain.__contains__, self.quiet, self.machine.amended)
        self.pending = Pending(self.space)
        self.modifiers = ModifierLinker(self.machine, self.ex, self.pending)
        self._verbs()
        for ability, hook in self.hooks:
            self._hook(ability, hook)
        self._game()
        self._lasting()
        self._finish()

    # ---- verbs ---------------------------------------------------------------------------------------

    def _plain_verbs(self) -> set[str]:
        """Verbs that run through without a stop: nothing waits for them and their bodies do only such things."""
        moving = {"move", "attach"} if {"enter", "leave"} & self.waiting else set()
        plain = {v for v in ir.ENGINE_VERBS if v not in _NEVER_PLAIN and v not in self.waiting and v not in moving}
        candidates = [verb for verb in self.pack.verbs if verb.name not in self.waiting]
        grown = True
        while grown:
            probe = Program(self.ex, 0, plain.__contains__, self.quiet, {})
            new = {v.name for v in candidates if v.name not in plain and not any(map(probe.waits, v.body))}
            plain |= new
            grown = bool(new)
        return plain

    def quiet(self, verb: str) -> bool:
        """Whether nothing waits for a verb of the game, though its body may have to wait: its event needs no stages."""
        return verb not in ir.ENGINE_VERBS and verb not in self.waiting and verb not in self.plain

    def _commanding(self) -> frozenset[str]:
        """The verbs that make a card act, themselves or by others."""
        found = frozenset({"command"})
        while more := frozenset(verb.name for verb in self.pack.verbs if _does(verb.body, found)) - found:
            found |= more
        return found

    def _amended(self) -> None:
        """Room in the frames of events for what is going to change their numbers."""
        names = self.names
        for _, hook in self.hooks:
            event = getattr(hook, "event", None)
            if not isinstance(event, ir.Pattern):
                continue
            verb = names.verbs[event.verb]
            for step in ir.walk(hook):
                if isinstance(step, ir.Amend):
                    places = self.machine.amended.setdefault(verb, {})
                    room = LOCALS + len(names.params[verb]) + len(places)
                    places.setdefault(names.role(event.verb, step.name), room)
        for verb, places in self.machine.amended.items():
            self.machine.slots[verb] += len(places)

    def _verbs(self) -> None:
        along = {hook.event.verb for _, hook in self.hooks if isinstance(hook, ir.As)}
        for verb in self.pack.verbs:
            number = self.names.verbs[verb.name]
            scope = Scope(it=verb.name)
            for i, param in enumerate(verb.params):
                scope = scope.having(param.name, f"F[{LOCALS + i}]", param_type(param))
            if verb.guard is not None:
                self.pending.entry(self._test(verb.guard, scope), self.machine.guards, number)
            unit = Unit(self.program, verb.name, LOCALS + self.machine.slots[number])
            unit.steps(verb.body, scope)
            if self.quiet(verb.name):
                unit.line(f"ended{number}(S)")
            else:
                unit.line(f"F[0] = {ALONG if verb.name in along else AFTER}")
            self.machine.bodies[number] = unit.start
            self.machine.slots[number] = unit.slot - LOCALS

    def _test(self, cond: ir.Cond, scope: Scope) -> str:
        return self.ex.helper(["S", "F"], [f"    return {self.ex.test(cond, scope)}"], "asks")

    # ---- hooks ---------------------------------------------------------------------------------------

    def _hook(self, ability: int, node: ir.Hook) -> None:
        if isinstance(node, ir.Always):
            for mod in node.mods:
                self.modifiers.always(ability, mod, node.guard)
            return
        hook = Hook(
            len(self.machine.hooks), ability, self.names.ability_means[ability], self.pack.abilities[ability].target
        )
        self.machine.hooks.append(hook)
        match node:
            case ir.Action() | ir.Play():
                self._offered(hook, node)
            case _:
                self._waiting(hook, node)

    def _waiting(self, hook: Hook, node: ir.When | ir.Before | ir.Instead | ir.As | ir.Respond) -> None:
        """A hook that waits for an event."""
        scope = Scope(it=node.event.verb)
        self.pending.attribute(self.ex.pattern(node.event, scope), hook, "fits")
        slot = LOCALS
        for name, sort in self.ex.binding(node.event):
            scope, slot = scope.having(name, f"F[{slot}]", sort), slot + 1
        if node.guard is not None:
            self.pending.attribute(self._test(node.guard, scope), hook, "guard")
        unit = Unit(self.program, self.pack.abilities[hook.ability].id, slot)
        hook.block = hook.body = unit.start
        if isinstance(node, ir.Respond):
            hook.must = node.must
            unit.line("take_up(S, F)")
            self._paying(hook, node.cost, unit, scope, scope)
        unit.steps(node.body, scope)
        unit.line("S.stack.pop()")
        hook.slots = unit.slot - LOCALS
        verb = self.names.verbs[node.event.verb]
        hook.role = self.names.own_role(node.event)
        self.machine.tables[_SORTS[type(node)], verb].add(hook, hook.ability in self.machine.rules)
        if node.event.verb in ("begin", "end"):
            self._edge(node.event)

    def _edge(self, event: ir.Pattern) -> None:
        word = dict(event.roles).get("name")
        names = [word.value] if isinstance(word, ir.Word) else ["turn", *(step.name for step in self.pack.turn)]
        self.machine.edges.update((event.verb, name) for name in names)

    def _paying(
        self, hook: Hook, cost: tuple[ir.Do, ...], unit: Unit, scope: Scope, known: Scope, tests: tuple[str, ...] = ()
    ) -> None:
        """Costs, then the declaration; what follows is the body. known: what has a value when the hook is offered."""
        checks = [*tests, *(self._payable(do, unit, known) for do in cost)]
        checks = [check for check in checks if check not in ("", "True")]
        if checks:
            name = self.ex.helper(["S", "F"], [f"    return {' and '.join(f'({c})' for c in checks)}"], "feasible")
            self.pending.attribute(name, hook, "feasible")
        means = "cost" if "cost" in self.pack.means else hook.means
        if cost:
            unit.line(f"F[5] = {means!r}")
            for do in cost:
                scope = unit.step(do, scope)
            unit.line(f"F[5] = {hook.means!r}")
        hook.body = self.program.new()
        unit.line(f"F[0] = {hook.body}")
        unit.line(f"declare(S, F, {hook.number})")
        unit.begin(hook.body)

    def _payable(self, do: ir.Do, unit: Unit, scope: Scope) -> str:
        """Source of the question whether a cost can be paid; "" if that depends on a choice not made yet.

        A card about to be played has left the hand by the time its costs are chosen.
        """
        playable = {zone.name for zone in self.pack.zones if zone.playable}
        roles = tuple(
            (role, replace(node, other=True))
            if isinstance(node, ir.Select) and node.zone and node.zone.zone in playable
            else (role, node)
            for role, node in do.roles
        )
        try:
            return unit.possible(replace(do, roles=roles), scope)
        except KeyError:
            return ""

    def _offered(self, hook: Hook, node: ir.Action | ir.Play) -> None:
        """A hook that a player may use when offered."""
        scope = Scope(it="play" if isinstance(node, ir.Play) else "act")
        if node.guard is not None:
            self.pending.attribute(self._test(node.guard, scope), hook, "guard")
        unit = Unit(self.program, self.pack.abilities[hook.ability].id)
        hook.block = unit.start
        unit.line("take_up(S, F)")
        offered = scope
        first = next((step for step in node.body), None)
        tests: list[str] = []
        slots: list[int] = []
        for i, noun in enumerate(node.targets):
            check = self._target_check(noun, (first, *node.cost), unit, scope)
            if i == 0:
                hook.several = noun.quant != "any"
                tests.append(unit.enough(noun, check, scope))
                self._aims(hook, noun, check, scope)
                self._candidates(hook, node, noun, check, unit, scope)
            else:
                tests.append(self._enough(noun, (first, *node.cost), unit, offered))
            slots.append(unit.slot)
            known = scope
            scope, name = unit.choose(noun, "F[2]", scope, noun.bind or f"(target {i})", check)
            unit.ask(node, noun, known, scope.names[name][0])
        if not node.targets and first is not None:
            tests.append(self._possible(first, unit, scope))
            self._candidates(hook, node, None, "", unit, scope)
        hook.targets = tuple(slots)
        hook.name = node.name if isinstance(node, ir.Action) else ""
        hook.commands = _does(node.body, self.commanding)
        self._paying(hook, node.cost, unit, scope, offered, tuple(tests))
        unit.steps(node.body, scope)
        unit.line("S.stack.pop()")
        hook.slots = unit.slot - LOCALS
        where = self.machine.actions if isinstance(node, ir.Action) else self.machine.plays
        where.setdefault(hook.ability, []).append(hook)
        if (
            isinstance(node, ir.Action)
            and hook.ability in self.machine.rules
            and hook.ability not in self.machine.rule_actions
        ):
            self.machine.rule_actions.append(hook.ability)

    def _aims(self, hook: Hook, noun: ir.Select, check: str, scope: Scope) -> None:
        test = self.ex.fits(noun, replace(scope, depth=1), "c")
        self.pending.attribute(
            self.ex.helper(["S", "F", "c"], [f"    return {test} and {check or 'True'}"], "aims"), hook, "aims"
        )

    def _possible(self, step: ir.Step, unit: Unit, scope: Scope) -> str:
        try:
            return unit.possible(step, scope)
        except KeyError:
            return ""

    def _target_check(self, noun: ir.Select, steps: tuple[ir.Step | None, ...], unit: Unit, scope: Scope) -> str:
        """Source of the test for a target ``c``: not protected, and legal for what is first done to it and for the
        costs."""
        tests = ["targetable(S, c, F)"]
        if scope.it == "play" and self.picky:
            tests.append("playable_on(S, c, F)")
        for step in steps:
            if not isinstance(step, ir.Do) or not noun.bind:
                continue
            for role, node in step.roles:
                if node == ir.Ref(noun.bind):
                    with suppress(KeyError):  # it depends on a target not chosen yet
                        tests.append(unit.candidate_check(step, role, scope))
        return " and ".join(test for test in tests if test)

    def _enough(self, noun: ir.Select, steps: tuple[ir.Step | None, ...], unit: Unit, offered: Scope) -> str:
        """Source of the question whether a further target can be found, if that does not depend on the ones before
        it."""
        try:
            return unit.enough(noun, self._target_check(noun, steps, unit, offered), offered)
        except KeyError:
            return ""

    def _candidates(
        self, hook: Hook, node: ir.Action | ir.Play, noun: ir.Select | None, check: str, unit: Unit, scope: Scope
    ) -> None:
        """For ``could have``: the events that an action could start with."""
        first = node.body[0] if node.body else None
        if not isinstance(first, ir.Do) or not isinstance(node, ir.Action) or len(node.targets) > 1:
            return
        if any(isinstance(v, ir.Select) and v.quant in CHOSEN for _, v in first.roles):
            return
        verb = self.names.verbs[first.verb]
        try:
            if noun is None:
                roles = unit.roles(first, scope, {})
                fresh = f"x not in known and able{verb}(S, ({roles}), F)"
                text = f"    x = ({verb}, ({roles}))\n    return (x,) if {fresh} else ()"
            else:
                roles = unit.roles(first, scope.having(noun.bind, "c", "e"), {})
                fresh = f"({verb}, ({roles})) not in known"
                things = self.ex.things(noun, scope)
                text = f"    return tuple([({verb}, ({roles})) for c in {things} if {fresh} and {check or True}])"
        except KeyError:
            return
        name = self.ex.helper(["S", "F", "known"], [text], "offers")

        def fill() -> None:
            if first.verb in self.ex.turn_verbs:
                hook.candidates = self.space[name]

        self.pending.later.append(fill)

    def _lasting(self) -> None:
        """The sorts of lasting effects that bodies start."""
        fixed, settled = [], []
        for number, effect in enumerate(self.program.lasting):
            for mod in effect["mods"]:
                self.modifiers.lasting(number, mod, effect["scope"])
            if effect["while"]:
                self.pending.entry(effect["while"], self.machine.whiles, number)
            fixed.append(effect["fixed"])
            settled.append(bool(effect["fixed"]) and not any(map(is_open, effect["mods"])))
        self.fixed, self.settled = tuple(fixed), tuple(settled)

    # ---- the game as a whole -------------------------------------------------------------------------

    def _game(self) -> None:
        self.machine.setup = self._procedure(self.pack.setup, "setup")
        self.machine.step_bodies = [
            self._procedure(step.body, step.name) if step.body else (0, 0) for step in self.pack.turn
        ]
        for i, step in enumerate(self.pack.turn):
            if step.guard is not None:
                self.pending.entry(self._test(step.guard, Scope()), self.machine.step_guards, i)
        span = self.pack.default_span
        if span.of is not None:
            scope = Scope().having("affected", f"F[{LOCALS}]", "e")
            name = self.ex.helper(["S", "F"], [f"    return {self.ex.one(span.of, scope)}"], "lasts")
            self.pending.later.append(lambda: setattr(self.machine, "default_span", (span.kind, self.space[name])))
        else:
            self.machine.default_span = (span.kind, None)

    def _procedure(self, body: tuple[ir.Step, ...], label: str) -> tuple[int, int]:
        unit = Unit(self.program, label)
        unit.steps(body, Scope())
        unit.line("S.stack.pop()")
        return unit.start, unit.slot - LOCALS

    # ---- putting it together -------------------------------------------------------------------------

    def _finish(self) -> None:
        machine, space = self.machine, self.space
        if self.remember:
            self.ex.past_verbs.update(self.names.verb_list)
            self.ex.turn_verbs.update(self.names.verb_list)
        source = "\n".join([*self.ex.helpers, self.program.source()])
        space.update(
            {name: getattr(choices, name) for name in ("pick", "pick_more", "pick_mode", "pick_place", "pick_whether")}
        )
        in_play = (*self.names.zone_in_play, False, False, False)  # the last three: PLAYED, ATTACHED, ASIDE
        space.update(KIND=self.names.kind_of, IN_PLAY=in_play, CANCELLED=CANCELLED)
        exec(compile(source, "<pack>", "exec"), space)  # the compiler's own output, from checked nodes
        for fill in self.pending.later:
            fill()
        machine.past_verbs = {self.names.verbs[v] for v in self.ex.past_verbs}
        machine.ready()
        machine.board.fixed, machine.board.settled = self.fixed, self.settled
        space.update(Support(machine, machine.board).table(), push=machine.events.push)
        for name, k in self.names.numbers.items():
            space[f"num{k}"] = machine.modifiers.number(k, self.names.printed[self.names.numbers[name]])
        for k in self.names.statuses.values():
            space[f"status{k}"] = machine.modifiers.status(k)
        for k in self.names.tags.values():
            space[f"tag{k}"] = machine.modifiers.tag(k, self.names.tag_bits)
        machine.code = [*machine.events.blocks(), *machine.turns.blocks()]
        machine.code += [
            space[f"b{i}"] for i in range(self.program.first, self.program.first + len(self.program.blocks))
        ]
        for number in self.names.verbs.values():
            space[f"able{number}"] = able_call(machine, number)
        for name in self.plain:
            space[f"plain{self.names.verbs[name]}"] = plain_call(machine, self.names.verbs[name])
        for (name, mark), k in self.program.marks.items():
            number = self.names.verbs[name]
            space[f"plain{number}_{k}"] = plain_call(machine, number, machine.marks.deed(name, mark))
        for verb in self.pack.verbs:
            if self.quiet(verb.name):
                number = self.names.verbs[verb.name]
                space[f"open{number}"] = quiet_call(machine, number)
                space[f"ended{number}"] = quiet_end(machine, number)
        machine.source, machine.questions = source, self.program.questions
        machine.question = self.question

    def question(self, node: Any, names: tuple[tuple[str, Any], ...], is_value: bool) -> Callable[[State, Any], Any]:
        """Compiles a question from outside; its frame holds the values of the names as locals."""
        scope = Scope()
        for i, (name, value) in enumerate(names):
            scope = scope.having(name, f"F[{LOCALS + i}]", "es" if isinstance(value, tuple) else "e")
        known = len(self.ex.helpers)
        text = self.ex.value(node, scope)[0] if is_value else self.ex.test(node, scope)
        name = self.ex.helper(["S", "F"], [f"    return {text}"], "question")
        exec(compile("\n".join(self.ex.helpers[known:]), "<question>", "exec"), self.space)
        function: Callable[[State, Any], Any] = self.space[name]
        return function


def _does(body: tuple[ir.Step, ...], verbs: frozenset[str]) -> bool:
    """Whether a body does one of these verbs."""
    return any(isinstance(step, ir.Do) and step.verb in verbs for step in ir.walk(body))
