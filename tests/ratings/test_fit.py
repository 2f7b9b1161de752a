"""The fit against numbers that other programs and books give, and its behaviour on hard data."""

from math import erf, exp, inf, log10, sqrt

import numpy as np
import pytest
from hypothesis import given

from arena.ratings.fit import SCALE, fit
from tests.ratings.cases import (
    DRAW,
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

CASES = load(GOLDEN)


def elo(fitted):
    return dict(zip(fitted.players, SCALE * fitted.worth, strict=True))


def errors(fitted):
    return dict(zip(fitted.players, SCALE * np.sqrt(np.diag(fitted.covariance)), strict=True))


@pytest.mark.parametrize("name", ["bt_wikipedia", "unbalanced_schedule_draws", "cyclic_rps"])
def test_ratings_without_ghost_are_the_published_maximum_likelihood(name):
    case = CASES[name]
    fitted = fit_of(crosstable(case["input"]["crosstable_a_b_w_l_d"]), ghost=0)
    assert elo(fitted) == pytest.approx(case["expected"]["elo_mean0"], abs=case["tolerance"]["elo_abs"])


def test_strengths_of_the_worked_example_in_wikipedia():
    case = CASES["bt_wikipedia"]
    fitted = fit_of(crosstable(case["input"]["crosstable_a_b_w_l_d"]), ghost=0)
    strengths = dict(zip(fitted.players, np.exp(fitted.worth), strict=True))
    assert strengths == pytest.approx(case["expected"]["strength_published"], abs=1e-3)


def test_error_bars_with_every_game_a_series_are_the_robust_ones_per_game():
    case = CASES["unbalanced_schedule_draws"]
    fitted = fit_of(crosstable(case["input"]["crosstable_a_b_w_l_d"]), ghost=0)
    expected = case["expected"]["se_elo_robust_HC_per_game"]
    assert errors(fitted) == pytest.approx(expected, rel=case["tolerance"]["se_rel"])


def duplicate_pairs(series):
    case = CASES["duplicate_pairs_cluster_se"]
    rows = case["input"]["rows_a_b_y"]
    ranks = {1: WIN, 0.5: DRAW, 0: LOSS}
    return case["expected"], [
        result(number, (a, b), ranks[points]) for number, (a, b, points) in zip(series(case), rows, strict=True)
    ]


def test_error_bars_of_duplicate_deals_are_clustered():
    expected, results = duplicate_pairs(lambda case: case["input"]["deal_id"])
    fitted = fit_of(results, ghost=0)
    assert elo(fitted) == pytest.approx(expected["elo_mean0"], abs=1e-3)
    assert errors(fitted) == pytest.approx(expected["se_elo_cluster_deal"], rel=1e-3)


def test_the_same_games_without_their_series_have_wider_error_bars():
    expected, results = duplicate_pairs(lambda case: range(len(case["input"]["deal_id"])))
    assert errors(fit_of(results, ghost=0)) == pytest.approx(expected["se_elo_HC_per_game"], rel=1e-3)


def test_the_full_covariance_gives_the_likelihood_of_superiority():
    expected, results = duplicate_pairs(lambda case: case["input"]["deal_id"])
    fitted = fit_of(results, ghost=0)
    lead = np.array([1, -1, 0, 0])
    z = lead @ fitted.worth / sqrt(lead @ fitted.covariance @ lead)
    assert (1 + erf(z / sqrt(2))) / 2 == pytest.approx(expected["los_w_over_x"], abs=1e-4)


def test_tables_of_three_and_four_are_all_their_pairs_clustered_by_table():
    case = CASES["ffa_3_4_players_ties"]
    # The oracle mixes sizes, a selection does not: at a table of three the first player gets a partner.
    results = []
    for number, ranks in enumerate(case["input"]["tables_rank"]):
        places = list(ranks.items())
        seats, placed = zip(*(places + places[:1])[:4], strict=True)
        results.append(result(number, seats, placed))
    fitted = fit_of(results, ghost=0)
    assert elo(fitted) == pytest.approx(case["expected"]["rank_broken_bt_elo_mean0"], abs=1e-3)
    assert errors(fitted) == pytest.approx(case["expected"]["rank_broken_se_cluster_table"], rel=1e-3)


def test_islands_are_fitted_apart_with_a_ghost():
    case = CASES["disconnected_graph"]
    rows = crosstable(case["input"]["crosstable_a_b_w_l_d"])
    groups = all_islands(rows)
    assert [list(group.players) for group in groups] == case["expected"]["components"]
    ghostly = {name: points for group in groups for name, points in elo(fit(group)).items()}
    assert ghostly == pytest.approx(case["expected"]["ghost05_elo_raw"], abs=1e-3)
    for group, lead in zip(groups, case["expected"]["within_component_mle_elo_diff"].values(), strict=True):
        one, other = elo(fit(group, ghost=0)).values()
        assert one - other == pytest.approx(lead, abs=1e-3)


def test_without_a_ghost_a_winless_player_has_no_finite_fit():
    with pytest.raises(ArithmeticError, match="never scored"):
        fit_of(crosstable([("a", "b", 5, 0, 0), ("b", "c", 1, 1, 0), ("a", "c", 3, 0, 0)]), ghost=0)


def test_an_endless_streak_converges():
    rows = [(f"{n:02}", f"{n + 1:02}", 10_000, 0, 0) for n in range(8)]
    fitted = fit_of(crosstable(rows))
    assert np.all(np.diff(fitted.worth) < -5)


@pytest.mark.parametrize("wins", [3534 * 2, 4096 * 2, 100_003])
def test_rounding_does_not_keep_the_fit_from_ending(wins):
    worth = fit_of(crosstable([("a", "b", wins, 0, 0)])).worth[0]
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


@given(duels)
def test_log_worths_and_their_errors_have_mean_zero(results):
    for island in all_islands(results):
        fitted = fit(island)
        assert fitted.worth.mean() == pytest.approx(0, abs=1e-9)
        assert fitted.covariance.sum(axis=0) == pytest.approx(np.zeros(len(fitted.worth)), abs=1e-9)
        assert np.all(np.linalg.eigvalsh(fitted.covariance) > -1e-9)


@given(duels)
def test_the_mirrored_results_give_the_mirrored_ratings(results):
    mirrored = [result(r.series.decode(), r.seats, r.ranks[::-1]) for r in results]
    for island, reflection in zip(all_islands(results), all_islands(mirrored), strict=True):
        fitted, turned = fit(island), fit(reflection)
        assert turned.worth == pytest.approx(-fitted.worth, abs=1e-8)
        assert turned.covariance == pytest.approx(fitted.covariance, abs=1e-8)
        assert turned.ceiling == pytest.approx(-fitted.floor, abs=1e-6)
