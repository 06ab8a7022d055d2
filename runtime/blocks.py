"""Bodies of rules as Python source: straight pieces between the points where a game may have to wait.

A body becomes one or more *blocks*, functions ``(S, F)`` over the state and the running frame. A block ends by saying
in ``F[0]`` which one comes next, after pushing the frame of an event or asking for a choice, if it waits for that.
So a suspended effect is its frame, plain data. What cannot wait is compiled into one block without a break.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from . import ir
from .choices import Purpose, Question
from .expressions import Expressions, Scope, param_type
from .limits import ROUNDS
from .marks import VERBS
from .state import LOCALS

SLOT = re.compile(r"F\[(\d+)\]")
"""How a place in the frame is written."""

_JUMP = re.compile(r" *return b(\d+)\(S, F\)")
_TARGET = re.compile(r"(?:F\[0\] = |return b)(\d+)\b")

CHOSEN = ("any", "exactly", "at-least", "up-to", "any-number")
"""Quantifiers that make the one who does a verb choose what to do it to."""

NESTED = 8
"""Loops inside loops that one block may hold; Python itself allows only a few more."""


def loops(step: ir.Step) -> int:
    """How many loops stand inside one another in a step that cannot wait, the step itself counted."""
    match step:
        case ir.ForEach(body=body) | ir.Repeat(body=body):
            return 1 + max(map(loops, body), default=0)
        case ir.If(body=body, other=other):
            return max(map(loops, (*body, *other)), default=0)
        case ir.Table(rows=rows):
            return max((loops(inner) for row in rows for inner in row.body), default=0)
    return 0


def _asks_each(subject: ir.Noun, amount: ir.Expr) -> bool:
    """Whether an amount is another one for each of the things that a modifier reaches."""
    return isinstance(subject, ir.Select) and bool(subject.bind) and ir.Ref(subject.bind) in ir.walk(amount)


class Program:
    """All blocks of a pack, as source; ``first`` is the number of the first one.

    questions: what is being asked while a frame waits at a block.
    """

    def __init__(
        self,
        ex: Expressions,
        first: int,
        plain: Callable[[str], bool],
        quiet: Callable[[str], bool],
        amended: Mapping[int, Mapping[int, int]],
    ) -> None:
        self.ex = ex
        self.first = first
        self.plain = plain
        self.quiet = quiet
        self.amended = amended
        self.blocks: list[list[str]] = []
        self.questions: dict[int, Question] = {}
        self.lasting: list[dict[str, Any]] = []
        self.marks: dict[tuple[str, str], int] = {}
        """The names that are put, removed or set, each with its verb, numbered."""
        self.heads: set[int] = set()
        """The blocks where a round of a loop begins."""

    def function(self, step: ir.Do) -> str:
        """What performs a verb that runs through: one of its own for each name that marks bear."""
        number = self.ex.names.verbs[step.verb]
        name = step.roles[0][1] if step.verb in VERBS else None
        if not isinstance(name, ir.Word):
            return f"plain{number}"
        return f"plain{number}_{self.marks.setdefault((step.verb, name.value), len(self.marks))}"

    def new(self) -> int:
        self.blocks.append([])
        return self.first + len(self.blocks) - 1

    def waits(self, step: ir.Step) -> bool:
        """Whether the game may have to wait inside this step."""
        match step:
            case ir.Do(verb, roles, _):
                return not self.plain(verb) or any(isinstance(v, ir.Select) and v.quant in CHOSEN for _, v in roles)
            case ir.Choose() | ir.ChooseOne() | ir.May():
                return True
            case ir.If(_, body, other):
                return any(map(self.waits, (*body, *other)))
            case ir.ForEach(_, _, body) | ir.Repeat(_, body):
                return any(map(self.waits, body)) or loops(step) > NESTED
            case ir.Table(_, rows):
                return any(self.waits(s) for row in rows for s in row.body)
            case _:
                return False

    def source(self) -> str:
        """The blocks as functions ``b<number>``; a jump to a block that only jumps on goes there at once, and one that
        begins no new round of a loop is a call."""
        onward = {
            i: int(match[1])
            for i, lines in enumerate(self.blocks, self.first)
            if len(lines) == 1 and (match := _JUMP.fullmatch(lines[0]))
        }

        def at_last(match: re.Match[str]) -> str:
            target, seen = int(match[1]), set[int]()
            while target in onward and target not in seen:
                seen.add(target)
                target = onward[target]
            return match[0].replace(match[1], str(target))

        parts = []
        for i, lines in enumerate(self.blocks, self.first):
            body = [_TARGET.sub(at_last, line) for line in lines or ["    pass"]]
            parts.append(f"def b{i}(S, F):\n" + "\n".join(body) + "\n")
        return "\n".join(parts)


class Unit:
    """One body being compiled: its slots in the frame and the block being written."""

    def __init__(self, program: Program, label: str, slot: int = LOCALS) -> None:
        self.program = program
        self.ex = program.ex
        self.label = label
        self.slot = slot
        self.indent = 1
        self.start = self.at = program.new()

    # ---- writing -------------------------------------------------------------------------------------

    def line(self, text: str) -> None:
        self.program.blocks[self.at - self.program.first].append("    " * self.indent + text)

    def go(self, block: int) -> None:
        """Goes on in another block: at once, or when its turn comes, if a round of a loop begins there."""
        if block in self.program.heads:
            self.wait(block)
        else:
            self.line(f"return b{block}(S, F)")

    def wait(self, block: int) -> None:
        """Goes on in another block when what has been asked, or put on the stack, is done."""
        self.line(f"F[0] = {block}")
        self.line("return")

    def begin(self, block: int) -> None:
        """Goes on writing in another block."""
        self.at, self.indent = block, 1

    def take(self) -> int:
        self.slot += 1
        return self.slot - 1

    def bind(self, scope: Scope, name: str, type: str) -> tuple[Scope, int]:
        slot = self.take()
        return scope.having(name, f"F[{slot}]", type), slot

    # ---- steps ---------------------------------------------------------------------------------------

    def steps(self, steps: Iterable[ir.Step], scope: Scope) -> Scope:
        for step in steps:
            scope = self.step(step, scope)
        return scope

    def step(self, step: ir.Step, scope: Scope) -> Scope:
        waits = self.program.waits(step)
        match step:
            case ir.Do():
                return self.do(step, scope)
            case ir.Let(name, value):
                source, type = self.ex.value(value, scope)
                if isinstance(value, ir.Place) and value.at:  # the card that lies there now, wherever it goes
                    source, type = self.ex.one(value, scope), "e"
                scope, slot = self.bind(scope, name, type)
                self.line(f"F[{slot}] = {f'tuple({source})' if type == 'es' else source}")
            case ir.Choose(noun, who):
                inner, name = self.choose(noun, self.ex.one(who, scope), scope, noun.bind)
                self.ask(step, noun, scope, inner.names[name][0])
                return inner
            case ir.ChooseOne():
                self.choose_one(step, scope)
            case ir.May():
                self.may(step, scope)
            case ir.If(cond, body, other):
                branches = [(self.ex.test(cond, scope), body), ("", other)]
                self.branch(branches, scope, waits)
            case ir.ForEach():
                self.for_each(step, scope, waits)
            case ir.Repeat():
                self.repeat(step, scope, waits)
            case ir.Table(value, rows):
                slot = self.take()
                self.line(f"F[{slot}] = {self.ex.number(value, scope)}")
                self.branch([(f"{row.low} <= F[{slot}] <= {row.high}", row.body) for row in rows], scope, waits)
            case ir.Lasting():
                self.lasting(step, scope)
            case ir.Amend():
                self.amend(step, scope)
        return scope

    def branch(self, branches: Sequence[tuple[str, Sequence[ir.Step]]], scope: Scope, waits: bool) -> None:
        """The first branch whose test holds ("" always does)."""
        if not waits:
            for i, (test, body) in enumerate(branches):
                self.line(f"{'el' if i else ''}if {test or 'True'}:")
                self.indent += 1
                self.line("pass")
                self.steps(body, scope)
                self.indent -= 1
            return
        end = self.program.new()
        targets = [(test, body, self.program.new()) for test, body in branches if test or body]
        for test, _, block in targets:
            self.line(f"if {test or 'True'}:")
            self.indent += 1
            self.go(block)
            self.indent -= 1
        self.go(end)
        for _, body, block in targets:
            self.begin(block)
            self.steps(body, scope)
            self.go(end)
        self.begin(end)

    def for_each(self, step: ir.ForEach, scope: Scope, waits: bool) -> None:
        inner, slot = self.bind(scope, step.name, "e")
        things = f"tuple({self.ex.things(step.noun, scope)})"
        if not waits:
            self.line(f"for F[{slot}] in metered(S, {things}):")
            self.indent += 1
            self.steps(step.body, inner)
            self.line("pass")
            self.indent -= 1
            return
        rest = self.take()
        loop, end = self.program.new(), self.program.new()
        self.program.heads.add(loop)
        self.line(f"F[{rest}] = {things}")
        self.go(loop)
        self.begin(loop)
        self.line(f"if not F[{rest}]:")
        self.indent += 1
        self.go(end)
        self.indent -= 1
        self.line(f"F[{slot}], F[{rest}] = F[{rest}][0], F[{rest}][1:]")
        self.steps(step.body, inner)
        self.go(loop)
        self.begin(end)

    def repeat(self, step: ir.Repeat, scope: Scope, waits: bool) -> None:
        times = self.ex.number(step.times, scope)
        if not waits:
            self.line(f"for _ in rounds(S, {times}):")
            self.indent += 1
            self.steps(step.body, scope)
            self.line("pass")
            self.indent -= 1
            return
        left = self.take()
        loop, end = self.program.new(), self.program.new()
        self.program.heads.add(loop)
        self.line(f"F[{left}] = min({times}, {ROUNDS})")
        self.go(loop)
        self.begin(loop)
        self.line(f"if F[{left}] <= 0:")
        self.indent += 1
        self.go(end)
        self.indent -= 1
        self.line(f"F[{left}] -= 1")
        self.steps(step.body, scope)
        self.go(loop)
        self.begin(end)

    # ---- doing ---------------------------------------------------------------------------------------

    def do(self, step: ir.Do, scope: Scope) -> Scope:
        """Performs a verb; what its roles leave to choose is chosen first."""
        chosen: dict[str, str] = {}
        inner = scope
        for role, node in step.roles:
            if isinstance(node, ir.Select) and node.quant in CHOSEN:
                check = self.candidate_check(step, role, inner)
                known = inner
                inner, name = self.choose(node, "F[2]", inner, node.bind or f"({role})", check)
                self.ask(step, node, known, inner.names[name][0])
                chosen[role] = name
        roles = self.roles(step, inner, chosen)
        verb = self.ex.names.verbs[step.verb]
        outcome = ""
        if step.bind:
            inner, slot = self.bind(inner, step.bind, "n" if step.verb == "roll" else "e")
            outcome = f"F[{slot}]"
        if step.verb in ("cancel", "change"):
            self.alter(step, scope, inner)
        elif step.verb == "play":
            after = self.program.new()
            self.line(f"F[0] = {after}")
            self.line(f"play_card(S, F, ({roles})[0])")
            self.line("return")
            self.begin(after)
        elif step.verb == "command":
            chosen_, after = self.program.new(), self.program.new()
            self.line(f"command(S, F, ({roles})[0])")
            self.wait(chosen_)
            self.begin(chosen_)
            self.line(f"F[0] = {after}")
            self.line("commanded(S, F)")
            self.line("return")
            self.begin(after)
        elif self.program.plain(step.verb):
            self.line(f"{outcome + ' = ' if outcome else ''}{self.program.function(step)}(S, F, ({roles}))")
        else:
            after = self.program.new()
            self.line(f"F[0] = {after}")
            opened = f"open{verb}(S, F" if self.program.quiet(step.verb) else f"push(S, F, {verb}"
            self.line(f"{opened}, ({roles}))")
            self.line("return")
            self.begin(after)
            if outcome:
                self.line(f"{outcome}, S.answer = S.answer, None")
        return inner if step.bind or chosen else scope

    def amend(self, step: ir.Amend, scope: Scope) -> None:
        """``it gets ...``: kept with the waiting event until it is performed."""
        names = self.ex.names
        room = self.program.amended[names.verbs[scope.it]][names.role(scope.it, step.name)]
        amount = self.ex.number(step.amount, scope)
        self.line(
            f"amend(S, F, {room}, {amount})" if step.op == "add" else f"amend(S, F, {room}, 0, {amount}, {step.over})"
        )

    def alter(self, step: ir.Do, scope: Scope, inner: Scope) -> None:
        """``cancel it`` and ``change ROLE of it``: they act on the waiting event directly."""
        if step.verb == "cancel":
            self.line("S.stack[F[3]][7] |= CANCELLED")
            return
        roles = dict(step.roles)
        word = roles["name"]
        if not isinstance(word, ir.Word):
            raise TypeError("change wants the name of a role")
        names = self.ex.names
        position = names.role(scope.it, word.value)
        value = self.ex.role_value(names.params[names.verbs[scope.it]][position], roles["value"], inner)
        self.line(f"alter(S, F, {position}, {value})")

    def roles(self, step: ir.Do, scope: Scope, chosen: dict[str, str]) -> str:
        """Source of the tuple of role values, in the order of the verb's roles; a default may speak of earlier
        roles."""
        given = dict(step.roles)
        parts: list[str] = []
        filled = Scope(depth=scope.depth)
        for param in self.ex.names.params[self.ex.names.verbs[step.verb]]:
            if param.name in chosen:
                source = self.ex.role_value(param, ir.Ref(chosen[param.name]), scope)
            elif param.name in given:
                source = self.ex.role_value(param, given[param.name], scope)
            elif param.default is not None:
                source = self.ex.role_value(param, param.default, filled)
            else:
                source = self.absent(step.verb, param)
            filled = filled.having(param.name, source, param_type(param))
            parts.append(source)
        return ", ".join(parts) + ("," if parts else "")

    @staticmethod
    def absent(verb: str, param: ir.Param) -> str:
        """What a role holds that nobody fills."""
        if verb in ("win", "lose"):
            return "(F[2],)"
        if verb in ("put", "remove") and param.name == "amount":
            return "1" if verb == "put" else "None"
        return "()" if param_type(param) == "es" else "NOBODY" if param_type(param) == "e" else "None"

    def candidate_check(self, step: ir.Do, role: str, scope: Scope) -> str:
        """Source of the test that a candidate for a role must pass, ``c`` being the candidate; "" if any will do."""
        if any(isinstance(n, ir.Select) and n.quant in CHOSEN and r != role for r, n in step.roles):
            return ""
        inner = scope.having("(c)", "c", "e")
        return f"able{self.ex.names.verbs[step.verb]}(S, ({self.roles(step, inner, {role: '(c)'})}), F)"

    # ---- choosing ------------------------------------------------------------------------------------

    def ask(self, purpose: Purpose, noun: ir.Select | None, scope: Scope, chosen: str = "") -> None:
        """Notes what is being asked while a frame waits at the block being written.

        scope: what is known by then. chosen: source of where the choice goes.
        """
        slots = ((name, SLOT.fullmatch(source), type) for name, (source, type) in scope.names.items())
        names = tuple((name, int(slot[1]), type) for name, slot, type in slots if slot is not None)
        several = SLOT.fullmatch(chosen) if noun is not None and noun.quant not in ("any", "each") else None
        self.program.questions[self.at] = Question(purpose, noun, names, int(several[1]) if several else -1)

    def choose(self, noun: ir.Select, who: str, scope: Scope, name: str, check: str = "") -> tuple[Scope, str]:
        """Lets somebody choose; the choice stands in a slot under ``name``."""
        pool = self.ex.things(noun, scope)
        if noun.kind in ("space", "outer space"):
            return self.choose_space(pool, who, scope, name)
        if check:
            pool = f"[c for c in {pool} if {check}]"
        prompt = repr(name.strip("()") or noun.kind)
        if noun.quant in ("any", "each"):
            inner, slot = self.bind(scope, name, "e")
            after = self.program.new()
            self.line(f"pick(S, F, {slot}, {pool}, {who}, {prompt})")
            self.wait(after)
            self.begin(after)
            self.line(f"if S.answer is not None: F[{slot}] = S.answer[1]; S.answer = None")
            return inner, name
        inner, slot = self.bind(scope, name, "es")
        rest = self.take()
        limit = self.ex.number(noun.count, scope) if noun.count is not None else "None"
        after = self.program.new()
        self.line(f"F[{slot}], F[{rest}] = (), tuple({pool})")
        self.wait(after)
        self.begin(after)
        self.line(f"if pick_more(S, F, {slot}, {rest}, {who}, {noun.quant!r}, {limit}, {prompt}): return")
        return inner, name

    def choose_space(self, pool: str, who: str, scope: Scope, name: str) -> tuple[Scope, str]:
        """Lets somebody choose a free place of a grid."""
        inner, slot = self.bind(scope, name, "p")
        after = self.program.new()
        self.line(f"pick_place(S, F, {slot}, {pool}, {who}, {name.strip('()')!r})")
        self.wait(after)
        self.begin(after)
        self.line(f"if S.answer is not None: F[{slot}] = S.answer[1:]; S.answer = None")
        return inner, name

    def choose_one(self, step: ir.ChooseOne, scope: Scope) -> None:
        slot = self.take()
        modes = ", ".join(
            f"({mode.name!r}, {self.ex.test(mode.guard, scope) if mode.guard is not None else 'True'})"
            for mode in step.modes
        )
        after = self.program.new()
        self.line(f"pick_mode(S, F, {slot}, ({modes},), {self.ex.one(step.who, scope)})")
        self.wait(after)
        self.begin(after)
        self.ask(step, None, scope)
        self.line(f"if S.answer is not None: F[{slot}] = S.answer[1]; S.answer = None")
        self.branch([(f"F[{slot}] == {mode.name!r}", mode.body) for mode in step.modes], scope, True)

    def may(self, step: ir.May, scope: Scope) -> None:
        slot = self.take()
        after = self.program.new()
        possible = self.possible(step.body[0], scope) if step.body else "True"
        self.line(f"pick_whether(S, F, {slot}, {possible}, {self.ex.one(step.who, scope)}, {self.label!r})")
        self.wait(after)
        self.begin(after)
        self.ask(step, None, scope)
        self.line(f"if S.answer is not None: F[{slot}] = S.answer[0]; S.answer = None")
        self.branch([(f"F[{slot}] == 'yes'", step.body), ("", step.other)], scope, True)

    def possible(self, step: ir.Step, scope: Scope) -> str:
        """Source of the question whether a step would do anything now, as far as it can be known."""
        match step:
            case ir.Do(verb, roles, _) if verb not in ("cancel", "change"):
                tests = []
                for role, node in roles:
                    if isinstance(node, ir.Select) and node.quant in CHOSEN:
                        tests.append(self.enough(node, self.candidate_check(step, role, scope), scope))
                return " and ".join(tests) or f"able{self.ex.names.verbs[verb]}(S, ({self.roles(step, scope, {})}), F)"
            case ir.Choose(noun, _):
                return self.enough(noun, "", scope)
            case _:
                return "True"

    def enough(self, noun: ir.Select, check: str, scope: Scope) -> str:
        """Source of the question whether there is enough to choose from."""
        pool = self.ex.things(noun, scope)
        match noun.quant:
            case "exactly" | "at-least" if noun.count is not None:
                fitting = f"[c for c in {pool} if {check}]" if check else pool
                return f"len({fitting}) >= {self.ex.number(noun.count, scope)}"
            case "up-to" | "any-number":
                return "True"
            case _ if check:
                return f"any({check} for c in {pool})"
            case _:
                return f"bool({pool})"

    # ---- lasting effects -----------------------------------------------------------------------------

    def lasting(self, step: ir.Lasting, scope: Scope) -> None:
        """Fixes what is fixed in slots, then hands a snapshot of the frame to the engine."""
        fixed: list[int] = []
        mods = tuple(self.fix(mod, scope, fixed) for mod in step.mods)
        number = len(self.program.lasting)
        span = step.span
        names = self.ex.names
        if span.kind == "event":
            when = f"('event', event_at(S, F, {names.verbs[span.verb]}))"
        elif span.kind in ("next-turn", "next-start"):
            of = self.ex.one(span.of, scope) if span.of is not None else "F[2]"
            when = f"({span.kind!r}, {of}, S.turn)"
        elif span.kind == "turn":
            when = "('turn', S.turn)"
        else:
            when = f"({span.kind!r},)"
        test = None
        if span.kind == "while" and span.cond is not None:
            test = self.ex.helper(["S", "F"], [f"    return {self.ex.test(span.cond, scope)}"], "holds_on")
        inner = scope
        for slot in fixed:
            inner = inner.having(f"({slot})", f"F[{slot}]", "es")
        self.program.lasting.append({"mods": mods, "scope": inner, "fixed": tuple(fixed), "while": test})
        self.line(f"last(S, F, {number}, {when})")

    def fix(self, mod: ir.Mod, scope: Scope, fixed: list[int]) -> ir.Mod:
        """The modifier with its fixed things and numbers replaced by references to slots."""
        match mod:
            case ir.Adjust(amount=amount):
                if not isinstance(amount, ir.Num) and not _asks_each(mod.subject, amount):
                    slot = self.take()
                    self.line(f"F[{slot}] = {self.ex.value(amount, scope)[0]}")
                    mod = replace(mod, amount=ir.Ref(f"#{slot}"))
                return replace(mod, subject=self.fix_noun(mod.subject, scope, fixed))
            case ir.Forbid(event) | ir.Permit(event):
                roles = tuple((role, self.fix_noun(noun, scope, fixed)) for role, noun in event.roles)
                return replace(mod, event=replace(event, roles=roles))
            case ir.Grant(copy=copy) if copy is not None:
                slot = self.take()
                self.line(f"F[{slot}] = abilities_of(S, {self.ex.one(copy, scope)})")
                return replace(mod, subject=self.fix_noun(mod.subject, scope, fixed), copy=ir.Ref(f"#{slot}"))
            case ir.Protect():  # to be protected is not to be struck: nothing protects from it
                return replace(mod, subject=self.fix_noun(mod.subject, scope, fixed, "tuple({})"))
            case _:
                return replace(mod, subject=self.fix_noun(mod.subject, scope, fixed))

    def fix_noun(self, noun: Any, scope: Scope, fixed: list[int], whom: str = "aimed(S, {}, F)") -> Any:
        if isinstance(noun, ir.Select) and noun.quant != "each":
            return noun
        if isinstance(noun, (ir.Word, ir.Num, ir.Var, ir.Place)):
            return noun
        slot = self.take()
        self.line(f"F[{slot}] = {whom.format(self.ex.things(noun, scope))}")
        fixed.append(slot)
        return ir.Ref(f"({slot})")
