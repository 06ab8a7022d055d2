"""A pack from a stranger is data: whatever stands in it, it runs no code, reads no file, and comes to an end."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import fields, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, get_type_hints

import pytest
from cardwright.compiler import driver
from cardwright.runtime import ir, packfile, vetting
from cardwright.runtime.engine import Engine, LinkError, RunawayError
from cardwright.runtime.packfile import PackError

ROOT = Path(__file__).parent.parent
THIS, YOU = ir.Ref("this"), ir.Ref("you")
CODE = "__import__('builtins').__dict__.__setitem__('owned', 1) or '"
HOSTILE = (
    CODE,
    "x) or __import__('os').system('true') or (x",
    "#1] or __import__('os')._exit(3) or F[1",
    "a\n    import os",
    "a\\",
    "'''",
    "name\n",
    "Name",
    "é",
    "a-",
    "lambda: 0",
)


def reread(pack: ir.Pack) -> ir.Pack:
    """The pack as it comes out of a file that somebody has made with care."""
    return packfile.loads(packfile.dumps(pack))


# ---- every text --------------------------------------------------------------------------------------


def spots(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], str]]:
    """Every text in the JSON form of a pack, with the way to it; names of node types are not texts."""
    if isinstance(value, list):
        for i, item in enumerate(value[1:], 1):
            yield from spots(item, (*path, i))
    elif isinstance(value, str):
        yield path, value


def with_text(value: Any, path: tuple[Any, ...], text: str) -> Any:
    copy = json.loads(json.dumps(value))
    here = copy
    for step in path[:-1]:
        here = here[step]
    here[path[-1]] = text
    return copy


def as_file(plain: Any) -> bytes:
    head = {"file": packfile.FILE, "format": ir.FORMAT, "hash": packfile.digest([ir.FORMAT, plain]), "pack": plain}
    return packfile.canonical(head)


SHOWN = {("Pack", "title"), ("Card", "title"), ("Ability", "title"), ("Row", "title"), ("Pack", "texts")}


def kind_of(plain: Any, path: tuple[Any, ...]) -> tuple[str, str]:
    """The node type and the field that a way ends in."""
    here, found = plain, ("", "")
    for step in path:
        if here[0] != "*":
            found = (here[0], fields(ir.NODES[here[0]])[step - 1].name)
        here = here[step]
    return found


def test_no_text_of_a_pack_can_be_code(tourney: ir.Pack) -> None:
    """Each field that holds texts, attacked with code, and with what Python's `$` lets pass."""
    plain = ir.encode(tourney)
    seen: dict[tuple[str, str], tuple[Any, ...]] = {}
    for path, _ in spots(plain):
        seen.setdefault(kind_of(plain, path), path)
    assert len(seen) > 40
    for kind, path in seen.items():
        for text in (CODE, "name\n"):
            data = as_file(with_text(plain, path, text))
            if kind in SHOWN:
                Engine(packfile.loads(data))
            else:
                with pytest.raises(PackError, match="not a pack of this version"):
                    packfile.loads(data)


@pytest.mark.parametrize("text", HOSTILE)
def test_names_that_are_none(tourney: ir.Pack, text: str) -> None:
    for changed in (
        replace(tourney, counters=(*tourney.counters, text)),
        with_hook(tourney, ir.When(ir.Pattern("beat"), None, (ir.Let(text, ir.Num(1)),))),
        with_hook(tourney, ir.Action(text, (), None, (), ())),
        replace(tourney, variables=(*tourney.variables, ("odd", text))),
    ):
        with pytest.raises(PackError, match="cannot be"):
            reread(changed)


def test_texts_that_are_shown_stay_texts(tourney: ir.Pack) -> None:
    pack = replace(tourney, title=CODE, cards=tuple(replace(card, title=CODE) for card in tourney.cards))
    engine = Engine(reread(pack))
    engine.new(2, 1)
    assert CODE not in engine.machine.source


