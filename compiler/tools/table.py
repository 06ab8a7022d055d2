"""The command ``play``: a game in the terminal, for people and bots.

A person sees what a view shows, and nothing else; so several people can take turns at one screen.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import SystemRandom

import click
from cardwright.runtime import replay
from cardwright.runtime.bots import RandomBot
from cardwright.runtime.chronicle import Chronicle, Happening, told
from cardwright.runtime.state import State
from cardwright.runtime.views import view

from ..cache import write_atomically
from .packs import Loaded, agreed, load, option
from .reference import Reference
from .screen import Screen

HELP = """\
a number      makes that choice
Enter         shows the table again
? CARD        the rules and rulings of a card; ? alone lists the cards on the table
undo          goes back to your last choice
save FILE     writes the game so far as a replay
quit          leaves the game"""

HUMAN, BOT = "human", "bot"


@click.command()
@click.argument("game")
@click.option("--players", type=click.IntRange(min=1), help="How many play. Default: as many as there are seats.")
@click.option("--seats", default="", metavar="human,bot,...", help="Who sits where. Default: you and bots.")
@click.option("--seed", type=int, help="For the same game again; none: a new one each time.")
@click.option("--record", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Write a replay.")
@click.option("--sets", default="", metavar="A,B", help="Only these sets, and those they need.")
@option
def play(
    game: str,
    players: int | None,
    seats: str,
    seed: int | None,
    record: Path | None,
    sets: str,
    options: tuple[str, ...],
) -> None:
    """Play a game in the terminal.

    GAME: the id of a game, its path, or a pack file. If only bots play, the log of the whole game is printed.
    """
    loaded = load(game, sets)
    sitting = _seats(loaded, players, seats)
    seed = SystemRandom().randrange(1_000_000) if seed is None else seed
    table = Table(loaded, sitting, seed, agreed(loaded.pack, options))
    try:
        table.run()
    finally:
        if record is not None:
            click.echo(table.save(record))


def _seats(loaded: Loaded, players: int | None, seats: str) -> tuple[str, ...]:
    """Who sits where; raises a usage error for what cannot be."""
    given = tuple(word.strip() for word in seats.split(",") if word.strip()) or (HUMAN,)
    pack = loaded.pack
    count = players or (len(given) if seats else pack.min_players)
    for word in given:
        if word not in (HUMAN, BOT):
            raise click.UsageError(f"a seat is `{HUMAN}` or `{BOT}`, not `{word}`")
    if not pack.min_players <= count <= pack.max_players:
        raise click.UsageError(f"`{pack.id}` is for {pack.min_players} to {pack.max_players} players, not {count}")
    if len(given) > count:
        raise click.UsageError(f"{len(given)} seats for {count} players")
    return given + (BOT,) * (count - len(given))


@dataclass(frozen=True, slots=True)
class Moment:
    """A game as it stood before somebody's choice; for undo."""

    state: State
    choices: int
    events: int


