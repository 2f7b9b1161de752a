"""The fit against numbers that other programs and books give, and its behaviour on hard data."""

from math import exp, inf, log10

import numpy as np
import pytest
from hypothesis import given, settings

from arena.ratings.fit import SCALE, bisect, fit, worths
from arena.ratings.likelihood import logistic, slope
from arena.ratings.pairs import Pairs, compare, islands
from arena.ratings.results import GameResult, SeriesResult
from arena.ratings.tally import gather
from tests.outside.oracle_numbers import beside_the_ghost
from tests.outside.oracles_golden import CASES
from tests.ratings.cases import (
    GOLDEN,
    LOSS,
    WIN,
    all_islands,
    crosstable,
    duels,
    fit_of,
    load,
    result,
    series_of_one,
)

ORACLES = load(GOLDEN)


def elo(fitted):
    return dict(zip(fitted.players, SCALE * fitted.worth, strict=True))


def errors(fitted):
    return dict(zip(fitted.players, SCALE * np.sqrt(np.diag(fitted.covariance)), strict=True))


@pytest.mark.parametrize("name", CASES)
def test_fits_give_the_numbers_of_the_oracles(name):
    numbers = list(CASES[name](ORACLES[name]))
    assert numbers
    assert not [number for number in numbers if not number.right]


def test_without_a_ghost_a_winless_player_has_no_finite_fit():
    with pytest.raises(ArithmeticError, match="never scored"):
        fit_of(crosstable([("a", "b", 5, 0, 0), ("b", "c", 1, 1, 0), ("a", "c", 3, 0, 0)]), ghost=0)


def streaks(rows):
    """The island of rows of (winner, loser, series of one game)."""
    results = [
        SeriesResult("duel:players=2", "duel", (GameResult(tuple(pair), WIN),), times) for *pair, times in rows
    ]
    (tally,) = gather(results).values()
    (island,) = islands(compare(tally))
    return island


def test_an_endless_streak_converges():
    fitted = fit(streaks((f"{n:02}", f"{n + 1:02}", 10_000) for n in range(8)))
    assert np.all(np.diff(fitted.worth) < -5)


@pytest.mark.parametrize("wins", [3534 * 2, 4096 * 2, 100_003, 10**9])
def test_rounding_does_not_keep_the_fit_from_ending(wins):
    worth = fit(streaks([("a", "b", wins)])).worth[0]
    expected = wins / (1 + exp(-2 * worth)) + 1 / (1 + exp(-worth))
    assert expected == pytest.approx(wins + 0.5, abs=1e-6)


def test_who_won_all_has_a_floor_and_who_lost_all_a_ceiling():
    fitted = fit_of(crosstable([("a", "b", 20, 0, 0)]))
    assert fitted.ceiling[0] == inf
    assert fitted.floor[1] == -inf
    # Twenty wins in a row have a probability of 5 % at odds of 0.05**(1/20) to the rest.
    chance = 0.05 ** (1 / 20)
    lead = 400 * log10(chance / (1 - chance))
    assert SCALE * (fitted.floor[0] - fitted.ceiling[1]) == pytest.approx(lead)


def test_a_series_counts_once_in_a_bound():
    alone = fit_of([result(series, "ab", WIN) for series in range(10)])
    twice = fit_of([result(series, "ab", WIN) for series in range(10) for _ in range(2)])
    assert twice.floor[0] == pytest.approx(alone.floor[0])


def test_a_single_series_has_no_interval_and_few_have_students():
    assert fit_of([result(1, "ab", WIN)] * 4).quantile == inf
    assert fit_of(series_of_one([("ab", WIN), ("ab", LOSS)])).quantile == pytest.approx(12.706, abs=1e-3)
    assert fit_of(series_of_one([("ab", WIN), ("ab", LOSS)] * 19)).quantile == pytest.approx(2.0262, abs=1e-4)
    assert fit_of(series_of_one([("ab", WIN), ("ab", LOSS)] * 20)).quantile == pytest.approx(1.95996, abs=1e-5)


