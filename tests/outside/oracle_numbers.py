"""The numbers of the rating oracles, and what several of them are made of."""

from collections.abc import Iterator, Mapping
from math import erf, exp, sqrt
from typing import NamedTuple

import numpy as np

from arena.ratings.fit import SCALE, Fit
from arena.ratings.likelihood import Floats, logistic
from arena.ratings.sequential import Interval, estimate
from tests.ratings.cases import Played, crosstable


class Number(NamedTuple):
    """What an oracle expects and what we get; they may differ by `tolerance`."""

    name: str
    expected: float
    got: float
    tolerance: float

    @property
    def right(self) -> bool:
        return abs(self.got - self.expected) <= self.tolerance


Case = Mapping[str, dict]
Numbers = Iterator[Number]


def each(name: str, expected: Mapping, got: Mapping, tolerance: float = 0.0, relative: float = 0.0) -> Numbers:
    """One number for every key of what is expected."""
    for key, figure in expected.items():
        yield Number(f"{name} {key}", float(figure), float(got[key]), tolerance + relative * abs(float(figure)))


def worths(fitted: Fit, reference: str | None = None) -> dict[str, float]:
    base = 0.0 if reference is None else fitted.worth[fitted.players.index(reference)]
    return dict(zip(fitted.players, (fitted.worth - base).tolist(), strict=True))


def elo(fitted: Fit, reference: str | None = None) -> dict[str, float]:
    return {player: SCALE * worth for player, worth in worths(fitted, reference).items()}


def errors(fitted: Fit, covariance: Floats, reference: str | None = None) -> dict[str, float]:
    """Standard errors in log-worth, of the players or of their leads over one of them."""
    variance = np.diag(covariance)
    if reference is not None:
        base = fitted.players.index(reference)
        variance = variance + variance[base] - 2 * covariance[base]
    return dict(zip(fitted.players, np.sqrt(np.maximum(variance, 0)).tolist(), strict=True))


def elo_errors(fitted: Fit, covariance: Floats) -> dict[str, float]:
    return {player: SCALE * error for player, error in errors(fitted, covariance).items()}


def shares(values: Mapping[str, float]) -> dict[str, float]:
    """Strengths that add up to 1."""
    total = sum(map(exp, values.values()))
    return {player: exp(worth) / total for player, worth in values.items()}


def likelihood_of_superiority(fitted: Fit, one: str, other: str) -> float:
    lead = np.array([(player == one) - (player == other) for player in fitted.players], float)
    return (1 + erf(lead @ fitted.worth / sqrt(2 * lead @ fitted.covariance @ lead))) / 2


def beside_the_ghost(fitted: Fit) -> dict[str, float]:
    """Log-worths against the ghost's: its results with all of them are as expected."""
    low, high = -50.0, 50.0
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if logistic(fitted.worth + middle).mean() < 0.5 else (low, middle)
    return {player: worth + low for player, worth in worths(fitted).items()}


def of_crosstable(case: Case) -> list[Played]:
    return crosstable(case["input"]["crosstable_a_b_w_l_d"])


def half_width(interval: Interval) -> float:
    return (interval.high - interval.low) / 2


def of_lead(name: str, expected: list[float], counts: list[int]) -> Numbers:
    lead = estimate(counts)
    found = (lead.elo.estimate, half_width(lead.elo), lead.los)
    for what, wanted, got in zip(("Elo", "error", "LOS"), expected, found, strict=True):
        yield Number(f"{what} {name}", wanted, got, 1e-4)
