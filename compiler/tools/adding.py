"""The option ``--with``: sets from elsewhere, for every command that opens games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from ..additions import Addition, find_addition

Command = TypeVar("Command", bound=Callable[..., Any])


def with_additions(command: Command) -> Command:
    """Gives a command the option; it gets the sets as ``additions``."""
    option = click.option(
        "--with",
        "additions",
        multiple=True,
        metavar="PACK",
        callback=_found,
        help="A set from elsewhere: its folder, or the name of an installed one. Can be given several times.",
    )
    return option(command)


def _found(ctx: click.Context, param: click.Parameter, names: tuple[str, ...]) -> tuple[Addition, ...]:
    return tuple(find_addition(name) for name in names)
