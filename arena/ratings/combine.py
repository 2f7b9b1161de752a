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

so each fit's covariance gives its part of the combined one (the delta method). Each part is multiplied by its own
quantile squared before they are added. Where a player won or lost everything in a fit, the fit's one-sided bound
stands in place of its variance.

Of two players one is significantly better where its floor is above the other's ceiling by more than the interval of
their difference reaches.
"""

from collections.abc import Iterator, Sequence
from math import inf, isfinite, isinf
from statistics import NormalDist
from typing import Final

import msgspec
import numpy as np

from arena.ratings.fit import CONFIDENCE, MEAN, SCALE, Fit, bisect
from arena.ratings.likelihood import Floats, logistic, slope
from arena.ratings.tally import Ints

DECIMALS: Final = 6
"""Elo points have no meaning beyond these, and only up to these are they the same on every machine."""

ONE_SIDED: Final = NormalDist().inv_cdf(CONFIDENCE)
TWO_SIDED: Final = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)

BLOCK: Final = 256
"""So many players are compared with all the others at a time: all at once, thousands would fill the memory."""


class Rating(msgspec.Struct, frozen=True):
    """A bot's Elo and the ends of its 95 % interval, None where there is none.

    `plus_minus` is half its width, None where it isn't symmetric. `flag` says "won all" or "lost all" where that is
    why only one end can be told. `best` and `worst` are the first and the last rank that the bot may truly have:
    those that are significantly better stand before it, those that are significantly worse behind it.
    """

    elo: float
    plus_minus: float | None
    low: float | None
    high: float | None
    flag: str
    best: int
    worst: int


class Combined(msgspec.Struct, frozen=True, eq=False):
    """Players' combined log-worths.

    `floor` and `ceiling` are the same but where a fit has a bound, and `reach` is how far the intervals reach from
    there. `squares` (players x players) is the covariance, each fit's times its quantile squared and without what
    has a bound instead; None where a fit has too few games to tell.
    """

    centre: Floats
    floor: Floats
    ceiling: Floats
    reach: Floats
    squares: Floats | None

    def ratings(self) -> list[Rating]:
        """Put them in Elo points, 1500 being the average, and in words what is infinite."""
        return self._told(MEAN, self.floor, self.ceiling, self.reach)

    def anchored(self, player: int, elo: float) -> list[Rating]:
        """Put them in Elo points such that a player has so many for certain; the others are relative to it."""
        floor, ceiling = self.floor.copy(), self.ceiling.copy()
        floor[player] = ceiling[player] = self.centre[player]
        reach = np.full(len(floor), inf)
        if self.squares is not None:
            reach = _between(self.squares, slice(player, player + 1))[0]
        reach[player] = 0
        return self._told(elo - SCALE * float(self.centre[player]), floor, ceiling, reach)

    def _told(self, zero: float, floor: Floats, ceiling: Floats, reach: Floats) -> list[Rating]:
        """Return the ratings if a log-worth of 0 is so many points."""
        points = [(zero + SCALE * worth).tolist() for worth in (self.centre, floor - reach, ceiling + reach)]
        figures = (*points, (SCALE * reach).tolist(), (floor != ceiling).tolist(), *map(list, self._ranks()))
        return [_rating(*each) for each in zip(*figures, strict=True)]

    def superiority(self, order: Sequence[int]) -> tuple[tuple[float | None, ...], ...]:
        """Return how likely each player (row) is really stronger than each other (column), both in this order.

        As far away as a one-sided bound is, so wide is the normal distribution that has it.
        """
        if self.squares is None:
            return ((None,) * len(order),) * len(order)
        from scipy.special import ndtr

        lead = self.centre[:, None] - self.centre
        ends = np.array((self.floor, self.ceiling))
        gap = np.where(np.isinf(ends), 0, np.abs(ends - self.centre)).max(axis=0) / ONE_SIDED
        error = np.hypot(_between(self.squares, slice(None)) / TWO_SIDED, np.hypot(gap[:, None], gap))
        np.fill_diagonal(error, 1)
        likelihood = ndtr(lead / error).round(DECIMALS)
        return tuple(
            tuple(None if one == other else float(likelihood[one, other]) for other in order) for one in order
        )

    def _ranks(self) -> tuple[Ints, Ints]:
        """Return the first and the last rank that each player may truly have."""
        size = len(self.centre)
        before, behind = np.zeros(size, np.int64), np.zeros(size, np.int64)
        if self.squares is not None:
            for start in range(0, size, BLOCK):
                rows = slice(start, start + BLOCK)
                ahead = self.floor[rows, None] - self.ceiling > _between(self.squares, rows)
                before += ahead.sum(axis=0)
                behind[rows] = ahead.sum(axis=1)
        return 1 + before, size - behind


def combine(fits: Sequence[Fit], weights: Sequence[float], players: Sequence[str]) -> Combined:
    """Rate players that are in all of the fits, each fit having its weight; the weights add up to 1."""
    fields = [fit.worth for fit in fits]
    places = [_places(fit, players) for fit in fits]
    placed = list(zip(fits, places, strict=True))
    floors = np.array([fit.floor[place] for fit, place in placed])
    ceilings = np.array([fit.ceiling[place] for fit, place in placed])
    centre = equivalent(fields, weights, np.array([fit.worth[place] for fit, place in placed]))
    lopsided = (floors != ceilings).any(axis=0)
    floor, ceiling = centre.copy(), centre.copy()
    floor[lopsided] = equivalent(fields, weights, floors[:, lopsided])
    ceiling[lopsided] = equivalent(fields, weights, ceilings[:, lopsided])

    reach = np.zeros(len(players))
    squares = np.zeros((len(players), len(players)))
    for (fit, place), covariance in zip(placed, _covariances(placed, weights, centre), strict=True):
        told = fit.floor[place] == fit.ceiling[place]
        reach += np.where(told, fit.quantile**2 * covariance.diagonal(), 0)
        if isfinite(fit.quantile):
            covariance *= fit.quantile**2
            covariance *= told
            covariance *= told[:, None]
            squares += covariance
    enough = all(isfinite(fit.quantile) for fit in fits)
    return Combined(centre, floor, ceiling, np.sqrt(reach), squares if enough else None)


def equivalent(fields: Sequence[Floats], weights: Sequence[float], worths: Floats) -> Floats:
    """Return the combined log-worths of players from those in each part (parts x players) and the parts' fields."""
    if len(fields) == 1:
        return np.asarray(worths[0])

    def expected(worths: Sequence[Floats] | Floats) -> Floats:
        scores = [
            weight * logistic(worth[:, None] - field).mean(axis=1)
            for field, weight, worth in zip(fields, weights, worths, strict=True)
        ]
        return np.asarray(np.sum(scores, axis=0))

    wanted = expected(worths)
    found = bisect(lambda worth: expected([worth] * len(fields)) - wanted, np.concatenate(fields), len(wanted))
    endless = np.isinf(worths).all(axis=0) & (np.ptp(np.sign(worths), axis=0) == 0)
    return np.where(endless, worths[0], found)


