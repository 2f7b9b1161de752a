"""`arena games`: the games, their editions and options."""

import click
from tabulate import tabulate

from arena.cli.shared import engine
from arena.game import Game

EPILOG = """\b
A selection is a game, an edition and options:
  battleground                                       everything as by default
  royal_dilemma@duel                                 another edition
  war_of_multiplicands:players=4,teams=2             options
"""


@click.command("games", epilog=EPILOG)
def command() -> None:
    """List the games with their editions and options."""
    for game in engine().games:
        click.echo(f"{game.name}: {game.title}\n  {game.credit}\n{_editions(game)}\n")


def _editions(game: Game) -> str:
    """Return a table with a row for each edition and option."""
    rows = []
    for edition in game.editions:
        name = edition.slug or "-"
        mark = " (default)" if edition.slug and edition.slug == game.default else ""
        for option in edition.options:
            default = "none" if option.default is None else option.default
            rows.append((f"{name}{mark}", option.name, option.described(), default, option.doc))
            name = mark = ""
    headers = ("edition", "option", "choices", "default", "what it is")
    table = tabulate(rows, headers=headers, tablefmt="simple", disable_numparse=True)
    return "\n".join(f"  {line}" for line in table.splitlines())
