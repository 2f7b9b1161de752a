"""`arena protocol`: what programs in any language and the engine say to each other, as a JSON Schema."""

from pathlib import Path

import click
import msgspec

from arena.cli.shared import engine, with_own_editions
from arena.game import parse_selection
from arena.players.schema import schema

EPILOG = """\b
Examples:
  arena protocol                   every message, with the views of all games
  arena protocol battleground      with the view of one game
  arena protocol > schema.json     for a validator or a generator of code
docs/protocol.md explains it, with whole bots in Python, JavaScript and C.
"""


@click.command("protocol", epilog=EPILOG)
@click.argument("game", required=False)
@with_own_editions
def command(game: str | None, editions: tuple[Path, ...]) -> None:
    """Print the JSON Schema of what programs are asked and answer.

    GAME leaves out the views of all other games.
    """
    games = engine(editions).games
    wanted = games if game is None else (parse_selection(game, games).game,)
    click.echo(msgspec.json.format(msgspec.json.encode(schema(wanted)), indent=2))
