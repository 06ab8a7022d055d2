"""Golden cases: each construct of the rules language with the effect objects that it becomes.

``tests/data/language/lowered.txt`` holds them: a line ``==== what it is about``, the rules of a card, a line ``----``,
and the effects in a short form. ``pytest --update`` writes what was found into the file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import pytest
from cardwright.runtime import ir

GOLDEN = Path(__file__).parent / "data" / "language" / "lowered.txt"

Hooks = Callable[..., tuple[ir.Hook, ...]]
"""Takes the rules of a card of a kind that the title names, gives their effects."""


@dataclass(frozen=True)
class Case:
    title: str
    rules: str
    effects: str

    def __str__(self) -> str:
        return f"==== {self.title}\n{self.rules}----\n{self.effects}"


def read_cases() -> Iterator[Case]:
    for part in GOLDEN.read_text("utf-8").split("==== ")[1:]:
        title, text = part.split("\n", 1)
        rules, _, effects = text.partition("----\n")
        yield Case(title, rules, effects)


CASES = list(read_cases())


def found_for(case: Case, hooks: Hooks) -> Case:
    kind = case.title.rpartition(" of a ")[2]
    effects = hooks(case.rules, kind if kind in ("spell", "gem") else "beast")
    return Case(case.title, case.rules, "".join(f"{line}\n" for hook in effects for line in lines(hook)) + "\n")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_case(case: Case, sampler_hooks: Hooks, request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--update"):
        pytest.skip("golden cases are being written")
    assert str(found_for(case, sampler_hooks)).rstrip() == str(case).rstrip()


def test_update(sampler_hooks: Hooks, request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--update"):
        intro = GOLDEN.read_text("utf-8").split("==== ")[0]
        GOLDEN.write_text(intro + "".join(str(found_for(case, sampler_hooks)) for case in CASES), "utf-8")


def test_effects_survive_their_json_form(sampler_hooks: Hooks) -> None:
    for case in CASES:
        effects = sampler_hooks(case.rules, "beast")
        assert ir.decode(ir.encode(effects)) == effects


# ---- a short form ------------------------------------------------------------------------------------


def short(node: Any) -> str:
    """An effect object on one line, without what has its usual value."""
    match node:
        case ir.Ref(name) | ir.Var(name):
            return name
        case ir.Num(value):
            return str(value)
        case ir.Word(value):
            return f"'{value}'"
        case ir.Part(what, name, of):
            return f"{name}:{what} of {short(of)}"
        case ir.Player(which, of):
            return f"{which}-player" + (f" of {short(of)}" if of else "")
        case ir.Place(zone, of, at):
            return (f"{at} of " if at else "") + zone + (f" of {short(of)}" if of else "")
        case ir.Select():
            return _select(node)
        case ir.Arith(op, left, right):
            return f"({short(left)} {op} {short(right)})"
        case ir.Compare(op, left, right):
            return f"{short(left)} {op} {short(right)}"
        case ir.Is(subject, what, name):
            return f"{short(subject)} is {what} {name}"
        case ir.Not(item):
            return f"not({short(item)})"
        case ir.Pattern(verb, roles):
            return f"{verb}{_roles(roles)}"
        case ir.Do(verb, roles, bind):
            return f"{verb}{_roles(roles)}" + (f" as {bind}" if bind else "")
        case ir.Could(verb, roles, when):
            return f"could-{when} {verb}{_roles(roles)}"
        case tuple():
            return "[" + ", ".join(short(item) for item in node) + "]"
        case None | bool() | int() | str():
            return repr(node) if not isinstance(node, str) else node
    return f"{type(node).__name__}({', '.join(_fields(node))})"


def _fields(node: Any) -> Iterator[str]:
    """The fields that say something: those that hold nothing, as most do by default, are left out."""
    for each in fields(node):
        value = getattr(node, each.name)
        if value not in (None, "", (), False) and (each.name, value) != ("over", 1):
            yield f"{each.name}={short(value)}"


def _roles(roles: tuple[tuple[str, Any], ...]) -> str:
    return "{" + ", ".join(f"{name}: {short(value)}" for name, value in roles) + "}"


def _select(node: ir.Select) -> str:
    words = [node.quant, *([short(node.count)] if node.count else []), *(["other"] if node.other else []), node.kind]
    words += [f"in {short(node.zone)}"] if node.zone else []
    words += [f"with {' '.join(node.extreme)}"] if node.extreme else []
    words += [f"where {short(test)}" for test in node.filters]
    words += [f"as {node.bind}"] if node.bind else []
    return f"<{' '.join(words)}>"


def lines(node: Any, depth: int = 0) -> Iterator[str]:
    """An effect object with its blocks as indented lines."""
    block = {"body", "other", "mods", "modes", "rows", "hooks"}
    own = [text for text in _fields(node) if text.split("=", 1)[0] not in block] if hasattr(node, "__slots__") else []
    simple = isinstance(node, ir.Do | ir.Let | ir.Choose) or not block & {each.name for each in fields(node)}
    yield "    " * depth + (short(node) if simple else f"{type(node).__name__} {', '.join(own)}".rstrip())
    for each in () if simple else fields(node):
        value = getattr(node, each.name)
        if each.name in block and value:
            if each.name == "other":
                yield "    " * depth + "otherwise"
            for item in value:
                yield from lines(item, depth + 1)