class Table:
    """A game in progress: who sits where, what was chosen, what happened."""

    def __init__(self, loaded: Loaded, seats: tuple[str, ...], seed: int, options: dict[str, str]) -> None:
        self.loaded, self.seats, self.seed, self.options = loaded, seats, seed, options
        self.engine = loaded.engine
        self.names = tuple(f"Player {seat + 1}" for seat in range(len(seats)))
        self.screen = Screen(loaded.pack, self.names)
        self.reference = Reference(loaded)
        self.bot = RandomBot(seed ^ 0xB07)
        self.choices: list[int] = []
        self.events: list[Happening] = []
        self.shown = [0] * len(seats)
        self.moments: list[Moment] = []
        self.chronicle = Chronicle(self.engine)
        self.engine.observer = self.chronicle.observe
        self.state = self.engine.new(len(seats), seed, options)
        self.events += self.chronicle.take(self.state)

    # ---- the game ------------------------------------------------------------------------------------

    def run(self) -> None:
        """Plays to the end, or until somebody quits."""
        alone = HUMAN not in self.seats
        while self.state.winners is None:
            if self.seats[self.state.chooser] == BOT:
                self.choose(self.bot.choose({}, len(self.state.options)))
            elif not self.ask(self.state.chooser):
                return
            if alone:
                self.tell(None)
        self.tell(None if alone else next(i for i, who in enumerate(self.seats) if who == HUMAN))
        winners = " and ".join(self.names[seat] for seat in self.state.winners)
        click.echo(f"The game is over: {winners or 'nobody'} won.")

    def choose(self, index: int) -> None:
        self.choices.append(index)
        self.engine.apply(self.state, index)
        self.events += self.chronicle.take(self.state)

    def tell(self, seat: int | None) -> None:
        """What happened since this player was told last; seat None: all of it, to whoever watches."""
        at = 0 if seat is None else seat
        for happening in self.events[self.shown[at] :]:
            click.echo("  " + self.screen.event(told(happening, seat, len(self.seats))))
        self.shown[at] = len(self.events)

    def save(self, path: Path) -> str:
        """Writes the game so far as a replay; a line on how that went."""
        self.engine.observer = None
        kept = replay.record(self.engine, len(self.seats), self.seed, self.options, self.choices)
        self.engine.observer = self.chronicle.observe
        try:
            write_atomically(path, replay.dumps(kept))
        except OSError as error:
            return f"`{path}` cannot be written: {(error.strerror or str(error)).lower()}"
        return f"{path}: {len(self.choices):,} choices"

    # ---- a person's choice ---------------------------------------------------------------------------

    def ask(self, seat: int) -> bool:
        """Lets a person make the pending choice; False if the person quits."""
        self.tell(seat)
        self.show(seat)
        while True:
            line = self.read(seat)
            if line is None or line == "quit":
                return False
            if line.isdigit() and 1 <= int(line) <= len(self.state.options):
                self.moments.append(Moment(self.state.fork(), len(self.choices), len(self.events)))
                self.choose(int(line) - 1)
                return True
            if line == "undo" and self.undo():
                return True
            self.command(line, seat)

    def show(self, seat: int) -> None:
        seen = view(self.engine, self.state, seat)
        for text in self.screen.table(seen):
            click.echo(text)
        for text in self.screen.happening(seen):
            click.echo(f"under way: {text}")
        click.echo(f"{self.names[seat]}, choose ({seen['prompt']}):")
        for number, text in enumerate(self.screen.options(seen), 1):
            click.echo(f"  {number}. {text}")

    def read(self, seat: int) -> str | None:
        """A line from the person; None at the end of the input."""
        try:
            return str(click.prompt(f"{self.names[seat]}", prompt_suffix="> ", default="", show_default=False)).strip()
        except click.Abort:
            click.echo()
            return None

    def command(self, line: str, seat: int) -> None:
        """Anything a person can say that is no choice."""
        word, _, rest = line.partition(" ")
        match word:
            case "":
                self.show(seat)
            case "?":
                self.explain(rest.strip(), seat)
            case "save" if rest.strip():
                click.echo(self.save(Path(rest.strip())))
            case "undo":
                click.echo("there is nothing to undo")
            case _:
                click.echo(HELP)

    def explain(self, name: str, seat: int) -> None:
        """Rules and rulings of a card, or the names of the cards that can be seen."""
        seen = view(self.engine, self.state, seat)
        visible = sorted({self.screen.titles[card["card"]] for zone in seen["zones"] for card in zone["cards"]})
        lines = self.reference.card(name) if name else ["Cards you can see: " + ", ".join(visible)]
        click.echo("\n".join(lines))

    def undo(self) -> bool:
        """Back to the last choice of a person."""
        if not self.moments:
            return False
        moment = self.moments.pop()
        self.state = moment.state
        del self.choices[moment.choices :]
        del self.events[moment.events :]
        self.shown = [min(shown, moment.events) for shown in self.shown]
        return True
