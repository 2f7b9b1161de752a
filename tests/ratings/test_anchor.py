"""A bot whose Elo is given: everybody else is relative to it."""

import numpy as np
import pytest
from hypothesis import given, settings

from arena.ratings.fit import SCALE
from arena.ratings.standings import Anchor, standings
from tests.ratings.cases import ENTRANTS, WIN, fit_of, result, series_of, tournaments
from tests.ratings.tables import played, table


def test_the_others_are_as_far_from_it_as_they_were_and_their_intervals_are_of_that_distance():
    results = list(played("duel:players=2", 0.6))
    fitted = fit_of(results)
    rows = {row.bot: row for row in standings(series_of(results), ENTRANTS, Anchor("b", 1000))[-1].rows}
    assert (rows["b"].elo, rows["b"].plus_minus, rows["b"].low, rows["b"].high) == (1000, 0, 1000, 1000)
    place = dict(zip(fitted.players, range(3), strict=True))
    for bot in "ac":
        sign = np.zeros(3)
        sign[place[bot]], sign[place["b"]] = 1, -1
        assert rows[bot].elo == pytest.approx(1000 + SCALE * sign @ fitted.worth, abs=1e-5)
        error = np.sqrt(sign @ fitted.covariance @ sign)
        assert rows[bot].plus_minus == pytest.approx(SCALE * fitted.quantile * error, abs=1e-5)


@settings(max_examples=20, deadline=None)
@given(tournaments)
def test_it_changes_neither_order_nor_ranks_nor_likelihoods(results):
    plain = standings(series_of(results), ENTRANTS)
    for one, other in zip(standings(series_of(results), ENTRANTS, Anchor("c", 1200)), plain, strict=True):
        assert [(row.bot, row.best, row.worst) for row in one.rows] == [
            (row.bot, row.best, row.worst) for row in other.rows
        ]
        assert one.los == other.los
        shifts = [row.elo - before.elo for row, before in zip(one.rows, other.rows, strict=True)]
        assert shifts == pytest.approx([shifts[0]] * len(shifts), abs=1e-5)
        assert all(row.elo == 1200 for row in one.rows if row.bot == "c")
        if all(row.bot != "c" for row in one.rows):
            assert one == other


def test_an_unbeaten_anchor_is_certain_and_a_single_series_tells_nothing_of_the_others():
    first, second = standings(series_of([result(1, "ab", WIN), result(2, "ab", WIN)]), ENTRANTS, Anchor("a"))[
        -1
    ].rows
    assert (first.elo, first.low, first.high, first.flag) == (1500, 1500, 1500, "")
    assert (second.low, second.flag) == (None, "lost all")
    assert table(standings(series_of([result(1, "ab", WIN)]), ENTRANTS, Anchor("z")), "duel").rows[0].elo > 1500
