"""Whether one strength for each bot explains the scores of all pairs."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from scipy.special import ndtr, ndtri
from scipy.stats import chi2

from arena.ratings import checks
from arena.ratings.checks import check
from arena.ratings.findings import Cycle
from arena.ratings.fit import fit, worths
from arena.ratings.likelihood import logistic
from arena.ratings.pairs import Comparisons
from tests.ratings.cases import GOLDEN, WIN, all_islands, crosstable, duels, load, result

RPS = load(GOLDEN)["cyclic_rps"]


def checked(played, ghost=0.5):
    (island,) = all_islands(played)
    return check(island, worths(island.pairs(), ghost))


@pytest.mark.parametrize("ghost", [0, 0.5])
def test_rock_paper_scissors_is_all_circle(ghost):
    found = checked(crosstable(RPS["input"]["crosstable_a_b_w_l_d"]), ghost)
    assert found.deviance == pytest.approx(RPS["expected"]["saturated_deviance"], abs=1e-6)
    assert found.share == RPS["expected"]["curl_share"]
    assert found.cycle == Cycle(("P", "R", "S"), (100.0, 100.0, 100.0))
    # Thirty games of variance 1/4, each 1/2 off: no ranking explains any of that.
    assert found.chi_squared == pytest.approx(30)
    assert found.freedom == pytest.approx(1)
    assert found.p < 1e-6


def test_a_warning_says_who_beats_whom_and_what_to_do():
    found = checked(crosstable([("a", "b", 71, 29, 0), ("b", "c", 66, 34, 0), ("c", "a", 64, 36, 0)]))
    assert found.cycle == Cycle(("a", "b", "c"), pytest.approx((71, 66, 64)))
    assert found.warning == (
        "Bots beat each other in a circle: a beats b 71.0 %, b beats c 66.0 %, c beats a 64.0 %. "
        "100 % of what sets these bots apart is such that no ranking can show it. "
        "Read the crosstable: Elo does not foretell how all of these pairs end."
    )


def test_the_worst_of_several_cycles_is_told():
    mild = [("a", "b", 65, 35, 0), ("b", "c", 65, 35, 0), ("c", "a", 65, 35, 0)]
    grave = [("d", "e", 75, 25, 0), ("e", "f", 75, 25, 0), ("f", "d", 75, 25, 0)]
    found = checked(crosstable([*mild, *grave, ("a", "d", 5, 5, 0)]))
    assert found.cycle.bots == ("d", "e", "f")


def test_a_cycle_is_as_significant_as_its_weakest_side():
    rows = [("a", "b", 90, 10, 0), ("b", "c", 90, 10, 0), ("c", "a", 52, 48, 0)]
    assert checked(crosstable(rows)).cycle is None


def test_what_a_ranking_explains_is_no_misfit():
    worth = dict(zip("abcd", (1, 0.4, -0.3, -1.1), strict=True))
    rows = []
    for one, other in combinations(worth, 2):
        wins = round(1000 * float(logistic(np.array(worth[one] - worth[other]))))
        rows.append((one, other, wins, 1000 - wins, 0))
    found = checked(crosstable(rows))
    assert found.p > 0.99
    assert (found.share, found.cycle, found.warning) == (0, None, "")


def test_there_is_nothing_to_check_where_a_ranking_always_fits(monkeypatch):
    assert checked(crosstable([("a", "b", 7, 3, 0), ("b", "c", 7, 3, 0)])) is None
    monkeypatch.setattr(checks, "MOST", 2)
    assert checked(crosstable(RPS["input"]["crosstable_a_b_w_l_d"])) is None


def test_a_single_series_tells_only_the_deviance():
    found = checked([result(1, pair, WIN) for pair in ("ab", "bc", "ca") for _ in range(2)])
    assert found.deviance == pytest.approx(12 * np.log(2))
    assert (found.chi_squared, found.freedom, found.p, found.share) == (None,) * 4


@given(duels)
def test_traces_are_those_of_the_matrices_written_out(played):
    for island in all_islands(played):
        fitted = fit(island)
        found = check(island, fitted.worth)
        if found is None or found.p is None:
            continue
        pairs = island.pairs()
        place = {pair: row for row, pair in enumerate(zip(pairs.first, pairs.second, strict=True))}
        expected = logistic(fitted.worth[pairs.first] - fitted.worth[pairs.second])
        of_series = np.zeros((len(island.times), len(place)))
        for series, one, other, points in zip(
            island.series, island.first, island.second, island.points, strict=True
        ):
            of_series[series, place[one, other]] += points - expected[place[one, other]]
        variance = pairs.comparisons * expected * (1 - expected)
        met = np.zeros((len(place), len(pairs.players)))
        for (one, other), row in place.items():
            met[row, [one, other]] = 1, -1
        residual = np.diag(1 / variance) - met @ np.linalg.pinv(met.T @ np.diag(variance) @ met) @ met.T
        beyond = of_series.T @ island.times
        product = residual @ (of_series.T * island.times) @ of_series
        trace, squared = np.trace(product), np.trace(product @ product)
        assert found.freedom == pytest.approx(trace**2 / squared, rel=1e-4)
        statistic = beyond @ residual @ beyond * trace / squared
        assert found.chi_squared == pytest.approx(statistic, rel=1e-4, abs=1e-4)
        assert found.p == pytest.approx(chi2.sf(statistic, trace**2 / squared), abs=1e-4)
        assert 0 <= found.share <= 1


@given(duels)
def test_the_mirrored_results_have_the_same_checks(played):
    mirrored = [result(one.series, one.game.seats, one.game.ranks[::-1]) for one in played]
    for island, reflection in zip(all_islands(played), all_islands(mirrored), strict=True):
        here, there = (check(each, worths(each.pairs())) for each in (island, reflection))
        assert (here is None) == (there is None)
        if here and here.p is not None:
            assert there.p == pytest.approx(here.p, abs=1e-4)
            assert there.share == pytest.approx(here.share, abs=1e-4)


def duplicates(rng, leads, deals):
    """Pairs (i, j) with these leads play deals of two games, whose luck goes to the one and then to the other."""
    pairs = np.array(list(leads))
    enough = ndtri(logistic(np.array([*leads.values()])))[:, None]
    shared = rng.normal(size=(deals, len(pairs), 1)) * (1, -1)
    lots = shared * 0.75 + rng.normal(size=(deals, len(pairs), 2)) * np.sqrt(1 - 0.75**2)
    points = (lots < enough).astype(float)
    series = np.repeat(np.arange(deals * len(pairs)), 2)
    first, second = (np.repeat(np.tile(side, deals), 2) for side in pairs.T)
    size = int(pairs.max()) + 1
    nil = np.zeros(len(series), np.int64)
    return Comparisons(
        tuple(map(str, range(size))),
        np.full(size, 2 * deals * (size - 1)),
        2,
        np.ones(deals * len(pairs), np.int64),
        series,
        first,
        second,
        nil,
        nil + 1,
        points.ravel(),
    )


def tables_of_four(rng, skill, deals):
    """Every four play deals in all rotations; seats have the luck of the deal, and ranks follow Luce's model."""
    games = []
    for table in combinations(range(len(skill)), 4):
        for deal in range(deals):
            luck = rng.normal(size=4)
            for rotation in range(4):
                seats = table[rotation:] + table[:rotation]
                lots = ndtr(np.sqrt(0.5) * (luck + rng.normal(size=4)))
                shown = skill[list(seats)] - np.log(-np.log(lots))
                ranks = (1 + (shown[:, None] < shown).sum(axis=1)).tolist()
                games.append(result(f"{table}{deal}", map(str, seats), ranks))
    (island,) = all_islands(games)
    return island


