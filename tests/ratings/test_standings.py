"""The tables."""

import warnings
from random import Random

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.ratings.combine import combine
from arena.ratings.fit import MEAN, SCALE, logistic
from arena.ratings.standings import standings
from tests.ratings.cases import DRAW, ENTRANTS, LOSS, WIN, fit_of, result, tournaments


def played(selection, chance, series=60, seed=0):
    """Two games a series between a, b and c; `chance` is that of the earlier name to win."""
    lots = Random(seed)
    for number in range(series):
        one, other = sorted(lots.sample("abc", 2))
        for _ in range(2):
            yield result(f"{one}{other}{number}", (one, other), WIN if lots.random() < chance else LOSS, selection)


def table(tables, name):
    (found,) = [one for one in tables if one.name == name]
    return found


def test_a_table_for_each_selection_and_game_and_overall():
    results = [*played("duel:players=2", 0.6), *played("duel:players=2,pack=small", 0.7), *played("war", 0.5)]
    tables = standings(results, ENTRANTS)
    assert [(one.name, one.kind, one.game, one.selections) for one in tables] == [
        ("overall", "overall", None, 3),
        ("duel", "game", "duel", 2),
        ("duel:players=2", "selection", "duel", 1),
        ("duel:players=2,pack=small", "selection", "duel", 1),
        ("war", "game", "war", 1),
        ("war", "selection", "war", 1),
    ]


def test_a_row_counts_what_happened():
    results = [
        result(1, "ab", WIN),
        result(1, "ba", DRAW),
        result(2, "ab", WIN, faults=("b",)),
        result(2, "ba", WIN, faults=("a", "b")),
    ]
    first, second = table(standings(results, ENTRANTS), "duel:players=2").rows
    assert (first.bot, first.version, first.games, first.score) == ("a", ENTRANTS["a"], 4, 62.5)
    assert (first.wins, first.draws, first.losses, first.mean_rank, first.faults) == (2, 1, 1, None, 1)
    assert (second.bot, second.wins, second.draws, second.losses, second.faults) == ("b", 1, 1, 2, 2)
    assert first.elo + second.elo == pytest.approx(2 * MEAN)


def test_larger_tables_have_a_mean_rank_instead():
    rows = table(standings([result(1, "abc", (1, 2, 2)), result(1, "bca", (1, 2, 3))], ENTRANTS), "duel").rows
    assert {row.bot: row.mean_rank for row in rows} == {"a": 2.0, "b": 1.5, "c": 2.0}
    assert all(row.wins is row.draws is row.losses is None for row in rows)


def test_sums_are_kept_over_selections_of_a_kind_only():
    duels = [*played("duel:players=2", 0.6, 20), *played("duel:players=2,pack=small", 0.6, 20)]
    mixed = [*duels, *(result(n, "abc", (1, 2, 3), "duel:players=3") for n in range(3))]
    assert all(sum((row.wins, row.draws, row.losses)) == row.games for row in standings(duels, ENTRANTS)[0].rows)
    assert all(row.wins is row.mean_rank is None for row in standings(mixed, ENTRANTS)[0].rows)


def test_a_single_selection_is_rated_the_same_in_all_its_tables():
    overall, game, selection = standings(played("duel:players=2", 0.65), ENTRANTS)
    assert overall.rows == game.rows == selection.rows
    fitted = fit_of(list(played("duel:players=2", 0.65)))
    half = fitted.quantile * SCALE * np.sqrt(np.diag(fitted.covariance))
    assert [row.elo for row in selection.rows] == pytest.approx(MEAN + SCALE * fitted.worth, abs=1e-5)
    assert [row.plus_minus for row in selection.rows] == pytest.approx(half, abs=1e-5)


def test_a_combined_rating_brings_the_mean_of_the_expected_scores():
    fits = [fit_of(list(played("duel", chance))) for chance in (0.55, 0.9)]
    weights = [0.25, 0.75]
    for player, rating in enumerate(combine(fits, weights, "abc")):
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
        drawn.append([rating.elo for rating in combine(shaken, [0.5, 0.5], "abc")])
    for spread, rating in zip(np.std(drawn, axis=0), combine(fits, [0.5, 0.5], "abc"), strict=True):
        assert rating.plus_minus == pytest.approx(1.96 * spread, rel=0.15)


