"""`arena run`: play what is missing of a tournament, then rate."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

import click
from tabulate import tabulate

from arena import config
from arena.cli.places import RESULTS, tournament_file
from arena.cli.playing import play, processes, tell, with_ways_to_play
from arena.cli.shared import engine, with_own_editions
from arena.executors import Past, Task
from arena.executors.playing import Ground
from arena.field import Field, enlist
from arena.plugins import Plugins
from arena.printing import printable
from arena.reports.text import to_terminal
from arena.series import Series
from arena.store import Store
from arena.tournament import missing, schedules_of

SAMPLES = 8
"""Series of each selection that an estimate plays one game of."""

EPILOG = """\b
Examples:
  arena run quick                       the tournament tournaments/quick.toml
  arena run ./my.toml --workers 4       any file, in four processes
  arena run quick --bot ./my_bot.py     the same field and one more
  arena run full --dry-run              how many games, and how long they take
  arena run --name duel --game battleground --bot greedy --bot ./my_bot.py

Running again plays only what is missing. Ctrl-C keeps every game that was counted.
"""


@click.command("run", epilog=EPILOG)
@click.argument("tournament", required=False)
@click.option("--name", help="Play a tournament of this name, made of the options that follow.")
@click.option("--game", multiple=True, metavar="SELECTION", help="GAME[@EDITION][:OPTION=VALUE,…]; repeatable.")
@click.option(
    "--bot",
    multiple=True,
    metavar="BOT",
    help="A name, ./file.py, 'node duck.js' or NAME=one of these; repeatable.",
)
@with_own_editions
@click.option("--deals", type=click.IntRange(1, 1_000_000), help="Series for each line-up and game. [default: 10]")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), help="What every shuffle follows from. [default: 0]")
@with_ways_to_play
@click.option("--dry-run", is_flag=True, help="Only say how many games there are and how long they may take.")
def command(tournament: str | None, workers: int | None, serial: bool, dry_run: bool, **given: Any) -> int:
    """Play what is missing of a tournament, then rate.

    TOURNAMENT is a name from tournaments/ or a file; or make one of --name, --game and --bot.
    """
    count = processes(workers, serial)
    chosen, where, folder, guests = _configured(tournament, given)
    plugins = engine([*(folder / file for file in chosen.editions), *given["editions"]])
    field = enlist(chosen, where, folder, plugins, guests, given["trust"])
    for warning in field.warnings:
        click.echo(f"warning: {printable(warning)}", err=True)
    if dry_run:
        _estimate(chosen, field, plugins, count)
        return 0
    outcome = play(chosen, field, schedules_of(field), plugins, count, serial)
    click.echo(to_terminal(outcome.header, outcome.tables))
    results = RESULTS / chosen.name
    click.echo(f"written: {results / 'elo.md'}, {results / 'elo.csv'}", err=True)
    tell(outcome)
    return outcome.status


def _configured(
    tournament: str | None, given: dict[str, Any]
) -> tuple[config.Tournament, str, Path, list[config.BotEntry]]:
    """Return the tournament, what errors call it, the folder its paths are relative to, and who joins its bots."""
    bots = [config.bot_entry(text) for text in given["bot"]]
    if tournament is None:
        if not given["name"] or not given["game"]:
            raise click.UsageError("name a tournament, or make one of --name and --game")
        raw = {
            "name": given["name"],
            "seed": given["seed"] or 0,
            "containment": given["containment"] or "process",
            "games": [{"game": text, "deals": given["deals"] or 10} for text in given["game"]],
        }
        return config.build(raw | ({"bots": bots} if bots else {}), "command line"), "command line", Path(), []
    clash = [f"--{key}" for key in ("name", "game", "deals", "seed", "containment") if given[key] not in (None, ())]
    if clash:
        raise click.UsageError(f"{tournament} says what to play; leave out {', '.join(clash)}")
    path = tournament_file(tournament)
    return config.read(path), str(path), path.parent, bots


def _estimate(chosen: config.Tournament, field: Field, plugins: Plugins, count: int) -> None:
    """Say what there is to play, and how long it may take by a sample that is played and forgotten."""
    left: Counter[str] = Counter()
    samples: defaultdict[str, list[Task]] = defaultdict(list)
    lots = Random(0)
    with _stored(chosen.name) as played:
        for task in missing(field, played):
            selection = task.series.selection
            left[selection] += len(task.rotations)
            if len(samples[selection]) < SAMPLES:
                samples[selection].append(task)
            elif lots.random() * left[selection] < SAMPLES * len(task.rotations):
                samples[selection][int(lots.random() * SAMPLES)] = task
    rows, seconds = [], 0.0
    with Ground(plugins.games, field.stage(chosen)) as ground:
        for schedule in schedules_of(field):
            name = str(schedule.competition.selection)
            lengths = [ground.play(task.series, task.rotations[0]).seconds for task in samples[name]]
            seconds += left[name] * (fmean(lengths) if lengths else 0.0)
            rows.append((name, len(schedule.competition.entrants), schedule.planned(), left[name]))
    click.echo(tabulate(rows, headers=("selection", "bots", "games", "to play")))
    total = sum(left.values())
    click.echo(f"{total} games to play, about {seconds / count:.0f} s in {count} processes by a sample")


@contextmanager
def _stored(name: str) -> Iterator[Callable[[Series], Mapping[int, Past]]]:
    """Give the way to ask what has been played of a series, which is nothing where there is no store yet."""
    folder = RESULTS / name
    if not (folder / "arena.sqlite").exists():
        yield lambda series: {}
        return
    with Store(folder, writable=False) as store:
        yield store.played
