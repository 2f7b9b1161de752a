"""Royal Dilemma: what holds in every edition, for every number of players, option and deal."""

from collections import Counter
from random import Random

import msgspec
import pytest
from hypothesis import given, settings

from arena.chance import derive
from arena.errors import IllegalMove
from arena.games.royal_dilemma import GAME
from arena.games.royal_dilemma.moves import MOVES
from arena.games.royal_dilemma.rules import EDITIONS
from arena.match import report
from arena.players.wire import hook_for
from arena.record import decode, encode
from arena.replay import replay
from tests.games.royal import SEEDS, all_cards, encoded, play_out, somewhere, ways

few = settings(max_examples=8, deadline=None)
every_edition = pytest.mark.parametrize("edition", EDITIONS)


def of_edition(test):
    """Run a test of (selection, seed) for each edition, on a few of its ways to play and seeds."""

    @every_edition
    def run(edition):
        few(given(ways(edition), SEEDS)(test))()

    run.__name__ = test.__name__
    return run


@of_edition
def test_cards_are_conserved_and_moves_are_in_order(selection, seed):
    state = selection.start(derive(seed))
    cards = Counter(state.setup.cards)
    decisions = 0
    for _ in play_out(state, Random(seed)):
        decisions += 1
        assert all_cards(state) == cards
        moves = state.legal_moves()
        assert len(set(moves)) == len(moves)
        assert all(GAME.parse_move(str(move)) is move for move in moves)
        keys = [
            (move.card.order, getattr(move, "target", 0), getattr(move, "colour", "") == "black")
            for move in moves
            if hasattr(move, "card")
        ]
        assert keys == sorted(keys)
        assert all(hasattr(move, "card") for move in moves[: len(keys)]), "moves without a card come last"
        for seat, hand in enumerate(state.hands):
            assert list(hand) == sorted(hand, key=lambda card: card.order)
            assert not Counter(state.free_in_hand(seat)) - Counter(hand)
    assert decisions < 20_000
    assert state.legal_moves() == ()
    assert state.view(0).question is None


@of_edition
def test_ranks_and_returns_follow_from_the_scores(selection, seed):
    state = selection.start(derive(seed))
    for _ in play_out(state, Random(seed)):
        pass
    scores, ranks = state.outcome().scores, state.outcome().ranks
    in_play = tuple(sum(card.value for card in cards) for cards in state.play)
    assert scores == (state.strengths or in_play)
    assert ranks == tuple(1 + sum(other > score for other in scores) for score in scores)
    returns = state.returns()
    assert sum(returns) == pytest.approx(0)
    assert all(-1 <= value <= 1 for value in returns)
    assert sorted(returns, reverse=True) == [value for _, value in sorted(zip(ranks, returns, strict=True))]
    assert state.outcome().truncated <= (state.round == selection.options["max_rounds"])


@of_edition
def test_an_illegal_move_changes_nothing_and_a_clone_is_independent(selection, seed):
    state = somewhere(selection, seed)
    before = [encoded(state.view(seat)) for seat in state.setup.seats]
    for illegal in Random(seed).sample([move for move in MOVES if move not in state.legal_moves()], 20):
        with pytest.raises(IllegalMove):
            state.apply(illegal)
    twin = state.clone()
    for _ in play_out(twin, Random(seed), 30):
        pass
    assert [encoded(state.view(seat)) for seat in state.setup.seats] == before
    again = state.clone()
    for _ in play_out(again, Random(seed), 30):
        pass
    assert again.events == twin.events
    assert [encoded(again.view(seat)) for seat in again.setup.seats] == [
        encoded(twin.view(seat)) for seat in twin.setup.seats
    ]


@of_edition
def test_every_legal_move_applies(selection, seed):
    state = somewhere(selection, seed)
    for move in state.legal_moves():
        twin = state.clone()
        twin.apply(move)
        assert twin.events[len(state.events)].move is move


@of_edition
def test_the_record_of_a_game_replays(selection, seed):
    state = selection.start(derive(seed))
    for _ in play_out(state, Random(seed)):
        pass
    outcome = state.outcome()
    ending = "truncated" if outcome.truncated else "normal"
    record = report(selection, state.events, b"", ["x"] * len(state.sides), outcome, ending, [])
    assert replay(GAME, decode(encode(record))).outcome() == outcome


@of_edition
def test_a_view_reads_back_from_the_wire(selection, seed):
    state = somewhere(selection, seed)
    for seat in state.setup.seats:
        view = state.view(seat)
        read = msgspec.msgpack.decode(encoded(view), type=GAME.view, dec_hook=hook_for(GAME))
        assert read == view
        assert all(one is other for one, other in zip(read.hand, view.hand, strict=True))


@of_edition
def test_what_is_known_is_true(selection, seed):
    state = selection.start(derive(seed))
    for _ in play_out(state, Random(seed), 150):
        for seat in state.setup.seats:
            known = Counter(state.known[seat])
            held = Counter((holder, card) for holder, hand in enumerate(state.hands) for card in hand)
            assert not known - held
            assert all(holder != seat for holder, _ in known)
            assert not Counter(state.in_deck[seat]) - Counter(state.deck)
