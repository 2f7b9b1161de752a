"""From what a seat knows to a whole position that it cannot tell from the true one."""

from itertools import chain
from random import Random

import msgspec

from arena.cards import UNKNOWN, in_order
from arena.chance import Seeded
from arena.game import Selection
from arena.games.royal_dilemma.rules import Cards, Held, less
from arena.games.royal_dilemma.setup import Setup, setup_of
from arena.games.royal_dilemma.state import RoyalState
from arena.games.royal_dilemma.tasks import Choose, More, Pay
from arena.games.royal_dilemma.view import RoyalView


def determinize(selection: Selection, view: RoyalView, rng: Random) -> RoyalState:
    """Return a position that shows the seat this view, its news apart.

    Hidden cards are drawn uniformly among the deals that are consistent with the view. That takes a second guess
    only in the midst of a payment between others, where what was paid so far must leave something due. Secret
    commitments are uniform among the legal ones. What the others know of hands is no part of a view: here they
    know nothing.
    """
    setup = setup_of(selection)
    while True:
        state = _guess(setup, view, rng)
        if state:
            return state


def _guess(setup: Setup, view: RoyalView, rng: Random) -> RoyalState | None:
    """Return a position with this public part, or None when the hidden cards drawn cannot be."""
    state = RoyalState(setup, Seeded(rng.randbytes(16)))
    on_table = chain.from_iterable(task.on_table() for task in view.agenda)
    known = [tuple([card for holder, card in view.known if holder == seat]) for seat in setup.seats]
    known[view.seat] = view.hand
    hidden = list(less(setup.cards, (*chain(*known, *view.play), *view.in_deck, *view.discard, *on_table)))
    rng.shuffle(hidden)
    drawn = []
    for named, size in zip(known, view.hand_sizes, strict=True):
        cut = len(hidden) - (size - len(named))
        drawn.append(tuple(hidden[cut:]))
        del hidden[cut:]
    hidden += view.in_deck
    if view.in_deck:
        rng.shuffle(hidden)
    state.deck = tuple(hidden)
    state.hands = [in_order(named + cards) for named, cards in zip(known, drawn, strict=True)]
    state.play = list(view.play)
    state.discard = view.discard
    state.known[view.seat] = list(view.known)
    state.in_deck[view.seat] = view.in_deck
    state.strengths = view.strengths
    state.settled = view.settled
    state.settled_hands, filled = _named(view.settled_hands, drawn)
    state.commits = view.commits
    state.round, state.lead = view.round, view.lead
    state.drew, state.truncated = view.drew, view.truncated
    question = view.question
    if isinstance(question, Pay) and UNKNOWN in question.from_hand:
        question = _repaid(question, filled[question.to])
        if question.is_met(setup.rules.hand_pays == "count"):
            return None
    if isinstance(question, Choose | More):
        _commit(state, question.seat, rng)
        state.pledges[view.seat] = view.pledge
    if question:
        state.agenda = (question, *view.agenda)
        state.go_on()
    return state


def _named(settled: tuple[Held, ...], drawn: list[Cards]) -> tuple[tuple[Held, ...], list[Cards]]:
    """Return the settled cards with cards drawn for their holders in place of the "?", and these cards by seat."""
    filled: list[Cards] = [()] * len(drawn)
    whole = []
    for holder, card in settled:
        if card == UNKNOWN:
            card = drawn[holder][len(filled[holder])]
            filled[holder] += (card,)
        whole.append((holder, card))
    return tuple(whole), filled


def _repaid(task: Pay, received: Cards) -> Pay:
    """Return a payment under way with the cards last received in place of the "?"."""
    secret = iter(received[len(received) - task.from_hand.count(UNKNOWN) :])
    from_hand = tuple(next(secret) if card == UNKNOWN else card for card in task.from_hand)
    return msgspec.structs.replace(task, from_hand=from_hand)


def _commit(state: RoyalState, first: int, rng: Random) -> None:
    """Let the seats before this one commit, each choice uniform."""
    state.agenda = tuple(map(Choose, range(first)))
    while state.agenda:
        task = state.next_task()
        if moves := task.work(state):
            task.answer(state, rng.choice(moves))
