"""What the commands that play a tournament share: how it is played, and what comes of it."""

import os
import signal
from collections.abc import Callable, Sequence
from typing import Any

import click
import msgspec

from arena.cli.places import RESULTS
from arena.config import Tournament
from arena.executors import Executor, Mishap
from arena.executors.serial import Serial
from arena.executors.workers import Workers
from arena.field import Field
from arena.plugins import Plugins
from arena.ratings.standings import Table
from arena.reports.live import observer
from arena.reports.text import Header
from arena.schedules import Schedule
from arena.store import Store
from arena.tournament import enter, publish, run

MISHAPS = 3
"""Failures of the engine that are told in full."""


class Outcome(msgspec.Struct, frozen=True):
    """How a run ended: what its tables are, whether it was interrupted, and at which games the engine failed."""

    header: Header
    tables: list[Table]
    interrupted: bool
    mishaps: list[Mishap]

    @property
    def status(self) -> int:
        """The exit status."""
        return 130 if self.interrupted else 1 if self.mishaps else 0


def with_ways_to_play(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options that say how its games are played."""
    options = (
        click.option(
            "--containment",
            type=click.Choice(("trusted", "process", "strict")),
            help="How bots are kept. [default: process]",
        ),
        click.option(
            "--trust", multiple=True, metavar="NAME", help="A bot to play in the engine's own process; repeatable."
        ),
        click.option(
            "--workers", type=click.IntRange(1, 256), help="Worker processes. [default: one for each core]"
        ),
        click.option("--serial", is_flag=True, help="Play in this process, without workers."),
    )
    for option in reversed(options):
        command = option(command)
    return command


def processes(workers: int | None, serial: bool) -> int:
    """Return how many processes play; raises UsageError when the options contradict each other."""
    if serial and workers:
        raise click.UsageError("--serial plays without workers; leave out --workers")
    return 1 if serial else workers or len(os.sched_getaffinity(0))


def play(
    chosen: Tournament, field: Field, schedules: Sequence[Schedule], plugins: Plugins, workers: int, serial: bool
) -> Outcome:
    """Play what is missing of a tournament and rate, telling of it on standard error; Ctrl-C ends it early."""
    executor: Executor = Serial(plugins.games) if serial else Workers(plugins.games, workers)
    signal.signal(signal.SIGTERM, _interrupt)
    with Store(RESULTS / chosen.name) as store:
        enter(chosen, field, store)
        interrupted = False
        mishaps: list[Mishap] = []
        with observer(sum(schedule.planned() for schedule in schedules)) as watching:
            try:
                mishaps = run(chosen, field, schedules, store, executor, watching)
            except KeyboardInterrupt:
                interrupted = True
        store.commit()
        return Outcome(*publish(store), interrupted, mishaps)


def tell(outcome: Outcome) -> None:
    """Tell on standard error what went wrong."""
    for mishap in outcome.mishaps[:MISHAPS]:
        game = mishap.series.game_id(mishap.rotation)
        click.echo(
            f"engine error: game {game} of {mishap.series.selection} has no result\n{mishap.trace}", err=True
        )
    if outcome.mishaps[MISHAPS:]:
        click.echo(f"engine error: and {len(outcome.mishaps) - MISHAPS} games more", err=True)
    if outcome.interrupted:
        click.echo("interrupted: every game that was counted is kept; run again to play the rest", err=True)


def _interrupt(signum: int, frame: object) -> None:
    """Stop as for Ctrl-C."""
    raise KeyboardInterrupt
