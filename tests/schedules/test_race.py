"""The race: games go to those who may still be the best, and the best is found."""

import pytest

from arena.formats import Race
from arena.schedules.making import schedule_of
from tests.schedules.cases import bots, by_strength, competition, play_out, rounds_of

LADDER = {name: 150.0 * number for number, name in enumerate(bots(8))}


@pytest.mark.parametrize("size", [2, 3, 4])
def test_the_best_bot_wins_and_it_is_said_how(size):
    schedule, rounds = play_out(competition(bots(8), Race(), players=size), by_strength(LADDER))
    assert schedule.stop == f"race won by b007 in round {len(rounds)} (the risk that another is better: 5 %)"
    assert schedule.over
    assert schedule.planned() == sum(map(len, rounds)) * size


def test_games_go_to_those_who_may_still_be_the_best():
    schedule = schedule_of(competition(bots(8), Race()))
    *_, last = rounds_of(schedule, by_strength(LADDER))
    assert len(last) == 1
    assert "b007" in last[0].lineup


def test_the_weakest_plays_least():
    _, rounds = play_out(competition(bots(8), Race()), by_strength(LADDER))
    games = [sum(name in series.lineup for turn in rounds for series in turn) for name in bots(8)]
    assert min(games) == min(games[:4])
    assert games[7] == max(games)


def test_equals_are_left_undecided():
    schedule, rounds = play_out(competition("ab", Race(rounds=20)), by_strength({"a": 0.0, "b": 0.0}))
    assert len(rounds) == 20
    assert schedule.stop == "race undecided after 20 rounds: a and b may each be the best"


def test_the_best_is_seldom_lost():
    lost = 0
    for seed in range(40):
        elo = {name: 20.0 * number for number, name in enumerate(bots(4))}
        schedule, _ = play_out(competition(bots(4), Race(0.2, 200), seed=seed), by_strength(elo))
        lost += "b003" not in schedule.stop
    assert lost <= 8


def test_who_is_withdrawn_is_out():
    schedule = schedule_of(competition("abc", Race()))
    next(schedule)
    schedule.hear([], ["a"])
    assert all("a" not in series.lineup for series in next(schedule))
    schedule.hear([], ["a", "b"])
    assert schedule.stop.startswith("race won by c in round 2")
    assert list(schedule) == []


def test_it_ends_when_nobody_is_left_or_too_few_for_a_table():
    schedule = schedule_of(competition("ab", Race()))
    next(schedule)
    schedule.hear([], ["a", "b"])
    assert schedule.stop == "race given up in round 1: everybody in it is withdrawn"
    schedule = schedule_of(competition("abc", Race(), players=3))
    next(schedule)
    schedule.hear([], ["a"])
    assert schedule.stop == "race undecided in round 1: too few are left for a table; b and c may each be the best"
