"""The seat effect."""

from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import given, settings

from arena.ratings.fit import SCALE, fit
from arena.ratings.pairs import compare
from arena.ratings.seats import seat_effect
from arena.ratings.tally import gather
from tests.ratings.cases import (
    DRAW,
    LOSS,
    WIN,
    all_islands,
    result,
    series_of,
    series_of_one,
    tally_of,
    tournaments,
)


def effect(played, ghost=0.5):
    return seat_effect(compare(tally_of(played)), ghost)


def shown(rng, seats, strength, terms):
    """Ranks by strength and seat."""
    forms = [strength[name] + term + rng.gumbel() for name, term in zip(seats, terms, strict=True)]
    return [1 + sum(other > mine for other in forms) for mine in forms]


def test_of_two_equal_bots_the_one_that_sits_better_scores_what_its_lead_says():
    # 30 of 40 games are won from the first seat: odds of three to one.
    played = [result(f"{pair}{n}", pair, (WIN, WIN, WIN, LOSS)[n % 4]) for n in range(20) for pair in ("ab", "ba")]
    found = effect(played, ghost=0)
    points, reach = found.lead(0, 1)
    assert points == pytest.approx(SCALE * np.log(3))
    assert [seat.elo for seat in found.seats] == pytest.approx([points / 2, -points / 2])
    assert [seat.score for seat in found.seats] == [75, 25]
    assert reach == pytest.approx(2 * found.seats[0].reach)
    assert found.lead(1, 0) == pytest.approx((-points, reach))


def test_the_error_of_a_single_pair_is_that_of_its_score():
    # Each series is a game of the same seats, so the fit is of a proportion; G/(G-1)(N-1)/(N-K), K = 2.
    played = [result(n, ("ab", "ba")[n % 2], WIN if n % 5 else LOSS) for n in range(100)]
    found = effect(played, ghost=0)
    share = 0.8
    model = 1 / (100 * share * (1 - share))
    sign = np.array([1, -1])
    assert sign @ found.model @ sign == pytest.approx(model)
    assert sign @ found.covariance @ sign == pytest.approx(model * 100 / 99 * 99 / 98, rel=1e-6)


def test_a_strong_bot_that_sat_first_more_often_does_not_make_the_seat_look_good():
    rng = np.random.default_rng(3)
    strength = {"a": 1.5, "b": 0.0, "c": -1.5}
    names = ["ab", "ac", "bc"] * 400 + ["ba", "ca", "cb"] * 40
    played = series_of_one((seats, shown(rng, seats, strength, (0.2, -0.2))) for seats in names)
    found = effect(played)
    points, reach = found.lead(0, 1)
    assert abs(points - SCALE * 0.4) < reach < 60
    by_score = SCALE * np.log(found.seats[0].score / found.seats[1].score)
    assert by_score > SCALE * 0.4 + 2 * reach
    assert found.worth == pytest.approx([1.5, 0, -1.5], abs=0.3)


def test_four_seats_have_terms_with_mean_zero_that_hold_the_truth():
    rng = np.random.default_rng(4)
    strength, terms = {"a": 0.5, "b": 0.0, "c": -0.5, "d": 0.2, "e": -0.2}, (0.6, 0.2, -0.3, -0.5)
    tables = [seats for table in combinations("abcde", 4) for seats in permutations(table)] * 12
    found = effect(series_of_one((seats, shown(rng, seats, strength, terms)) for seats in tables))
    assert found.terms.sum() == pytest.approx(0, abs=1e-9)
    assert found.covariance.sum(axis=0) == pytest.approx(np.zeros(4), abs=1e-9)
    assert all(
        abs(seat.elo - SCALE * term) < 1.5 * seat.reach for seat, term in zip(found.seats, terms, strict=True)
    )
    assert [seat.seat for seat in found.seats] == [0, 1, 2, 3]


def test_a_team_counts_at_the_first_of_its_seats():
    found = effect([result(n, ("abba", "baab")[n % 2], (1, 3, 3, 1) if n % 3 else (3, 1, 1, 3)) for n in range(30)])
    assert [seat.seat for seat in found.seats] == [0, 1]


def test_islands_share_their_seats():
    one = [result(f"x{n}", ("ab", "ba")[n % 2], WIN if n % 3 else DRAW) for n in range(40)]
    other = [result(f"y{n}", ("cd", "dc")[n % 2], WIN if n % 3 else DRAW) for n in range(40)]
    apart, both = effect(one, ghost=0), effect(one + other, ghost=0)
    assert both.terms == pytest.approx(apart.terms)
    assert both.seats[0].reach < apart.seats[0].reach


def test_where_one_seat_always_wins_no_interval_is_told():
    found = effect([result(n, ("ab", "ba")[n % 2], WIN) for n in range(30)])
    assert [seat.reach for seat in found.seats] == [None, None]
    assert found.lead(0, 1)[0] > 400
    assert found.lead(0, 1)[1] is None


def test_a_single_series_tells_no_interval_and_nobody_met_no_seat():
    assert effect([result(1, "ab", WIN), result(1, "ba", DRAW)]).seats[0].reach is None
    assert effect([result(1, "aa", DRAW)]) is None


@settings(max_examples=40)
@given(tournaments)
def test_seats_that_make_no_difference_leave_the_bots_as_they_are(results):
    for tally in gather(series_of(results)).values():
        found = seat_effect(compare(tally))
        if found is None:
            continue
        assert found.terms.sum() == pytest.approx(0, abs=1e-8)
        assert np.all(np.linalg.eigvalsh(found.covariance) > -1e-9)
        assert all(seat.reach is None or seat.reach > 0 for seat in found.seats)
    balanced = [one for r in results for one in (r, r._replace(game=_turned(r.game)))]
    duels = [one for one in balanced if one.selection == "duel:players=2"]
    for island in all_islands(duels) if duels else []:
        assert seat_effect(island).terms == pytest.approx([0, 0], abs=1e-8)
        assert seat_effect(island).worth == pytest.approx(fit(island).worth, abs=1e-7)


def _turned(game):
    """The same result from swapped seats."""
    return type(game)(game.seats[::-1], game.ranks[::-1], game.faults)
