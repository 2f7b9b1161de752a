"""Two workers against one: the same games, wall clock, interleaved; prints each pair's ratio and the median.

    .venv/bin/python tests/bench/workers.py [SELECTION] [SERIES] [PAIRS]

The series are enough for ten seconds and more with one worker, of games that take over a millisecond each. The
start of the workers is within the time. Nothing else should run on the machine.
"""

import statistics
import sys
import time
from itertools import chain

from arena.bot import Limits
from arena.config import GameEntry
from arena.executors import Stage, Task
from arena.executors.workers import Workers
from arena.game import parse_selection
from arena.players.entrants import Entrant
from arena.players.roster import Roster
from arena.plugins import Plugins
from arena.schedules.making import schedule_of
from arena.series import Competition


def main(text: str, series: int, pairs: int) -> None:
    """Measure and print."""
    plugins = Plugins()
    roster = Roster(plugins.bot_sources)
    entrants = {name: Entrant(roster.specs[name], "0", ("*",)) for name in ("greedy", "random")}
    competition = Competition(parse_selection(text, plugins.games), GameEntry(text, deals=series), entrants)
    stage = Stage({name: entrant.spec for name, entrant in entrants.items()}, Limits())
    rotations = tuple(range(competition.table_size))

    def seconds(count: int) -> float:
        tasks = [Task(one, rotations) for one in chain.from_iterable(schedule_of(competition))]
        begin = time.perf_counter()
        games = sum(1 for _ in Workers(plugins.games, count).run(stage, tasks))
        if games != series * len(rotations):
            raise SystemExit("games are missing")
        return time.perf_counter() - begin

    ratios = []
    for _ in range(pairs):
        one, two = seconds(1), seconds(2)
        ratios.append(one / two)
        games = series * len(rotations)
        print(
            f"{games} games, {1000 * one / games:.2f} ms each: {one:.2f} s, {two:.2f} s with two: {one / two:.2f} x"
        )
    print(f"median {statistics.median(ratios):.2f} x")


if __name__ == "__main__":
    given = sys.argv[1:]
    main(
        given[0] if given else "battleground",
        int(given[1]) if given[1:] else 600,
        int(given[2]) if given[2:] else 5,
    )
