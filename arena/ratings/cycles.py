"""Bots that beat each other in a circle, which no ranking can show."""

from statistics import NormalDist
from typing import Any, Final

import numpy as np

from arena.ratings.findings import Cycle
from arena.ratings.pairs import Pairs
from arena.ratings.tally import Ints

ALARM: Final = 0.05
"""How often, at most, a cycle is reported where there is none."""


def worst_cycle(pairs: Pairs, surplus: Any, times: Ints) -> Cycle | None:
    """Return the most significant cycle of three, None if none is.

    `surplus` (series x pairs, sparse) is by how much the first of a pair got more than half of the points of a
    series, `times` how many series were like that.

    Whether one bot beats another is judged by the sum of their series' surpluses over the root of the sum of their
    squares, as if there were none. A cycle is as significant as the weakest of its three (an intersection-union
    test), with Bonferroni's correction for all threes that met, and both ways round.
    """
    threes = _threes(pairs)
    if not threes:
        return None
    enough = NormalDist().inv_cdf(1 - ALARM / (2 * threes))
    ahead = surplus.T @ times
    spread = np.sqrt(surplus.multiply(surplus).T @ times)
    size = len(pairs.players)
    beats = np.zeros((size, size))
    beats[pairs.first, pairs.second] = np.divide(ahead, spread, out=np.zeros(len(spread)), where=spread > 0)
    beats -= beats.T

    worst, found = enough, None
    for one in range(size):
        later = np.arange(size) > one
        (second,), (third,) = np.nonzero(later & (beats[one] > worst)), np.nonzero(later & (beats[:, one] > worst))
        if len(second) and len(third):
            weakest = np.minimum(beats[np.ix_(second, third)], beats[third, one])
            weakest = np.minimum(weakest, beats[one, second][:, None])
            row, column = np.unravel_index(weakest.argmax(), weakest.shape)
            if weakest[row, column] > worst:
                worst, found = weakest[row, column], (one, int(second[row]), int(third[column]))
    return None if found is None else _told(pairs, found)


def _threes(pairs: Pairs) -> int:
    """Return how many threes of players all met each other."""
    from scipy.sparse import coo_array

    size = len(pairs.players)
    met = coo_array((np.ones(len(pairs.first)), (pairs.first, pairs.second)), (size, size)).tocsr()
    return int((met @ met).multiply(met).sum())


def _told(pairs: Pairs, players: tuple[int, int, int]) -> Cycle:
    """Return a cycle with names and scores."""
    one, two, three = players
    scores = (_score(pairs, one, two), _score(pairs, two, three), _score(pairs, three, one))
    return Cycle((pairs.players[one], pairs.players[two], pairs.players[three]), scores)


def _score(pairs: Pairs, player: int, other: int) -> float:
    """Return what a player scored against another, in per cent."""
    (row,) = np.flatnonzero((pairs.first == min(player, other)) & (pairs.second == max(player, other)))
    share = float((pairs.wins[row] + pairs.draws[row] / 2) / pairs.comparisons[row])
    return 100 * (share if player < other else 1 - share)
