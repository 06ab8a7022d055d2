"""The command ``mutate``: breaks one effect at a time and tells whether any ruling notices.

A mutant that survives is a ruling nobody has written yet. A mutant that cannot be linked is no game and does not count.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from difflib import ndiff
from pathlib import Path
from typing import Any

import click
from cardwright.runtime import ir, scenario, script
from cardwright.runtime.engine import Engine
from cardwright.runtime.state import State

from .. import driver
from ..additions import Addition
from ..diagnostics import did_you_mean
from ..project import NoGame, game_id
from ..text import Texts
from .adding import with_additions
from .mutants import RULES, Mutant, mutants
from .packs import compiled
from .showing import tree

KILLED, SURVIVED, STILLBORN = "killed", "survived", "stillborn"
STRETCH = 8
"""Mutants that a process tries before it reports."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a mutant. ruling: the one that noticed it."""

    mutant: Mutant
    fate: str
    ruling: str = ""


@click.command()
@click.argument("name", required=False, metavar="[GAME or CARD]")
@click.option("--set", "sets", multiple=True, metavar="SET", help=f"Only of this set; `{RULES}`: what no card has.")
@click.option("--sample", type=click.IntRange(min=1), metavar="N", help="Only so many mutants, drawn by chance.")
@click.option("--seed", type=int, default=1, show_default=True, help="Of that chance.")
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Processes to work in.")
@click.option("--min", "least", type=click.FloatRange(0, 100), metavar="PERCENT", help="Fail if fewer are noticed.")
@click.option("--all", "everything", is_flag=True, help="List those that were noticed too, with the ruling that did.")
@click.option("--game", metavar="GAME", help="The id or path of the game, if several have such a card.")
@with_additions
@click.pass_context
def mutate(
    ctx: click.Context,
    name: str | None,
    sets: tuple[str, ...],
    sample: int | None,
    seed: int,
    jobs: int,
    least: float | None,
    everything: bool,
    game: str | None,
    additions: tuple[Addition, ...],
) -> None:
    """Break effects on purpose, one at a time, and list what no ruling notices.

    A hook, a step or a condition is dropped, a comparison shifted, a number changed by one, somebody else chooses, a
    means, a class or a quantifier is another one. Then the rulings run that have to do with it.
    """
    opened, card = _meant(name, game, additions)
    pack = compiled(opened)
    scripts = [(ruling.id, one) for ruling in opened.compiled.rulings for one in ruling.scenarios]
    if not scripts:
        raise click.ClickException(f"`{pack.id}` has no rulings that run")
    for one in sets:
        if one not in (known := (*pack.sets, RULES)):
            raise click.UsageError(f"there is no set `{one}`; {did_you_mean(one, known) or ', '.join(known)}")
    found = [mutant for mutant in mutants(pack, card) if not sets or mutant.set in sets]
    if sample is not None and sample < len(found):
        found = [found[i] for i in sorted(random.Random(seed).sample(range(len(found)), sample))]
    verdicts: list[Verdict] = []
    for verdict in _judge(pack, scripts, found, jobs):
        verdicts.append(verdict)
        if verdict.fate == SURVIVED or (everything and verdict.fate == KILLED):
            click.echo("\n".join(_told(pack, verdict)))
    percent = _score(verdicts)
    if least is not None and percent < least:
        click.echo(f"less than {least:g} % are noticed", err=True)
        ctx.exit(1)


def _meant(name: str | None, game: str | None, additions: Sequence[Addition]) -> tuple[driver.Game, str]:
    """The game to work on, and the card in it ("" all of it)."""
    if game is None and name is not None:
        try:
            return driver.open_game(name, additions=additions), ""
        except NoGame:
            if Path(name).exists() or "/" in name:
                raise
    games = driver.open_some(game, additions)
    if name is not None:
        return _card_of(games, name)
    if len(games) > 1:
        raise click.UsageError(f"name a game: {', '.join(game_id(one.folder) for one in games)}")
    return games[0], ""


def _card_of(games: Iterable[driver.Game], name: str) -> tuple[driver.Game, str]:
    known: list[str] = []
    for game in games:
        cards = [card.id for card in game.pack.cards] if game.pack is not None else []
        if name in cards:
            return game, name
        known += cards
    hint = did_you_mean(name, known)
    raise click.UsageError(f"no game and no card is called `{name}`" + (f"; {hint}" if hint else ""))


# ---- judging -----------------------------------------------------------------------------------------

Named = tuple[str, script.Scenario]


def _judge(pack: ir.Pack, scripts: Sequence[Named], found: Sequence[Mutant], jobs: int) -> Iterator[Verdict]:
    judge = Judge(pack, scripts)
    if jobs == 1:
        yield from map(judge.verdict, found)
        return
    stretches = [found[i : i + STRETCH] for i in range(0, len(found), STRETCH)]
    with ProcessPoolExecutor(jobs, initializer=_begin, initargs=(judge,)) as pool:
        for verdicts in pool.map(_work, stretches):
            yield from verdicts


_judges: list[Judge] = []
"""In a process of the pool: its judge."""


def _begin(judge: Judge) -> None:
    _judges[:] = [judge]


def _work(found: Sequence[Mutant]) -> list[Verdict]:
    return [_judges[0].verdict(mutant) for mutant in found]


