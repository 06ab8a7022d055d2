"""Replays: the pack's hash, a seed and a list of choices; and what differs when one is played against another pack.

Beside each choice stands a check: a short hash of how the table stood, in the pack's own words, so that two packs can
be compared although their numbers differ. Nothing else of the course of the game is kept.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from . import ir, packfile
from .choices import ABOUT_THINGS
from .engine import Engine
from .state import LOCALS, THIS, VERB, State, things

FILE, FORMAT = "cardwright-replay", 1

UNREADABLE, WRONG_VERSION, MALFORMED, CORRUPTED = "CW0911", "CW0912", "CW0913", "CW0914"


@dataclass
class ReplayError(Exception):
    """A replay file that cannot be used. code: a stable diagnostic code; message: one line for people."""

    code: str
    message: str

    def __str__(self) -> str:
        return self.message


@dataclass(frozen=True, slots=True)
class Replay:
    """A game that was played. checks: how the table stood before each choice, and at the end.

    The last check is missing if the last choice could not be made without an error. parts: a hash of each part of the
    pack. note: why it was kept, for people.
    """

    game: str
    pack: str
    parts: Mapping[str, str]
    players: int
    seed: int
    options: Mapping[str, str]
    sets: tuple[str, ...]
    choices: tuple[int, ...]
    checks: tuple[str, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Divergence:
    """Where a replay leaves its course: before choice number ``step`` (from 0; the number of choices: at the end).

    changed: parts of the pack that are not what they were. nearest: those of them that the last choice was about.
    """

    step: int
    why: str
    changed: tuple[str, ...]
    nearest: tuple[str, ...] = ()


def record(
    engine: Engine, players: int, seed: int, options: Mapping[str, str], choices: Iterable[int], note: str = ""
) -> Replay:
    """Plays the choices and writes down what is needed to do it again; an error at the last choice is kept as one."""
    pack = engine.names.pack
    state = engine.new(players, seed, dict(options))
    made = tuple(choices)
    checks = [check(engine, state)]
    for step, choice in enumerate(made, 1):
        try:
            engine.apply(state, choice)
        except Exception:  # of any kind: an error of the game is what such a replay is for
            if step < len(made):
                raise
        else:
            checks.append(check(engine, state))
    return Replay(
        pack.id, packfile.pack_hash(pack), packfile.part_hashes(pack), players, seed, dict(options), pack.sets,
        made, tuple(checks), note,
    )  # fmt: skip


def verify(engine: Engine, replay: Replay) -> Divergence | None:
    """Plays a replay again, step by step; None if it keeps its course to the end. Raises what the engine raises."""
    changed = changes(engine.names.pack, replay)
    state = engine.new(replay.players, replay.seed, dict(replay.options))
    about: set[str] = set()
    for step, (expected, choice) in enumerate(zip_longest(replay.checks, replay.choices)):
        if check(engine, state) != expected:
            return Divergence(step, "the table stands otherwise", changed, tuple(n for n in changed if n in about))
        if choice is None:
            break
        if not 0 <= choice < len(state.options):
            return Divergence(step, f"there is no option number {choice}", changed)
        about = _about(engine, state, choice)
        engine.apply(state, choice)
    return None


def changes(pack: ir.Pack, replay: Replay) -> tuple[str, ...]:
    """The parts of the pack that are not what they were when the replay was made, added and lost ones included."""
    now = packfile.part_hashes(pack)
    return tuple(name for name in sorted({*now, *replay.parts}) if now.get(name) != replay.parts.get(name))


def _about(engine: Engine, state: State, choice: int) -> set[str]:
    """The cards a choice is about: those of its option and of the events under way, with what they carry."""
    kind, *rest = state.options[choice]
    spoken = set(rest[:1]) if kind in ABOUT_THINGS else set()
    for frame in state.stack:
        spoken.add(frame[THIS])
        if frame[VERB] >= 0:
            params = engine.names.params[frame[VERB]]
            for param, value in zip(params, frame[LOCALS:], strict=False):
                spoken.update(things(value) if param.type in ("card", "any") else ())
    around = {e for thing in spoken if thing >= state.seats for e in (thing, *state.attached[thing], state.host[thing])}
    return {f"card {engine.pack.cards[state.card[e]].id}" for e in around if e >= state.seats}


# ---- checks ------------------------------------------------------------------------------------------


def check(engine: Engine, state: State) -> str:
    """A short hash of how the table stands and what is being asked, free of the pack's internal numbers."""
    names = engine.names
    table = [_thing(engine, state, e) for e in range(len(state.card)) if e < state.seats or state.zone[e] != -1]
    zones = {
        f"{names.zone_of[i].name} {names.zone_owner[i]}": [_name(engine, state, e) for e in held]
        for i, held in enumerate(state.zones) if held
    }  # fmt: skip
    asked = [state.chooser, [_option(engine, state, option) for option in state.options]]
    variables = dict(zip(names.variables, state.vars, strict=True))
    winners = None if state.winners is None else list(state.winners)
    turn = [state.turn, state.active, state.lost, winners, state.random]
    return packfile.digest([turn, variables, zones, sorted(table), asked])[:12]


