"""Expressions and questions of a pack as Python source.

Generated code sees ``S`` (the state), ``F`` (the frame) and the names of the link table. Every expression has a type:
``e`` one thing (or NOBODY), ``es`` a tuple of things, ``n`` a number, ``N`` a number that may be absent, ``w`` a word,
``p`` a place (zone instance, end; as a thing: the card lying there), ``v`` an event (its position in the stack),
``?`` thing or things, found out at run time.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Any

from . import ir
from .names import Names
from .state import LOCALS

Typed = tuple[str, str]

_PARAM_TYPES = {"card": "e", "player": "e", "number": "n", "zone": "p", "word": "w", "event": "v", "any": "?"}


class LinkError(Exception):
    """A pack that is well formed but asks for something its own declarations rule out."""


@dataclass(frozen=True)
class Scope:
    """What names mean at one place of a pack: source and type of each. ``it``: the verb of the event spoken of."""

    names: dict[str, Typed] = field(default_factory=dict)
    it: str = ""
    depth: int = 0

    def having(self, name: str, source: str, type: str) -> Scope:
        return replace(self, names={**self.names, name: (source, type)})

    def variables(self) -> list[str]:
        """The Python variables that names stand for (candidates of the nouns around): a helper must be given them."""
        return sorted({source for source, _ in self.names.values() if source.isidentifier()})


def param_type(param: ir.Param) -> str:
    """The type of what a role holds."""
    base = _PARAM_TYPES[param.type]
    return "es" if param.plural and base in "e?" else base


OPPONENTS = (ir.Not(ir.Compare("=", ir.Ref("candidate"), ir.Ref("you"))),)
"""The filters of ``any opponent``."""
_CANDIDATE = re.compile(r"e\d*|c|x|w\d+")
"""Names of variables that always hold a thing, never NOBODY: what they are asked can be looked up without a call."""
_SIMPLE = re.compile(r"e\d*|c|x|w\d+|F\[\d+\]")
"""Sources that cost nothing to repeat."""

_FUNCTIONS = {"*": "times", "/": "over"}
"""Functions that stand for an operator, since it has to be kept within bounds."""

BASE: dict[str, Typed] = {"this": ("F[1]", "e"), "you": ("F[2]", "e"), "it": ("F[3]", "v"), "nobody": ("NOBODY", "e")}


class Expressions:
    """Turns nodes into source. ``link`` collects helper functions that the source needs, by name."""

    def __init__(self, names: Names, table: dict[str, Any]) -> None:
        self.names = names
        self.table = table
        self.helpers: list[str] = []
        self.turn_verbs: set[str] = set()
        self.past_verbs: set[str] = set()
        self._made: dict[str, str] = {}
        changed = [node for node in ir.walk(names.pack) if isinstance(node, (ir.Gain, ir.Adjust))]
        self.modified = {(node.what if isinstance(node, ir.Gain) else "number", node.name) for node in changed}
        """The statuses, tags and numbers that some modifier of the pack changes; all others are what columns say."""

    # ---- values --------------------------------------------------------------------------------------

    def value(self, node: ir.Expr, scope: Scope) -> Typed:
        match node:
            case ir.Ref(name) if name[0] == "#":
                return f"F[{name[1:]}]", "N"
            case ir.Ref(name):
                return scope.names.get(name) or BASE[name]
            case ir.Num(value):
                return str(value), "n"
            case ir.Word(word):
                return repr(word), "w"
            case ir.Var(name):
                return f"S.vars[{self.names.variables[name]}]", "?w"
            case ir.Player():
                return self._player(node, scope), "e"
            case ir.Place():
                return self._place(node, scope), "p"
            case ir.Part():
                return self._part(node, scope)
            case ir.Select(kind="space" | "outer space"):
                return self._spaces(node, scope), "ps"
            case ir.Select():
                return self.things(node, scope), "es"
            case ir.Count(of):
                return f"len({self.things(of, scope)})", "n"
            case ir.Fold():
                return self._fold(node, scope)
            case ir.Arith(op, left, right):
                a, b = self.number(left, scope), self.number(right, scope)
                return (f"{_FUNCTIONS[op]}({a}, {b})" if op in _FUNCTIONS else f"({a} {op} {b})"), "n"

    def number(self, node: ir.Expr, scope: Scope) -> str:
        """Source of a number; an absent one counts 0."""
        source, type = self.value(node, scope)
        return source if type == "n" else f"({source} or 0)"

    def one(self, node: ir.Expr, scope: Scope) -> str:
        """Source of one thing (NOBODY if there is none, the first of several)."""
        source, type = self.value(node, scope)
        if type == "p":
            return f"one(lying_at(S, {source}))"
        return source if type == "e" else f"one({source})"

    def things(self, node: ir.Expr, scope: Scope) -> str:
        """Source of a sequence of things."""
        if isinstance(node, ir.Select) and node.kind in ("space", "outer space"):
            return self._spaces(node, scope)
        if isinstance(node, ir.Select):
            return self._select(node, scope)
        source, type = self.value(node, scope)
        if type == "p":
            return f"lying_at(S, {source})"
        return source if type == "es" else f"ents({source})"

    def _player(self, node: ir.Player, scope: Scope) -> str:
        if node.which == "active":
            return "S.active"
        of = self.one(node.of, scope) if node.of else "F[2]"
        return f"{'after' if node.which == 'next' else 'ahead'}(S, {of})"

    def _place(self, node: ir.Place, scope: Scope) -> str:
        base = self.names.zone_base[node.zone]
        if self.names.zone_shared[node.zone]:
            return f"({base}, {node.at!r})"
        return f"({base} + {self.one(node.of or ir.Ref('you'), scope)}, {node.at!r})"

    def _part(self, node: ir.Part, scope: Scope) -> Typed:
        if node.what == "role":
            return self._role(node.name, node.of, scope)
        of = self.one(node.of, scope)
        certain = _CANDIDATE.fullmatch(of)
        if node.what == "number":
            k = self.names.numbers[node.name]
            return f"num{k}(S, {of})", "N"
        if node.what == "printed":
            return f"printed(S, {self.names.numbers[node.name]}, {of})", "N"
        if node.what == "counter":
            k = self.names.counters[node.name]
            return f"S.counters[{k}][{of}]" if certain else f"counter(S, {k}, {of})", "n"
        if node.name == "controller" and certain:
            return f"S.control[{of}]", "e"
        if node.name in ("controller", "owner", "host"):
            return f"{node.name}(S, {of})", "e"
        return f"link(S, {self.names.links[node.name]}, {of})", "e"

    def _role(self, name: str, event: ir.Noun, scope: Scope) -> Typed:
        at, _ = self.value(event, scope)
        if name in ("source", "actor"):
            return f"S.stack[{at}][{1 if name == 'source' else 2}]", "e"
        param = self.names.params[self.names.verbs[scope.it]][self.names.role(scope.it, name)]
        return f"S.stack[{at}][{LOCALS + self.names.role(scope.it, name)}]", param_type(param)

    def _fold(self, node: ir.Fold, scope: Scope) -> Typed:
        e = f"e{scope.depth}"
        inner = replace(scope.having("candidate", e, "e"), depth=scope.depth + 1)
        part, _ = self._part(ir.Part(node.what, node.name, ir.Ref("candidate")), inner)
        return f"{node.op}([{part} for {e} in {self.things(node.of, scope)}])", "n"

    # ---- sets ----------------------------------------------------------------------------------------

    def _select(self, node: ir.Select, scope: Scope) -> str:
        """Source of the list of all that fit, whatever the quantifier."""
        e = f"e{scope.depth}"
        pool, used = self._pool(node, scope)
        if scope.depth > 1:  # a noun in a noun in a noun
            pool = f"metered(S, {pool})"
        tests = self._tests(node, scope, e, used)
        source = f"[{e} for {e} in {pool} if {' and '.join(tests)}]" if tests else pool
        if node.extreme is None:
            return source
        op, name = node.extreme
        if op in ("lowest", "highest"):
            measure = (
                f"num{self.names.numbers[name]}"
                if name in self.names.numbers
                else f"lambda S, e: S.counters[{self.names.counters[name]}][e]"
            )
            return f"extreme(S, {source}, {measure}, {op!r})"
        kind = "None" if name == "card" else str(self.names.kinds[name])
        return f"numerous(S, {source}, {kind}, {op!r})"

    def _spaces(self, node: ir.Select, scope: Scope) -> str:
        """Source of the list of free places of a grid that fit."""
        if node.zone is None:
            raise LinkError("a space is a space of some zone")
        e = f"e{scope.depth}"
        inner = replace(scope.having("candidate", e, "p"), depth=scope.depth + 1)
        if node.bind:
            inner = inner.having(node.bind, e, "p")
        tests = [self.test(test, inner) for test in node.filters]
        kind = "outer_spaces" if node.kind == "outer space" else "spaces"
        pool = f"{kind}(S, {self._place(node.zone, scope)}[0])"
        return f"[{e} for {e} in {pool}{' if ' + ' and '.join(tests) if tests else ''}]"

    def spot(self, node: ir.Noun, scope: Scope) -> str:
        """Source of the place (zone instance, place) where something lies, or that something is; None for nowhere."""
        source, type = self.value(node, scope)
        return source if type == "p" else f"spot(S, {self.one(node, scope)})"

    def _pool(self, node: ir.Select, scope: Scope) -> tuple[str, ir.Cond | None]:
        """Source of what is searched, and the filter that the search already answers."""
        if node.kind == "player":
            return "players(S)", None
        for test in node.filters:
            near = self._near(test, scope)
            if near and node.zone is not None:
                return f"[x for x in {near} if {self.lies_in('x', node.zone, scope)}]", test
            if near:
                return near, test
        if node.zone is not None:
            zone, base = node.zone, self.names.zone_base[node.zone.zone]
            if self.names.zone_shared[zone.zone]:
                return f"S.zones[{base}]", None
            if isinstance(zone.of, ir.Select):
                return f"[x for p in {self.things(zone.of, scope)} for x in S.zones[{base} + p]]", None
            if zone.of is not None:
                return f"S.zones[{base} + {self.one(zone.of, scope)}]", None
            return f"zones_of(S, {base})", None
        for test in node.filters:
            if isinstance(test, ir.Among) and test.subject == ir.Ref("candidate"):
                return self.things(test.group, scope), test
            if (
                isinstance(test, ir.Of)
                and test.subject == ir.Ref("candidate")
                and not isinstance(test.whose, ir.Select)
            ):
                return f"things_of(S, {self.one(test.whose, scope)})", test
        return "in_play(S)", None

    def _near(self, test: ir.Cond, scope: Scope) -> str:
        """Source of the things on a grid that such a filter leaves; "" if it asks for something else."""
        match test:
            case ir.NextTo(ir.Ref("candidate"), other) if not isinstance(other, ir.Select):
                source, type = self.value(other, scope)
                return f"around(S, {source})" if type == "p" else f"neighbours(S, {self.one(other, scope)})"
            case ir.Connected(ir.Ref("candidate"), other) if not isinstance(other, ir.Select):
                return f"linked(S, {self.spot(other, scope)})"
        return ""

    def _tests(self, node: ir.Select, scope: Scope, e: str, used: ir.Cond | None = None) -> list[str]:
        """Source of the tests that a candidate must pass."""
        inner = replace(scope.having("candidate", e, "e"), depth=scope.depth + 1)
        if node.bind:
            inner = inner.having(node.bind, e, "e")
        tests = []
        if node.kind not in ("card", "player") and len(self.names.kinds) > 1:
            tests.append(f"KIND[S.card[{e}]] == {self.names.kinds[node.kind]}")
        if node.other:
            tests.append(f"{e} != F[1]")
        return tests + [self.test(test, inner) for test in node.filters if test is not used]

    def fits(self, node: ir.Select, scope: Scope, e: str, anywhere: bool = False) -> str:
        """Source of the question whether the thing ``e`` is one the noun speaks of.

        anywhere: without naming a zone the noun does not ask for things in play (in the pattern of an event).
        """
        tests = [f"{e} < S.seats" if node.kind == "player" else f"{e} >= S.seats"]
        if node.kind != "player" and not (anywhere and node.zone is None):
            tests.append(self._where(node, scope, e))
        tests += self._tests(node, scope, e)
        if node.extreme is not None:
            tests.append(f"{e} in {self._select(node, scope)}")
        return " and ".join(test for test in tests if test)

    def _where(self, node: ir.Select, scope: Scope, e: str) -> str:
        if node.zone is None:
            return f"(IN_PLAY[S.zone[{e}]] or playing(S, {e}))"
        return self.lies_in(e, node.zone, scope)

    def lies_in(self, e: str, place: ir.Place, scope: Scope) -> str:
        """Source of the question whether a thing is in a zone: the shared one, that of a player, or anybody's."""
        base = self.names.zone_base[place.zone]
        if self.names.zone_shared[place.zone]:
            return f"S.zone[{e}] == {base}" if _CANDIDATE.fullmatch(e) else f"is_in(S, {e}, {base}, {base})"
        if place.of is None:
            return f"is_in(S, {e}, {base}, {base + self.names.seats - 1})"
        if isinstance(place.of, ir.Select):
            return f"zone_seat(S, {e}, {base}) in {self.things(place.of, scope)}"
        of = self.one(place.of, scope)
        return f"is_in(S, {e}, {base} + {of}, {base} + {of})"

    # ---- questions -----------------------------------------------------------------------------------

    def test(self, node: ir.Cond, scope: Scope) -> str:
        match node:
            case ir.Compare():
                return self._compare(node, scope)
            case ir.Is():
                return self._is(node, scope)
            case ir.In(subject, place):
                return self._every(subject, scope, lambda e: self.lies_in(e, place, scope))
            case ir.Among(subject, group):
                held = self.things(group, scope)
                return self._every(subject, scope, lambda e: f"{e} in {held}")
            case ir.Of(subject, whose):
                return self._of(subject, whose, scope)
            case ir.NextTo(subject, other):
                return self._beside(subject, other, scope)
            case ir.Connected(subject, other):
                return f"connected(S, {self.spot(subject, scope)}, {self.spot(other, scope)})"
            case ir.Shares(subject, grouping, other):
                k = self.names.groupings[grouping]
                return f"shares(S, {k}, {self.one(subject, scope)}, {self.one(other, scope)})"
            case ir.HasAbility(subject, ability):
                number = self.names.abilities[ability]
                return self._every(subject, scope, lambda e: f"{number} in S.abilities[{e}]")
            case ir.Exists(noun):
                found = f"bool({self.things(noun, scope)})"
                return f"not {found}" if isinstance(noun, ir.Select) and noun.quant == "no" else found
            case ir.And(items):
                return "(" + " and ".join(self.test(item, scope) for item in items) + ")"
            case ir.Or(items):
                return "(" + " or ".join(self.test(item, scope) for item in items) + ")"
            case ir.Not(item):
                return f"not ({self.test(item, scope)})"
            case ir.Could():
                return self._could(node, scope)
            case ir.Was(event):
                self.past_verbs.add(event.verb)
                return f"happened(S, F, {self.names.verbs[event.verb]}, {self.pattern(event, scope, bound=False)})"

    def _beside(self, subject: ir.Noun, other: ir.Noun, scope: Scope) -> str:
        if isinstance(other, ir.Select):
            return f"beside_any(S, {self.spot(subject, scope)}, {self.things(other, scope)})"
        if "p" in (self.value(subject, scope)[1], self.value(other, scope)[1]):
            return f"beside(S, {self.spot(subject, scope)}, {self.spot(other, scope)})"
        return f"adjacent(S, {self.one(subject, scope)}, {self.one(other, scope)})"

    def _every(self, subject: ir.Noun, scope: Scope, ask: Any) -> str:
        """Source of a question asked of one thing, or of each of several (at least one)."""
        source, type = self.value(subject, scope)
        if type == "e" and _CANDIDATE.fullmatch(source):
            return f"({ask(source)})"
        if type == "e" and _SIMPLE.fullmatch(source):
            return f"({source} >= 0 and {ask(source)})"
        return f"every(lambda x: {ask('x')}, {source})"

    def _compare(self, node: ir.Compare, scope: Scope) -> str:
        (a, s), (b, t) = self.value(node.left, scope), self.value(node.right, scope)
        if "p" in (s, t) and s != t:
            a, b = self.one(node.left, scope), self.one(node.right, scope)
            s = t = "e"
        op = "==" if node.op == "=" else node.op
        kinds = {s, t}
        if kinds <= {"n", "w", "?w"} or kinds == {"e"}:
            return f"({a} {op} {b})"
        if kinds <= {"n", "N", "?w"}:
            return f"compare({a}, {op!r}, {b})"
        same = f"same({a}, {b})"
        return same if op == "==" else f"not {same}"

    def _is(self, node: ir.Is, scope: Scope) -> str:
        names, name = self.names, node.name
        if node.what == "event":
            at, _ = self.value(node.subject, scope)
            return f"event_is(S, {at}, {name!r})"
        ask = {
            "status": lambda e: self._status(name, e),
            "tag": lambda e: f"tag{names.tags[name]}(S, {e})",
            "kind": lambda e: f"KIND[S.card[{e}]] == {names.kinds.get(name, -1)}",
            "card": lambda e: f"S.card[{e}] == {names.cards[name]}",
            "in-play": lambda e: f"playing(S, {e})",
            "outcome": lambda e: f"{name.replace('out', 'is_out').replace('winner', 'has_won')}(S, {e})",
        }[node.what]
        if node.what == "kind" and name in ("card", "player"):

            def ask(e: str) -> str:
                return f"{e} {'<' if name == 'player' else '>='} S.seats"

        return self._every(node.subject, scope, ask)

    def _status(self, name: str, e: str) -> str:
        k = self.names.statuses[name]
        if ("status", name) not in self.modified and _CANDIDATE.fullmatch(e):
            return f"S.status[{e}] & {1 << k}"
        return f"status{k}(S, {e})"

    def _of(self, subject: ir.Noun, whose: ir.Noun, scope: Scope) -> str:
        if isinstance(whose, ir.Select):
            e = self.one(subject, scope)
            inner = replace(scope, depth=scope.depth + 1)
            if whose.kind == "player" and whose.filters == OPPONENTS and whose.extreme is None:
                you = self.one(ir.Ref("you"), scope)
                control = f"S.control[{e}]" if _CANDIDATE.fullmatch(e) else f"control(S, {e})"
                return f"({control} not in (NOBODY, {you}))"
            if whose.kind == "player":
                return f"(control(S, {e}) >= 0 and {self._whose(whose, inner, f'control(S, {e})')})"
            return f"(host(S, {e}) >= 0 and {self._whose(whose, inner, f'host(S, {e})')})"
        target = self.one(whose, scope)
        return self._every(subject, scope, lambda e: f"belongs(S, {e}, {target})")

    def _whose(self, whose: ir.Select, scope: Scope, of: str) -> str:
        name = f"w{scope.depth}"
        return f"(lambda {name}: {self.fits(whose, scope, name)})({of})"

    def _could(self, node: ir.Could, scope: Scope) -> str:
        """``could``: loops over what the roles leave open; a helper function of its own."""
        verb = self.names.verbs[node.verb]
        outer = scope.variables()
        given = dict(node.roles)
        if node.when == "turn":
            self.turn_verbs.add(node.verb)
            return f"was_offered(S, F, {verb}, {self.pattern(ir.Pattern(node.verb, node.roles), scope, bound=False)})"
        lines, roles, indent = ["    spend(S, 1)"], [], "    "
        inner = scope
        filled = Scope(depth=scope.depth)
        for i, param in enumerate(self.names.params[verb]):
            noun = given.get(param.name)
            if noun is None and param.default is not None:
                roles.append(self.role_value(param, param.default, filled))
            elif noun is None and (not param.required or param.type not in ("card", "player")):
                roles.append("()" if param.plural else "NOBODY" if param.type in ("card", "player", "any") else "None")
            elif noun is None or (isinstance(noun, ir.Select) and noun.quant in ("any", "no")):
                name = f"r{i}"
                pool = (
                    self.things(noun, inner)
                    if noun is not None
                    else "players(S)"
                    if param.type == "player"
                    else "in_play(S)"
                )
                lines.append(f"{indent}for {name} in metered(S, {pool}):")
                indent += "    "
                roles.append(f"({name},)" if param.plural else name)
            else:
                roles.append(self.role_value(param, noun, scope))
            filled = filled.having(param.name, roles[-1], param_type(param))
        lines.append(f"{indent}if able{verb}(S, ({', '.join(roles)}{',' if roles else ''}), F): return True")
        name = self.helper(["S", "F", *outer], [*lines, "    return False"], "could")
        return f"{name}({', '.join(['S', 'F', *outer])})"

    def role_value(self, param: ir.Param, node: ir.Expr, scope: Scope) -> str:
        """Source of a value in the form in which the role holds it."""
        wanted = param_type(param)
        if wanted == "es":
            source, type = self.value(node, scope)
            if type == "es" and not isinstance(node, ir.Select):
                return source
            if type == "e" and _CANDIDATE.fullmatch(source):
                return f"({source},)"
            if type == "e" and _SIMPLE.fullmatch(source):
                return f"(({source},) if {source} >= 0 else ())"
            return f"tuple({self.things(node, scope)})"
        if wanted == "e":
            return self.one(node, scope)
        source, type = self.value(node, scope)
        if type == "p" and param.type == "any":
            return self.one(node, scope)
        return f"tuple({source})" if type == "es" else source

    # ---- events --------------------------------------------------------------------------------------

    def pattern(self, node: ir.Pattern, scope: Scope, bound: bool = True) -> str:
        """Name of a function ``(S, F, R) -> None | tuple``: do the roles R fit, and what do the names in it stand for.

        With ``bound`` the result holds a value for each name that the pattern binds, in order; F is the hook's frame.
        """
        verb = self.names.verbs[node.verb]
        lines: list[str] = []
        binds: list[str] = []
        for role, noun in node.roles:
            i = self.names.role(node.verb, role)
            self._match(noun, self.names.params[verb][i], f"R[{i}]", scope, lines, binds)
        outer = scope.variables()
        result = f"    return ({', '.join(binds)}{',' if binds else ''})" if bound else "    return ()"
        name = self.helper(["S", "F", "R", *outer], [*lines, result], "fits")
        return name if not outer else f"lambda S, F, R: {name}({', '.join(['S', 'F', 'R', *outer])})"

    def _match(
        self, noun: ir.Expr, param: ir.Param, role: str, scope: Scope, lines: list[str], binds: list[str]
    ) -> None:
        type = param_type(param)
        if isinstance(noun, ir.Select) and noun.kind == "number":
            if noun.bind:
                binds.append(role)
        elif isinstance(noun, ir.Select) and type == "e" and noun.quant != "no":
            test = self.fits(noun, replace(scope, depth=max(scope.depth, 1)), "e", anywhere=True)
            lines += [f"    e = {role}", f"    if e < 0 or not ({test}): return None"]
            if noun.bind:
                binds.append(role)
        elif isinstance(noun, ir.Select):
            name = f"m{len(lines)}"
            here = replace(scope, depth=max(scope.depth, 1))
            test = self.fits(noun, here, "e", anywhere=True)
            lines.append(f"    {name} = tuple([e for e in ents({role}) if {test}])")
            lines.append(f"    if not {name}: return None" if noun.quant != "no" else f"    if {name}: return None")
            if noun.quant == "each":
                lines.append(f"    if len({name}) != len(ents({role})): return None")
            if noun.bind:
                binds.append(name if type == "es" else f"{name}[0]")
        else:
            source, given = self.value(noun, scope)
            if type == given == "e":
                lines.append(f"    if {role} != {source} or {role} < 0: return None")
            elif type in ("e", "es", "?"):
                lines.append(f"    if not holds({role}, {source}): return None")
            else:
                lines.append(f"    if {role} != {source}: return None")

    def binding(self, node: ir.Pattern) -> list[tuple[str, str]]:
        """Names a pattern binds, with their types, in the order of the tuple that matching gives."""
        found = []
        for role, noun in node.roles:
            if isinstance(noun, ir.Select) and noun.bind:
                param = self.names.params[self.names.verbs[node.verb]][self.names.role(node.verb, role)]
                type = param_type(param)
                found.append((noun.bind, "n" if noun.kind == "number" else "es" if type == "es" else "e"))
        return found

    # ---- helper functions ----------------------------------------------------------------------------

    def helper(self, params: list[str], body: list[str], stem: str) -> str:
        """Adds a function to the generated module (once for equal text) and gives its name."""
        text = "\n".join(body)
        key = f"{params}{text}"
        if key not in self._made:
            self._made[key] = f"{stem}_{len(self._made)}"
            self.helpers.append(f"def {self._made[key]}({', '.join(params)}):\n{text}\n")
        return self._made[key]
