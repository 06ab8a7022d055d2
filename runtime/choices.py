"""Choices: asking a player, and answering by itself where only one answer is possible."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Union

from . import ir
from .state import NOBODY, YOU, State

PASS, DONE, YES, NO = ("pass",), ("done",), ("yes",), ("no",)

ABOUT_THINGS = ("act", "play", "respond", "pick")
"""Kinds of option whose first part is a thing (NOBODY: the game itself)."""


Purpose = Union[ir.Choose, ir.ChooseOne, ir.May, ir.Do, ir.Action, ir.Play]
"""What a player is asked for: a step, one of whose roles may have to be filled, or a hook that wants a target."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked at one place of the rules, for whoever puts it into words; the game itself does without.

    noun: what is chosen from (None: one of several ways, or yes or no). names: what is known by a name there, its
    place in the frame, and its type (see ``expressions``). chosen: where what has been chosen so far is collected,
    if several things are to be chosen; else -1.
    """

    purpose: Purpose
    noun: ir.Select | None
    names: tuple[tuple[str, int, str], ...]
    chosen: int = -1


def decide(S: State, who: int, prompt: str, options: Sequence[tuple[Any, ...]]) -> None:
    """Suspends the game until ``who`` has picked one of the options (nobody in particular: the active player)."""
    S.chooser = who if 0 <= who < S.seats and not S.lost >> who & 1 else S.active
    S.prompt, S.options, S.answer = prompt, tuple(options), None


def settle(S: State, who: int, prompt: str, options: Sequence[tuple[Any, ...]]) -> None:
    """Asks, unless there is only one option, which is then the answer."""
    if len(options) == 1 and not S.asking:
        S.answer = options[0]
    else:
        decide(S, who, prompt, options)


def pick(S: State, F: list[Any], slot: int, pool: Sequence[int], who: int, prompt: str) -> None:
    """One thing of a pool into a slot; NOBODY from an empty pool."""
    S.answer = None
    if not pool:
        F[slot] = NOBODY
    else:
        settle(S, who, prompt, [("pick", e) for e in pool])


def pick_place(S: State, F: list[Any], slot: int, pool: Sequence[tuple[int, int]], who: int, prompt: str) -> None:
    """One free place of a grid into a slot; None if there is none."""
    S.answer = None
    if not pool:
        F[slot] = None
    else:
        settle(S, who, prompt, [("place", zone, place) for zone, place in pool])


def pick_more(
    S: State, F: list[Any], slot: int, rest: int, who: int, quantity: str, limit: int | None, prompt: str
) -> bool:
    """Several things, one after another: ``slot`` collects them, ``rest`` holds what is left. True while it waits."""
    answer, S.answer = S.answer, None
    if answer is not None:
        if answer == DONE:
            return False
        F[slot] = (*F[slot], answer[1])
        F[rest] = tuple(e for e in F[rest] if e != answer[1])
    most = len(F[slot]) + len(F[rest]) if limit is None or quantity == "at-least" else limit
    if not F[rest] or len(F[slot]) >= most:
        return False
    if quantity == "at-least" and limit is not None and len(F[slot]) < limit:
        if len(F[slot]) + len(F[rest]) <= limit:
            F[slot], F[rest] = F[slot] + F[rest], ()
            return False
        decide(S, who, prompt, [("pick", e) for e in F[rest]])
    elif quantity == "exactly":
        if len(F[slot]) + len(F[rest]) <= most:
            F[slot], F[rest] = F[slot] + F[rest], ()
            return False
        decide(S, who, prompt, [("pick", e) for e in F[rest]])
    else:
        decide(S, who, prompt, [*(("pick", e) for e in F[rest]), DONE])
    return True


def pick_mode(S: State, F: list[Any], slot: int, modes: Sequence[tuple[str, Any]], who: int) -> None:
    """One of the ways whose guard holds; None if none does."""
    S.answer = None
    options = [("mode", name) for name, open_ in modes if open_]
    if not options:
        F[slot] = None
    else:
        settle(S, who, "mode", options)


def pick_whether(S: State, F: list[Any], slot: int, possible: Any, who: int, prompt: str) -> None:
    """Yes or no; no without asking if it is not possible."""
    S.answer = None
    if not possible:
        F[slot] = "no"
    else:
        decide(S, who if who >= 0 else F[YOU], prompt, (YES, NO))