def test_series_that_are_all_drawn_leave_an_error_bar():
    fitted = fit_of([result(series, "ab", ranks) for series in range(20) for ranks in (WIN, LOSS)])
    assert elo(fitted) == pytest.approx({"a": 0, "b": 0})
    assert all(error > 1 for error in errors(fitted).values())


@settings(max_examples=40)
@given(duels)
def test_log_worths_and_their_errors_have_mean_zero(results):
    for island in all_islands(results):
        fitted = fit(island)
        assert fitted.worth.mean() == pytest.approx(0, abs=1e-9)
        assert fitted.covariance.sum(axis=0) == pytest.approx(np.zeros(len(fitted.worth)), abs=1e-9)
        assert np.all(np.linalg.eigvalsh(fitted.covariance) > -1e-9)


@settings(max_examples=40)
@given(duels)
def test_the_mirrored_results_give_the_mirrored_ratings(results):
    mirrored = [result(r.series, r.game.seats, r.game.ranks[::-1]) for r in results]
    for island, reflection in zip(all_islands(results), all_islands(mirrored), strict=True):
        fitted, turned = fit(island), fit(reflection)
        assert turned.worth == pytest.approx(-fitted.worth, abs=1e-8)
        assert turned.covariance == pytest.approx(fitted.covariance, abs=1e-8)
        assert turned.ceiling == pytest.approx(-fitted.floor, abs=1e-6)


def dense(pairs, worth, raw, ghost):
    """The centred inverse information, the plain way."""
    games = pairs.won() + pairs.won().T + pairs.drawn()
    weight = games * slope(worth[:, None] - worth)
    information = np.diag(weight.sum(axis=1) + 2 * ghost * slope(raw)) - weight
    centre = np.eye(len(worth)) - 1 / len(worth)
    return centre @ np.linalg.pinv(information) @ centre


@settings(max_examples=40)
@given(duels)
def test_the_model_covariance_is_the_inverse_of_the_information(results):
    for island in all_islands(results):
        fitted = fit(island)
        raw = np.array(list(beside_the_ghost(fitted).values()))
        assert fitted.model == pytest.approx(dense(island.pairs(), fitted.worth, raw, 0.5), abs=1e-8)


HARD = {
    "a chain": [(i, i + 1, 10_000, 0) for i in range(199)],
    "a ranking that always tells": [(i, j, 500, 0) for i in range(40) for j in range(i + 1, 40)],
    "one game between two crowds": [
        (i, j, 3 + (i + j) % 4, 3) for c in (0, 30) for i in range(c, c + 30) for j in range(i + 1, c + 30)
    ]
    + [(0, 30, 1, 0)],
    "counts of all sizes": [(i, i + 1, 10 ** (i % 7), 10 ** (3 * i % 5)) for i in range(100)],
    "a tree": [((i - 1) // 2, i, 1, 0) for i in range(1, 500)],
}


@pytest.mark.parametrize("name", HARD)
def test_hard_data_are_fitted_to_the_last_point(name):
    first, second, wins, losses = np.array(HARD[name]).T
    size = int(second.max()) + 1
    pairs = Pairs(tuple(map(str, range(size))), first, second, wins, np.zeros_like(wins), losses)
    worth = worths(pairs)
    raw = worth + bisect(lambda x: logistic(worth + x).mean() - 0.5, worth, 1)
    lead = worth[first] - worth[second]
    surprise = wins * logistic(-lead) - losses * logistic(lead)
    score = np.bincount(first, surprise, size) - np.bincount(second, surprise, size) + 0.5 - logistic(raw)
    assert score == pytest.approx(np.zeros(size), abs=1e-6)


def test_log_worths_alone_are_those_of_the_fit():
    (island,) = all_islands(crosstable([("a", "b", 5, 2, 1), ("b", "c", 3, 3, 0), ("a", "c", 4, 1, 0)]))
    assert worths(island.pairs()).tobytes() == fit(island).worth.tobytes()
