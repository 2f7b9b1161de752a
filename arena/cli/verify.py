"""`arena verify`: every stored game, played again by the rules."""

import click

from arena.cli.places import results_of
from arena.cli.shared import engine
from arena.errors import StoreError
from arena.own_editions import with_editions
from arena.printing import visible
from arena.store import Store
from arena.verification import verified

EPILOG = """\b
Examples:
  arena verify quick
A game that disagrees is told in a line: its id, its selection, what differs.
The exit status is 1 if any does.
"""


@click.command("verify", epilog=EPILOG)
@click.argument("tournament")
def command(tournament: str) -> int:
    """Hold every stored game against the rules.

    Each is played again from its seed; records that disagree are listed.
    """
    records = wrong = 0
    with Store(results_of(tournament), writable=False) as store:
        for listed, complaint in verified(store, with_editions(engine().games, store.editions())):
            records += 1
            if complaint is not None:
                wrong += 1
                click.echo(visible(f"{listed.game}  {listed.selection}  {complaint}"))
    if not records:
        raise StoreError(f"no game of {tournament!r} is stored; arena run plays them")
    told = f"{wrong} disagree{'s' * (wrong == 1)} with the rules" if wrong else "all by the rules"
    click.echo(f"{records} records, {told}")
    return 1 if wrong else 0
