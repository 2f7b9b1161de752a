"""The tables."""

import warnings
from itertools import pairwise

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.ratings.findings import Meeting
from arena.ratings.fit import MEAN, SCALE
from arena.ratings.standings import standings
from tests.ratings.cases import (
    DRAW,
    ENTRANTS,
    LOSS,
    NAMES,
    WIN,
    crosstable,
    fit_of,
    result,
    series_of,
    tournaments,
)
from tests.ratings.tables import played, table, tables_of


def test_a_table_for_each_selection_and_game_and_overall():
    results = [*played("duel:players=2", 0.6), *played("duel:players=2,pack=small", 0.7), *played("war", 0.5)]
    tables = tables_of(results)
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
    first, second = table(tables_of(results), "duel:players=2").rows
    assert (first.bot, first.version, first.games, first.score) == ("a", ENTRANTS["a"], 4, 62.5)
    assert (first.wins, first.draws, first.losses, first.mean_rank, first.faults) == (2, 1, 1, None, 1)
    assert (second.bot, second.wins, second.draws, second.losses, second.faults) == ("b", 1, 1, 2, 2)
    assert first.elo + second.elo == pytest.approx(2 * MEAN)


def test_larger_tables_have_a_mean_rank_instead():
    rows = table(tables_of([result(1, "abc", (1, 2, 2)), result(1, "bca", (1, 2, 3))]), "duel").rows
    assert {row.bot: row.mean_rank for row in rows} == {"a": 2.0, "b": 1.5, "c": 2.0}
    assert all(row.wins is row.draws is row.losses is None for row in rows)


def test_sums_are_kept_over_selections_of_a_kind_only():
    duels = [*played("duel:players=2", 0.6, 20), *played("duel:players=2,pack=small", 0.6, 20)]
    mixed = [*duels, *(result(n, "abc", (1, 2, 3), "duel:players=3") for n in range(3))]
    assert all(sum((row.wins, row.draws, row.losses)) == row.games for row in tables_of(duels)[0].rows)
    assert all(row.wins is row.mean_rank is None for row in tables_of(mixed)[0].rows)


def test_a_single_selection_is_rated_the_same_in_all_its_tables():
    overall, game, selection = tables_of(played("duel:players=2", 0.65))
    assert overall.rows == game.rows == selection.rows
    fitted = fit_of(list(played("duel:players=2", 0.65)))
    half = fitted.quantile * SCALE * np.sqrt(np.diag(fitted.covariance))
    assert [row.elo for row in selection.rows] == pytest.approx(MEAN + SCALE * fitted.worth, abs=1e-5)
    assert [row.plus_minus for row in selection.rows] == pytest.approx(half, abs=1e-5)


def test_who_won_all_in_one_selection_only_has_a_lopsided_interval():
    results = [*played("duel:players=2", 0.6, 90), *(result(f"ab{n}", "ab", WIN, "war") for n in range(9))]
    tables = tables_of(results)
    sole, both = table([one for one in tables if one.kind == "game"], "war").rows[0], tables[0].rows[0]
    assert (sole.bot, sole.flag, sole.high, sole.plus_minus) == ("a", "won all", None, None)
    assert sole.low < sole.elo
    assert (both.bot, both.flag, both.plus_minus) == ("a", "", None)
    assert both.low < both.elo < both.high


def test_combined_tables_hold_only_those_who_play_all():
    results = [*played("duel:players=2", 0.6), *(result(f"ab{n}", "ab", WIN, "war") for n in range(9))]
    assert [row.bot for row in tables_of(results)[0].rows] == ["a", "b"]


def test_islands_have_their_own_tables():
    results = [*played("duel:players=2", 0.6), *(result(n, "ef", (WIN, LOSS)[n % 2]) for n in range(8))]
    tables = tables_of([*results, *(result(n, "abc", (1, 2, 3), "war") for n in range(3))])
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
    tables = tables_of([*joined, *apart])
    assert [[row.bot for row in one.rows] for one in tables if one.kind == "overall"] == [["a", "b"], ["c", "d"]]


