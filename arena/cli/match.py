"""`arena match`: one game between given bots, shown move by move."""

import logging
from pathlib import Path

import click

from arena import record
from arena.bot import Limits
from arena.chance import derive
from arena.cli.shared import bot_entry, engine
from arena.config import BotEntry
from arena.errors import ConfigError
from arena.executors import Stage
from arena.executors.playing import Ground
from arena.game import parse_selection
from arena.players.roster import Roster
from arena.reports.story import told
from arena.schedule import Series

EPILOG = """\b
Examples:
  arena match battleground greedy random
  arena match royal_dilemma@ransom:players=3 greedy random ./my_bot.py --seed 7
  arena match war_of_multiplicands random random --json
What a bot raises is shown on standard error.
"""


@click.command("match", epilog=EPILOG)
@click.argument("game")
@click.argument("bots", nargs=-1, required=True)
@click.option(
    "--seed", type=click.IntRange(0, 2**63 - 1), default=0, show_default=True, help="What the deal follows from."
)
@click.option("--json", "as_json", is_flag=True, help="Print the game's record instead.")
def command(game: str, bots: tuple[str, ...], seed: int, as_json: bool) -> None:
    """Play one game of GAME (a selection) between BOTS (names or files; the first begins in seat 0)."""
    plugins = engine()
    selection = parse_selection(game, plugins.games)
    sides = len(set(selection.sides))
    if len(bots) != sides:
        raise ConfigError(f"{selection} is for {sides} bots, {len(bots)} are given; the option players changes it")
    roster = Roster(plugins.bot_sources)
    specs = []
    for text in bots:
        entry = bot_entry(text)
        reference, name = (entry.bot, entry.name) if isinstance(entry, BotEntry) else (entry, None)
        specs.append(roster.find(reference, Path(), name))
    lineup = tuple(spec.name for spec in specs)
    series = Series(derive("match", seed, str(selection), *lineup), str(selection), lineup, 0)
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    with Ground(plugins.games, Stage({spec.name: spec for spec in specs}, Limits())) as ground:
        played = record.decode(ground.play(series, 0).record)
    if as_json:
        click.echo(record.encode(played))
    else:
        click.echo(told(selection.game, played))
