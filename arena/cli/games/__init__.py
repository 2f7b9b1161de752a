"""`arena games`: the games, their editions and what these say."""

import click

from arena.cli import Commands
from arena.cli.games.list import command as listing

COMMANDS = ("list", "show", "diff", "survey")

EPILOG = """\b
A selection is a game, an edition and options:
  battleground                                       everything as by default
  royal_dilemma@duel                                 another edition
  war_of_multiplicands:players=4,teams=2             options

\b
Examples:
  arena games show royal_dilemma@invasion
  arena games diff duel invasion
"""


@click.command(
    "games",
    cls=Commands,
    package="arena.cli.games",
    names=COMMANDS,
    epilog=EPILOG,
    invoke_without_command=True,
    subcommand_metavar="[COMMAND]",
)
@click.pass_context
def command(ctx: click.Context) -> None:
    """List the games; say the rules of an edition, and compare editions."""
    if ctx.invoked_subcommand is None:
        ctx.invoke(listing)
