"""The Swiss system: equals meet, and nobody twice if it can be helped."""

from collections import Counter
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.formats import Swiss
from arena.schedules.making import schedule_of
from tests.schedules.cases import bots, by_strength, competition, play_out

PLAY = by_strength({name: 30.0 * number for number, name in enumerate(bots(40))})


def groups(rounds):
    return [[frozenset(series.lineup) for series in turn] for turn in rounds]


@given(st.integers(2, 12), st.integers(1, 5), st.integers(2, 4))
@settings(max_examples=40, deadline=None)
def test_everybody_sits_once_a_round_but_for_those_who_sit_out_in_turns(count, rounds, size):
    if count < size:
        return
    one = competition(bots(count), Swiss(rounds), players=size)
    _, played = play_out(one, PLAY)
    assert len(played) == rounds
    sat = Counter(dict.fromkeys(bots(count), 0))
    for turn in groups(played):
        seated = [name for group in turn for name in group]
        assert len(set(seated)) == len(seated) == count // size * size
        sat.update(seated)
        assert max(sat.values()) - min(sat.values()) <= 1


def test_nobody_meets_again_before_having_met_all():
    _, played = play_out(competition(bots(8), Swiss(3)), PLAY)
    met = Counter(group for turn in groups(played) for group in turn)
    assert set(met.values()) == {1}


def test_those_who_meet_again_play_other_deals():
    _, played = play_out(competition(bots(4), Swiss(9), deals=2), PLAY)
    series = [series for turn in played for series in turn]
    assert len({each.id for each in series}) == len(series) == 9 * 2 * 2


def test_equals_meet():
    elo = {name: 100.0 * number for number, name in enumerate(bots(32))}
    _, played = play_out(competition(bots(32), Swiss(6)), by_strength(elo, draws=0))
    gaps = [abs(elo[one] - elo[other]) for turn in played[2:] for one, other in (each.lineup for each in turn)]
    assert sum(gaps) / len(gaps) < 0.6 * 3300 / 3, "a third of the spread is what pairing by lot would give"


def test_a_round_follows_from_the_results_in_any_order_and_from_the_seed():
    one = competition(bots(9), Swiss(5), seed=3)
    schedule, played = play_out(one, PLAY)
    again, same = play_out(one, PLAY)
    assert groups(same) == groups(played)
    _, other = play_out(competition(bots(9), Swiss(5), seed=4), PLAY)
    assert groups(other)[0] != groups(played)[0]
    assert schedule.planned() == again.planned() == 5 * 4 * 2


def test_who_is_withdrawn_is_paired_no_more():
    schedule = schedule_of(competition(bots(5), Swiss(4)))
    next(schedule)
    schedule.hear([], ["b002"])
    assert schedule.planned() == 4 * 2 * 2
    for turn in schedule:
        assert {name for series in turn for name in series.lineup} == set(bots(5)) - {"b002"}
        schedule.hear([], ["b002"])


def test_it_ends_when_too_few_are_left_for_a_table():
    schedule = schedule_of(competition(bots(3), Swiss(4), players=3))
    next(schedule)
    schedule.hear([], ["b002"])
    assert list(schedule) == []
    assert schedule.planned() == 3


@pytest.mark.parametrize("size", [3, 4])
def test_at_larger_tables_meetings_are_spread(size):
    _, played = play_out(competition(bots(12), Swiss(6), players=size), PLAY)
    met = Counter(pair for turn in groups(played) for group in turn for pair in combinations(sorted(group), 2))
    assert max(met.values()) <= 4
    assert len(met) > len(list(permutations(range(12), 2))) / 4
