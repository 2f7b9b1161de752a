"""`arena table`: the standings of a tournament from its stored games."""

import click

from arena.cli.places import results_of
from arena.reports.text import to_terminal
from arena.store import Store
from arena.tournament import tables

EPILOG = """\b
Examples:
  arena table quick
  arena table quick | less
"""


@click.command("table", epilog=EPILOG)
@click.argument("tournament")
def command(tournament: str) -> None:
    """Show the ranking tables of a tournament."""
    with Store(results_of(tournament), writable=False) as store:
        click.echo(to_terminal(*tables(store)))
