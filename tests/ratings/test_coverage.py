"""Intervals hold what they promise: a small version of tests/bench/coverage.py, which plays more and prints."""

import numpy as np
import pytest

from tests.bench.coverage import Plan, held


@pytest.mark.parametrize(
    "plan",
    [Plan(bots=6, seats=2, deals=8), Plan(bots=4, seats=4, deals=60), Plan(bots=4, seats=2, deals=3)],
    ids=["duels", "tables of four", "few series"],
)
def test_95_in_100_intervals_hold_the_truth(plan):
    bots, leads = held(plan, tournaments=120, seed=7)
    assert 0.92 < np.mean(bots) < 0.98
    assert 0.92 < np.mean(leads) < 0.98