class Judge:
    """Runs the scenarios that have to do with a mutant until one of them fails."""

    def __init__(self, pack: ir.Pack, scripts: Sequence[Named]) -> None:
        self.pack = pack
        self.scripts = list(scripts)
        self.carriers = _carriers(pack)
        self.placed = [_placed(pack, one) for _, one in scripts]
        self.performed = self._rehearse()

    def _rehearse(self) -> list[frozenset[str]]:
        """The verbs that happen in each scenario. Those that fail as things are can tell nothing, and go."""
        engine = Engine(self.pack)
        verbs: set[str] = set()

        def observe(state: State, verb: str, *about: Any) -> None:
            verbs.add(verb)

        engine.observer = observe
        happened: list[frozenset[str]] = []
        good: list[int] = []
        for number, (_, one) in enumerate(self.scripts):
            verbs.clear()
            if scenario.play(engine, one).failure is None:
                good.append(number)
                happened.append(frozenset(verbs))
        self.scripts, self.placed = [self.scripts[i] for i in good], [self.placed[i] for i in good]
        return happened

    def verdict(self, mutant: Mutant) -> Verdict:
        try:
            engine = Engine(mutant.pack)
        except Exception:  # the generated code says no in many ways; whichever it is, this is no game
            return Verdict(mutant, STILLBORN)
        for ruling, one in self.touched(mutant):
            if not _passes(engine, one):
                return Verdict(mutant, KILLED, ruling)
        return Verdict(mutant, SURVIVED)

    def touched(self, mutant: Mutant) -> Iterator[Named]:
        """The scenarios that have to do with it, the likeliest to notice first."""
        match mutant.sort:
            case "verb":
                happens = [mutant.name in verbs for verbs in self.performed]
                asked = [_asks(one) for _, one in self.scripts]
                yield from (one for one, yes in zip(self.scripts, happens, strict=True) if yes)
                yield from (one for one, yes, no in zip(self.scripts, asked, happens, strict=True) if yes and not no)
            case "ability" if (cards := self.carriers.get(mutant.name)) is not None:
                yield from (one for one, placed in zip(self.scripts, self.placed, strict=True) if placed & cards)
            case "card":
                yield from (one for one, placed in zip(self.scripts, self.placed, strict=True) if mutant.name in placed)
            case _:
                yield from self.scripts


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
    if one.step == "setup":
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


# ---- the report --------------------------------------------------------------------------------------


def _told(pack: ir.Pack, verdict: Verdict) -> Iterator[str]:
    """A mutant for people: where, what, and how its text would have read."""
    mutant = verdict.mutant
    where = " ".join(word for word in (mutant.sort if mutant.sort != "ability" else "", mutant.name) if word)
    noticed = f" (noticed by {verdict.ruling})" if verdict.ruling else ""
    yield f"{verdict.fate}: {where}: {mutant.what}{noticed}"
    if mutant.sort != "card":
        before, after = _text(pack, mutant), _text(mutant.pack, mutant)
        if before is None or after is None:
            before, after = _tree(pack, mutant), _tree(mutant.pack, mutant)
        yield from (f"    {line.rstrip()}" for line in ndiff(before, after) if line[0] in "-+")


def _text(pack: ir.Pack, mutant: Mutant) -> list[str] | None:
    """The printed text of what a mutant changes; None if it has none, or makes no sense."""
    if not pack.texts or mutant.sort != "ability":
        return None
    texts = Texts(pack, "en")
    try:
        of_a_card = any(card.id == mutant.name for card in pack.cards)
        return texts.card(mutant.name) if of_a_card else texts.ability(mutant.name)
    except Exception:  # a changed effect may be beyond words
        return None


def _tree(pack: ir.Pack, mutant: Mutant) -> list[str]:
    return [line for node in _nodes(pack, mutant) for line in tree(node)]


def _nodes(pack: ir.Pack, mutant: Mutant) -> tuple[Any, ...]:
    match mutant.sort:
        case "verb":
            return next((verb.guard, *verb.body) for verb in pack.verbs if verb.name == mutant.name)
        case "turn":
            return next((step.guard, *step.body, step.offers) for step in pack.turn if step.name == mutant.name)
        case "setup":
            return pack.setup
        case _:
            return next(ability.hooks for ability in pack.abilities if ability.id == mutant.name)


def _score(verdicts: Iterable[Verdict]) -> float:
    """Prints the table, set by set; the share of the mutants that were noticed, in percent."""
    counts: dict[str, dict[str, int]] = {}
    for verdict in verdicts:
        for row in (verdict.mutant.set, "in all"):
            tally = counts.setdefault(row, dict.fromkeys((KILLED, SURVIVED, STILLBORN), 0))
            tally[verdict.fate] += 1
    total = counts.pop("in all", dict.fromkeys((KILLED, SURVIVED, STILLBORN), 0))
    width = max(len(name) for name in ("in all", *counts))
    click.echo(f"{'':<{width}}  {KILLED}  {SURVIVED}  {STILLBORN}   score")
    rules = {RULES: counts.pop(RULES)} if RULES in counts else {}
    for name, tally in {**rules, **counts, "in all": total}.items():
        numbers = f"{tally[KILLED]:>6}  {tally[SURVIVED]:>8}  {tally[STILLBORN]:>9}"
        click.echo(f"{name:<{width}}  {numbers}  {_percent(tally):>5.1f} %")
    return _percent(total)


def _percent(tally: dict[str, int]) -> float:
    counted = tally[KILLED] + tally[SURVIVED]
    return 100 * tally[KILLED] / counted if counted else 100.0
