"""Intervals hold what they promise: simulated duplicate tournaments with luck that a deal's games share."""

from itertools import combinations

import numpy as np
import pytest

from tests.ratings.cases import fit_of, result

NAMES = "abcd"
SKILL = dict(zip(NAMES, (0.6, 0.2, -0.2, -0.6), strict=True))
LUCK = 1.5


def tournament(rng, deals, size):
    """Every table of that size plays its deals in all rotations; seats have the luck of the deal."""
    results = []
    for table in combinations(NAMES, size):
        for deal in range(deals):
            luck = rng.normal(0, LUCK, size)
            for rotation in range(size):
                seats = table[rotation:] + table[:rotation]
                shown = luck + [SKILL[name] for name in seats] + rng.gumbel(0, 1, size)
                ranks = (1 + (shown[:, None] < shown).sum(axis=1)).tolist()
                results.append(result(f"{table}{deal}", seats, ranks))
    return results


@pytest.mark.parametrize(("size", "deals"), [(2, 8), (4, 12)])
def test_95_in_100_intervals_hold_the_truth(size, deals):
    rng = np.random.default_rng(20)
    truth = fit_of(tournament(rng, 1500, size), ghost=0).worth
    held = []
    for _ in range(200):
        fitted = fit_of(tournament(rng, deals, size))
        half = fitted.quantile * np.sqrt(np.diag(fitted.covariance))
        held.append(np.abs(fitted.worth - truth) < half)
    assert 0.92 < np.mean(held) < 0.985