def test_every_field_with_texts_has_a_check() -> None:
    """A field that is no name has to be listed: so a new one cannot be forgotten."""
    listed = {f"{name}.{field}" for name, field in vetting._CHECKS}
    known = {f"{name}.{field.name}" for name, cls in ir.NODES.items() for field in fields(cls)}
    assert listed <= known
    for name, cls in ir.NODES.items():
        hints = get_type_hints(cls, vars(ir))
        for field in fields(cls):
            words = str(hints[field.name])
            if "str" in words and field.name in ("op", "what", "when", "quant", "scope", "layout", "viewers"):
                assert (name, field.name) in vetting._CHECKS


@pytest.mark.parametrize("game", sorted(path.parent.name for path in (ROOT / "cards").glob("*/game.yaml")))
def test_the_packs_of_the_project_pass(game: str) -> None:
    pack = driver.open_game(str(ROOT / "cards" / game)).pack
    if pack is not None:
        assert list(vetting.faults(pack)) == []


# ---- single attacks ----------------------------------------------------------------------------------


def with_hook(pack: ir.Pack, *hooks: ir.Hook) -> ir.Pack:
    ability = ir.Ability("attack-of-a-stranger", "", hooks)
    cards = (replace(pack.cards[0], abilities=(ability.id,)), *pack.cards[1:])
    return replace(pack, abilities=(*pack.abilities, ability), cards=cards)


def nested(depth: int) -> ir.Select:
    noun = ir.Select("each", "card")
    for _ in range(depth):
        noun = ir.Select("each", "card", (ir.Of(noun, ir.Select("any", "card")),))
    return noun


@pytest.mark.parametrize(
    "cond",
    [
        ir.Compare("== __import__('os').system('true') or 1 ==", ir.Num(1), ir.Num(1)),
        ir.Compare("=", ir.Arith("+__import__('os').getpid()+", ir.Num(1), ir.Num(1)), ir.Num(1)),
        ir.Compare("=", ir.Fold("print", "number", "attack", ir.Select("each", "card")), ir.Num(1)),
        ir.Compare("=", ir.Ref("#0] or exit() or F[0"), ir.Num(1)),
        ir.Is(THIS, "outcome", "exit() or winner"),
        ir.Is(THIS, "outcome", "tapped"),
        ir.Exists(nested(12)),
    ],
)
def test_conditions_that_are_none(tourney: ir.Pack, cond: ir.Cond) -> None:
    with pytest.raises(PackError, match="not a pack of this version"):
        reread(with_hook(tourney, ir.Always(cond, ())))


@pytest.mark.parametrize(
    "change",
    [
        {"min_players": 0},
        {"max_players": 10**6},
        {"min_players": 5, "max_players": 4},
    ],
)
def test_sizes_out_of_bounds(tourney: ir.Pack, change: dict[str, int]) -> None:
    with pytest.raises(PackError):
        reread(replace(tourney, **change))


def test_a_billion_copies(tourney: ir.Pack) -> None:
    with pytest.raises(PackError, match="more than 100,000 cards"):
        reread(replace(tourney, cards=(replace(tourney.cards[0], copies=10**9),)))


def test_roles_whose_defaults_double_each_time(tourney: ir.Pack) -> None:
    params = [ir.Param("r0", "", "number", default=ir.Num(1))]
    for i in range(1, 60):
        params.append(ir.Param(f"r{i}", "", "number", default=ir.Arith("+", ir.Ref(f"r{i - 1}"), ir.Ref(f"r{i - 1}"))))
    with pytest.raises(PackError, match="more than 16 roles"):
        reread(replace(tourney, verbs=(*tourney.verbs, ir.Verb("grow", tuple(params), None, ()))))


