"""Links the modifiers of a pack: from nodes to compiled modifiers that know how they are found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from . import ir
from .expressions import Expressions, Scope
from .machine import Machine
from .modifiers import Modifier


class Pending:
    """What waits for the generated functions to exist. ``space``: where they will be, by name."""

    def __init__(self, space: dict[str, Any]) -> None:
        self.space = space
        self.later: list[Callable[[], None]] = []

    def entry(self, name: str, table: dict[Any, Any], key: Any) -> None:
        """A function that becomes an entry of a table."""
        self.later.append(lambda: table.__setitem__(key, self.space[name]))

    def attribute(self, name: str, thing: Any, attribute: str) -> None:
        """A function that becomes an attribute of something."""
        self.later.append(lambda: setattr(thing, attribute, self.space[name]))


class ModifierLinker:
    """Adds modifiers to a machine."""

    def __init__(self, machine: Machine, ex: Expressions, pending: Pending) -> None:
        self.machine = machine
        self.names = machine.names
        self.pack = machine.names.pack
        self.ex = ex
        self.pending = pending
        self.space = pending.space

    def always(self, ability: int, mod: ir.Mod, guard: ir.Cond | None) -> None:
        """A modifier of an ``always`` hook."""
        subject = mod.event.roles if isinstance(mod, (ir.Forbid, ir.Permit)) else mod.subject
        modifier = self._modifier(mod, Scope(), guard, ability, self._reach(subject))
        if modifier.reach == "self" and isinstance(mod, (ir.Forbid, ir.Permit)):
            modifier.role = self.names.own_role(mod.event)
        self.pending.later.append(lambda: self.machine.modifiers.add(modifier))

    def lasting(self, number: int, mod: ir.Mod, scope: Scope) -> None:
        """A modifier of the lasting effects of one sort."""
        modifier = self._modifier(mod, scope, None, -1, "wide")
        self.pending.later.append(lambda: self.machine.modifiers.add_lasting(number, modifier))

    def _modifier(self, mod: ir.Mod, scope: Scope, guard: ir.Cond | None, ability: int, reach: str) -> Modifier:
        found = isinstance(mod, (ir.Forbid, ir.Permit)) or not isinstance(mod.subject, ir.Select)
        conds = tuple(c for c in (guard, mod.guard if found else None) if c is not None)
        key, data = self._data(mod, scope)
        means = self.names.ability_means[ability] if ability >= 0 else ""
        modifier = Modifier(key, ability, means, reach, None, None, None)
        if conds:
            test = self.ex.helper(["S", "F"], [f"    return {self.ex.test(ir.And(conds), scope)}"], "asks")
            self.pending.attribute(test, modifier, "guard")
        if reach == "wide" and not isinstance(mod, (ir.Forbid, ir.Permit)):
            self.pending.attribute(self._matcher(mod.subject, mod.guard, scope), modifier, "match")
        self.pending.later.append(lambda: setattr(modifier, "data", data()))
        return modifier

    @staticmethod
    def _reach(subject: Any) -> str:
        nouns = [noun for _, noun in subject] if isinstance(subject, tuple) else [subject]
        if ir.Ref("this") in nouns:
            return "self"
        return "host" if ir.Part("link", "host", ir.Ref("this")) in nouns else "wide"

    def _matcher(self, subject: ir.Noun, guard: ir.Cond | None, scope: Scope) -> str:
        """Does it reach the thing ``e``; the guard of a modifier of things at large may speak of the thing."""
        inner = replace(scope, depth=1)
        if isinstance(subject, ir.Select):
            test = self.ex.fits(subject, inner, "e")
            if guard is not None:
                test += f" and {self.ex.test(guard, _knowing(subject, inner))}"
        else:
            test = f"e in {self.ex.things(subject, inner)}"
        return self.ex.helper(["S", "F", "e"], [f"    return {test}"], "reaches")

    def _data(self, mod: ir.Mod, scope: Scope) -> tuple[tuple[str, Any], Callable[[], Any]]:
        names, space = self.names, self.space
        match mod:
            case ir.Adjust(_, op, name, amount, over):
                text = f"    return {self.ex.value(amount, _knowing(mod.subject, scope))[0]}"
                function = self.ex.helper(["S", "F", "e"], [text], "amount")
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


def _knowing(subject: ir.Noun, scope: Scope) -> Scope:
    """The scope in which the thing that a modifier reaches has the name its subject gives it."""
    if isinstance(subject, ir.Select) and subject.bind:
        return replace(scope.having(subject.bind, "e", "e"), depth=max(scope.depth, 1))
    return scope


def is_open(mod: ir.Mod) -> bool:
    """Whether a lasting modifier reaches things that are found anew each time."""
    nouns = [n for _, n in mod.event.roles] if isinstance(mod, (ir.Forbid, ir.Permit)) else [mod.subject]
    return any(isinstance(noun, ir.Select) for noun in nouns)
