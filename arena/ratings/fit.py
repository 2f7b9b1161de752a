"""One batch Bradley-Terry fit, with error bars that know that the games of a series belong together.

The model (Zermelo 1929; Bradley and Terry 1952): i beats j with probability s(w_i - w_j), s the logistic function
and w the players' *log-worths*; a draw is half a win and half a loss.

Every player also has half a win and half a loss against a ghost of log-worth 0 (as Turner, van Etten, Firth and
Kosmidis 2020 do for Plackett-Luce), so that there is a finite fit whatever the results. The covariance is the
sandwich clustered by series (Liang and Zeger 1986) with the usual small-sample factor and t quantiles (Cameron and
Miller 2015). The ghost's games are in its filling with the variance that the model gives them: where the games
spread as the model says, the covariance is then the posterior's; where they don't spread at all (every series
drawn), the error bars are still not nil.
"""

from collections.abc import Callable
from math import inf, log, sqrt
from statistics import NormalDist
from typing import Any, Final

import msgspec
import numpy as np

from arena.ratings.likelihood import Floats, Likelihood, logistic, slope
from arena.ratings.pairs import Comparisons, Pairs
from arena.ratings.tally import Ints

SCALE: Final = 400 / log(10)
"""Elo points for one unit of log-worth: odds of ten to one are 400 points."""
MEAN: Final = 1500.0
GHOST: Final = 0.5
CONFIDENCE: Final = 0.95
FEW: Final = 40
"""With fewer series than this, quantiles are Student's."""
BLOCK: Final = 500


class Fit(msgspec.Struct, frozen=True, eq=False):
    """Log-worths of players, with mean 0, and how sure they are.

    `covariance` is that of the log-worths under the same constraint, `quantile` how many standard errors a
    two-sided 95 % interval reaches to either side: infinitely many when there are too few games to tell. `model` is
    what the covariance would be if all comparisons were independent and the model true.
    `floor` and `ceiling` are the log-worths themselves but for a player who won all its comparisons, or lost them
    all: there one is infinite and the other a one-sided 95 % bound.
    """

    players: tuple[str, ...]
    worth: Floats
    covariance: Floats
    quantile: float
    floor: Floats
    ceiling: Floats
    model: Floats


def fit(comparisons: Comparisons, ghost: float = GHOST) -> Fit:
    """Fit an island; `ghost` is how many wins, and losses, each player has against the ghost.

    Raises ArithmeticError where there is no finite fit, which without a ghost may happen.
    """
    pairs = comparisons.pairs()
    raw = _most_likely(pairs, ghost)
    worth = raw - raw.mean()
    ghosts = 2 * ghost * slope(raw)

    factor = correction(comparisons)
    filling = (1.0 if factor is None else factor) * _spread(comparisons, worth)
    np.einsum("ii->i", filling)[:] += ghosts
    half = _inverse(pairs, worth, ghosts)
    half -= half.mean(axis=0)
    covariance = _around(filling, half)
    half -= half.mean(axis=1, keepdims=True)

    floor, ceiling = _ends(comparisons, pairs, worth)
    quantile = inf if factor is None else student(comparisons.clusters)
    return Fit(pairs.players, worth, covariance, quantile, floor, ceiling, model=half)


def worths(pairs: Pairs, ghost: float = GHOST) -> Floats:
    """Return the log-worths alone, with mean 0.

    Raises ArithmeticError where there are no finite ones, which without a ghost may happen.
    """
    raw = _most_likely(pairs, ghost)
    return np.asarray(raw - raw.mean())


def _most_likely(pairs: Pairs, ghost: float) -> Floats:
    """Return the log-worths; with a ghost, its own is 0."""
    from scipy.sparse import csr_array

    if not ghost and not _joined(pairs):
        raise ArithmeticError("no finite fit: some players never scored against any of the others")
    rows, size = len(pairs.first), len(pairs.players)
    columns = np.stack((pairs.first, pairs.second), axis=1).ravel()
    design = csr_array((np.tile((1.0, -1.0), rows), columns, np.arange(0, 2 * rows + 1, 2)), shape=(rows, size))
    gained, lost = pairs.wins + pairs.draws / 2, pairs.losses + pairs.draws / 2
    level = np.full((0 if ghost else 1, size), 1 / sqrt(size))
    return Likelihood(design, gained, lost, np.full(size, ghost), level).most_likely()


