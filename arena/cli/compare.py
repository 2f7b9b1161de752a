"""`arena compare`: is one bot better than another?"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from arena import config
from arena.cli.playing import play, processes, tell, with_ways_to_play
from arena.cli.shared import engine, with_own_editions
from arena.config import BotEntry, Tournament
from arena.errors import ConfigError
from arena.field import enlist
from arena.formats import Comparison
from arena.game import Selection, parse_selection
from arena.players.roster import Roster
from arena.printing import printable
from arena.reports.comparison import compared
from arena.schedules.comparison import ComparisonSchedule

WHERE = "command line"
SETTINGS = ("elo0", "elo1", "alpha", "beta", "model", "series")
RISK = click.FloatRange(0, 0.5, min_open=True, max_open=True)

STATUS = {"better": 0, "not better": 3, "": 4}
"""The exit status for each answer; none is that of an error."""

EPILOG = """\b
Examples:
  arena compare ./new.py ./old.py --game battleground
  arena compare greedy random --game royal_dilemma@duel --elo1 50
  arena compare new=./duck.py old=../v1/duck.py --game war_of_multiplicands --model normalized
  arena compare a b --game battleground:players=4 --with greedy --with medic

The exit status is 0 if FIRST is better, 3 if it is not, 4 if it could not be told. The games are kept in results/;
a comparison that was stopped goes on where it was.
"""


@click.command("compare", epilog=EPILOG)
@click.argument("first")
@click.argument("second")
@click.option("--game", required=True, metavar="SELECTION", help="What they play: GAME[@EDITION][:OPTION=VALUE,…].")
@click.option("--with", "others", multiple=True, metavar="BOT", help="Who else sits at a larger table; repeatable.")
@click.option("--elo0", default=0.0, show_default=True, help="FIRST is not better if it leads by so much or less.")
@click.option("--elo1", default=20.0, show_default=True, help="FIRST is better if it leads by so much or more.")
@click.option("--alpha", type=RISK, default=0.05, show_default=True, help="Risk to call it better when it is not.")
@click.option("--beta", type=RISK, default=0.05, show_default=True, help="Risk not to call it better when it is.")
@click.option(
    "--model",
    type=click.Choice(("logistic", "normalized")),
    default="logistic",
    show_default=True,
    help="Which Elo: of the score, or in units of how much results vary.",
)
@click.option(
    "--series",
    type=click.IntRange(1, 1_000_000),
    default=20_000,
    show_default=True,
    help="Give up after so many series.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**63 - 1),
    default=0,
    show_default=True,
    help="What every shuffle follows from.",
)
@click.option("--name", help="Keep the games in results/NAME. [default: compare-FIRST-SECOND]")
@with_own_editions
@with_ways_to_play
def command(
    first: str,
    second: str,
    others: tuple[str, ...],
    workers: int | None,
    serial: bool,
    **given: Any,
) -> int:
    """Play until it shows which of two bots is better.

    Duplicate deals are played until a sequential test can tell whether FIRST is better than SECOND. Bots are names,
    files or command lines, or NAME=one of these.
    """
    count = processes(workers, serial)
    plugins = engine(given["editions"])
    roster = Roster(plugins.bot_sources)
    entries = [config.bot_entry(text) for text in (first, second, *others)]
    names = [roster.find(entry.reference(Path()), entry.name).name for entry in entries]
    if names[0] == names[1]:
        raise ConfigError(f"both bots are called {names[0]!r}; name one, as old={second}")
    _check_seats(parse_selection(given["game"], plugins.games), len(others))
    try:
        form = Comparison(names[0], names[1], **{key: given[key] for key in SETTINGS})
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    chosen = _configured(form, entries, given)
    field = enlist(chosen, WHERE, Path(), plugins, (), given["trust"])
    for warning in field.warnings:
        click.echo(f"warning: {printable(warning)}", err=True)
    (competition,) = field.competitions
    schedule = ComparisonSchedule(competition, form)
    outcome = play(chosen, field, [schedule], plugins, count, serial)
    click.echo(compared(schedule))
    tell(outcome)
    return outcome.status or STATUS[schedule.verdict]


def _check_seats(selection: Selection, others: int) -> None:
    """Refuse a table that is not filled, or others for whom it has no seat; raises ConfigError."""
    wanted = len(set(selection.sides)) - 2
    if others < wanted:
        raise ConfigError(f"{selection} seats {wanted + 2} bots; name {wanted - others} more with --with")
    if others and not wanted:
        raise ConfigError(f"{selection} seats 2 bots; leave out --with")


def _configured(form: Comparison, entries: Sequence[BotEntry], given: Mapping[str, Any]) -> Tournament:
    """Return the tournament that a comparison is."""
    raw = {
        "name": given["name"] or f"compare-{form.first}-{form.second}"[:64],
        "seed": given["seed"],
        "containment": given["containment"] or "process",
        "bots": entries,
        "games": [{"game": given["game"], "schedule": form}],
    }
    return config.build(raw, WHERE)