def alarms(tournaments):
    found = [check(island, worths(island.pairs())) for island in tournaments]
    return np.mean([one.p < 0.05 for one in found]), np.mean([bool(one.warning) for one in found])


def leads(size, circle=0.0):
    """Strengths a little apart, the first three in a circle."""
    ranking = {(i, j): 0.25 * (j - i) for i, j in combinations(range(size), 2)}
    for pair, sign in (((0, 1), 1), ((1, 2), 1), ((0, 2), -1)):
        ranking[pair] += sign * circle
    return ranking


def test_five_in_a_hundred_rankings_fail_at_five_per_cent():
    rng = np.random.default_rng(3)
    failed, warned = alarms(duplicates(rng, leads(6), 12) for _ in range(250))
    assert 0.02 < failed < 0.08
    assert warned < 0.03


def test_tables_of_four_fail_no_more_often():
    rng = np.random.default_rng(4)
    failed, warned = alarms(tables_of_four(rng, np.linspace(-0.6, 0.6, 5), 5) for _ in range(120))
    assert failed < 0.09
    assert warned < 0.03


def test_most_circles_are_noticed():
    rng = np.random.default_rng(5)
    failed, warned = alarms(duplicates(rng, leads(6, circle=0.8), 24) for _ in range(40))
    assert failed > 0.9
    assert warned > 0.8
