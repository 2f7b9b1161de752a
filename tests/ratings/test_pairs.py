"""From games to pairs."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given

from arena.ratings.pairs import gather, pairs_of
from tests.ratings.cases import DRAW, LOSS, NAMES, WIN, all_islands, duels, result, tournaments


def pairs(results):
    (games,) = gather(results).values()
    return pairs_of(games)


def rows(broken):
    names = broken.players
    columns = (broken.series, broken.first, broken.second, broken.wins, broken.draws, broken.losses)
    return [
        (series, names[first], names[second], *counts)
        for series, first, second, *counts in zip(*(column.tolist() for column in columns), strict=True)
    ]


def test_a_series_is_a_row_for_each_pair():
    broken = pairs([result(2, "ba", WIN), result(2, "ab", DRAW), result(1, "ab", LOSS), result(2, "ab", WIN)])
    assert rows(broken) == [(0, "a", "b", 0, 0, 1), (1, "a", "b", 1, 1, 1)]
    assert broken.games.tolist() == [4, 4]
    assert broken.clusters == 2


def test_a_table_is_all_its_pairs_and_ties_are_draws():
    broken = pairs([result(1, "cab", (1, 2, 2))])
    assert rows(broken) == [(0, "a", "b", 0, 1, 0), (0, "a", "c", 0, 0, 1), (0, "b", "c", 0, 0, 1)]
    assert broken.sides == 3


def test_a_team_is_one_player():
    broken = pairs([result(1, "abab", (1, 3, 1, 3))])
    assert rows(broken) == [(0, "a", "b", 1, 0, 0)]
    assert broken.sides == 2
    assert broken.games.tolist() == [1, 1]


def test_islands_are_largest_first_and_have_their_own_numbers():
    games = [result(3, "ef", WIN), result(1, "ab", WIN), result(2, "bc", WIN), result(4, "ef", LOSS)]
    large, small = all_islands(games)
    assert (large.players, small.players) == (("a", "b", "c"), ("e", "f"))
    assert rows(small) == [(0, "e", "f", 1, 0, 0), (1, "e", "f", 0, 0, 1)]


def test_who_met_nobody_is_on_no_island():
    assert all_islands([result(1, "aa", DRAW)]) == []


@given(tournaments)
def test_every_comparison_is_counted_once(results):
    for selection, games in gather(results).items():
        own = [game for game in results if game.selection == selection]
        broken = pairs_of(games)
        won, drawn = broken.won(), broken.drawn()
        expected = Counter()
        for game in own:
            for one, rank in zip(game.seats, game.ranks, strict=True):
                for other, behind in zip(game.seats, game.ranks, strict=True):
                    expected[one, other, (rank < behind) - (rank > behind)] += one != other
        for one, name in enumerate(broken.players):
            for other, opponent in enumerate(broken.players):
                assert won[one, other] == expected[name, opponent, 1]
                assert drawn[one, other] == expected[name, opponent, 0]
        assert games.faults == Counter(name for game in own for name in game.faults)


@given(duels)
def test_islands_share_nothing_and_lose_nothing(results):
    whole, parts = pairs(results), all_islands(results)
    assert sorted(name for part in parts for name in part.players) == list(whole.players)
    assert sum(part.clusters for part in parts) == whole.clusters
    assert sum(int(part.comparisons.sum()) for part in parts) == len(results)


@pytest.mark.parametrize("count", [1, 5])
def test_columns_are_as_long_as_there_are_games(count):
    games = gather(result(number, NAMES[:2], WIN) for number in range(count))["duel:players=2"]
    assert games.seats.shape == games.ranks.shape == (count, 2)
    assert np.array_equal(games.series, np.arange(count))
