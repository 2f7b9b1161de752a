"""The comparison: as many series as a sequential test takes."""

import pytest

from arena.formats import Comparison
from arena.ratings.sequential import Sprt
from arena.schedules.making import schedule_of
from tests.schedules.cases import by_strength, competition, play_out, played, rounds_of

AHEAD = by_strength({"new": 120.0, "old": 0.0, "x": 30.0, "y": -30.0, "z": 0.0})
BEHIND = by_strength({"new": -120.0, "old": 0.0, "x": 30.0, "y": -30.0, "z": 0.0})


@pytest.mark.parametrize(("bots", "options"), [("", {}), ("xyz", {"players": 3}), ("xy", {"players": 4})])
@pytest.mark.parametrize(("play", "verdict"), [(AHEAD, "better"), (BEHIND, "not better")])
def test_it_ends_as_soon_as_the_test_can_tell(bots, options, play, verdict):
    form = Comparison("new", "old", elo1=60)
    schedule, rounds = play_out(competition(["new", "old", *bots], form, **options), play)
    assert (schedule.verdict, schedule.over) == (verdict, True)
    assert schedule.stop == f"new is {verdict} than old, by {len(rounds)} series"
    assert sum(schedule.counts) == len(rounds)
    low, high = Sprt(0, 60).bounds
    assert schedule.llr <= low or schedule.llr >= high
    assert schedule.planned() == len(rounds) * schedule.competition.table_size


def test_every_round_is_a_series_of_the_two_and_the_others_take_turns():
    one = competition(["new", "old", "x", "y", "z"], Comparison("new", "old", series=12), players=4)
    _, rounds = play_out(one, by_strength(dict.fromkeys(["new", "old", "x", "y", "z"], 0.0)))
    assert [len(turn) for turn in rounds] == [1] * 12
    others = [frozenset(series.lineup) - {"new", "old"} for (series,) in rounds]
    assert [others.count(frozenset(pair)) for pair in ("xy", "xz", "yz")] == [4, 4, 4]
    assert len({series.id for (series,) in rounds}) == 12


def test_equals_are_given_up_after_so_many_series():
    form = Comparison("a", "b", elo1=1, series=20)
    schedule, rounds = play_out(competition("ab", form), by_strength({"a": 0.0, "b": 0.0}))
    assert len(rounds) == 20
    assert (schedule.verdict, schedule.stop) == ("", "not decided after 20 series")


def test_a_series_without_all_of_its_games_says_nothing():
    schedule = schedule_of(competition("ab", Comparison("a", "b")))
    (series,) = next(schedule)
    whole = played(schedule.competition, series, AHEAD_OF_B)
    schedule.hear([type(whole)(whole.selection, whole.game, whole.games[:1])], ())
    assert sum(schedule.counts) == 0
    next(schedule)
    schedule.hear([], ())
    assert not schedule.over


AHEAD_OF_B = by_strength({"a": 100.0, "b": 0.0})


def test_it_ends_when_one_of_the_two_is_withdrawn():
    schedule = schedule_of(competition("abxy", Comparison("a", "b"), players=3))
    next(schedule)
    schedule.hear([], ["x"])
    assert not schedule.over
    next(schedule)
    schedule.hear([], ["b", "x"])
    assert schedule.stop == "not decided, b is withdrawn"
    assert list(schedule) == []


def test_it_ends_when_nobody_is_left_to_fill_the_table():
    schedule = schedule_of(competition("abx", Comparison("a", "b"), players=3))
    next(schedule)
    schedule.hear([], ["x"])
    assert schedule.stop == "not decided, too few are left for a table"


def test_where_the_test_stands_is_told():
    schedule = schedule_of(competition("ab", Comparison("a", "b")))
    assert schedule.told() == "LLR +0.00 (-2.94 to 2.94)"
    next(rounds_of(schedule, AHEAD_OF_B))
    assert schedule.told().startswith("LLR ")
