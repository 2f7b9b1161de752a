"""The round robin: everybody meets everybody, or a fair share of them."""

from collections import Counter
from itertools import combinations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.chance import derive
from arena.formats import RoundRobin
from arena.schedules.making import schedule_of
from arena.schedules.tables import balanced, circle
from tests.schedules.cases import bots, competition, every


def of(*words, **options):
    """Return all series of a round robin, in order."""
    return every(schedule_of(competition(*words, **options)))


@given(st.integers(2, 30))
def test_the_circle_method_pairs_everybody_once_and_nobody_twice_a_round(count):
    names = bots(count)
    pairs = list(circle(names))
    assert Counter(map(frozenset, pairs)) == Counter(map(frozenset, combinations(names, 2)))
    size = count // 2
    for begin in range(0, len(pairs), size):
        turn = [name for pair in pairs[begin : begin + size] for name in pair]
        assert len(set(turn)) == len(turn)


@given(st.integers(3, 5), st.integers(5, 12), st.integers(1, 8))
def test_balanced_tables_give_everybody_their_number(size, count, tables):
    names = bots(count)
    drawn = list(balanced(names, size, tables, derive("x")))
    assert drawn == list(balanced(names, size, tables, derive("x")))
    assert all(len(set(table)) == size for table in drawn)
    played = Counter(name for table in drawn for name in table)
    assert set(played) == set(names)
    assert all(tables <= played[name] <= tables + 1 for name in names)
    assert len(drawn) == -(-count * tables // size)


def test_balanced_tables_spread_the_meetings():
    met = Counter(pair for table in balanced(bots(9), 3, 8, derive("x")) for pair in combinations(table, 2))
    assert len(met) == 36
    assert max(met.values()) - min(met.values()) <= 2


def test_a_new_bot_leaves_every_old_series_as_it_was():
    before = {series.id for series in of("abcd", deals=3, seed=7)}
    after = {series.id for series in of("abcde", deals=3, seed=7)}
    assert before < after
    assert len(after) - len(before) == 4 * 3


def test_a_round_is_a_deal_for_everybody_so_that_a_run_cut_short_has_seen_all():
    schedule = schedule_of(competition("abcd", deals=2, players=3))
    rounds = [[(len(series.lineup), series.deal) for series in turn] for turn in schedule]
    assert rounds == [[(3, 0)] * 4, [(3, 1)] * 4]


def test_a_group_that_sits_down_several_times_plays_that_many_deals():
    few, many = (of(["ant", "bee"], deals=deals, tables=3) for deals in (2, 3))
    assert [series.deal for series in few] == list(range(6))
    assert many[:6] == few
    assert len({series.id for series in many}) == 9


def test_more_cycles_are_more_deals_one_cycle_after_the_other():
    assert of("abc", RoundRobin(2), deals=3) == of("abc", deals=6)


@given(st.integers(2, 20), st.sampled_from([0.1, 0.25, 0.5, 0.9]))
def test_of_a_cycle_that_is_a_fraction_everybody_plays_about_that_share(count, share):
    played = Counter(name for series in of(bots(count), RoundRobin(share)) for name in series.lineup)
    assert max(played.values()) - min(played[name] for name in bots(count)) <= 2
    assert sum(played.values()) / 2 == pytest.approx(share * comb(count, 2), abs=1)


@given(
    st.integers(3, 7),
    st.sampled_from([0.3, 1, 1.5, 2, 2.25]),
    st.integers(1, 3),
    st.sampled_from([2, 3]),
    st.sampled_from(["all", 2, 4]),
)
def test_no_series_is_scheduled_twice_and_their_number_is_known_beforehand(count, cycles, deals, size, tables):
    one = competition(bots(count), RoundRobin(cycles), deals, tables, players=size)
    found = every(schedule_of(one))
    assert len({series.id for series in found}) == len(found)
    assert schedule_of(one).planned() == len(found) * size
    deals_of = Counter((frozenset(series.lineup)) for series in found)
    for series in found:
        assert series.deal < deals_of[frozenset(series.lineup)]


@pytest.mark.parametrize("size", [3, 4])
def test_a_share_of_larger_tables_is_balanced(size):
    drawn = of(bots(9), RoundRobin(0.25), players=size)
    played = Counter(name for series in drawn for name in series.lineup)
    assert max(played.values()) - min(played.values()) <= 1
    assert len(drawn) == pytest.approx(comb(9, size) / 4, abs=2)