def test_who_won_all_in_one_selection_only_has_a_lopsided_interval():
    results = [*played("duel:players=2", 0.6, 90), *(result(f"ab{n}", "ab", WIN, "war") for n in range(9))]
    tables = standings(results, ENTRANTS)
    sole, both = table([one for one in tables if one.kind == "game"], "war").rows[0], tables[0].rows[0]
    assert (sole.bot, sole.flag, sole.high, sole.plus_minus) == ("a", "won all", None, None)
    assert sole.low < sole.elo
    assert (both.bot, both.flag, both.plus_minus) == ("a", "", None)
    assert both.low < both.elo < both.high


def test_combined_tables_hold_only_those_who_play_all():
    results = [*played("duel:players=2", 0.6), *(result(f"ab{n}", "ab", WIN, "war") for n in range(9))]
    assert [row.bot for row in standings(results, ENTRANTS)[0].rows] == ["a", "b"]


def test_islands_have_their_own_tables():
    results = [*played("duel:players=2", 0.6), *(result(n, "ef", (WIN, LOSS)[n % 2]) for n in range(8))]
    tables = standings([*results, *(result(n, "abc", (1, 2, 3), "war") for n in range(3))], ENTRANTS)
    assert [(one.name, sorted(row.bot for row in one.rows)) for one in tables if one.game == "duel"] == [
        ("duel (island 1)", ["a", "b", "c"]),
        ("duel (island 2)", ["e", "f"]),
        ("duel:players=2 (island 1)", ["a", "b", "c"]),
        ("duel:players=2 (island 2)", ["e", "f"]),
    ]
    assert [row.bot for row in tables[0].rows] == ["a", "b", "c"]


def test_an_island_in_one_selection_divides_the_game():
    joined = [result(f"{a}{b}", (a, b), DRAW, "duel:players=2") for a, b in ("ab", "bc", "cd", "ad")]
    apart = [result(pair, pair, DRAW, "duel:players=2,pack=small") for pair in ("ab", "cd")]
    tables = standings([*joined, *apart], ENTRANTS)
    assert [[row.bot for row in one.rows] for one in tables if one.kind == "overall"] == [["a", "b"], ["c", "d"]]


def test_equals_share_a_rank_and_stand_by_name():
    rows = standings([result(n, pair, DRAW) for n, pair in enumerate(("cb", "ba", "ac"))], ENTRANTS)[0].rows
    assert [(row.rank, row.bot, row.elo) for row in rows] == [(1, "a", MEAN), (1, "b", MEAN), (1, "c", MEAN)]


@pytest.mark.parametrize(
    "results", [[], [result(1, "ab", WIN)], [result(1, "ab", DRAW)], [result(1, "abab", (1, 1, 1, 1))]]
)
def test_hardly_any_games_give_a_sane_table_without_a_warning(results):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tables = standings(results, ENTRANTS)
    assert len(tables) == (3 if results else 0)
    for one in tables:
        assert {row.bot for row in one.rows} == {"a", "b"}
        assert all(1000 < row.elo < 2000 and row.plus_minus is None for row in one.rows)


@settings(max_examples=40)
@given(tournaments, st.randoms(use_true_random=False))
def test_tables_do_not_depend_on_the_order_of_the_games(results, lots):
    shuffled = list(results)
    lots.shuffle(shuffled)
    assert msgspec.json.encode(standings(shuffled, ENTRANTS)) == msgspec.json.encode(standings(results, ENTRANTS))


@settings(max_examples=40)
@given(tournaments)
def test_every_table_holds_together(results):
    for one in standings(results, ENTRANTS):
        assert [row.elo for row in one.rows] == sorted((row.elo for row in one.rows), reverse=True)
        for row in one.rows:
            assert row.low is None or row.low < row.elo
            assert row.high is None or row.elo < row.high
            assert (row.plus_minus is None) or (row.flag == "" and row.low is not None and row.high is not None)
            assert 0 <= row.score <= 100
        if one.selections == 1:
            assert np.mean([row.elo for row in one.rows]) == pytest.approx(MEAN, abs=1e-5)
