"""Runs that are killed at random instants, and what the next run makes of it.

    python -m tests.outside.kills [KILLS] [SEED]

A tournament with strangers' bots is played by four workers. In turn its parent, a worker, and all of its processes
are killed by SIGKILL. Then it is run again: it must play exactly what is missing, keep every stored game as it was,
and end in the same records and tables as the run that nothing happened to. A line is printed for every kill.
"""

import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import cycle, islice
from pathlib import Path
from random import Random

import msgspec

from arena.errors import StoreError
from arena.store import Store
from tests.cli.conftest import BOTS, Done, Program

FILE = """
bots = ["random", "greedy", "./steady.py", {{ bot = "./steady.py", name = "still" }}]

[[games]]
game = "battleground:players=2"
deals = {deals}

[[games]]
game = "war_of_multiplicands:players=3"
deals = {deals}
"""
RESULTS = Path("results/mine")
VICTIMS = ("parent", "worker", "everything")


class Left(msgspec.Struct, frozen=True):
    """What a run left: the record of every game, by its id, and the files of tables."""

    records: dict[str, bytes]
    tables: tuple[bytes, ...]


def prepare(deals: int) -> None:
    """Write the tournament's files into the current folder."""
    Path("mine.toml").write_text(FILE.format(deals=deals), encoding="utf-8")
    shutil.copy(BOTS / "steady.py", Path())


def run(workers: int) -> Done:
    """Run to the end, which is all right."""
    done = Program("run", "mine.toml", "--workers", str(workers)).ended()
    assert done.status == 0, done.err
    return done


def new(done: Done) -> int:
    """Return how many games a run says that it has played."""
    return int(done.err.partition(" games, ")[2].partition(" new")[0])


def stored() -> dict[str, bytes]:
    """Return the record of every game that is stored by now, by its id."""
    try:
        with Store(RESULTS, writable=False) as store, store.unchanging():
            return {listed.game: record for listed, record in zip(store.index(), store.records(), strict=True)}
    except StoreError:
        assert not (RESULTS / "elo.csv").exists()
        return {}


def left() -> Left:
    """Return what a run left."""
    return Left(stored(), tuple((RESULTS / name).read_bytes() for name in ("elo.csv", "elo.md")))


def killed(victim: str, workers: int, expected: Left, wait: Callable[[Program], object], lots: Random) -> str:
    """Kill a new run when the wait is over, run it again, and say what came of it; raises AssertionError."""
    shutil.rmtree("results", ignore_errors=True)
    program = Program("run", "mine.toml", "--workers", str(workers))
    wait(program)
    for pid in _victims(program, victim, lots):
        os.kill(pid, signal.SIGKILL)
    ended = program.ended()
    kept = stored()
    # A run goes on without a worker that is killed.
    assert ended.status == -signal.SIGKILL or len(kept) == len(expected.records), ended.err
    again = new(run(workers))
    assert again == len(expected.records) - len(kept), f"{again} games played, {len(kept)} were stored"
    found = left()
    assert found.records == expected.records, "other games"
    assert found.tables == expected.tables, "other tables"
    assert kept.items() <= found.records.items(), "a stored game has changed"
    return f"{len(kept)} games stored, {again} played again, same bytes"


def _victims(program: Program, victim: str, lots: Random) -> list[int]:
    """Return the processes to kill: a worker only if there is one."""
    if victim == "parent":
        return [program.pid]
    processes = program.processes()
    if victim == "everything":
        return [*processes]
    crew = sorted(pid for pid, command in processes.items() if "--multiprocessing-fork" in command)
    return [lots.choice(crew)] if crew else []


def main(kills: int, seed: int) -> None:
    """Measure an uninterrupted run, then kill others."""
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        prepare(deals=13)
        begin = time.monotonic()
        run(4)
        length = time.monotonic() - begin
        expected = left()
        print(f"uninterrupted: {len(expected.records)} games in {length:.1f} s with 4 workers")
        lots = Random(seed)
        for number, victim in enumerate(islice(cycle(VICTIMS), kills), 1):
            instant = lots.uniform(0, length)
            told = killed(victim, 4, expected, lambda _, instant=instant: time.sleep(instant), lots)
            print(f"kill {number:2} of {victim:10} after {instant:5.2f} s: {told}", flush=True)
        print(f"{kills} kills: no game lost, none doubled")


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:]]
    main(given[0] if given else 20, given[1] if given[1:] else 1)
