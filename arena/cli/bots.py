"""`arena bots`: the bots that can be called by name."""

import click
from tabulate import tabulate

from arena.cli.shared import engine
from arena.players.roster import Roster
from arena.printing import visible

EPILOG = """\b
A bot in a single file is not listed here; give its path: --bot ./my_bot.py
"""


@click.command("bots", epilog=EPILOG)
def command() -> None:
    """List the installed bots.

    They are read from metadata: nothing of a bot is imported.
    """
    roster = Roster(engine().bot_sources)
    rows = [
        (*map(visible, (spec.name, spec.origin, spec.target)), "engine" if spec.trusted else "own process")
        for spec in roster.specs.values()
    ]
    click.echo(tabulate(rows, headers=("bot", "from", "code", "plays in"), tablefmt="simple"))
    for name, origins in roster.clashes.items():
        whose = visible(" and ".join(origins))
        click.echo(f"warning: {name!r} is left out: {whose} both have it; rename one", err=True)
