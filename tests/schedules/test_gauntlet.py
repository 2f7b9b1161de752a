"""The gauntlet: new bots against the field."""

from collections import Counter

import pytest

from arena.formats import Gauntlet
from arena.schedules.making import schedule_of
from tests.schedules.cases import competition, every


def test_each_new_bot_meets_the_whole_field_and_nobody_else_meets():
    schedule = schedule_of(competition("abcdxy", Gauntlet(("y", "x")), deals=2))
    met = Counter(series.lineup for series in every(schedule))
    assert met == {(old, new): 2 for old in "abcd" for new in "xy"}


def test_a_larger_table_has_one_new_bot_and_some_of_the_field():
    schedule = schedule_of(competition("abcxy", Gauntlet(("x", "y")), players=3))
    met = {frozenset(series.lineup) for series in every(schedule)}
    assert met == {frozenset(group) for group in ("abx", "acx", "bcx", "aby", "acy", "bcy")}


@pytest.mark.parametrize(("players", "deals"), [(2, 1), (3, 4)])
def test_the_number_of_games_is_known_beforehand(players, deals):
    one = competition("abcdex", Gauntlet(("x",)), deals=deals, players=players)
    assert schedule_of(one).planned() == players * len(every(schedule_of(one)))


def test_its_series_are_those_of_a_round_robin():
    field = every(schedule_of(competition("abcx")))
    assert {series.id for series in every(schedule_of(competition("abcx", Gauntlet(("x",)))))} < {
        series.id for series in field
    }
