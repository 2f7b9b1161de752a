"""`arena bots`: the bots that can be called by name; and what their authors need."""

import click

from arena.cli import Commands
from arena.cli.shared import engine
from arena.players.roster import Roster
from arena.printing import visible
from arena.reports.text import close_set

COMMANDS = ("new", "check")

EPILOG = """\b
From nothing to ranked:
  arena bots new my-bot
  arena bots check ./my_bot.py
  arena run quick --bot ./my_bot.py
A bot in a single file is not listed; it is called by its path.
"""


@click.command(
    "bots",
    cls=Commands,
    package="arena.cli.bots",
    names=COMMANDS,
    epilog=EPILOG,
    invoke_without_command=True,
    subcommand_metavar="[COMMAND]",
)
@click.pass_context
def command(ctx: click.Context) -> None:
    """List the installed bots; write and check your own.

    They are read from metadata: nothing of a bot is imported.
    """
    if ctx.invoked_subcommand is not None:
        return
    roster = Roster(engine().bot_sources)
    rows = [
        (*map(visible, (spec.name, spec.origin, spec.target)), "engine" if spec.trusted else "own process")
        for spec in roster.specs.values()
    ]
    click.echo(close_set(("bot", "from", "code", "plays in"), rows, ["left"] * 4))
    for name, origins in roster.clashes.items():
        whose = visible(" and ".join(origins))
        click.echo(f"warning: {name!r} is left out: {whose} both have it; rename one", err=True)
