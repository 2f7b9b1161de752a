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
from math import inf, log, log1p
from statistics import NormalDist
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from arena.ratings.pairs import Pairs

Floats = NDArray[np.float64]

SCALE: Final = 400 / log(10)
"""Elo points for one unit of log-worth: odds of ten to one are 400 points."""
MEAN: Final = 1500.0
GHOST: Final = 0.5
CONFIDENCE: Final = 0.95
FEW: Final = 40
"""With fewer series than this, quantiles are Student's."""
STEPS: Final = 1000


class Fit(msgspec.Struct, frozen=True, eq=False):
    """Log-worths of players, with mean 0, and how sure they are.

    `covariance` is that of the log-worths under the same constraint, `quantile` how many standard errors a
    two-sided 95 % interval reaches to either side: infinitely many when there are too few games to tell.
    `floor` and `ceiling` are the log-worths themselves but for a player who won all its comparisons, or lost them
    all: there one is infinite and the other a one-sided 95 % bound.
    """

    players: tuple[str, ...]
    worth: Floats
    covariance: Floats
    quantile: float
    floor: Floats
    ceiling: Floats


def fit(pairs: Pairs, ghost: float = GHOST) -> Fit:
    """Fit an island; `ghost` is how many wins, and losses, each player has against the ghost.

    Raises ArithmeticError where there is no finite fit, which without a ghost may happen.
    """
    points = pairs.won() + pairs.drawn() / 2
    games = points + points.T
    size = len(points)
    if not ghost and not _joined(points):
        raise ArithmeticError("no finite fit: some players never scored against any of the others")
    worth = _most_likely(points, ghost)

    clusters, comparisons = pairs.clusters, int(pairs.comparisons.sum())
    spare = comparisons - (size - 1)
    known = clusters > 1 and spare > 0
    factor = clusters / (clusters - 1) * (comparisons - 1) / spare if known else 1.0
    filling = factor * _spread(pairs, worth) + np.diag(2 * ghost * slope(worth))
    half = _solve(_information(worth, games, ghost), np.eye(size) - 1 / size)

    worth = worth - worth.mean()
    floor, ceiling = _ends(pairs, points, worth)
    quantile = _quantile(clusters) if known else inf
    return Fit(pairs.players, worth, half.T @ filling @ half, quantile, floor, ceiling)


def logistic(x: Floats) -> Floats:
    """Return the probability of winning with a lead of `x` in log-worth."""
    return 0.5 * (1 + np.tanh(x / 2))


def slope(x: Floats) -> Floats:
    """Return the derivative of `logistic`."""
    return logistic(x) * logistic(-x)


def _joined(points: Floats) -> bool:
    """Tell whether everybody scored, directly or through others, against everybody (Ford 1957)."""
    from scipy.sparse.csgraph import connected_components

    return bool(connected_components(points > 0, connection="strong", return_labels=False) == 1)


def _most_likely(points: Floats, ghost: float) -> Floats:
    """Return the log-worths under which these points (players x players, row against column) are likeliest.

    Newton's method. Along a step of that length the curvature changes by a factor of exp(length) at most, and
    damped accordingly it converges from anywhere (Sun and Tran-Dinh 2019).
    """
    games = points + points.T
    scored = points.sum(axis=1) + ghost
    worth = np.zeros(len(points))
    last = inf
    for _ in range(STEPS):
        expected = (games * logistic(worth[:, None] - worth)).sum(axis=1) + 2 * ghost * logistic(worth)
        step = _solve(_information(worth, games, ghost), scored - expected)
        length = float(max(np.ptp(step), np.abs(step).max()))
        # With many games rounding alone makes steps of more than that; then they stop getting shorter.
        if length < 1e-10 or last <= length < 1e-6:
            return worth
        worth += step * (log1p(length) / length)
        last = length
    raise ArithmeticError(f"the fit has not converged in {STEPS} steps")


def _information(worth: Floats, games: Floats, ghost: float) -> Floats:
    """Return the negative second derivative of the log-likelihood."""
    weight = games * slope(worth[:, None] - worth)
    information = np.diag(weight.sum(axis=1) + 2 * ghost * slope(worth)) - weight
    # Without a ghost only differences matter; this pins the mean and leaves them as they are.
    return information if ghost else information + 1 / len(worth)


def _solve(information: Floats, right: Floats) -> Floats:
    """Solve a linear system by Cholesky factors, the quickest way for a matrix that is positive definite."""
    from scipy.linalg import cho_factor, cho_solve

    return np.asarray(cho_solve(cho_factor(information), right))


def _spread(pairs: Pairs, worth: Floats) -> Floats:
    """Return the sum over all series of the outer product of the series' part in the score function."""
    from scipy.sparse import coo_array

    expected = pairs.comparisons * logistic(worth[pairs.first] - worth[pairs.second])
    surprise = pairs.wins + pairs.draws / 2 - expected
    place = (np.tile(pairs.series, 2), np.concatenate((pairs.first, pairs.second)))
    scores = coo_array((np.concatenate((surprise, -surprise)), place)).tocsr()
    return np.asarray((scores.T @ scores).toarray())


def _quantile(clusters: int) -> float:
    """Return how many standard errors a two-sided interval reaches to either side."""
    tail = (1 + CONFIDENCE) / 2
    if clusters >= FEW:
        return NormalDist().inv_cdf(tail)
    from scipy.special import stdtrit

    return float(stdtrit(clusters - 1, tail))


def _ends(pairs: Pairs, points: Floats, worth: Floats) -> tuple[Floats, Floats]:
    """Return the floors and ceilings of all players."""
    floor, ceiling = worth.copy(), worth.copy()
    scored, missed = points.sum(axis=1), points.sum(axis=0)
    for player in np.flatnonzero(missed == 0).tolist():
        floor[player], ceiling[player] = _bound(pairs, worth, player), inf
    for player in np.flatnonzero(scored == 0).tolist():
        floor[player], ceiling[player] = -inf, -_bound(pairs, -worth, player)
    return floor, ceiling


def _bound(pairs: Pairs, worth: Floats, player: int) -> float:
    """Return the lowest log-worth at which a player who won everything was not implausibly lucky.

    That is where so many wins have a probability of 5 %, all opponents being as fitted. A series counts as one
    game, however many games and opponents it has: one piece of luck may have decided them all.
    """
    rows = (pairs.first == player) | (pairs.second == player)
    opponents = np.where(pairs.first == player, pairs.second, pairs.first)[rows]
    games, series = pairs.comparisons[rows], pairs.series[rows]
    share = games / np.bincount(series, weights=games)[series]

    def plausible(lead: Floats) -> Floats:
        chance = -(share * np.logaddexp(0, worth[opponents] - lead[:, None])).sum(axis=1)
        return np.asarray(chance - log(1 - CONFIDENCE))

    (lowest,) = bisect(plausible, worth, size=1)
    # The mean stays 0: of what the player is lower, the others rise by their share.
    return float(worth[player] + (lowest - worth[player]) * (1 - 1 / len(worth)))


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
