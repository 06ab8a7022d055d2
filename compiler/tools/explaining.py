"""The command ``explain``: the page of a diagnostic code."""

from __future__ import annotations

import click

from .. import codes
from ..diagnostics import did_you_mean


@click.command()
@click.argument("code", required=False)
@click.option("--list", "listed", is_flag=True, help="List all codes.")
def explain(code: str | None, listed: bool) -> None:
    """Say what a diagnostic code means, with a wrong and a right example.

    CODE: as a diagnostic shows it (CW0112), or the readable name (duplicate-key).
    """
    if listed:
        _list()
    elif code is None:
        raise click.UsageError("name a code, or ask for `--list`")
    else:
        _explain(code)


def _list() -> None:
    width = max((len(page.slug) for page in codes.pages().values()), default=0)
    for page in codes.pages().values():
        click.echo(f"{page.code}  {page.slug:<{width}}  {page.title}")


def _explain(code: str) -> None:
    page = codes.find(code)
    if page is None:
        known = [word for page in codes.pages().values() for word in (page.code, page.slug)]
        hint = did_you_mean(code, known) or "`cardwright explain --list` shows all codes"
        raise click.UsageError(f"no diagnostic has the code `{code}`; {hint}")
    click.echo(f"{page.code} ({page.slug}): {page.title}\n\n{page.body}", nl=False)
