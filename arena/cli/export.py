"""`arena export`: every record of a tournament."""

import sys

import click

from arena.cli.places import results_of
from arena.cli.shared import engine
from arena.own_editions import to_toml
from arena.store import Store

EPILOG = """\b
Examples:
  arena export quick > quick.jsonl
  arena export quick | head -1 | python -m json.tool
  arena export mine --own-editions > my.toml

The order is fixed: by selection, line-up, deal and rotation.
"""


@click.command("export", epilog=EPILOG)
@click.argument("tournament")
@click.option(
    "--own-editions", is_flag=True, help="Print the editions of your own instead, a file for the option --editions."
)
def command(tournament: str, own_editions: bool) -> None:
    """Print the record of every game, one JSON object a line."""
    out = sys.stdout.buffer
    with Store(results_of(tournament), writable=False) as store:
        if own_editions:
            click.echo(to_toml(store.editions(), engine().games), nl=False)
            return
        for record in store.records():
            out.write(record + b"\n")
    out.flush()
