"""Mutation scores: what a measurement came to, set by set, and the record of it beside the game.

The record names the mutants that survive. So a few mutants, drawn by chance, can tell that a score has fallen: by one
that survives and is not in the record.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..cache import write_atomically
from .judging import KILLED, STILLBORN, SURVIVED, Verdict
from .mutants import RULES

FILE = "mutation.json"
"""Stands in the folder of the game."""


class BadRecord(Exception):
    """The file is none that ``write`` has written."""


@dataclass(frozen=True, slots=True)
class Score:
    """Of a set. survivors: the labels of the mutants that no ruling noticed; stillborn ones do not count."""

    killed: int
    stillborn: int
    survivors: tuple[str, ...]

    @property
    def percent(self) -> float:
        """The share of the mutants that were noticed; all, if there were none."""
        counted = self.killed + len(self.survivors)
        return 100 * self.killed / counted if counted else 100.0


def scores(verdicts: Iterable[Verdict]) -> dict[str, Score]:
    """The score of each set, those of the game's own rules first."""
    sets: dict[str, list[Verdict]] = {}
    for verdict in verdicts:
        sets.setdefault(verdict.mutant.set, []).append(verdict)
    return {name: _score(sets[name]) for name in sorted(sets, key=lambda name: name != RULES)}


def _score(verdicts: Iterable[Verdict]) -> Score:
    fates: dict[str, list[str]] = {KILLED: [], SURVIVED: [], STILLBORN: []}
    for verdict in verdicts:
        fates[verdict.fate].append(verdict.mutant.label)
    return Score(len(fates[KILLED]), len(fates[STILLBORN]), tuple(fates[SURVIVED]))


def in_all(found: Iterable[Score]) -> Score:
    parts = tuple(found)
    survivors = tuple(label for part in parts for label in part.survivors)
    return Score(sum(part.killed for part in parts), sum(part.stillborn for part in parts), survivors)


def table(found: Mapping[str, Score]) -> Iterator[str]:
    """The lines of a table for people."""
    rows = {**found, "in all": in_all(found.values())}
    width = max(map(len, rows))
    yield f"{'':<{width}}  {KILLED}  {SURVIVED}  {STILLBORN}   score"
    for name, score in rows.items():
        numbers = f"{score.killed:>6}  {len(score.survivors):>8}  {score.stillborn:>9}"
        yield f"{name:<{width}}  {numbers}  {score.percent:>5.1f} %"


# ---- the record --------------------------------------------------------------------------------------


def read(folder: Path) -> dict[str, Score]:
    """What was written last; nothing if nothing was. Raises BadRecord."""
    try:
        text = (folder / FILE).read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    try:
        return {name: _read(entry) for name, entry in json.loads(text).items()}
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise BadRecord(f"{folder / FILE} is no record of mutation scores") from error


def _read(entry: Any) -> Score:
    survivors = tuple(entry["survivors"])
    if not all(isinstance(label, str) for label in survivors):
        raise TypeError
    return Score(int(entry["killed"]), int(entry["stillborn"]), survivors)


def write(folder: Path, found: Mapping[str, Score]) -> None:
    """Puts the scores of these sets into the record, and leaves those of others in it."""
    entries = {
        name: {"killed": score.killed, "stillborn": score.stillborn, "survivors": list(score.survivors)}
        for name, score in sorted({**read(folder), **found}.items())
    }
    text = json.dumps(entries, indent=2, ensure_ascii=False) + "\n"
    write_atomically(folder / FILE, text.encode("utf-8"))


def fallen(before: Mapping[str, Score], now: Mapping[str, Score]) -> list[str]:
    """The sets that have a lower score than before."""
    return [name for name, score in now.items() if name in before and score.percent < before[name].percent]
