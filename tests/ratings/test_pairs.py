"""From games to comparisons, and to pairs."""

from collections import Counter

import pytest
from hypothesis import given, settings

from arena.ratings.pairs import compare
from arena.ratings.tally import gather
from tests.ratings.cases import DRAW, LOSS, WIN, all_islands, duels, result, series_of, tally_of, tournaments


def comparisons(results):
    return compare(tally_of(results))


def rows(found):
    names = found.players
    columns = (found.series, found.first, found.second, found.first_seat, found.second_seat, found.points)
    return [
        (series, names[first], names[second], *rest)
        for series, first, second, *rest in zip(*(column.tolist() for column in columns), strict=True)
    ]


def pairs(results):
    found = comparisons(results).pairs()
    columns = (found.first, found.second, found.wins, found.draws, found.losses)
    return [
        (found.players[first], found.players[second], *counts)
        for first, second, *counts in zip(*(column.tolist() for column in columns), strict=True)
    ]


def test_a_game_is_a_comparison_for_each_pair_with_seats():
    found = comparisons([result(2, "ba", WIN), result(2, "ab", DRAW), result(1, "ab", LOSS)])
    assert rows(found) == [(0, "a", "b", 0, 1, 0.0), (1, "a", "b", 0, 1, 0.5), (1, "a", "b", 1, 0, 0.0)]
    assert found.times.tolist() == [1, 1]
    assert found.games.tolist() == [3, 3]
    assert found.clusters == 2


def test_pairs_add_up_what_equal_series_bring():
    played = [result(n, pair, WIN) for n in range(4) for pair in ("ab", "ba")] + [result(9, "ab", DRAW)]
    assert len(comparisons(played).times) == 2
    assert pairs(played) == [("a", "b", 4, 1, 4)]
    assert comparisons(played).games.tolist() == [9, 9]


def test_a_table_is_all_its_pairs_and_ties_are_draws():
    found = comparisons([result(1, "cab", (1, 2, 2))])
    assert sorted(rows(found)) == [(0, "a", "b", 1, 2, 0.5), (0, "a", "c", 1, 0, 0.0), (0, "b", "c", 2, 0, 0.0)]
    assert found.sides == 3


def test_a_team_is_one_player_at_its_first_seat():
    found = comparisons([result(1, "bbaa", (3, 3, 1, 1))])
    assert rows(found) == [(0, "a", "b", 2, 0, 1.0)]
    assert found.sides == 2
    assert found.games.tolist() == [1, 1]


def test_islands_are_largest_first_and_have_their_own_numbers():
    games = [result(3, "ef", WIN), result(1, "ab", WIN), result(2, "bc", WIN), result(4, "ef", LOSS)]
    large, small = all_islands(games)
    assert (large.players, small.players) == (("a", "b", "c"), ("e", "f"))
    assert rows(small) == [(0, "e", "f", 0, 1, 1.0), (1, "e", "f", 0, 1, 0.0)]


def test_who_met_nobody_is_on_no_island_and_its_series_count_for_nothing():
    assert all_islands([result(1, "aa", DRAW)]) == []
    (island,) = all_islands([result(1, "aa", DRAW), result(2, "bc", DRAW)])
    assert island.clusters == comparisons([result(1, "aa", DRAW), result(2, "bc", DRAW)]).clusters == 1


@settings(max_examples=40)
@given(tournaments)
def test_every_comparison_is_counted_once(results):
    for selection, tally in gather(series_of(results)).items():
        own = [one.game for one in results if one.selection == selection]
        found = compare(tally)
        won, drawn = found.pairs().won(), found.pairs().drawn()
        expected = Counter()
        for game in own:
            for one, rank in zip(game.seats, game.ranks, strict=True):
                for other, behind in zip(game.seats, game.ranks, strict=True):
                    expected[one, other, (rank < behind) - (rank > behind)] += one != other
        for one, name in enumerate(found.players):
            for other, opponent in enumerate(found.players):
                assert won[one, other] == expected[name, opponent, 1]
                assert drawn[one, other] == expected[name, opponent, 0]
        assert tally.faults == Counter(name for game in own for name in game.faults)
        assert found.games.sum() == sum(len(set(game.seats)) for game in own)


@settings(max_examples=40)
@given(duels)
def test_islands_share_nothing_and_lose_nothing(results):
    whole, parts = comparisons(results), all_islands(results)
    assert sorted(name for part in parts for name in part.players) == list(whole.players)
    assert sum(part.clusters for part in parts) == whole.clusters
    assert sum(int(part.pairs().comparisons.sum()) for part in parts) == len(results)


@pytest.mark.parametrize("count", [1, 5])
def test_series_of_one_kind_are_a_single_row_however_many(count):
    found = comparisons([result(number, "ab", WIN) for number in range(count)])
    assert len(found.first) == 1
    assert found.clusters == count
