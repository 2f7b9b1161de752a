"""How long ratings take and how much memory: processor time from seats and ranks to Elo with intervals.

    python -m tests.bench.rating [MANY_BOTS]

A hundred bots and a million games, as numbers are taken in; then 5,000 bots and 1.8 million games, first the Elo
alone, then with intervals. Games are duels of two games a deal, and a tenth of them is drawn.
"""

import resource
import sys
import time
from collections import Counter
from collections.abc import Callable
from typing import TypeVar

import numpy as np

from arena.ratings.fit import SCALE, Fit, fit, worths
from arena.ratings.likelihood import logistic
from arena.ratings.pairs import Comparisons, compare, islands
from arena.ratings.tally import Ints, Tally, counted

SPREAD = 200.0
DRAWN = 0.1

T = TypeVar("T")


def tournament(bots: int, games: int, seed: int) -> tuple[Ints, Ints]:
    """Return seats and ranks (series x games x seats) of random duels of bots whose Elo is spread normally."""
    rng = np.random.default_rng(seed)
    strength = rng.normal(0, SPREAD / SCALE, bots)
    first = rng.integers(0, bots, games // 2)
    second = (first + rng.integers(1, bots, games // 2)) % bots
    pairs = np.sort(np.stack((first, second), axis=1), axis=1)
    seats = np.stack((pairs, pairs[:, ::-1]), axis=1)
    won = rng.random(seats.shape[:2]) < logistic(strength[seats[:, :, 0]] - strength[seats[:, :, 1]])
    ranks = np.where(won[:, :, None], (1, 2), (2, 1))
    ranks[rng.random(won.shape) < DRAWN] = 1
    return seats, ranks


def tallied(seats: Ints, ranks: Ints, bots: int) -> Tally:
    """Return the tally of a tournament."""
    rows, names = len(seats), tuple(f"b{number:04}" for number in range(bots))
    nothing = np.zeros(seats.shape[:2], np.bool_)
    return counted("duel", names, seats, ranks, nothing, np.ones(rows, np.int64), Counter())


def largest(seats: Ints, ranks: Ints, bots: int) -> Comparisons:
    """Return the comparisons of the largest island."""
    return islands(compare(tallied(seats, ranks, bots)))[0]


def elo(seats: Ints, ranks: Ints, bots: int) -> int:
    """Rate without intervals and return how many were rated."""
    return len(worths(largest(seats, ranks, bots).pairs()))


def rated(seats: Ints, ranks: Ints, bots: int) -> Fit:
    """Rate with intervals."""
    return fit(largest(seats, ranks, bots))


def timed(what: str, call: Callable[[], T]) -> T:
    """Call, and print how long it took."""
    processor, wall = time.process_time(), time.perf_counter()
    result = call()
    processor, wall = time.process_time() - processor, time.perf_counter() - wall
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{what}: {processor:.2f} s of processor time, {wall:.2f} s; peak memory so far {peak:,.0f} MB")
    return result


def main(many: int) -> None:
    """Measure and print."""
    rated(*tournament(10, 1000, 0), 10)  # scipy is loaded by then
    for bots, games in ((100, 1_000_000), (many, 1_800_000)):
        seats, ranks = tournament(bots, games, 1)
        what = f"{bots:,} bots, {games:,} games"
        timed(f"{what}, Elo", lambda: elo(seats, ranks, bots))  # noqa: B023 - called at once
        timed(f"{what}, Elo with intervals", lambda: rated(seats, ranks, bots))  # noqa: B023


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 5000)
