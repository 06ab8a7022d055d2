"""The command ``play``: a game in the terminal, for people and bots.

A person sees what a view shows, and nothing else; so several people can take turns at one screen.
"""

from __future__ import annotations

from pathlib import Path
from random import SystemRandom

import click
from cardwright.runtime import replay
from cardwright.runtime.chronicle import told
from cardwright.runtime.replay import Replay
from cardwright.runtime.views import view

from ..additions import Addition
from ..cache import write_atomically
from ..text import LANGUAGES
from ..text.narrator import Narrator
from .adding import with_additions
from .checking import counted
from .course import Course
from .log import Log
from .packs import Loaded, agreed, load, option, read_file
from .reference import Reference
from .screen import Screen

HELP = """\
a number      makes that choice
Enter         shows the whole table
? CARD        the rules and rulings of a card; ? alone lists the cards you can see
undo          takes your last choice back
save FILE     writes the game so far; `cardwright play FILE` goes on with it
quit          leaves the game"""

HUMAN, BOT = "human", "bot"


@click.command()
@click.argument("game")
@click.option("--players", type=click.IntRange(min=1), help="How many play. Default: as many as there are seats.")
@click.option("--seats", default="", metavar="human,bot,...", help="Who sits where. Default: you and bots.")
@click.option("--seed", type=int, help="For the same game again; none: a new one each time.")
@click.option(
    "--record", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Save the game at its end."
)
@click.option(
    "--lang", type=click.Choice(LANGUAGES), default=LANGUAGES[0], help="The language of cards, log and choices."
)
@click.option("--sets", default="", metavar="A,B", help="Only these sets, and those they need.")
@option
@with_additions
def play(
    game: str,
    players: int | None,
    seats: str,
    seed: int | None,
    record: Path | None,
    lang: str,
    sets: str,
    options: tuple[str, ...],
    additions: tuple[Addition, ...],
) -> None:
    """Play a game in the terminal.

    GAME: the id of a game, its path, a pack file, or a saved game to go on with. If only bots play, the log of the
    whole game is printed.
    """
    kept = _saved(game)
    loaded = load(kept.game if kept else game, ",".join(kept.sets) if kept else sets, additions)
    sitting = _seats(loaded, players if kept is None else kept.players, seats)
    if kept is None:
        seed = SystemRandom().randrange(1_000_000) if seed is None else seed
        course = Course(loaded.engine, len(sitting), seed, agreed(loaded.pack, options))
    else:
        course = _resumed(loaded, kept)
    table = Table(loaded, sitting, course, lang)
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


def _saved(name: str) -> Replay | None:
    """The saved game in a file of this name, if it is one."""
    path = Path(name)
    if not path.is_file() or replay.FILE.encode() not in path.read_bytes()[:200]:
        return None
    kept: Replay = read_file(path, replay.loads)
    return kept


def _resumed(loaded: Loaded, kept: Replay) -> Course:
    """A saved game where it stopped; a line on why not, if the game has changed too much since."""
    divergence = replay.verify(loaded.engine, kept)
    if divergence is not None:
        help_text = "`cardwright replay` says more"
        raise click.ClickException(f"`{kept.game}` has changed since the game was saved: {divergence.why}; {help_text}")
    course = Course(loaded.engine, kept.players, kept.seed, dict(kept.options))
    course.play(kept.choices)
    return course