def _joined(pairs: Pairs) -> bool:
    """Tell whether everybody scored, directly or through others, against everybody (Ford 1957)."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    won, lost = pairs.wins + pairs.draws > 0, pairs.losses + pairs.draws > 0
    who = np.concatenate((pairs.first[won], pairs.second[lost]))
    whom = np.concatenate((pairs.second[won], pairs.first[lost]))
    scored = coo_array((np.ones(len(who)), (who, whom)), shape=(len(pairs.players),) * 2)
    return bool(connected_components(scored, connection="strong", return_labels=False) == 1)


def _inverse(pairs: Pairs, worth: Floats, ghosts: Floats) -> Floats:
    """Return the inverse of the information, `ghosts` being what the ghost adds to its diagonal.

    Without a ghost only differences matter; then the mean is pinned, which leaves them as they are.
    """
    from scipy.linalg import lapack

    size = len(worth)
    weight = pairs.comparisons * slope(worth[pairs.first] - worth[pairs.second])
    triangle = np.zeros((size, size), order="F")
    triangle[pairs.first, pairs.second] = -weight
    diagonal = np.bincount(pairs.first, weight, size) + np.bincount(pairs.second, weight, size) + ghosts
    np.einsum("ii->i", triangle)[:] = diagonal
    if not ghosts.any():
        triangle += 1 / size
    # By Cholesky factors in the matrix' own place: a field of thousands leaves no room for copies.
    triangle, failed = lapack.dpotrf(triangle, overwrite_a=True)
    if not failed:
        triangle, failed = lapack.dpotri(triangle, overwrite_c=True)
    if failed:
        raise ArithmeticError("the information of the fit is singular")
    inverse = np.triu(triangle, 1)
    inverse += inverse.T
    np.einsum("ii->i", inverse)[:] = np.diag(triangle)
    return np.asarray(inverse)


def _around(filling: Floats, half: Floats) -> Floats:
    """Return half @ filling @ half.T; of what is symmetric each block is worked out once."""
    left = half @ filling
    size = len(left)
    whole = np.empty((size, size))
    for begin in range(0, size, BLOCK):
        rows = slice(begin, begin + BLOCK)
        whole[rows, begin:] = left[rows] @ half[begin:].T
        whole[begin:, rows] = whole[rows, begin:].T
    return whole


def _spread(comparisons: Comparisons, worth: Floats) -> Floats:
    """Return the sum over all series of the outer product of the series' part in the score function."""
    from scipy.sparse import coo_array

    first, second, series = comparisons.first, comparisons.second, comparisons.series
    surprise = comparisons.points - logistic(worth[first] - worth[second])
    place = (np.tile(series, 2), np.concatenate((first, second)))
    scores = coo_array((np.concatenate((surprise, -surprise)), place), (len(comparisons.times), len(worth))).tocsr()
    return gram(scores, comparisons.times)


def gram(scores: Any, times: Ints) -> Floats:
    """Return the sum of the outer products of a sparse matrix' rows, each taken so many times."""
    from scipy.sparse import diags_array

    return np.asarray((scores.T @ (diags_array(times.astype(float)) @ scores)).toarray())


def correction(comparisons: Comparisons, more: int = 0) -> float | None:
    """Return the factor that makes up for few series; None where there are too few to tell how results vary.

    `more` is how many parameters are fitted besides the players' log-worths.
    """
    clusters, count = comparisons.clusters, int(comparisons.times[comparisons.series].sum())
    spare = count - (len(comparisons.players) - 1) - more
    return clusters / (clusters - 1) * (count - 1) / spare if clusters > 1 and spare > 0 else None


def student(clusters: int) -> float:
    """Return how many standard errors a two-sided interval reaches to either side, by the number of series."""
    tail = (1 + CONFIDENCE) / 2
    if clusters >= FEW:
        return NormalDist().inv_cdf(tail)
    from scipy.special import stdtrit

    return float(stdtrit(clusters - 1, tail))


def _ends(comparisons: Comparisons, pairs: Pairs, worth: Floats) -> tuple[Floats, Floats]:
    """Return the floors and ceilings of all players."""
    size = len(worth)
    won, lost = pairs.wins + pairs.draws / 2, pairs.losses + pairs.draws / 2
    scored = np.bincount(pairs.first, won, size) + np.bincount(pairs.second, lost, size)
    missed = np.bincount(pairs.first, lost, size) + np.bincount(pairs.second, won, size)
    floor, ceiling = worth.copy(), worth.copy()
    (best,), (worst,) = np.nonzero(missed == 0), np.nonzero(scored == 0)
    floor[best], ceiling[best] = _bounds(comparisons, worth, best), inf
    floor[worst], ceiling[worst] = -inf, -_bounds(comparisons, -worth, worst)
    return floor, ceiling


def _bounds(comparisons: Comparisons, worth: Floats, who: Ints) -> Floats:
    """Return the lowest log-worths at which players who won everything were not implausibly lucky.

    That is where so many wins have a probability of 5 %, all opponents being as fitted. A series counts as one
    game, however many games and opponents it has: one piece of luck may have decided them all.
    """
    place = np.full(len(worth), -1)
    place[who] = np.arange(len(who))
    sides = ((comparisons.first, comparisons.second), (comparisons.second, comparisons.first))
    mine = [np.flatnonzero(place[player] >= 0) for player, _ in sides]
    number = np.concatenate([place[player[rows]] for (player, _), rows in zip(sides, mine, strict=True)])
    other = np.concatenate([worth[opponent[rows]] for (_, opponent), rows in zip(sides, mine, strict=True)])
    series = np.concatenate([comparisons.series[rows] for rows in mine])
    _, meeting, of = np.unique(series * len(who) + number, return_inverse=True, return_counts=True)
    share = comparisons.times[series] / of[meeting]

    def plausible(lead: Floats) -> Floats:
        chance = np.bincount(number, share * np.logaddexp(0, other - lead[number]), len(who))
        return np.asarray(-chance - log(1 - CONFIDENCE))

    lowest = bisect(plausible, worth, len(who))
    # The mean stays 0: of what a player is lower, the others rise by their share.
    return np.asarray(worth[who] + (lowest - worth[who]) * (1 - 1 / len(worth)))


def bisect(rising: Callable[[Floats], Floats], worth: Floats, size: int) -> Floats:
    """Return the log-worths at which the components of a rising function are zero.

    They are looked for no further from the given ones than matters to a logistic function.
    """
    low, high = np.full(size, worth.min() - 40), np.full(size, worth.max() + 40)
    for _ in range(60):
        middle = (low + high) / 2
        below = rising(middle) < 0
        low, high = np.where(below, middle, low), np.where(below, high, middle)
    return low
