"""Series: what makes one what it is, and how its players sit."""

from collections import Counter
from itertools import pairwise, permutations
from math import factorial

import pytest

from arena.series import circular_order
from tests.schedules.cases import competition, entrant
from tests.toy import TOY


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
def test_consecutive_deals_run_through_every_circular_order(count):
    names = list("abcdef"[:count])
    orders = [circular_order(names, deal) for deal in range(factorial(count - 1))]
    assert set(orders) == {(names[0], *rest) for rest in permutations(names[1:])}
    assert orders[0] == circular_order(names, factorial(count - 1))


@pytest.mark.parametrize("count", [3, 4, 5, 6])
def test_whoever_sits_beside_whom_is_balanced_at_any_number_of_deals(count):
    names = list("abcdef"[:count])
    followed = Counter(dict.fromkeys(permutations(names, 2), 0))
    for deal in range(factorial(count - 1)):
        order = circular_order(names, deal)
        followed.update(pairwise((*order, order[0])))
        assert max(followed.values()) - min(followed.values()) <= 2
    assert len(set(followed.values())) == 1


def test_larger_tables_have_circular_orders_too():
    names = list("abcdefghij")
    orders = [circular_order(names, deal) for deal in range(50)]
    assert len(set(orders)) == 50
    assert all(sorted(order) == names and order[0] == "a" for order in orders)


def test_every_series_is_seated_in_all_distinct_rotations():
    series = competition("abc", players=3).series("cab", 0)
    sides = TOY.select(players=3).sides
    rotations = [series.seats(sides, rotation) for rotation in range(3)]
    assert rotations == [("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b")]


def test_a_team_is_one_entrant_in_several_seats():
    series = competition("ab", players=4, teams=2).series("ab", 0)
    sides = TOY.select(players=4, teams=2).sides
    assert [series.seats(sides, rotation) for rotation in range(2)] == [("a", "b", "a", "b"), ("b", "a", "b", "a")]


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
        one = competition(names, seed=seed, **(options or {}))
        one.entrants.update({name: entrant(name, version, fingerprint) for name in names})
        return one.series(names, deal).id

    assert identity() == identity()
    assert identity() != identity(**other)
