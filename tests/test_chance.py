"""Chance: stable, fair, and replayable."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.chance import Scripted, Seeded, derive
from arena.errors import RecordError
from tests.toy import CARDS

DECK = tuple(CARDS.values())


def test_outcomes_are_the_same_on_every_machine_and_version():
    assert derive("a", 1, b"x").hex() == "f3506cfc7af8975d825b36cd8f073f90"
    assert (
        " ".join(Seeded(derive("a")).draw(0, "deck", DECK, 20)[0])
        == "13 6 11 9 1 7 19 8 14 5 3 18 10 17 4 0 15 16 2 12"
    )


@given(
    st.lists(st.text() | st.integers() | st.binary(), max_size=4),
    st.lists(st.text() | st.integers() | st.binary(), max_size=4),
)
def test_different_parts_give_different_seeds(one, other):
    assert (derive(*one) == derive(*other)) == ([(type(x), x) for x in one] == [(type(x), x) for x in other])


@given(st.integers(0, 20), st.integers(0, 1000))
def test_a_draw_takes_distinct_cards_of_the_pool(count, number):
    taken, rest = Seeded(derive("x")).draw(number, "pick", DECK, count)
    assert len(taken) == count
    assert sorted((*taken, *rest)) == sorted(DECK)


def test_every_order_of_three_is_about_equally_likely():
    source = Seeded(derive("fair"))
    counts = Counter(source.draw(number, "pick", DECK[:3], 3)[0] for number in range(6000))
    assert len(counts) == 6
    assert all(880 < count < 1120 for count in counts.values())


@pytest.mark.parametrize(
    ("number", "kind", "pool", "count", "words"),
    [
        (1, "pick", DECK, 1, "has no more"),
        (0, "deck", DECK, 1, "ask for a 'deck'"),
        (0, "pick", DECK, 2, "of 2 cards"),
        (0, "pick", DECK[5:], 1, "not among the cards"),
    ],
)
def test_a_script_is_held_against_what_the_rules_ask_for(number, kind, pool, count, words):
    script = Scripted([("pick", (DECK[3],))])
    assert script.draw(0, "pick", DECK, 1)[0] == (DECK[3],)
    with pytest.raises(RecordError, match=words):
        script.draw(number, kind, pool, count)
