"""What every game's state shares: turns, illegal moves, news, clones and returns."""

from copy import deepcopy

import pytest

from arena.cards import UNKNOWN
from arena.chance import derive
from arena.errors import IllegalMove
from arena.record import Event
from arena.state import TERMINAL
from tests.toy import TOY

SEED = derive("state")


def test_an_illegal_move_changes_nothing():
    state = TOY.select().start(SEED)
    before = (state.events[:], state.current_player(), state.legal_moves(), state.view(0))
    for wrong in ("99", "", 3, None, [], 0.0, True):
        with pytest.raises(IllegalMove):
            state.apply(wrong)
    assert before == (state.events, state.current_player(), state.legal_moves(), state.view(0))


def test_a_move_may_be_given_by_its_text():
    state, twin = TOY.select().start(SEED), TOY.select().start(SEED)
    state.apply(str.__str__(state.legal_moves()[0]))
    twin.apply(twin.legal_moves()[0])
    assert state.events == twin.events
    assert state.events[-1].move is twin.events[-1].move


def test_secret_moves_come_to_light_together():
    state = TOY.select(players=3).start(SEED)
    first = state.legal_moves()[0]
    state.apply(first)
    assert state.view(1).news == ()
    second = state.legal_moves()[0]
    state.apply(second)
    assert state.view(2).news == ()
    state.apply(state.legal_moves()[0])
    assert state.is_terminal()
    assert state.current_player() == TERMINAL
    assert [event.move for event in state.view(2).news if event.move][:2] == [first, second]


def test_a_random_card_is_seen_by_its_witnesses_only():
    state = TOY.select(players=4).start(SEED)
    while not state.is_terminal():
        state.apply(state.legal_moves()[0])
    taken = state.events[-1].cards
    seen = [state.view(seat).news[-1] for seat in range(4)]
    assert seen.count(Event(chance="pick", cards=taken)) == 2
    assert seen.count(Event(chance="pick", cards=(UNKNOWN,))) == 2


def test_a_clone_goes_its_own_way():
    state = TOY.select(players=2).start(SEED)
    twin = state.clone()
    twin.apply(twin.legal_moves()[0])
    twin.apply(twin.legal_moves()[-1])
    assert twin.is_terminal()
    assert state.current_player() == 0
    assert len(state.events) == 1


@pytest.mark.parametrize(
    ("scores", "teams", "expected"),
    [
        ([5, 3, 1], None, (1, 0, -1)),
        ([5, 5, 1], None, (0.5, 0.5, -1)),
        ([0, 0, 0], None, (0, 0, 0)),
        ([5, 0, 1, 0], 2, (1, -1, 1, -1)),
    ],
)
def test_returns_are_zero_sum_shares_of_opponents_beaten(scores, teams, expected):
    state = TOY.select(players=len(scores), teams=teams).start(SEED)
    state.scores = scores
    assert state.returns() == expected


def test_a_view_may_be_copied_and_its_cards_and_moves_stay_themselves():
    state = TOY.select(players=2).start(SEED)
    twin = deepcopy((state.view(0), state.legal_moves()))
    assert twin == (state.view(0), state.legal_moves())
    assert all(one is other for one, other in zip(twin[1], state.legal_moves(), strict=True))
