"""`arena bots new`: a bot to begin with."""

import os
from pathlib import Path

import click

from arena import authoring
from arena.cli.shared import engine, with_own_editions
from arena.errors import BotError
from arena.players.roster import Roster

EPILOG = """\b
Examples:
  arena bots new my-bot                       my_bot.py, for every game
  arena bots new my-bot --game battleground   for one
  arena bots new my-bot --package             my-bot/, to install and give
"""


@click.command("new", epilog=EPILOG)
@click.argument("name")
@click.option(
    "--game", metavar="SELECTION", default=authoring.EVERYTHING, help="What it plays. [default: everything]"
)
@with_own_editions
@click.option("--package", is_flag=True, help="Write a package: with entry point, README and test.")
def command(name: str, game: str, editions: tuple[Path, ...], package: bool) -> None:
    """Write a bot that plays legally and explains itself.

    It is a single file in the current folder, and plays any legal move until you make it yours.
    """
    plugins = engine(editions)
    write = authoring.package if package else authoring.single_file
    texts = write(name, game, plugins.games)
    root = Path(name) if package else Path(next(iter(texts)))
    if os.path.lexists(root):
        raise BotError(f"{root} is there already and is left as it is; choose another name, or move it away")
    if name in Roster(plugins.bot_sources).specs:
        raise BotError(f"there is a bot {name!r} already; choose another name")
    if not package:
        authoring.check_free(root.stem)
    for path, text in texts.items():
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_text(text, encoding="utf-8")
        click.echo(f"written: {path}")
    click.echo(
        "next: " + (f"cd {name}; pip install -e . pytest; pytest" if package else f"arena bots check ./{root}")
    )
