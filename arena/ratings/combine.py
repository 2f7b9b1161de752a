"""One rating from several fits, such as a game's from those of its selections.

Elo differences of different selections mean different things (where luck is large they are small), so neither their
mean nor a fit of all games together is of use. What the selections share is the expected score. Let

    G_k(x) = mean of s(x - w_kj) over the field j of fit k (the player itself included)

be what a player of log-worth x is expected to score against that field; s is the logistic function. Player i's
mean expected score is E_i = sum of v_k G_k(w_ki), v_k being weights that add up to 1, and its combined log-worth is
the x_i with sum of v_k G_k(x_i) = E_i: the one strength that, shown in every part, would bring the same score. It
orders the players as E does, a single fit comes out as it went in, and 0 is the average of the fields. (A mean in
the sense of Kolmogorov 1930, with expected scores for its scale.)

Intervals: the fits are independent, and implicit differentiation gives

    D_i dx_i = sum over k of v_k mean over j of [s'(w_ki - w_kj)(dw_ki - dw_kj) + s'(x_i - w_kj) dw_kj],
    D_i = sum over k of v_k mean over j of s'(x_i - w_kj),

so each fit's covariance gives its part of the variance (the delta method). Each part's standard error is multiplied
by its own quantile and the products are added in squares. Where a player won or lost everything in a fit, the fit's
one-sided bound stands in place of its variance.
"""

from collections.abc import Sequence
from math import isinf
from typing import Final

import msgspec
import numpy as np

from arena.ratings.fit import MEAN, SCALE, Fit, Floats, bisect, logistic, slope
from arena.ratings.pairs import Ints

DECIMALS: Final = 6
"""Elo points have no meaning beyond these, and only up to these are they the same on every machine."""


class Rating(msgspec.Struct, frozen=True):
    """A bot's Elo and the ends of its 95 % interval, None where there is none.

    `plus_minus` is half its width, None where it isn't symmetric. `flag` says "won all" or "lost all" where that is
    why only one end can be told.
    """

    elo: float
    plus_minus: float | None
    low: float | None
    high: float | None
    flag: str


def combine(fits: Sequence[Fit], weights: Sequence[float], players: Sequence[str]) -> list[Rating]:
    """Rate players that are in all of the fits, each fit having its weight; the weights add up to 1."""
    places = [np.array([fit.players.index(player) for player in players]) for fit in fits]
    fields = np.concatenate([fit.worth for fit in fits])

    def expected(worths: Sequence[Floats]) -> Floats:
        scores = [
            weight * logistic(worth[:, None] - fit.worth).mean(axis=1)
            for fit, weight, worth in zip(fits, weights, worths, strict=True)
        ]
        return np.asarray(np.sum(scores, axis=0))

    def combined(worths: Sequence[Floats]) -> Floats:
        wanted = expected(worths)
        found = bisect(lambda worth: expected([worth] * len(fits)) - wanted, fields, len(players))
        endless = np.isinf(worths).all(axis=0) & (np.ptp(np.sign(worths), axis=0) == 0)
        return np.where(endless, worths[0], found)

    placed = list(zip(fits, places, strict=True))
    floors, ceilings = [fit.floor[place] for fit, place in placed], [fit.ceiling[place] for fit, place in placed]
    centre = combined([fit.worth[place] for fit, place in placed])
    reach = _reach(fits, weights, places, centre)
    ends = (combined(floors) - reach, combined(ceilings) + reach)
    points = [(MEAN + SCALE * worth).tolist() for worth in (centre, *ends)]
    lopsided = (np.array(floors) != np.array(ceilings)).any(axis=0).tolist()
    return [_rating(*figures) for figures in zip(*points, (SCALE * reach).tolist(), lopsided, strict=True)]


def _rating(elo: float, low: float, high: float, reach: float, lopsided: bool) -> Rating:
    """Put into words what is infinite."""
    flag = {(True, False): "lost all", (False, True): "won all"}.get((isinf(low), isinf(high)), "")
    half = None if lopsided else _finite(reach)
    return Rating(round(elo, DECIMALS), half, _finite(low), _finite(high), flag)


def _finite(points: float) -> float | None:
    """Return the points rounded, None for infinitely many."""
    return None if isinf(points) else round(points, DECIMALS)


def _reach(fits: Sequence[Fit], weights: Sequence[float], places: Sequence[Ints], centre: Floats) -> Floats:
    """Return how far, in log-worth, the players' intervals reach to either side of the centre."""
    leads = [centre[:, None] - fit.worth for fit in fits]
    steepness = sum(weight * slope(lead).mean(axis=1) for weight, lead in zip(weights, leads, strict=True))
    squares = np.zeros(len(centre))
    for fit, weight, place, lead in zip(fits, weights, places, leads, strict=True):
        own = slope(fit.worth[place][:, None] - fit.worth)
        gradient = slope(lead) - own
        gradient[np.arange(len(place)), place] += own.sum(axis=1)
        gradient *= weight / (len(fit.worth) * np.reshape(steepness, (-1, 1)))
        variance = ((gradient @ fit.covariance) * gradient).sum(axis=1)
        bounded = fit.floor[place] != fit.ceiling[place]
        squares += np.where(bounded, 0, fit.quantile**2 * variance)
    return np.sqrt(squares)
