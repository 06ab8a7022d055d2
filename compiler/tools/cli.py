"""The command line: which commands there are, and what happens to errors.

A command lives in a module of its own, imported when it is used. Exit status: 0 all is well, 1 something in the files
is wrong, 2 wrong use, or a fault of this program.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import NamedTuple

import click
from cardwright import __version__
from cardwright.runtime.limits import RunawayError

from ..diagnostics import did_you_mean
from ..project import NoGame


class Entry(NamedTuple):
    """Where a command is, as ``module:function`` inside this package, and the line about it in the list of commands."""

    place: str
    about: str


COMMANDS = {
    "new": Entry("scaffolding:new", "Write files to begin with: a game, a set, a card."),
    "check": Entry("checking:check", "Find every mistake in the files of games."),
    "lint": Entry("linting:lint_command", "Find what is there for nothing, or what nobody has asked about."),
    "fmt": Entry("formatting:fmt", "Lay out the rules in card files."),
    "explain": Entry("explaining:explain", "Say what a diagnostic code means, with examples."),
    "show": Entry("showing:show", "Print the effects of a card as a tree."),
    "text": Entry("texts:text", "Print the rules text of cards, derived from their effects."),
    "build": Entry("building:build", "Compile a game into a pack file."),
    "docs": Entry("documenting:docs", "Make documents from the card files: a site, and files to print."),
    "test": Entry("testing:test", "Run the rulings of games as tests."),
    "coverage": Entry("testing:coverage", "Count the statements of a rulebook that rulings settle."),
    "diff": Entry("comparing:diff", "Tell what a change means: cards, texts, effects, rulings."),
    "mutate": Entry("mutating:mutate", "Break effects on purpose and list what no ruling notices."),
    "play": Entry("table:play", "Play a game in the terminal."),
    "replay": Entry("replaying:replay", "Play a recorded game again and compare."),
    "sim": Entry("simulate:sim", "Play many random games and report on them."),
}


@dataclass
class Settings:
    """Options before the command."""

    debug: bool = False


class _Commands(click.Group):
    """Commands by name; listing them imports none."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            help_text = did_you_mean(args[0], COMMANDS) or "`cardwright --help` lists them"
            raise click.UsageError(f"there is no command `{args[0]}`; {help_text}")
        return super().resolve_command(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        entry = COMMANDS.get(cmd_name)
        if entry is None:
            return None
        module, _, function = entry.place.partition(":")
        command: click.Command = getattr(import_module(f".{module}", __package__), function)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.about) for name, entry in COMMANDS.items()])


@click.command(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="cardwright")
@click.option("--debug", is_flag=True, help="Show where in this program an unexpected fault happened.")
@click.pass_obj
def cli(settings: Settings, debug: bool) -> None:
    """Card games as data: rules that run, text derived from them, rulings that are tests."""
    settings.debug = debug


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the command line and ends the process."""
    status = run(arguments)
    gc.freeze()  # looking for garbage once more takes longer than many a command, and all of it goes now
    sys.exit(status)


def run(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line; the exit status."""
    settings = Settings()
    try:
        status = cli.main(args=arguments, prog_name="cardwright", obj=settings, standalone_mode=False)
        sys.stdout.flush()
        return status if isinstance(status, int) else 0
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        return 2
    except click.ClickException as error:
        return _complain(_worded(error))
    except NoGame as error:
        return _complain(str(error))
    except RunawayError as error:
        return _complain(str(error), 1)
    except (KeyboardInterrupt, click.Abort):
        return 130
    except (BrokenPipeError, SystemExit):  # click makes the second of the first
        sys.stderr.close()  # whoever read our output has gone: nobody is left to tell
        return 0
    except Exception as error:
        if settings.debug:
            raise
        return _complain(f"unexpected fault: {type(error).__name__}: {_first_line(error)}; --debug shows where")


def _complain(message: str, status: int = 2) -> int:
    click.echo(f"cardwright: {message}", err=True)
    return status


def _worded(error: click.ClickException) -> str:
    """An error in one line; of those that click finds itself, where to read how the command is used."""
    message = error.format_message().rstrip(".").replace("\n", " ")
    context = getattr(error, "ctx", None)
    if context is None or type(error) in (click.UsageError, click.ClickException):
        return message
    return f"{message[:1].lower()}{message[1:]}; see `{context.command_path} --help`"


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [""])[0]
