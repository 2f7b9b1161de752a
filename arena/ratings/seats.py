"""What a seat is worth: Bradley-Terry with a term for every seat, fitted together with the bots.

    P(i beats j) = s(w_i - w_j + t_a - t_b)

for i at seat a and j at seat b, s the logistic function; the seats' terms t have mean 0. (With two seats, the home
advantage of Agresti 2002.) A mean score by seat would serve only where every bot sat at every seat equally often,
which a run that was cut short does not promise; here a strong bot's seat is not taken for a good one.

A team counts at the first of its seats. Groups of bots that never met share the seats' terms. Players and seats
have ghosts as in `fit`, and errors are those of the same sandwich.
"""

from math import inf, sqrt
from typing import Any, Final

import msgspec
import numpy as np

from arena.ratings.fit import GHOST, SCALE, correction, student
from arena.ratings.likelihood import Floats, Likelihood, logistic, slope
from arena.ratings.pairs import Comparisons
from arena.ratings.tally import Ints

SIGNS: Final = np.array((1.0, -1.0, 1.0, -1.0))
"""Of the terms of a comparison: the players' and the seats'."""


class Seat(msgspec.Struct, frozen=True):
    """A seat, numbered from 0.

    `elo` is what a bot's Elo rises by there, against the mean of the seats, and `reach` how far its 95 % interval
    extends to either side, None where there are too few games to tell or the seat won or lost all. `score` is the
    mean score in per cent.
    """

    seat: int
    elo: float
    reach: float | None
    score: float


class SeatEffect(msgspec.Struct, frozen=True, eq=False):
    """The seats' terms in log-worth, in the order of `seats`, and how sure they are.

    `covariance`, `model` and `quantile` are what they are in a `Fit`; `worth` holds the bots' log-worths beside the
    terms, in the order of the players of the comparisons.
    """

    seats: tuple[Seat, ...]
    terms: Floats
    covariance: Floats
    model: Floats
    quantile: float
    worth: Floats

    def lead(self, one: int, other: int) -> tuple[float, float | None]:
        """Return by how many points of Elo a seat is better than another, and its interval's reach.

        With two seats `lead(0, 1)` is the advantage of who sits first: of two equal bots, it scores as much as one
        that is stronger by so many points. (It is twice `seats[0].elo`, half of which is the other's loss.)
        """
        sign = np.array([(seat.seat == one) - (seat.seat == other) for seat in self.seats], float)
        points, error = float(sign @ self.terms), sqrt(max(0.0, float(sign @ self.covariance @ sign)))
        known = all(seat.reach is not None for seat in self.seats if seat.seat in (one, other))
        return SCALE * points, self.quantile * SCALE * error if known else None


def seat_effect(comparisons: Comparisons, ghost: float = GHOST) -> SeatEffect | None:
    """Fit the seats of a selection, islands and all; None where no two players met."""
    if not len(comparisons.first):
        return None
    numbers, seats = np.unique((comparisons.first_seat, comparisons.second_seat), return_inverse=True)
    here, there = seats.reshape(2, -1)
    players, count = len(comparisons.players), len(numbers)
    columns = np.stack((comparisons.first, comparisons.second, players + here, players + there), axis=1)
    likelihood = _likelihood(comparisons, columns, (players, count), ghost)
    values = likelihood.most_likely()

    # The seats' rows of the inverse information, all that their variance needs of it.
    towards = np.zeros((players + count, count))
    towards[players:] = np.eye(count) - 1 / count
    half = np.stack([likelihood.solve(values, column, within=1e-12) for column in towards.T], axis=1)
    factor = correction(comparisons, more=count - 1)
    covariance = (half.T * (2 * likelihood.ghost * slope(values))) @ half
    covariance += (factor or 1.0) * _spread(comparisons, columns, values, half)
    quantile = student(comparisons.clusters) if factor else inf

    terms, worth = values[players:], values[:players]
    terms, worth = terms - terms.mean(), worth - worth.mean()
    scores = _scores(comparisons, here, there, count)
    reach = quantile * SCALE * np.sqrt(np.diag(covariance))
    known = np.isfinite(reach) & (scores > 0) & (scores < 100)
    lines = tuple(
        Seat(int(number), SCALE * float(term), float(half_width) if told else None, float(score))
        for number, term, half_width, told, score in zip(numbers, terms, reach, known, scores, strict=True)
    )
    model = half[players:] - half[players:].mean(axis=0)
    return SeatEffect(lines, terms, covariance, model, quantile, worth)


def _spread(comparisons: Comparisons, columns: Ints, values: Floats, half: Floats) -> Floats:
    """Return the sum over all series of the outer product of its part in the score function, seen by `half`."""
    surprise = comparisons.points - logistic(values[columns] @ SIGNS)
    parts = surprise[:, None] * np.einsum("t,rtk->rk", SIGNS, half[columns])
    by_series = np.add.reduceat(parts, np.flatnonzero(np.diff(comparisons.series, prepend=-1)))
    return np.asarray((by_series.T * comparisons.times) @ by_series)


def _likelihood(comparisons: Comparisons, columns: Ints, groups: tuple[int, int], ghost: float) -> Likelihood:
    """Return the likelihood of players and seats, comparisons of the same players at the same seats added up."""
    from scipy.sparse import csr_array

    players, seats = groups
    key = np.ravel_multi_index(tuple(columns.T), (players, players, players + seats, players + seats))
    _, met, row = np.unique(key, return_index=True, return_inverse=True)
    times = comparisons.times[comparisons.series].astype(float)
    gained, lost = (
        np.asarray(np.bincount(row, times * points), np.float64)
        for points in (comparisons.points, 1 - comparisons.points)
    )
    entries: Any = (np.tile(SIGNS, len(met)), columns[met].ravel(), np.arange(len(met) + 1) * 4)
    level = np.zeros((0 if ghost else 2, players + seats))
    if not ghost:
        level[0, :players], level[1, players:] = 1 / sqrt(players), 1 / sqrt(seats)
    design = csr_array(entries, shape=(len(met), players + seats))
    return Likelihood(design, gained, lost, np.full(players + seats, ghost), level)


def _scores(comparisons: Comparisons, here: Ints, there: Ints, count: int) -> Floats:
    """Return the mean score at each seat in per cent."""
    times = comparisons.times[comparisons.series].astype(float)
    points = np.bincount(here, times * comparisons.points, count)
    points += np.bincount(there, times * (1 - comparisons.points), count)
    return 100 * points / (np.bincount(here, times, count) + np.bincount(there, times, count))
