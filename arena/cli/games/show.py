"""`arena games show`: the rules of an edition."""

import textwrap
from pathlib import Path

import click

from arena.cli.games.picking import picked
from arena.cli.games.width import width
from arena.cli.shared import engine, with_own_editions
from arena.printing import visible
from arena.reports.rules import NARROWEST, heading, options, to_terminal

EPILOG = """\b
Examples:
  arena games show battleground
  arena games show royal_dilemma@invasion
  arena games show war_of_multiplicands:players=4,teams=2
  arena games show --editions my.toml my-invasion
"""


@click.command("show", epilog=EPILOG)
@click.argument("selection")
@with_own_editions
def command(selection: str, editions: tuple[Path, ...]) -> None:
    """Say the rules of SELECTION: a game, with an edition and options where these are not to be the default.

    The text is made from what is played, so it cannot say anything else. A choice that closes a gap in what is
    known of the rules is marked as a reading, with its reason.
    """
    chosen = picked(selection, engine(editions).games)
    text = chosen.game.tell(chosen)
    lines = [line for each in heading(chosen) for line in textwrap.wrap(visible(each), max(width(), NARROWEST))]
    click.echo("\n".join(lines) + "\n")
    if not text:
        click.echo("This game does not say its rules.\n")
    click.echo(to_terminal((*text, options(chosen)), width()))
