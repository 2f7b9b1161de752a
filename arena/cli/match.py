"""`arena match`: one game between given bots, shown move by move."""

import logging
from pathlib import Path

import click

from arena import record
from arena.bot import Limits
from arena.chance import derive
from arena.cli.shared import engine
from arena.config import BotEntry, bot_entry
from arena.errors import ConfigError, SelectionError
from arena.executors import Stage
from arena.executors.playing import Ground
from arena.game import covers, parse_selection
from arena.players.entrants import BotSpec
from arena.players.forking import Zygote
from arena.players.process import describe
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
    """Play one game and tell it move by move.

    GAME is a selection. BOTS are names or files, one for each seat or team; the first sits in seat 0.
    """
    plugins = engine()
    selection = parse_selection(game, plugins.games)
    sides = len(set(selection.sides))
    if len(bots) != sides:
        raise ConfigError(f"{selection} is for {sides} bots, not for {len(bots)}; the option players changes that")
    roster = Roster(plugins.bot_sources)
    specs: dict[str, BotSpec] = {}
    lineup = []
    for text in bots:
        entry = bot_entry(text)
        reference, name = (entry.bot, entry.name) if isinstance(entry, BotEntry) else (entry, None)
        spec = roster.find(reference, Path(), name)
        if specs.setdefault(spec.name, spec) != spec:
            raise ConfigError(f"two bots are called {spec.name!r}; name one, as {spec.name}-2={reference}")
        lineup.append(spec.name)
    with Zygote() as zygote:
        for spec in specs.values():
            entrant = describe(zygote, spec, Limits())
            try:
                claimed = any(covers(claim, selection) for claim in entrant.games)
            except SelectionError as error:
                raise ConfigError(f"the games of {spec.name!r}: {error}") from None
            if not claimed:
                claims = ", ".join(entrant.games) or "nothing"
                raise ConfigError(f"{spec.name} does not play {selection}; it plays {claims}")
    series = Series(
        derive("match", seed, str(selection), *lineup), str(selection), selection.game.version, tuple(lineup), 0
    )
    logging.basicConfig(level=logging.INFO, format="%(message)s", force=True)
    with Ground(plugins.games, Stage(specs, Limits())) as ground:
        played = record.decode(ground.play(series, 0).record)
    if as_json:
        click.echo(record.encode(played))
    else:
        click.echo(told(selection.game, played))