def test_equals_share_a_rank_and_stand_by_name():
    rows = tables_of([result(n, pair, DRAW) for n, pair in enumerate(("cb", "ba", "ac"))])[0].rows
    assert [(row.rank, row.bot, row.elo) for row in rows] == [(1, "a", MEAN), (1, "b", MEAN), (1, "c", MEAN)]


@pytest.mark.parametrize(
    "results", [[], [result(1, "ab", WIN)], [result(1, "ab", DRAW)], [result(1, "abab", (1, 1, 1, 1))]]
)
def test_hardly_any_games_give_a_sane_table_without_a_warning(results):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tables = tables_of(results)
    assert len(tables) == (3 if results else 0)
    for one in tables:
        assert {row.bot for row in one.rows} == {"a", "b"}
        assert all(1000 < row.elo < 2000 and row.plus_minus is None for row in one.rows)


@settings(max_examples=40)
@given(tournaments, st.randoms(use_true_random=False))
def test_tables_do_not_depend_on_the_order_of_the_games(results, lots):
    shuffled = list(results)
    lots.shuffle(shuffled)
    assert msgspec.json.encode(tables_of(shuffled)) == msgspec.json.encode(tables_of(results))


@settings(max_examples=40)
@given(tournaments)
def test_every_table_holds_together(results):
    for one in tables_of(results):
        assert [row.elo for row in one.rows] == sorted((row.elo for row in one.rows), reverse=True)
        for row in one.rows:
            assert row.low is None or row.low < row.elo
            assert row.high is None or row.elo < row.high
            assert (row.plus_minus is None) or (row.flag == "" and row.low is not None and row.high is not None)
            assert 0 <= row.score <= 100
        if one.selections == 1:
            assert np.mean([row.elo for row in one.rows]) == pytest.approx(MEAN, abs=1e-5)


def test_a_crosstable_stands_in_the_order_of_the_rows():
    one = tables_of(crosstable([("a", "b", 1, 6, 1), ("b", "c", 5, 3, 0)]))[-1]
    assert [row.bot for row in one.rows] == ["b", "c", "a"]
    assert one.crosstable == (
        (None, Meeting(5, 0, 3, 62.5), Meeting(6, 1, 1, 81.25)),
        (Meeting(3, 0, 5, 37.5), None, None),
        (Meeting(1, 1, 6, 18.75), None, None),
    )


def test_only_selections_have_crosstable_seats_and_checks():
    overall, game, selection = tables_of(played("duel:players=2", 0.6))
    assert overall.los == game.los == selection.los
    assert [(one.crosstable, one.seats, one.checks) for one in (overall, game)] == [((), (), None)] * 2
    assert [seat.seat for seat in selection.seats] == [0, 1]
    assert selection.checks is not None


def test_large_tables_have_no_matrices():
    names = [f"{number:03}" for number in range(101)]
    results = [result(f"{a}{b}", (a, b), ranks) for a, b in pairwise(names) for ranks in (WIN, LOSS)]
    for one in standings(series_of(results), dict.fromkeys(names, "1")):
        assert len(one.rows) == 101
        assert one.los == one.crosstable == ()


def renamed(one, name):
    game = msgspec.structs.replace(
        one.game, seats=tuple(map(name, one.game.seats)), faults=tuple(map(name, one.game.faults))
    )
    return one._replace(game=game)


@settings(max_examples=15)
@given(tournaments, st.permutations(NAMES))
def test_other_names_bring_the_same_figures(results, names):
    other = dict(zip(NAMES, names, strict=True)).__getitem__
    for kind in ("overall", "game", "selection"):
        before, after = (
            {
                (one.name.partition(" (")[0], name(row.bot)): (row.elo, row.clean or 0, row.best, row.worst)
                for one in tables_of(played)
                if one.kind == kind
                for row in one.rows
            }
            for played, name in ((results, other), ([renamed(one, other) for one in results], str))
        )
        assert before.keys() == after.keys()
        for key, figures in before.items():
            assert after[key] == pytest.approx(figures, abs=1e-4)
