"""The engine's memory in long runs: from 10,000 games to a million it grows by less than 5 MB.

    python -m tests.bench.memory [GAMES [GAMES]]

A round robin of twenty bots runs through the tournament, the store and the tables, each size in a process of its
own; only the executor makes its games up. Prints the peak of resident memory after the run and after the tables,
and how both grow.
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

from arena.config import GameEntry, Tournament
from arena.executors import Played, Stage, Task
from arena.field import Field
from arena.reports.live import observer
from arena.store import Store
from arena.tournament import enter, publish, run, schedules_of
from tests.schedules.cases import bots, competition

BOTS = 20
RECORD = b"x" * 500


class Imagined:
    """An executor that makes games up."""

    def run(self, stage: Stage, tasks: Iterable[Task | None]) -> Iterator[Played]:
        """Yield a game for every rotation of every task."""
        for task in tasks:
            for rotation in task.rotations if task else ():
                lots = Random(task.series.id + bytes([rotation]))
                seats = task.series.seats((0, 1), rotation)
                ranks = lots.choice(((1, 2), (2, 1), (1, 1)))
                yield Played(task.series, rotation, seats, ranks, (), "normal", 9, RECORD, 0.001)


def peak() -> int:
    """Return the peak of this process's resident memory, in bytes."""
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) * 1024


def measure(games: int) -> None:
    """Play so many games, about, and print the peaks."""
    deals = max(1, games // (BOTS * (BOTS - 1)))
    one = competition(bots(BOTS), deals=deals)
    field = Field((one,), tuple(one.entrants.values()))
    tournament = Tournament("imagined", (GameEntry(str(one.selection), deals),))
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder)) as store:
        enter(tournament, field, store)
        schedules = schedules_of(field)
        with observer(sum(schedule.planned() for schedule in schedules)) as watching:
            run(tournament, field, schedules, store, Imagined(), watching)
        played = time.monotonic()
        after_run = peak()
        header, _ = publish(store)
        print(header.games, after_run, peak(), played - begin, time.monotonic() - played)


def main(sizes: Iterable[int]) -> None:
    """Measure each size in a process of its own, and print what grew."""
    before: list[int] = []
    for size in sizes:
        command = [sys.executable, "-m", "tests.bench.memory", "--measure", str(size)]
        out = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True
        ).stdout
        games, *peaks = map(int, out.split()[:3])
        run_time, table_time = map(float, out.split()[3:])
        told = ", ".join(
            f"{each / 1e6:.1f} MB after {what}" for each, what in zip(peaks, ("run", "tables"), strict=True)
        )
        print(f"{games} games in {run_time:.1f} s, tables in {table_time:.1f} s: {told}", flush=True)
        if before:
            print(
                "growth: "
                + ", ".join(f"{(new - old) / 1e6:.1f} MB" for new, old in zip(peaks, before, strict=True))
            )
        before = peaks


if __name__ == "__main__":
    given = sys.argv[1:]
    if given[:1] == ["--measure"]:
        measure(int(given[1]))
    else:
        main(map(int, given or ("10000", "1000000")))
