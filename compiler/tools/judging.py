"""Whether any scenario notices a mutant: which ones have to do with it, and what they say of it.

A mutant that cannot be linked is no game, and there is nothing to notice. Knows no files and prints nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from cardwright.runtime import ir, scenario, script
from cardwright.runtime.engine import Engine
from cardwright.runtime.state import State

from .cutting import Cutter, cut, mentioned
from .mutants import Mutant

KILLED, SURVIVED, STILLBORN = "killed", "survived", "stillborn"
STRETCH = 8
"""Mutants that a process tries before it reports."""

Named = tuple[str, script.Scenario]
"""The id of a ruling, and a scenario of it."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a mutant. ruling: the one that noticed it."""

    mutant: Mutant
    fate: str
    ruling: str = ""


def judged(pack: ir.Pack, scripts: Sequence[Named], found: Sequence[Mutant], jobs: int) -> Iterator[Verdict]:
    """The verdicts on some mutants of a pack, in their order, worked out in so many processes."""
    if jobs == 1:
        yield from map(Judge(pack, scripts).verdict, found)
        return
    stretches = [found[i : i + STRETCH] for i in range(0, len(found), STRETCH)]
    with ProcessPoolExecutor(jobs, initializer=_begin, initargs=(pack, scripts)) as pool:
        for verdicts in pool.map(_work, stretches):
            yield from verdicts


_judges: list[Judge] = []
"""In a process of the pool: its judge."""


def _begin(pack: ir.Pack, scripts: Sequence[Named]) -> None:
    _judges[:] = [Judge(pack, scripts)]


def _work(found: Sequence[Mutant]) -> list[Verdict]:
    return [_judges[0].verdict(mutant) for mutant in found]


class Judge:
    """Runs the scenarios that have to do with a mutant until one of them fails that holds for the pack as it is.

    What lies on the tables of these scenarios is all that is linked: a mutant is then known in a fraction of the time.
    """

    def __init__(self, pack: ir.Pack, scripts: Sequence[Named]) -> None:
        self.pack = pack
        self.scripts = scripts
        self._carriers = _carriers(pack)
        self._placed = [_placed(pack, one) for _, one in scripts]
        self._cutter = Cutter(pack)
        self._original = lru_cache(maxsize=4)(self._linked)
        self._holding: dict[tuple[int, frozenset[str]], bool] = {}

    def verdict(self, mutant: Mutant) -> Verdict:
        for numbers, names in self._tables(mutant):
            try:
                engine = Engine(cut(mutant.pack, names))
            except Exception:  # the generated code says no in many ways; whichever it is, this is no game
                return Verdict(mutant, STILLBORN)
            for number in numbers:
                if not _passes(engine, self.scripts[number][1]) and self._holds(number, names):
                    return Verdict(mutant, KILLED, self.scripts[number][0])
        return Verdict(mutant, SURVIVED)

    def touched(self, mutant: Mutant) -> Iterator[int]:
        """The scenarios that have to do with it, by number, the likeliest to notice first."""
        everything = range(len(self.scripts))
        match mutant.sort:
            case "verb":
                yield from (i for i in everything if mutant.name in self._performed[i])
                asking = (i for i in everything if mutant.name not in self._performed[i])
                yield from (i for i in asking if _asks(self.scripts[i][1]))
            case "ability" if (cards := self._carriers.get(mutant.name)) is not None:
                yield from (i for i in everything if self._placed[i] & cards)
            case "card":
                yield from (i for i in everything if mutant.name in self._placed[i])
            case _:
                yield from everything

    def _tables(self, mutant: Mutant) -> Iterator[tuple[Iterable[int], frozenset[str]]]:
        """The scenarios to run, and the cards and abilities that they need: first those with a few cards, then those
        with all there are."""
        if mutant.sort not in ("ability", "card"):
            yield self.touched(mutant), self._all
            return
        touched = [*self.touched(mutant)]
        few = [i for i in touched if len(self._placed[i]) < len(self.pack.cards)]
        names = self._cutter.names((mutant.name, *(name for i in few for name in mentioned(self.scripts[i][1]))))
        yield few, names if self._original(names) is not None else self._all
        if len(few) < len(touched):
            yield [i for i in touched if i not in few], self._all

    @cached_property
    def _all(self) -> frozenset[str]:
        return frozenset((*(card.id for card in self.pack.cards), *(each.id for each in self.pack.abilities)))

    def _linked(self, names: frozenset[str]) -> Engine | None:
        """The pack as it is, with these cards and abilities; None if it cannot do without the others."""
        try:
            return Engine(cut(self.pack, names))
        except Exception:  # whatever is missing
            return None

    def _holds(self, number: int, names: frozenset[str]) -> bool:
        """Whether a scenario holds as things are: one that does not can tell nothing."""
        if (number, names) not in self._holding:
            engine = self._original(names)
            self._holding[number, names] = engine is not None and _passes(engine, self.scripts[number][1])
        return self._holding[number, names]

    @cached_property
    def _performed(self) -> list[frozenset[str]]:
        """The verbs that happen in each scenario."""
        verbs: set[str] = set()

        def observe(state: State, verb: str, *about: Any) -> None:
            verbs.add(verb)

        happened = []
        engine = Engine(self.pack)
        engine.observer = observe
        for _, one in self.scripts:
            verbs.clear()
            _passes(engine, one)
            happened.append(frozenset(verbs))
        return happened


def _passes(engine: Engine, one: script.Scenario) -> bool:
    try:
        return scenario.play(engine, one).failure is None
    except Exception:  # a rule that breaks off has been noticed, however it did
        return False


def _carriers(pack: ir.Pack) -> dict[str, frozenset[str]]:
    """The cards with which each ability can be in play: printed on them, of their kind, or given by what they do.

    Abilities that are missing here may function without any card.
    """
    kinds = {kind.name: kind.abilities for kind in pack.kinds}
    cards: dict[str, set[str]] = {ability.id: set() for ability in pack.abilities if ability.id not in pack.rules}
    for card in pack.cards:
        for name in (*card.abilities, *kinds[card.kind]):
            cards[name].add(card.id)
    givers = [(node.ability, a.id) for a in pack.abilities for node in ir.walk(a) if isinstance(node, ir.Grant)]
    grown = True
    while grown:
        grown = False
        for given, giver in givers:
            if given not in cards:
                continue
            if giver not in cards:
                del cards[given]
                grown = True
            elif not cards[giver] <= cards[given]:
                cards[given] |= cards[giver]
                grown = True
    return {name: frozenset(found) for name, found in cards.items()}


def _placed(pack: ir.Pack, one: script.Scenario) -> frozenset[str]:
    """The cards that a scenario has on its table."""
    if one.step == script.SETUP and not one.cards:
        return frozenset(card.id for card in pack.cards)
    pending, found = list(one.cards), set()
    while pending:
        card = pending.pop()
        found.add(card.card)
        pending += card.attached
    return frozenset(found)


def _asks(one: script.Scenario) -> bool:
    """Whether a scenario asks what could be done."""
    offered = any(isinstance(item, script.Offered) for item in one.items)
    return offered or any(isinstance(node, ir.Could) for e in one.expect for node in ir.walk(e.cond))
