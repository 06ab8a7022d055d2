"""Links a pack: every name becomes a position, every body and question a Python function, every hook an entry in a table.

The functions are generated as source and compiled once; the source is kept as ``Machine.source`` for the curious.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from . import choices, ir
from .blocks import CHOSEN, Program, Unit
from .events import AFTER, CANCELLED
from .expressions import Expressions, Scope, param_type
from .hooks import Hook
from .machine import Machine
from .modifiers import Modifier
from .names import Names
from .state import LOCALS, State
from .support import Support

STAGES = 12
"""Blocks that belong to events and come before those of turns."""
TURN_STAGES = 8

_SORTS: dict[type, str] = {ir.When: "when", ir.Before: "before", ir.Instead: "instead", ir.Respond: "respond"}
_NEVER_PLAIN = (
    "cancel",
    "change",
    "apply",
    "play",
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

    remember: keeps the history of every verb, not only of those that rules of the pack ask about.
    """
    return Linker(pack, remember).machine


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
        self.waiting = {hook.event.verb for _, hook in self.hooks if isinstance(hook, tuple(_SORTS))}
        self.plain = self._plain_verbs()
        self.program = Program(self.ex, STAGES + TURN_STAGES, self.plain.__contains__)
        self.later: list[Callable[[], None]] = []
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
            probe = Program(self.ex, 0, plain.__contains__)
            new = {v.name for v in candidates if v.name not in plain and not any(map(probe.waits, v.body))}
            plain |= new
            grown = bool(new)
        return plain

    def _verbs(self) -> None:
        for verb in self.pack.verbs:
            number = self.names.verbs[verb.name]
            scope = Scope(it=verb.name)
            for i, param in enumerate(verb.params):
                scope = scope.having(param.name, f"F[{LOCALS + i}]", param_type(param))
            if verb.guard is not None:
                self._function(self._test(verb.guard, scope), self.machine.guards, number)
            unit = Unit(self.program, verb.name, LOCALS + len(verb.params))
            unit.steps(verb.body, scope)
            unit.line(f"F[0] = {AFTER}")
            self.machine.bodies[number] = unit.start
            self.machine.slots[number] = unit.slot - LOCALS

    def _test(self, cond: ir.Cond, scope: Scope) -> str:
        return self.ex.helper(["S", "F"], [f"    return {self.ex.test(cond, scope)}"], "asks")

    def _function(self, name: str, where: Any, key: Any) -> None:
        """Puts a generated function into a table once it exists."""

        def fill() -> None:
            where[key] = self.space[name]

        self.later.append(fill)

    def _attribute(self, name: str, where: Any, key: str) -> None:
        def fill() -> None:
            setattr(where, key, self.space[name])

        self.later.append(fill)

    # ---- hooks ---------------------------------------------------------------------------------------

    def _hook(self, ability: int, node: ir.Hook) -> None:
        if isinstance(node, ir.Always):
            for mod in node.mods:
                for modifier in self._modifiers(mod, Scope(), node.guard, ability):
                    self.later.append(lambda m=modifier: self.machine.modifiers.add(m))  # type: ignore[misc]
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

    def _waiting(self, hook: Hook, node: ir.When | ir.Before | ir.Instead | ir.Respond) -> None:
        """A hook that waits for an event."""
        scope = Scope(it=node.event.verb)
        self._attribute(self.ex.pattern(node.event, scope), hook, "fits")
        slot = LOCALS
        for name, sort in self.ex.binding(node.event):
            scope, slot = scope.having(name, f"F[{slot}]", sort), slot + 1
        if node.guard is not None:
            self._attribute(self._test(node.guard, scope), hook, "guard")
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
        self.machine.tables[_SORTS[type(node)], verb].add(hook, node.event, self.names.role)
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
            self._attribute(name, hook, "feasible")
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
            (role, replace(node, other=True)) if isinstance(node, ir.Select) and node.zone and node.zone.zone in playable
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
            self._attribute(self._test(node.guard, scope), hook, "guard")
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
            scope, _ = unit.choose(noun, "F[2]", scope, noun.bind or f"(target {i})", check)
        if not node.targets and first is not None:
            tests.append(self._possible(first, unit, scope))
            self._candidates(hook, node, None, "", unit, scope)
        hook.targets = tuple(slots)
        hook.name = node.name if isinstance(node, ir.Action) else ""
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
        self._attribute(self.ex.helper(["S", "F", "c"], [f"    return {test} and {check or 'True'}"], "aims"), hook, "aims")

    def _possible(self, step: ir.Step, unit: Unit, scope: Scope) -> str:
        try:
            return unit.possible(step, scope)
        except KeyError:
            return ""

    def _target_check(
        self, noun: ir.Select, steps: tuple[ir.Step | None, ...], unit: Unit, scope: Scope
    ) -> str:
        """Source of the test for a target ``c``: not protected, and legal for what is first done to it and for the costs."""
        tests = ["targetable(S, c, F)"]
        for step in steps:
            if not isinstance(step, ir.Do) or not noun.bind:
                continue
            for role, node in step.roles:
                if node == ir.Ref(noun.bind):
                    try:
                        tests.append(unit.candidate_check(step, role, scope))
                    except KeyError:  # it depends on a target not chosen yet
                        pass
        return " and ".join(test for test in tests if test)

    def _enough(self, noun: ir.Select, steps: tuple[ir.Step | None, ...], unit: Unit, offered: Scope) -> str:
        """Source of the question whether a further target can be found, if that does not depend on the ones before it."""
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
                text = f"    return [({verb}, ({roles}))] if able(S, {verb}, ({roles}), F) else []"
            else:
                roles = unit.roles(first, scope.having(noun.bind, "c", "e"), {})
                text = f"    return [({verb}, ({roles})) for c in {self.ex.things(noun, scope)} if {check}]"
        except KeyError:
            return
        name = self.ex.helper(["S", "F"], [text], "offers")

        def fill() -> None:
            if first.verb in self.ex.turn_verbs:
                hook.candidates = self.space[name]

        self.later.append(fill)

    # ---- modifiers -----------------------------------------------------------------------------------

    def _modifiers(
        self, mod: ir.Mod, scope: Scope, guard: ir.Cond | None, ability: int, lasting: bool = False
    ) -> list[Modifier]:
        conds = tuple(c for c in (guard, mod.guard) if c is not None)
        key, data = self._data(mod, scope)
        subject = mod.event.roles if isinstance(mod, (ir.Forbid, ir.Permit)) else mod.subject
        reach = "wide" if lasting else self._reach(subject)
        modifier = Modifier(
            key, ability, self.names.ability_means[ability] if ability >= 0 else "", reach, None, None, None
        )
        if conds:
            self._attribute(self._test(ir.And(conds), scope), modifier, "guard")
        if reach == "wide" and not isinstance(mod, (ir.Forbid, ir.Permit)):
            self._attribute(self._matcher(mod.subject, scope), modifier, "match")
        self.later.append(lambda: setattr(modifier, "data", data()))
        return [modifier]

    @staticmethod
    def _reach(subject: Any) -> str:
        nouns = [noun for _, noun in subject] if isinstance(subject, tuple) else [subject]
        if ir.Ref("this") in nouns:
            return "self"
        return "host" if ir.Part("link", "host", ir.Ref("this")) in nouns else "wide"

    def _matcher(self, subject: ir.Noun, scope: Scope) -> str:
        inner = replace(scope, depth=1)
        if isinstance(subject, ir.Select):
            test = self.ex.fits(subject, inner, "e")
        else:
            test = f"e in {self.ex.things(subject, inner)}"
        return self.ex.helper(["S", "F", "e"], [f"    return {test}"], "reaches")

    def _data(self, mod: ir.Mod, scope: Scope) -> tuple[tuple[str, Any], Callable[[], Any]]:
        names, space = self.names, self.space
        match mod:
            case ir.Adjust(_, op, name, amount, over):
                text = f"    return {self.ex.value(amount, scope)[0]}"
                function = self.ex.helper(["S", "F"], [text], "amount")
                return ("number", names.numbers[name]), lambda: (op, space[function], over)
            case ir.Gain(_, what, name):
                position = names.statuses[name] if what == "status" else names.tags[name]
                return (what, position), lambda: None
            case ir.Grant(_, ability, copy):
                if copy is None:
                    granted = (names.abilities[ability],)
                    return ("grant", 0), lambda: lambda S, F: granted
                function = self.ex.helper(["S", "F"], [f"    return {self._copied(copy, scope)}"], "copied")
                return ("grant", 0), lambda: space[function]
            case ir.Lose(_, ability, keep):
                kept = names.kind_abilities | {
                    names.abilities[a.id] for a in self.pack.abilities if a.id in keep or set(keep) & set(a.tags)
                }
                lost = names.abilities[ability] if ability else None
                return ("lose", 0), lambda: (lost, kept if lost is None else frozenset())
            case ir.Forbid(event) | ir.Permit(event):
                function = self.ex.pattern(event, replace(scope, it=""), bound=False)
                sort = "forbid" if isinstance(mod, ir.Forbid) else "permit"
                return (sort, names.verbs[event.verb]), lambda: space[function]
            case ir.Protect(_, shields):
                return ("protect", 0), lambda: shields

    def _copied(self, copy: ir.Noun, scope: Scope) -> str:
        if isinstance(copy, ir.Ref) and copy.name[0] == "#":
            return self.ex.value(copy, scope)[0]
        return f"abilities_of(S, {self.ex.one(copy, scope)})"

    def _lasting(self) -> None:
        fixed, settled = [], []
        for number, effect in enumerate(self.program.lasting):
            for mod in effect["mods"]:
                for modifier in self._modifiers(mod, effect["scope"], None, -1, lasting=True):
                    self.later.append(lambda n=number, m=modifier: self.machine.modifiers.add_lasting(n, m))  # type: ignore[misc]
            if effect["while"]:
                self._function(effect["while"], self.machine.whiles, number)
            fixed.append(effect["fixed"])
            settled.append(bool(effect["fixed"]) and not any(map(_open, effect["mods"])))
        self.fixed, self.settled = tuple(fixed), tuple(settled)

    # ---- the game as a whole -------------------------------------------------------------------------

    def _game(self) -> None:
        self.machine.setup = self._procedure(self.pack.setup, "setup")
        self.machine.step_bodies = [
            self._procedure(step.body, step.name) if step.body else (0, 0) for step in self.pack.turn
        ]
        span = self.pack.default_span
        if span.of is not None:
            scope = Scope().having("affected", f"F[{LOCALS}]", "e")
            name = self.ex.helper(["S", "F"], [f"    return {self.ex.one(span.of, scope)}"], "lasts")
            self.later.append(lambda: setattr(self.machine, "default_span", (span.kind, self.space[name])))
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
        space.update({name: getattr(choices, name) for name in ("pick", "pick_more", "pick_mode", "pick_place", "pick_whether")})
        in_play = (*self.names.zone_in_play, False, False, False)  # the last three: PLAYED, ATTACHED, ASIDE
        space.update(KIND=self.names.kind_of, IN_PLAY=in_play, CANCELLED=CANCELLED)
        exec(compile(source, "<pack>", "exec"), space)  # the compiler's own output, from checked nodes
        for fill in self.later:
            fill()
        machine.past_verbs = {self.names.verbs[v] for v in self.ex.past_verbs}
        machine.ready()
        machine.board.fixed, machine.board.settled = self.fixed, self.settled
        machine.board.unsettling = self._unsettling()
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
        for name in self.plain:
            space[f"plain{self.names.verbs[name]}"] = plain_call(machine, self.names.verbs[name])
        machine.source = source
        machine.question = self.question

    def _unsettling(self) -> frozenset[str] | None:
        """The statuses that conditions of ``has`` and ``loses`` ask about; None if they ask about anything else that changes."""
        found: set[str] = set()
        for _, hook in self.hooks:
            if isinstance(hook, ir.Always):
                for mod in hook.mods:
                    if isinstance(mod, (ir.Grant, ir.Lose)):
                        found |= set(_asked(mod.subject)) | set(_asked(mod.guard)) | set(_asked(hook.guard))
        gained = {
            mod.name for _, hook in self.hooks if isinstance(hook, ir.Always) for mod in hook.mods if isinstance(mod, ir.Gain)
        }
        return None if "" in found or found & gained else frozenset(found)

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


