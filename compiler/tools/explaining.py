"""The command ``explain``: the page of a diagnostic code."""

from __future__ import annotations

import click

from .. import codes
from ..diagnostics import did_you_mean
from ..text import LANGUAGES


@click.command()
@click.argument("code", required=False)
@click.option("--list", "listed", is_flag=True, help="List all codes.")
@click.option("--lang", type=click.Choice(LANGUAGES), default=LANGUAGES[0], show_default=True, help="The language.")
def explain(code: str | None, listed: bool, lang: str) -> None:
    """Say what a diagnostic code means, with a wrong and a right example.

    CODE: as a diagnostic shows it (CW0112), or the readable name (duplicate-key).
    """
    if listed:
        _list(lang)
    elif code is None:
        raise click.UsageError("name a code, or ask for `--list`")
    else:
        _explain(code, lang)


def _list(lang: str) -> None:
    width = max((len(page.slug) for page in codes.pages().values()), default=0)
    for page in codes.pages(lang).values():
        click.echo(f"{page.code}  {page.slug:<{width}}  {page.title}")


def _explain(code: str, lang: str) -> None:
    page = codes.find(code, lang)
    if page is None:
        known = [word for page in codes.pages().values() for word in (page.code, page.slug)]
        hint = did_you_mean(code, known) or "`cardwright explain --list` shows all codes"
        raise click.UsageError(f"no diagnostic has the code `{code}`; {hint}")
    click.echo(f"{page.code} ({page.slug}): {page.title}\n\n{page.body}", nl=False)