@pytest.mark.parametrize("depth", [160, 400, 900, 5000, 100_000])
def test_depths_beyond_reason(tourney: ir.Pack, depth: int) -> None:
    inner = '["Exists",["Ref","this"]]'
    plain = json.dumps(ir.encode(with_hook(tourney, ir.Always(ir.Exists(THIS), ()))), separators=(",", ":"))
    assert inner in plain
    text = plain.replace(inner, '["Not",' * depth + inner + "]" * depth)
    digest = sha256(f"[{ir.FORMAT},{text}]".encode()).hexdigest()
    head = f'{{"file":"{packfile.FILE}","format":{ir.FORMAT},"hash":"{digest}","pack":{text}}}'
    with pytest.raises(PackError) as error:
        packfile.loads(head.encode())
    assert error.value.code in (packfile.UNREADABLE, packfile.MALFORMED)


@pytest.mark.parametrize(
    "hook",
    [
        ir.When(ir.Pattern("no-such-verb"), None, ()),
        ir.When(ir.Pattern("beat", (("no-such-role", THIS),)), None, ()),
        ir.When(ir.Pattern("beat"), ir.HasAbility(THIS, "no-such-ability"), ()),
        ir.When(ir.Pattern("beat"), ir.Exists(ir.Ref("no-such-name")), ()),
        ir.Play((), None, (), (ir.Do("change", (("name", THIS), ("value", THIS))),)),
        ir.Action("act", (), None, (), (ir.Amend("add", "amount", ir.Num(1)),)),
    ],
)
def test_packs_that_contradict_themselves_are_refused_with_a_line(tourney: ir.Pack, hook: ir.Hook) -> None:
    with pytest.raises(LinkError) as error:
        Engine(reread(with_hook(tourney, hook)))
    assert "\n" not in str(error.value)


# ---- time --------------------------------------------------------------------------------------------


def forever(pack: ir.Pack, *steps: ir.Step) -> ir.Pack:
    return replace(pack, setup=steps)


EVERY = ir.Select("each", "card", bind="c")
ENDLESS = {
    "repeats in repeats": (ir.Repeat(ir.Num(1000), (ir.Repeat(ir.Num(1000), (ir.Repeat(ir.Num(1000), ()),)),)),),
    "numbers that square": (
        ir.Do("set", (("name", ir.Word("round")), ("value", ir.Num(10**9)))),
        ir.Repeat(
            ir.Num(1000),
            (ir.Do("set", (("name", ir.Word("round")), ("value", ir.Arith("*", ir.Var("round"), ir.Var("round"))))),),
        ),
        ir.Repeat(ir.Num(1000), (ir.Repeat(ir.Num(1000), (ir.Repeat(ir.Num(1000), ()),)),)),
    ),
    "effects without end": (
        ir.Repeat(
            ir.Num(1000),
            (ir.Repeat(ir.Num(1000), (ir.Lasting(ir.Span("game"), (ir.Gain(YOU, "status", "tapped"),)),)),),
        ),
    ),
}


@pytest.mark.parametrize("name", ENDLESS)
def test_what_would_run_for_ever_is_stopped(tourney: ir.Pack, name: str) -> None:
    engine = Engine(reread(forever(tourney, *ENDLESS[name])))
    started = time.process_time()
    with pytest.raises(RunawayError):
        engine.new(2, 1)
    assert time.process_time() - started < 20


def test_nouns_in_nouns_cost_no_more_than_they_may(tourney: ir.Pack) -> None:
    """Six nouns inside one another on a table of fifty cards would take ages."""
    noun = ir.Select("each", "card", bind="e0")
    for i in range(1, 6):
        inside = ir.Compare(">", ir.Count(noun), ir.Num(-1))
        noun = ir.Select("each", "card", (inside,), bind=f"e{i}")
    pack = forever(tourney, ir.If(ir.Compare(">", ir.Count(noun), ir.Num(0)), ()))
    engine = Engine(reread(pack))
    state = engine.blank(2, 1)
    for name in [card.id for card in pack.cards for _ in range(card.copies)][:40]:
        engine.place(state, name, "field", 0)
    started = time.process_time()
    with pytest.raises(RunawayError):
        engine.ask(state, ir.Compare(">", ir.Count(noun), ir.Num(0)))
    assert time.process_time() - started < 20
