"""`arena games`: the games, their editions and options."""

from collections.abc import Sequence

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
    click.echo("\n\n".join(_described(game) for game in engine().games))


def _described(game: Game) -> str:
    """Return what a user may choose of a game."""
    lines = [f"{game.name}: {game.title}", f"  {game.credit}"]
    if len(game.editions) > 1:
        lines += ["", *_editions(game)]
    return "\n".join([*lines, "", *_options(game)])


def _editions(game: Game) -> list[str]:
    """Return a table of the editions."""
    rows = []
    for edition in game.editions:
        players = next((option.described() for option in edition.options if option.name == "players"), "")
        default = "default" if edition.slug == game.default else ""
        rows.append((edition.number, edition.slug, players, edition.attested, default))
    return _table(rows, ("#", "edition", "players", "attested", ""))


def _options(game: Game) -> list[str]:
    """Return a table of the options, each with what it may be in the default edition."""
    rows = []
    for option in game.edition(None).options:
        same = all(option in edition.options for edition in game.editions)
        choices = option.described() if same else f"{option.described()} in {game.default}"
        rows.append((option.name, choices, "none" if option.default is None else option.default, option.doc))
    return _table(rows, ("option", "choices", "default", "what it is"))


def _table(rows: Sequence[Sequence[object]], headers: tuple[str, ...]) -> list[str]:
    """Return the lines of a table, indented."""
    return [f"  {line}" for line in tabulate(rows, headers, "simple", disable_numparse=True).splitlines()]
