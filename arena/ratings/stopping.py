"""How strong a player is, told by a test that stopped because of its results.

A test that ends when the results look good ends, more often than not, when they look too good: the plain estimate
is then off, and its interval too narrow. What allows for the stop is an order of all the ways in which the test
could have gone: lost soon, lost late, still running and behind, still running and ahead, won late, won soon. A
strength is implausibly low if it makes a way at least this good improbable, and likewise for high; the strength at
which a worse way is as probable as a better one is the median-unbiased estimate (Siegmund, "Sequential Analysis",
1985, chapters 3 and 4; Van den Bergh's program for the tests of Stockfish does the same).

To find these probabilities, the log-likelihood ratio is taken for a Brownian motion with drift. That is accurate
for small leads; for large ones it is a rough guide.
"""

from collections.abc import Callable, Sequence
from math import sqrt
from typing import Final

import msgspec
import numpy as np

from arena.ratings.sequential import EXTREME, NORMALIZED, Interval, Scores, Sprt, elo_of, score_of

FARTHEST: Final = elo_of(1 - EXTREME)
TAIL: Final = 0.025
"""The chance to be on either side of a 95 % interval."""
REACH: Final = 9.0
"""A normal distribution has nothing worth counting beyond so many standard deviations."""


class Stopped(msgspec.Struct, frozen=True):
    """A lead in logistic Elo and the likelihood of superiority, both allowing for the early stop."""

    elo: Interval
    los: float


def stopped(test: Sprt, counts: Sequence[int]) -> Stopped:
    """Return what a test tells of the lead when it stopped, or is looked at; `counts` are those of `Scores`."""
    scores = Scores(counts)
    worse = _worse(test, scores)
    start, step = elo_of(scores.mean), 2 * NORMALIZED * sqrt(scores.variance / scores.series)
    ends = (_where(worse, chance, start, step) for chance in (0.5, 1 - TAIL, TAIL))
    return Stopped(Interval(*ends), worse(0.0))


def _worse(test: Sprt, scores: Scores) -> Callable[[float], float]:
    """Return the probability, by the true lead in Elo, that the test goes worse than it did."""
    if test.model == "logistic":
        score0, score1 = score_of(test.elo0), score_of(test.elo1)
    else:
        score0, score1 = (0.5 + scores.deviation * elo / NORMALIZED for elo in (test.elo0, test.elo1))
    step, middle = score1 - score0, (score0 + score1) / 2
    low, high = test.bounds
    # The motion is that of the score in units in which its bounds are those of the log-likelihood ratio.
    slope = step * (scores.mean - middle) / scores.variance
    ended = min(max(scores.series * slope, low), high)
    # A test that overshot is taken to have ended when it met the bound.
    time = ended / slope if slope else scores.series

    def worse(elo: float) -> float:
        score = score_of(elo)
        # As likelihood has it for leads near what was seen; for others it would know no end.
        variance = scores.variance + min((score - scores.mean) ** 2, scores.variance)
        return passed_below(low, high, (score - middle) / step, step * sqrt(time / variance), ended)

    return worse


def passed_below(low: float, high: float, pull: float, width: float, point: float) -> float:
    """Return how probable it is that a Brownian motion from 0 met `low` first, or no bound and is below `point`.

    `low` and `high` are the bounds, at which it ends. Without them its standard deviation by now would be `width`;
    `pull` is its drift divided by its variance. The sum is over what two mirrors in place of the bounds would show:
    normal distributions, each with the weight exp(pull * place), counted negative after an odd number of mirrors.
    """
    from scipy.special import log_ndtr

    apart = high - low
    width = min(width, REACH * apart)  # by then it has ended
    pairs = np.arange(2 + int(REACH * width / apart))
    drift = pull * width**2
    chance = float(np.exp(log_ndtr((point - drift) / width)))
    for side, first in ((1, 2 * high), (-1, 2 * low)):
        for sign, places in ((-1, first + side * 2 * apart * pairs), (1, side * 2 * apart * (pairs + 1))):
            below = log_ndtr(side * (point - places - drift) / width)
            chance += side * sign * float(np.exp(pull * places + below).sum())
    return min(max(chance, 0.0), 1.0)


def _where(falling: Callable[[float], float], level: float, start: float, step: float) -> float:
    """Return the Elo at which a falling function passes a level, or the last that is told from others.

    It is looked for in growing steps from where it should be about, as it need not fall everywhere.
    """
    from scipy.optimize import brentq

    side = 1 if falling(start) > level else -1
    near = start
    while near != side * FARTHEST:
        far = min(max(near + side * step, -FARTHEST), FARTHEST)
        if (falling(far) > level) != (side > 0):
            return float(brentq(lambda elo: falling(elo) - level, near, far))
        near, step = far, 2 * step
    return near