def _asked(node: Any) -> Iterator[str]:
    """The statuses a noun or question of a modifier asks about; "" for anything else that may change in place."""
    match node:
        case None | ir.Ref() | ir.Is(_, "tag" | "kind" | "card" | "in-play", _):
            return
        case ir.Is(_, "status", name):
            yield name
        case ir.Select(filters=filters, extreme=None):
            for test in filters:
                yield from _asked(test)
        case ir.And(items) | ir.Or(items):
            for item in items:
                yield from _asked(item)
        case ir.Not(item):
            yield from _asked(item)
        case ir.Part("link", "host", ir.Ref("this")):
            return
        case _:
            yield ""


def _open(mod: ir.Mod) -> bool:
    """Whether a lasting modifier reaches things that are found anew each time."""
    nouns = [n for _, n in mod.event.roles] if isinstance(mod, (ir.Forbid, ir.Permit)) else [mod.subject]
    return any(isinstance(noun, ir.Select) for noun in nouns)


def plain_call(machine: Machine, verb: int) -> Callable[[State, Any, tuple[Any, ...]], Any]:
    """The function that performs a verb nothing waits for: legality, protection, and its doing, without a frame."""
    checked, affected = machine.checked[verb], machine.names.affected[verb] if machine.shielding else -1
    deed, past = machine.deeds[verb], verb in machine.past_verbs
    means, target = machine.verb_means[verb], machine.verb_class[verb]
    body = machine.code[machine.bodies[verb]] if machine.bodies[verb] else None
    room = [None] * (machine.slots[verb] - len(machine.names.params[verb]))

    def perform(S: State, F: Any, roles: tuple[Any, ...]) -> Any:
        if checked and not machine.legal(S, verb, roles, F):
            return None
        if affected >= 0:
            spared = machine.spare(S, verb, roles, F)
            if spared != roles[affected]:
                if spared in ((), -1):
                    return None
                roles = (*roles[:affected], spared, *roles[affected + 1 :])
        if machine.observer is not None:
            machine.observe(S, F, roles, verb)
        outcome = None
        if body is None:
            outcome = deed(S, F, roles) if deed is not None else None
        else:
            body(S, [0, F[1], F[2], F[3], F[4], means or F[5], verb, 0, F[8], None, target or F[10], *roles, *room])
        if past:
            S.past = (*S.past, (verb, roles))
            machine.board.changed("past")
        return outcome

    return perform
