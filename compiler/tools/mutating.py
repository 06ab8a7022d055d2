"""The command ``mutate``: breaks one effect at a time and tells whether any ruling notices.

A mutant that survives is a ruling nobody has written yet. Here is what the command says; what is tried stands in
``mutants``, what becomes of it in ``judging``, what it comes to in ``scores``.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator, Sequence
from difflib import ndiff
from pathlib import Path
from typing import Any

import click
from cardwright.runtime import ir

from .. import driver
from ..additions import Addition
from ..diagnostics import did_you_mean
from ..project import NoGame, game_id
from ..text import Texts
from . import scores
from .adding import with_additions
from .judging import KILLED, SURVIVED, Named, Verdict, judged
from .mutants import RULES, Mutant, mutants
from .packs import compiled
from .showing import tree


@click.command()
@click.argument("name", required=False, metavar="[GAME or CARD]")
@click.option("--set", "sets", multiple=True, metavar="SET", help=f"Only of this set; `{RULES}`: what no card has.")
@click.option("--sample", type=click.IntRange(min=1), metavar="N", help="Only so many mutants, drawn by chance.")
@click.option("--seed", type=int, default=1, show_default=True, help="Of that chance.")
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Processes to work in.")
@click.option("--min", "least", type=click.FloatRange(0, 100), metavar="PERCENT", help="Fail if fewer are noticed.")
@click.option("--record", is_flag=True, help=f"Write the scores into `{scores.FILE}`; fail if one has fallen.")
@click.option("--compare", is_flag=True, help="List those only that are not in the record; fail if there are any.")
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
    record: bool,
    compare: bool,
    everything: bool,
    game: str | None,
    additions: tuple[Addition, ...],
) -> None:
    """Break effects on purpose, one at a time, and list what no ruling notices.

    A hook, a step or a condition is dropped, a comparison shifted, a number changed by one, somebody else chooses, a
    means, a class or a quantifier is another one. Then the rulings run that have to do with it.
    """
    opened, card = _meant(name, game, additions)
    folder = opened.folder.path
    if record and (sample is not None or card):
        raise click.UsageError("only whole sets can be recorded: leave out `--sample`, and name a game")
    pack = compiled(opened)
    found = _drawn(_mutants(pack, card, sets), sample, seed)
    before = _recorded(folder, needed=compare)
    known = {label for score in before.values() for label in score.survivors} if compare else set[str]()
    verdicts = _reported(judged(pack, _scripts(opened, pack), found, jobs), pack, known, everything)
    now = scores.scores(verdicts)
    click.echo("\n".join(scores.table(now)))
    faults = [*_too_low(now, least)]
    if compare:
        faults += _unknown(now, known)
    if record:
        faults += _recording(folder, before, now)
    for fault in faults:
        click.echo(fault, err=True)
    if faults:
        ctx.exit(1)


def _scripts(opened: driver.Game, pack: ir.Pack) -> list[Named]:
    found = [(ruling.id, one) for ruling in opened.compiled.rulings for one in ruling.scenarios]
    if not found:
        raise click.ClickException(f"`{pack.id}` has no rulings that run")
    return found


def _mutants(pack: ir.Pack, card: str, sets: Sequence[str]) -> list[Mutant]:
    """Those of a card ("" all), and of the sets named on the command line (none named: all)."""
    known = (*pack.sets, RULES)
    for one in sets:
        if one not in known:
            raise click.UsageError(f"there is no set `{one}`; {did_you_mean(one, known) or ', '.join(known)}")
    return [mutant for mutant in mutants(pack, card) if not sets or mutant.set in sets]


def _drawn(found: Sequence[Mutant], sample: int | None, seed: int) -> Sequence[Mutant]:
    if sample is None or sample >= len(found):
        return found
    return [found[i] for i in sorted(random.Random(seed).sample(range(len(found)), sample))]


def _reported(
    verdicts: Iterable[Verdict], pack: ir.Pack, known: Collection[str], everything: bool
) -> Iterator[Verdict]:
    """The verdicts, each told as it comes, if it is worth telling."""
    for verdict in verdicts:
        survived = verdict.fate == SURVIVED and verdict.mutant.label not in known
        if survived or (everything and verdict.fate == KILLED):
            click.echo("\n".join(_told(pack, verdict)))
        yield verdict


# ---- the record --------------------------------------------------------------------------------------


def _recorded(folder: Path, needed: bool) -> dict[str, scores.Score]:
    try:
        found = scores.read(folder)
    except scores.BadRecord as error:
        raise click.ClickException(str(error)) from error
    if needed and not found:
        raise click.UsageError(f"there is no {folder / scores.FILE} to compare with: write it with `--record`")
    return found


def _too_low(now: dict[str, scores.Score], least: float | None) -> Iterator[str]:
    if least is not None and scores.in_all(now.values()).percent < least:
        yield f"less than {least:g} % are noticed"


def _unknown(now: dict[str, scores.Score], known: Collection[str]) -> Iterator[str]:
    new = [label for score in now.values() for label in score.survivors if label not in known]
    if new:
        yield f"{len(new)} not in the record: let rulings notice them, or write the record anew with `--record`"


def _recording(folder: Path, before: dict[str, scores.Score], now: dict[str, scores.Score]) -> Iterator[str]:
    """Writes the record, or tells why not."""
    fallen = scores.fallen(before, now)
    for name in fallen:
        yield f"`{name}` was at {before[name].percent:.1f} % and is at {now[name].percent:.1f} %: nothing is recorded"
    if not fallen:
        scores.write(folder, now)


# ---- what is meant -----------------------------------------------------------------------------------


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


# ---- the report --------------------------------------------------------------------------------------


def _told(pack: ir.Pack, verdict: Verdict) -> Iterator[str]:
    """A mutant for people: where, what, and how its text would have read."""
    mutant = verdict.mutant
    noticed = f" (noticed by {verdict.ruling})" if verdict.ruling else ""
    yield f"{verdict.fate}: {mutant.label}{noticed}"
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
