"""`arena export`: every record of a tournament."""

import sys

import click

from arena.cli.places import results_of
from arena.store import Store

EPILOG = """\b
Examples:
  arena export quick > quick.jsonl
  arena export quick | head -1 | python -m json.tool
The order is fixed: by selection, line-up, deal and rotation.
"""


@click.command("export", epilog=EPILOG)
@click.argument("tournament")
def command(tournament: str) -> None:
    """Print the record of every game, one JSON object a line."""
    out = sys.stdout.buffer
    with Store(results_of(tournament), writable=False) as store:
        for record in store.records():
            out.write(record + b"\n")
    out.flush()