def _covariances(placed: Sequence[tuple[Fit, Ints]], weights: Sequence[float], centre: Floats) -> Iterator[Floats]:
    """Yield each fit's part of the covariance of the combined log-worths, new each."""
    if len(placed) == 1:
        ((fit, place),) = placed
        yield fit.covariance[np.ix_(place, place)]
        return
    steepness = sum(
        weight * slope(centre[:, None] - fit.worth).mean(axis=1)
        for weight, (fit, _) in zip(weights, placed, strict=True)
    )
    for weight, (fit, place) in zip(weights, placed, strict=True):
        own = slope(fit.worth[place][:, None] - fit.worth)
        gradient = slope(centre[:, None] - fit.worth) - own
        gradient[np.arange(len(place)), place] += own.sum(axis=1)
        gradient *= weight / (len(fit.worth) * np.reshape(steepness, (-1, 1)))
        yield gradient @ fit.covariance @ gradient.T


def _places(fit: Fit, players: Sequence[str]) -> Ints:
    """Return where the players stand in a fit."""
    place = {player: number for number, player in enumerate(fit.players)}
    return np.array([place[player] for player in players])


def _between(squares: Floats, rows: slice) -> Floats:
    """Return how far the intervals of the differences of these players to all of them reach."""
    own = squares.diagonal()
    return np.sqrt(np.maximum(own[rows, None] + own - 2 * squares[rows], 0))


def _rating(elo: float, low: float, high: float, reach: float, lopsided: bool, best: int, worst: int) -> Rating:
    """Put into words what is infinite."""
    flag = {(True, False): "lost all", (False, True): "won all"}.get((isinf(low), isinf(high)), "")
    half = None if lopsided else _finite(reach)
    return Rating(round(elo, DECIMALS), half, _finite(low), _finite(high), flag, int(best), int(worst))


def _finite(points: float) -> float | None:
    """Return the points rounded, None for infinitely many."""
    return None if isinf(points) else round(points, DECIMALS)
