"""Does one strength for each bot explain the scores of all pairs?

Let E be what the first of each pair scored beyond what the fit expects, V the variance that the model gives to it
(n p q), A which players meet in which pair (+1, -1), and H = A'VA the information. A shift dw of the log-worths
would explain V A dw of it; what none explains is, in the metric of the information,

    X2 = E'R E,  R = V^-1 - A H^-1 A'.

The games of a series belong together, so under the model X2 is no chi-squared but a sum of several, weighted with
the eigenvalues of K = R C. C is the covariance of E, estimated from the series, each a cluster. It is taken for a
chi-squared times tr K^2 / tr K with (tr K)^2 / tr K^2 degrees of freedom (Satterthwaite 1946; Rao and Scott 1984).

What a ranking explains is, in the same metric, w'Hw. Chance alone would bring tr K of the one and tr H^-1 A'CA of
the other. What is beyond that is divided into the share that a ranking shows and the share that none can: the
gradient of a potential and the rest, as Jiang, Lim, Yao and Ye (2011) part a field of comparisons.
"""

from typing import Any, Final

import msgspec
import numpy as np

from arena.ratings.cycles import worst_cycle
from arena.ratings.findings import Checks, Cycle
from arena.ratings.fit import correction
from arena.ratings.likelihood import Floats, logistic
from arena.ratings.pairs import Comparisons, Pairs
from arena.ratings.tally import Ints

MOST: Final = 5000
"""With more pairs than this there are no checks: they would take longer than the fit."""

ALARM: Final = 0.01
WORTH_TELLING: Final = 0.05
"""There is a warning where the check fails at the one level and the share is no less than the other."""

DECIMALS: Final = 6


class _Misfit(msgspec.Struct, frozen=True):
    """The statistic of the pairs' scores, the traces of K and K^2, and what a ranking explains beyond chance."""

    statistic: float
    trace: float
    squared: float
    explained: float


def check(comparisons: Comparisons, worth: Floats) -> Checks | None:
    """Check the fit of an island; None where there are too many pairs, or so few that a ranking always fits."""
    pairs = comparisons.pairs()
    if not len(pairs.players) <= len(pairs.first) <= MOST:
        return None
    row = np.searchsorted(
        _key(pairs, pairs.first, pairs.second), _key(pairs, comparisons.first, comparisons.second)
    )
    expected = logistic(worth[pairs.first] - worth[pairs.second])
    misfit = None
    if correction(comparisons, len(pairs.players) - 1) is not None:
        misfit = _misfit(pairs, worth, _by_series(comparisons, row, expected), comparisons.times)
    cycle = worst_cycle(pairs, _by_series(comparisons, row, np.full(len(expected), 0.5)), comparisons.times)
    return _judged(_deviance(pairs, expected), misfit, cycle)


def _key(pairs: Pairs, first: Ints, second: Ints) -> Ints:
    """Return a number for each pair of players, rising as the pairs are sorted."""
    return first * len(pairs.players) + second


def _by_series(comparisons: Comparisons, row: Ints, expected: Floats) -> Any:
    """Return what the first of every pair got beyond what was expected of it (series x pairs, sparse)."""
    from scipy.sparse import coo_array

    surprise = comparisons.points - expected[row]
    return coo_array((surprise, (comparisons.series, row)), (len(comparisons.times), len(expected))).tocsr()


def _misfit(pairs: Pairs, worth: Floats, surprise: Any, times: Ints) -> _Misfit:
    """Return how far the pairs' scores are from the fit."""
    from scipy.sparse import csr_array, diags_array

    rows, size = len(pairs.first), len(pairs.players)
    players = np.stack((pairs.first, pairs.second), axis=1).ravel()
    met = csr_array((np.tile((1.0, -1.0), rows), players, np.arange(0, 2 * rows + 1, 2)), shape=(rows, size))
    lead = worth[pairs.first] - worth[pairs.second]
    variance = pairs.comparisons * logistic(lead) * logistic(-lead)
    information = (met.T @ diags_array(variance) @ met).toarray()
    # Only differences matter; this pins the mean and leaves them as they are.
    inverse = np.linalg.inv(information + 1 / size)

    beyond = surprise.T @ times
    covariance = surprise.T @ diags_array(times.astype(float)) @ surprise
    whitened = diags_array(variance**-0.5)
    across = (covariance @ met).toarray()
    shifts = inverse @ (met.T @ across)
    pull = met.T @ beyond
    crossed = across.T @ (across / variance[:, None])
    return _Misfit(
        statistic=float(beyond @ (beyond / variance) - pull @ inverse @ pull),
        trace=float((covariance.diagonal() / variance).sum() - np.trace(shifts)),
        squared=float(((whitened @ covariance @ whitened).data ** 2).sum())
        - float(2 * (inverse * crossed).sum() - (shifts * shifts.T).sum()),
        explained=max(0.0, float(variance @ lead**2 - np.trace(shifts))),
    )


def _judged(deviance: float, misfit: _Misfit | None, cycle: Cycle | None) -> Checks:
    """Put figures and verdict together."""
    from scipy.special import chdtrc

    # Where nothing varies there is nothing to tell by.
    if misfit is None or misfit.trace < 1e-9 or misfit.squared < 1e-9:
        return Checks(round(deviance, DECIMALS), None, None, None, None, cycle, _warning(1.0, 0.0, cycle))
    freedom = misfit.trace**2 / misfit.squared
    chi_squared = max(0.0, misfit.statistic) * misfit.trace / misfit.squared
    p = float(chdtrc(freedom, chi_squared))
    unexplained = max(0.0, misfit.statistic - misfit.trace)
    share = unexplained / (unexplained + misfit.explained) if unexplained else 0.0
    return Checks(
        round(deviance, DECIMALS),
        round(chi_squared, DECIMALS),
        round(freedom, DECIMALS),
        round(p, DECIMALS),
        round(share, DECIMALS),
        cycle,
        _warning(p, share, cycle),
    )


def _warning(p: float, share: float, cycle: Cycle | None) -> str:
    """Return what a reader ought to know, in words."""
    failed = p < ALARM and share >= WORTH_TELLING
    if not failed and cycle is None:
        return ""
    sentences = [f"Bots beat each other in a circle: {cycle.told()}."] if cycle else []
    if failed:
        sentences.append(f"{100 * share:.0f} % of what sets these bots apart is such that no ranking can show it.")
    return " ".join([*sentences, "Read the crosstable: Elo does not foretell how all of these pairs end."])


def _deviance(pairs: Pairs, expected: Floats) -> float:
    """Return twice by how much the log-likelihood falls short of that in which every pair is fitted by itself."""
    from scipy.special import xlogy

    games, points = pairs.comparisons, pairs.wins + pairs.draws / 2
    own = xlogy(points, points / (games * expected)) + xlogy(
        games - points, (games - points) / (games * (1 - expected))
    )
    return float(2 * own.sum())
