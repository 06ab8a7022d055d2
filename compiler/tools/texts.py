"""The command ``text``: the rules text of cards, as it would be printed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click
from cardwright.runtime import ir

from .. import driver
from ..additions import Addition
from ..diagnostics import did_you_mean
from ..text import LANGUAGES, TextGap, Texts, overrides
from ..text.plain import DRAFTED, drafted
from .adding import with_additions
from .checking import report


@click.command()
@click.argument("cards", nargs=-1, metavar="[CARD]...")
@click.option("--lang", type=click.Choice(LANGUAGES), default=LANGUAGES[0], show_default=True, help="The language.")
@click.option("--game", metavar="GAME", help="The id or path of the game, if several have such cards.")
@with_additions
@click.pass_context
def text(
    ctx: click.Context, cards: tuple[str, ...], lang: str, game: str | None, additions: tuple[Addition, ...]
) -> None:
    """Print the rules text of cards, derived from their effects.

    CARD: the id of a card. Without one, every card that has a text.
    """
    games = driver.open_some(game, additions)
    packs = {pack.id: pack for opened in games if (pack := opened.pack) is not None}
    known = {card.id for pack in packs.values() for card in pack.cards}
    unknown = [card for card in cards if card not in known]
    broken = [opened for opened in games if opened.pack is None]
    if broken and (unknown or not cards):
        report(driver.Result(tuple(broken)))
        ctx.exit(1)
    if unknown:
        hint = did_you_mean(unknown[0], known)
        raise click.UsageError(f"no card is called `{unknown[0]}`" + (f"; {hint}" if hint else ""))
    wanted = [pack for pack in packs.values() if not cards or any(card.id in cards for card in pack.cards)]
    told = [pack for pack in wanted if pack.texts or lang == DRAFTED]
    if wanted and not told:
        raise click.ClickException(f"`{wanted[0].id}` has no `texts:` file, so its cards have no text in this language")
    for pack in told:
        if not pack.texts:
            click.echo(f"note: `{pack.id}` has no `texts:` file; this is a draft in the names of its rules", err=True)
        _tell(ctx, pack if pack.texts else drafted(pack), cards, lang)


def _tell(ctx: click.Context, pack: ir.Pack, cards: Sequence[str], lang: str) -> None:
    """Prints texts of one game; ends the command if the language lacks a word for them."""
    try:
        for line in card_texts(pack, cards, lang):
            click.echo(line)
    except TextGap as gap:
        click.echo("\n".join(f"cardwright: {one}" for one in gap.gaps), err=True)
        ctx.exit(1)


def card_texts(pack: ir.Pack, cards: Sequence[str], lang: str) -> Iterator[str]:
    """Title and text of these cards, or of all that have a text; at the end how many are written by hand."""
    texts = Texts(pack, lang)
    for card in pack.cards:
        if card.id in cards or not cards:
            lines = texts.card(card.id)
            if lines or cards:
                yield texts.title("cards", card.id)
                yield from (f"    {line}" for line in lines)
                yield ""
    if not cards:
        yield f"{sum(it.lang == lang for it in overrides(pack))} written by hand"