class Table:
    """People and bots around a game. shown: how many events each seat has been told of."""

    def __init__(self, loaded: Loaded, seats: tuple[str, ...], course: Course, lang: str) -> None:
        self.loaded, self.seats, self.course, self.lang = loaded, seats, course, lang
        self.reference = Reference(loaded, lang)
        self.people = tuple(seat for seat, who in enumerate(seats) if who == HUMAN)
        self.watchers: tuple[int | None, ...] = self.people or (None,)
        self.shown = dict.fromkeys(self.watchers, 0)
        self.narrators = {seat: Narrator(loaded.pack, lang, len(seats), seat) for seat in self.watchers}
        self.last: int | None = self.people[0] if self.people else None
        self.listen()

    def listen(self) -> None:
        """Begins the logs, up to what everybody has been told."""
        self.logs = {seat: Log(self.loaded.pack, narrator) for seat, narrator in self.narrators.items()}
        for seat in self.watchers:
            self.shown[seat] = min(self.shown[seat], len(self.course.events))
            for _ in self.lines(seat, 0, self.shown[seat]):
                pass

    def lines(self, seat: int | None, start: int, end: int) -> list[str]:
        """The log of some of the events, as a player may know them."""
        events = self.course.events[start:end]
        return list(self.logs[seat].read([told(each, seat, len(self.seats)) for each in events]))

    # ---- the game ------------------------------------------------------------------------------------

    def run(self) -> None:
        """Plays to the end, or until somebody quits."""
        while self.course.state.winners is None:
            if self.seats[self.course.state.chooser] == BOT:
                self.course.choose_at_random()
            elif not self.ask(self.course.state.chooser):
                return
            if not self.people:
                self.tell(None)
        self.tell(self.last)
        narrator = self.narrators[self.last]
        winners = " and ".join(narrator.name(seat) for seat in self.course.state.winners)
        click.echo(f"The game is over: {winners or 'nobody'} won.")

    def tell(self, seat: int | None) -> None:
        """What has happened since this player was told last; seat None: all of it, to whoever watches."""
        for line in self.lines(seat, self.shown[seat], len(self.course.events)):
            click.echo(line)
        self.shown[seat] = len(self.course.events)

    def save(self, path: Path) -> str:
        """Writes the game so far; a line on how that went."""
        try:
            write_atomically(path, replay.dumps(self.course.record()))
        except OSError as error:
            return f"`{path}` cannot be written: {(error.strerror or str(error)).lower()}"
        return f"{path}: {counted(len(self.course.choices), 'choice')}"

    # ---- a person's choice ---------------------------------------------------------------------------

    def ask(self, seat: int) -> bool:
        """Lets a person make the pending choice; False if the person quits."""
        self.hand_over(seat)
        self.tell(seat)
        self.show(seat)
        options = len(self.course.state.options)
        while True:
            line = self.read(seat)
            if line is None or line == "quit":
                return False
            if line.isdigit() and 1 <= int(line) <= options:
                self.course.choose(int(line) - 1)
                return True
            if line == "undo" and self.course.undo(self.people.__contains__):
                self.listen()
                return True
            self.command(line, seat)

    def hand_over(self, seat: int) -> None:
        """Gives the screen to another person, who alone is to see what comes."""
        if seat != self.last:
            click.clear()
            click.echo(f"{self.narrators[seat].name(seat)}, press Enter when only you can see the screen.")
            self.read(seat)
        self.last = seat

    def show(self, seat: int, whole: bool = False) -> None:
        """What is asked and can be chosen; before that, the whole table if it is wanted or the player's own turn."""
        seen = view(self.course.engine, self.course.state, seat)
        screen = Screen(self.loaded.pack, self.course.engine.machine.questions, self.narrators[seat])
        if whole or screen.is_offer(seen):
            click.echo("\n".join(screen.table(seen)))
        for text in screen.under_way(seen):
            click.echo(f"... {text}")
        click.secho(f"{self.narrators[seat].name(seat)}: {screen.prompt(seen)}", bold=True)
        options = screen.options(seen)
        for number, text in enumerate(options, 1):
            click.echo(f"{number:>{len(str(len(options))) + 2}}. {text}")

    def read(self, seat: int) -> str | None:
        """A line from the person; None at the end of the input."""
        try:
            return str(click.prompt("", prompt_suffix="> ", default="", show_default=False)).strip()
        except click.Abort:
            click.echo()
            return None

    def command(self, line: str, seat: int) -> None:
        """Anything a person can say that is no choice."""
        word, _, rest = line.partition(" ")
        match word:
            case "":
                self.show(seat, whole=True)
            case "?":
                self.explain(rest.strip(), seat)
            case "save" if rest.strip():
                click.echo(self.save(Path(rest.strip())))
            case "save":
                click.echo("say where to: save FILE")
            case "undo":
                click.echo("there is nothing to undo")
            case "help":
                click.echo(HELP)
            case _ if word.isdigit():
                click.echo(f"choose a number from 1 to {len(self.course.state.options)}")
            case _:
                click.echo(f"`{line}` means nothing here; this is what you can say:\n{HELP}")

    def explain(self, name: str, seat: int) -> None:
        """Rules and rulings of a card, or the names of the cards that can be seen."""
        seen = view(self.course.engine, self.course.state, seat)
        lines = self.reference.card(name) if name else ["Cards you can see: " + ", ".join(self.reference.seen(seen))]
        click.echo("\n".join(lines))
