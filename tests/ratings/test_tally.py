"""Equal series are counted once, and nothing depends on the order in which they come."""

from random import Random

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.ratings.fit import fit
from arena.ratings.pairs import compare, islands
from arena.ratings.results import GameResult, SeriesResult
from arena.ratings.tally import ABSENT, gather
from tests.ratings.cases import DRAW, LOSS, NAMES, WIN, result, series_of, tally_of, tournaments


def columns(tally):
    return [getattr(tally, name).tolist() for name in ("seats", "ranks", "faulty", "times")]


def test_equal_series_are_a_row():
    played = [result(n, pair, WIN) for n in range(5) for pair in ("ab", "ba")] + [result(9, "ab", LOSS)]
    tally = tally_of(played)
    assert tally.players == ("a", "b")
    assert tally.seats.tolist() == [[[0, 1], [ABSENT, ABSENT]], [[0, 1], [1, 0]]]
    assert tally.ranks.tolist() == [[[2, 1], [0, 0]], [[1, 2], [1, 2]]]
    assert tally.times.tolist() == [1, 5]


def test_series_that_are_given_as_equal_count_as_often():
    game = GameResult(("a", "b"), WIN, ("b",))
    (together,) = gather([SeriesResult("duel", "duel", (game,), times=3)]).values()
    (apart,) = gather([SeriesResult("duel", "duel", (game,))] * 3).values()
    assert columns(together) == columns(apart)
    assert together.faults == apart.faults == {"b": 3}


def test_clean_leaves_out_games_with_faults_and_series_without_games():
    played = [
        result(1, "ab", WIN),
        result(1, "ba", WIN, faults=("a",)),
        result(2, "ab", LOSS, faults=("a",)),
        result(3, "ab", WIN),
    ]
    clean = tally_of(played).clean()
    assert clean.times.sum() == 2
    assert not clean.faulty.any()
    assert not clean.faults
    assert compare(clean).pairs().wins.tolist() == [2]
    assert compare(clean).pairs().losses.tolist() == [0]


def test_names_of_hundreds_of_bots_at_large_tables_are_told_apart():
    lots = Random(1)
    names = [f"b{number:03}" for number in range(300)]
    drawn = [lots.sample(names, 8) for _ in range(50)]
    games = [[result(n, seats[k:] + seats[:k], range(1, 9)) for k in range(8)] for n, seats in enumerate(drawn)]
    tally = tally_of([one for series in games for one in series])
    assert len(tally.times) == 50
    found = {tuple(tally.players[at] for at in row) for series in tally.seats.tolist() for row in series}
    assert found == {one.game.seats for series in games for one in series}


@settings(max_examples=30)
@given(tournaments, st.randoms(use_true_random=False))
def test_the_order_of_series_and_games_changes_no_byte(results, lots):
    shuffled = list(results)
    lots.shuffle(shuffled)
    for selection, tally in gather(series_of(results)).items():
        other = gather(series_of(shuffled))[selection]
        assert columns(other) == columns(tally)
        assert (other.players, other.faults) == (tally.players, tally.faults)
        for one, same in zip(islands(compare(tally)), islands(compare(other)), strict=True):
            assert fit(one).worth.tobytes() == fit(same).worth.tobytes()
            assert fit(one).covariance.tobytes() == fit(same).covariance.tobytes()


@settings(max_examples=40)
@given(tournaments)
def test_a_clean_tally_is_that_of_the_games_without_faults(results):
    clean = gather(series_of(one for one in results if not one.game.faults))
    for selection, tally in gather(series_of(results)).items():
        left = tally.clean()
        assert left.times.sum() == (clean[selection].times.sum() if selection in clean else 0)
        for one, other in zip(
            islands(compare(left)) if len(left.times) else [],
            islands(compare(clean[selection])) if selection in clean else [],
            strict=True,
        ):
            assert one.players == other.players
            assert np.array_equal(one.pairs().won(), other.pairs().won())
            assert np.array_equal(one.pairs().drawn(), other.pairs().drawn())


def test_a_tally_counts_each_series_of_a_tournament():
    played = [result(f"{a}{b}{n}", (a, b), DRAW) for a in NAMES for b in NAMES if a < b for n in range(3)]
    tally = tally_of(played)
    assert tally.times.tolist() == [3] * 15
