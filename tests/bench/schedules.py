"""How many games the Swiss system and the race take, against the round robin; simulated bots, fixed seeds.

    python -m tests.bench.schedules swiss|race [REPEATS]

Swiss: 500 bots, their Elo spread normally with a standard deviation of 200: games until Kendall's tau between the
fitted and the true order passes .95, in the Swiss system and in a round robin, which is looked at as often. Both
play one series of two games whenever two bots meet.

Race: 50 bots of the same kind: games until the race ends, and whether with the true best one. It claims that this
one is better than all others, at a risk of 5 % in all, whenever it is looked at. A round robin may claim that when
its first leads each of the 49 others significantly at 5 % / 49; it is looked at whenever it has grown by a tenth,
which makes it claim too early rather than too late.
"""

import sys
from itertools import chain, islice
from random import Random
from statistics import NormalDist, median

import numpy as np
from scipy.stats import kendalltau

from arena.formats import Format, Race, RoundRobin, Swiss
from arena.ratings.fit import fit
from arena.ratings.pairs import compare
from arena.ratings.tally import gather
from arena.schedules.making import schedule_of
from arena.schedules.strength import Strength
from tests.schedules.cases import bots, by_strength, competition, played, rounds_of

SPREAD = 200.0
TAU = 0.95


def field(size: int, seed: int) -> dict[str, float]:
    """Return simulated bots and their Elo."""
    lots = Random(seed)
    return {name: lots.gauss(0, SPREAD) for name in bots(size)}


def until_in_order(form: Format, seed: int, truth: dict[str, float], step: int) -> int:
    """Return the games until the order is right, looked at after every so many series."""
    play = by_strength(truth)
    one = competition(truth, form, seed=seed)
    series = chain.from_iterable(rounds_of(schedule_of(one), play))
    strength, games = Strength(), 0
    while some := list(islice(series, step)):
        for each in some:
            strength.add(played(one, each, play))
        games += len(some) * one.table_size
        found = strength.elo()
        if kendalltau([found.get(name, 0.0) for name in truth], list(truth.values())).statistic > TAU:
            return games
    raise SystemExit("never in order")


def until_told_apart(seed: int, truth: dict[str, float]) -> int:
    """Return the games until a round robin's first is significantly better than all others."""
    play = by_strength(truth)
    one = competition(truth, RoundRobin(), deals=100_000, seed=seed)
    results, target = [], 1.0
    for number, turn in enumerate(schedule_of(one), 1):
        results += [played(one, each, play) for each in turn]
        if number < target:
            continue
        target *= 1.1
        (tally,) = gather(results).values()
        fitted = fit(compare(tally))
        first = int(fitted.worth.argmax())
        variance = np.diag(fitted.covariance) + fitted.covariance[first, first] - 2 * fitted.covariance[first]
        leads = (fitted.worth[first] - fitted.worth) / np.sqrt(np.maximum(variance, 1e-12))
        if np.delete(leads, first).min() > NormalDist().inv_cdf(1 - 0.05 / (len(truth) - 1)):
            return len(results) * one.table_size
    raise SystemExit("never told apart")


def swiss(seed: int) -> None:
    """Print a comparison."""
    truth = field(500, seed)
    ours = until_in_order(Swiss(2000), seed, truth, 2500)
    theirs = until_in_order(RoundRobin(20), seed, truth, 2500)
    print(f"seed {seed}: Swiss {ours:,} games, round robin {theirs:,}: {ours / theirs:.2f}")


def race(seed: int) -> tuple[bool, float]:
    """Print a comparison; returns whether the best bot won the race, and its share of the round robin's games."""
    truth = field(50, seed)
    best, second = sorted(truth, key=truth.__getitem__, reverse=True)[:2]
    one = competition(truth, Race(), seed=seed)
    schedule = schedule_of(one)
    games = sum(len(turn) for turn in rounds_of(schedule, by_strength(truth))) * one.table_size
    right = f"by {best} " in schedule.stop
    theirs = until_told_apart(seed, truth)
    print(
        f"seed {seed}: lead {truth[best] - truth[second]:3.0f} Elo, race {games:,} games, "
        f"{'right' if right else 'wrong'}; round robin {theirs:,}: {games / theirs:.3f}"
    )
    return right, games / theirs


if __name__ == "__main__":
    what, repeats = sys.argv[1], int([*sys.argv, "5"][2])
    if what == "swiss":
        for number in range(repeats):
            swiss(number)
    else:
        rights, shares = zip(*map(race, range(repeats)), strict=True)
        print(f"right {sum(rights)} of {repeats}; median share of the games {median(shares):.3f}")
