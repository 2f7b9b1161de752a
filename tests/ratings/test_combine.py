"""Elos of one or several fits, how likely one bot is stronger than another, and the ranks that it may have."""

from statistics import NormalDist

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings

from arena.ratings.combine import combine
from arena.ratings.fit import MEAN, SCALE
from arena.ratings.likelihood import logistic
from tests.ratings.cases import WIN, crosstable, duels, fit_of, result, tournaments
from tests.ratings.tables import likelihoods, played, tables_of


def test_a_combined_rating_brings_the_mean_of_the_expected_scores():
    fits = [fit_of(list(played("duel", chance))) for chance in (0.55, 0.9)]
    weights = [0.25, 0.75]
    for player, rating in enumerate(combine(fits, weights, "abc").ratings()):
        worth = (rating.elo - MEAN) / SCALE
        as_rated = [logistic(worth - fit.worth).mean() for fit in fits]
        as_fitted = [logistic(fit.worth[player] - fit.worth).mean() for fit in fits]
        assert np.dot(weights, as_rated) == pytest.approx(np.dot(weights, as_fitted), abs=1e-9)


def test_a_combined_interval_is_that_of_simulated_fits():
    fits = [fit_of(list(played("duel", chance, 400))) for chance in (0.55, 0.8)]
    rng = np.random.default_rng(1)
    drawn = []
    for _ in range(200):
        shaken = [
            msgspec.structs.replace(fit, worth=worth, floor=worth, ceiling=worth)
            for fit in fits
            for worth in [rng.multivariate_normal(fit.worth, fit.covariance)]
        ]
        drawn.append([rating.elo for rating in combine(shaken, [0.5, 0.5], "abc").ratings()])
    for spread, rating in zip(np.std(drawn, axis=0), combine(fits, [0.5, 0.5], "abc").ratings(), strict=True):
        assert rating.plus_minus == pytest.approx(1.96 * spread, rel=0.15)


def test_likelihoods_of_superiority_are_those_of_the_full_covariance():
    results = list(played("duel:players=2", 0.6))
    fitted = fit_of(results)
    for one in tables_of(results):
        for (a, b), likelihood in likelihoods(one).items():
            sign = np.array([(player == a) - (player == b) for player in fitted.players], float)
            z = sign @ fitted.worth / np.sqrt(sign @ fitted.covariance @ sign)
            assert likelihood == pytest.approx(NormalDist().cdf(z), abs=1e-6)


def test_a_combined_difference_is_as_sure_as_that_of_simulated_fits():
    fits = [fit_of(list(played("duel", chance, 400, seed))) for seed, chance in enumerate((0.52, 0.55))]
    rng = np.random.default_rng(1)
    leads = []
    for _ in range(120):
        shaken = [
            msgspec.structs.replace(fit, worth=worth, floor=worth, ceiling=worth)
            for fit in fits
            for worth in [rng.multivariate_normal(fit.worth, fit.covariance)]
        ]
        first, second, _ = combine(shaken, [0.5, 0.5], "abc").ratings()
        leads.append(first.elo - second.elo)
    combined = combine(fits, [0.5, 0.5], "abc")
    first, second, _ = combined.ratings()
    z = NormalDist().inv_cdf(combined.superiority(range(3))[0][1])
    assert (first.elo - second.elo) / z == pytest.approx(np.std(leads), rel=0.2)


def test_ranks_count_who_is_significantly_better_and_worse():
    rows = [("a", "b", 30, 20, 0), ("b", "c", 45, 5, 0), ("a", "c", 45, 5, 0)]
    one = tables_of(crosstable(rows))[-1]
    assert [(row.bot, row.rank, row.best, row.worst) for row in one.rows] == [
        ("a", 1, 1, 2),
        ("b", 2, 1, 2),
        ("c", 3, 3, 3),
    ]


@pytest.mark.parametrize(("wins", "worst"), [(4, 2), (5, 1)])
def test_an_unbeaten_bot_is_first_once_so_many_wins_are_no_luck(wins, worst):
    # Four wins in a row have a chance of 6 % between equals, five one of 3 %.
    first, second = tables_of([result(number, "ab", WIN) for number in range(wins)])[-1].rows
    assert (first.flag, first.best, first.worst) == ("won all", 1, worst)
    assert (second.flag, second.best, second.worst) == ("lost all", 3 - worst, 2)


def test_a_bot_that_lost_all_its_few_games_is_not_surely_weaker():
    results = [*played("duel:players=2", 0.6), *(result(f"ad{n}", "ad", WIN) for n in range(3))]
    one = tables_of(results)[-1]
    assert 0.5 < likelihoods(one)["c", "d"] < 0.95


def test_a_single_series_tells_nothing_of_ranks():
    one = tables_of([result(1, pair, WIN) for pair in ("ab", "bc", "ac")])[-1]
    assert [(row.best, row.worst) for row in one.rows] == [(1, 3)] * 3
    assert set(likelihoods(one).values()) == {None}


@settings(max_examples=30)
@given(duels)
def test_mirrored_results_mirror_the_ranks(results):
    mirrored = [result(one.series, one.game.seats, one.game.ranks[::-1]) for one in results]
    for one, other in zip(tables_of(results), tables_of(mirrored), strict=True):
        size = len(one.rows)
        there = {row.bot: (size + 1 - row.worst, size + 1 - row.best) for row in other.rows}
        assert {row.bot: (row.best, row.worst) for row in one.rows} == there
        back = likelihoods(other)
        for (a, b), likelihood in likelihoods(one).items():
            assert (likelihood is None) == (back[b, a] is None)
            assert likelihood is None or back[b, a] == pytest.approx(likelihood, abs=1e-4)


@settings(max_examples=30)
@given(tournaments)
def test_ranks_hold_the_rank_and_likelihoods_of_both_ways_add_up(results):
    for one in tables_of(results):
        assert all(1 <= row.best <= row.worst <= len(one.rows) for row in one.rows)
        odds = likelihoods(one)
        for (a, b), likelihood in odds.items():
            assert likelihood is None or likelihood + odds[b, a] == pytest.approx(1, abs=1e-5)
        assert msgspec.json.decode(msgspec.json.encode(one))["name"] == one.name
