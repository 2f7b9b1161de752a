"""Schedules: everybody meets everybody, in every order and rotation, whatever else goes on."""

from collections import Counter
from itertools import chain, combinations, permutations
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.chance import derive
from arena.config import GameEntry
from arena.players.entrants import BotSpec, Entrant
from arena.schedule import Competition, Series, balanced, circle, circular_order, games_in, rounds
from tests.toy import TOY


def entrant(name: str, version: str = "1", fingerprint: str = "f") -> Entrant:
    return Entrant(BotSpec(name, "file", f"{name}.py", "file", version, fingerprint), version, ("*",))


def competition(names, entry=None, **options) -> Competition:
    return Competition(TOY.select(**options), entry or GameEntry("toy"), {name: entrant(name) for name in names})


def every(competitions, seed=0) -> list[Series]:
    """Return all series of a schedule in order."""
    return list(chain.from_iterable(rounds(competitions, seed)))


@given(st.integers(2, 30))
def test_the_circle_method_pairs_everybody_once_and_nobody_twice_a_round(count):
    names = [f"b{number:02}" for number in range(count)]
    pairs = list(circle(names))
    assert Counter(map(frozenset, pairs)) == Counter(map(frozenset, combinations(names, 2)))
    size = count // 2
    for begin in range(0, len(pairs), size):
        turn = [name for pair in pairs[begin : begin + size] for name in pair]
        assert len(set(turn)) == len(turn)


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
def test_consecutive_deals_run_through_every_circular_order(count):
    names = list("abcdef"[:count])
    orders = [circular_order(names, deal) for deal in range(factorial(count - 1))]
    assert set(orders) == {(names[0], *rest) for rest in permutations(names[1:])}
    assert orders[0] == circular_order(names, factorial(count - 1))


@given(st.integers(3, 5), st.integers(5, 12), st.integers(1, 8))
def test_balanced_tables_give_everybody_their_number(size, count, tables):
    names = [f"b{number:02}" for number in range(count)]
    drawn = list(balanced(names, size, tables, derive("x")))
    assert drawn == list(balanced(names, size, tables, derive("x")))
    assert all(len(set(table)) == size for table in drawn)
    played = Counter(name for table in drawn for name in table)
    assert set(played) == set(names)
    assert all(tables <= played[name] <= tables + 1 for name in names)
    assert len(drawn) == -(-count * tables // size)


def test_balanced_tables_spread_the_meetings():
    drawn = balanced([f"b{number}" for number in range(9)], 3, 8, derive("x"))
    met = Counter(pair for table in drawn for pair in combinations(table, 2))
    assert len(met) == 36
    assert max(met.values()) - min(met.values()) <= 2


def test_every_series_is_seated_in_all_distinct_rotations():
    (series,) = every([competition("abc", players=3)])
    sides = TOY.select(players=3).sides
    rotations = [series.seats(sides, rotation) for rotation in range(3)]
    assert rotations == [("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b")]


def test_a_team_is_one_entrant_in_several_seats():
    (series,) = every([competition("ab", players=4, teams=2)])
    sides = TOY.select(players=4, teams=2).sides
    assert [series.seats(sides, rotation) for rotation in range(2)] == [("a", "b", "a", "b"), ("b", "a", "b", "a")]


def test_a_new_bot_leaves_every_old_series_as_it_was():
    entry = GameEntry("toy", deals=3)
    before = {series.id for series in every([competition("abcd", entry)], 7)}
    after = {series.id for series in every([competition("abcde", entry)], 7)}
    assert before < after
    assert len(after) - len(before) == 4 * 3


@pytest.mark.parametrize(
    "other",
    [
        {"seed": 1},
        {"options": {"players": 2, "cap": 2}},
        {"version": "2"},
        {"fingerprint": "g"},
        {"names": "ac"},
        {"deal": 1},
    ],
)
def test_whatever_matters_is_in_a_series_identity(other):
    def identity(seed=0, options=None, version="1", fingerprint="f", names="ab", deal=0):
        field = {name: entrant(name, version, fingerprint) for name in names}
        entry = GameEntry("toy", deals=deal + 1)
        return every([Competition(TOY.select(**(options or {})), entry, field)], seed)[deal].id

    assert identity() == identity()
    assert identity() != identity(**other)


def test_the_number_of_games_is_known_beforehand():
    for entry, options in ((GameEntry("toy", deals=3), {}), (GameEntry("toy", deals=2, tables=5), {"players": 3})):
        one = competition("abcdefg", entry, **options)
        games = sum(one.table_size for _ in every([one]))
        assert games_in(one, 0) == games > 0


def test_a_round_is_a_deal_for_everybody_in_every_selection_so_that_a_run_cut_short_has_seen_all():
    two = competition("abc", GameEntry("toy", deals=3))
    three = competition("abcd", GameEntry("toy", deals=2), players=3)
    schedule = [[(len(series.lineup), series.deal) for series in turn] for turn in rounds([two, three], 0)]
    assert schedule == [[(2, 0)] * 3 + [(3, 0)] * 4, [(2, 1)] * 3 + [(3, 1)] * 4, [(2, 2)] * 3]


def test_a_group_that_sits_down_several_times_plays_that_many_deals():
    few, many = (every([competition(["ant", "bee"], GameEntry("toy", deals=deals, tables=3))]) for deals in (2, 3))
    assert [series.deal for series in few] == list(range(6))
    assert many[:6] == few
    assert len({series.id for series in many}) == 9
    assert games_in(competition(["ant", "bee"], GameEntry("toy", deals=2, tables=3)), 0) == 12