def _name(engine: Engine, state: State, thing: int) -> str:
    """What to call a thing: its seat, or its card."""
    return f"player {thing}" if thing < state.seats else engine.names.pack.cards[state.card[thing]].id


def _thing(engine: Engine, state: State, thing: int) -> list[Any]:
    """A thing with its marks and what is attached to it."""
    names = engine.names
    return [
        _name(engine, state, thing),
        state.control[thing],
        state.cell[thing],
        sorted(f"{name} {state.counters[i][thing]}" for name, i in names.counters.items() if state.counters[i][thing]),
        sorted(name for name, i in names.statuses.items() if state.status[thing] >> i & 1),
        [_name(engine, state, e) for e in state.attached[thing]],
    ]


def _option(engine: Engine, state: State, option: tuple[Any, ...]) -> list[Any]:
    """An option by the names of what it is about."""
    kind, *rest = option
    if kind in ABOUT_THINGS:
        thing = rest[0]
        return [kind, _name(engine, state, thing) if thing >= 0 else "", *(x for x in rest[1:] if isinstance(x, str))]
    if kind == "place":
        return [kind, engine.names.zone_of[rest[0]].name, rest[1]]
    return [kind, *rest]


# ---- files -------------------------------------------------------------------------------------------


def dumps(replay: Replay) -> bytes:
    """The file for a replay."""
    content = {name: getattr(replay, name) for name in Replay.__slots__}
    whole = {"file": FILE, "format": FORMAT, "hash": packfile.digest(content), **content}
    return json.dumps(whole, indent=1).encode() + b"\n"


def loads(data: bytes) -> Replay:
    """The replay in a file. Raises ReplayError for anything that ``dumps`` of this version cannot have written, and for
    content that is not what it wrote."""
    try:
        content = json.loads(data)
    except (ValueError, RecursionError):
        raise ReplayError(UNREADABLE, "not a replay file, or only a part of one: it is not whole JSON") from None
    if not isinstance(content, dict) or content.pop("file", None) != FILE:
        raise ReplayError(UNREADABLE, "not a replay file: the mark of one is missing")
    version, known = content.pop("format", None), content.pop("hash", None)
    if version != FORMAT:
        raise ReplayError(WRONG_VERSION, f"the replay is of version {version!r}, this runtime reads version {FORMAT}")
    if packfile.digest(content) != known:
        raise ReplayError(CORRUPTED, "the replay's content does not have the hash that the file gives")
    fault = _fault(content)
    if fault:
        raise ReplayError(MALFORMED, f"not a replay of this version: {fault}")
    lists = {name: tuple(content[name]) for name in ("sets", "choices", "checks")}
    return Replay(**{**content, **lists})


def _fault(content: dict[str, Any]) -> str:
    """What in a file's content cannot be."""
    if set(content) != set(Replay.__slots__):
        return "it has other fields"
    kinds = {
        "game": str, "pack": str, "note": str, "players": int, "seed": int, "parts": dict, "options": dict,
        "sets": list, "choices": list, "checks": list,
    }  # fmt: skip
    for name, kind in kinds.items():
        if type(content[name]) is not kind:
            return f"`{name}` is of the wrong type"
    words = (*content["parts"].values(), *content["options"].values(), *content["sets"], *content["checks"])
    if not all(isinstance(word, str) for word in words):
        return "a word is missing"
    if not all(type(choice) is int for choice in content["choices"]):
        return "a choice is not a number"
    agree = len(content["checks"]) - len(content["choices"]) in (0, 1) and content["checks"]
    return "" if agree else "choices and checks do not agree"
