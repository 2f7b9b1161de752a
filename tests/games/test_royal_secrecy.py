"""Royal Dilemma: what a seat cannot know shows nowhere, and what it knows is all that `determinize` needs."""

from collections import Counter
from itertools import chain
from random import Random

import msgspec
import pytest
from hypothesis import given, settings

from arena.chance import Scripted, derive
from arena.errors import IllegalMove, RecordError
from arena.game import Selection
from arena.games.royal_dilemma import GAME
from arena.games.royal_dilemma.rules import CARDS, EDITIONS
from arena.games.royal_dilemma.state import RoyalState
from arena.games.royal_dilemma.tasks import Choose, Give, More, Pay, Return
from arena.record import Event
from tests.games.royal import SEEDS, WAYS, all_cards, encoded, play_out, somewhere, ways

every_edition = pytest.mark.parametrize("edition", EDITIONS)


@every_edition
def test_a_determinized_position_cannot_be_told_from_the_true_one(edition):
    @given(ways(edition), SEEDS)
    @settings(max_examples=20, deadline=None)
    def check(selection, seed):
        state = somewhere(selection, seed)
        for seat in state.setup.seats:
            view = state.view(seat)
            twin = selection.determinize(view, Random(seed))
            assert encoded(twin.view(seat), news=False) == encoded(view, news=False)
            assert twin.events == []
            assert all_cards(twin) == all_cards(state)
            assert twin.current_player() == state.current_player()
            if state.current_player() == seat:
                assert twin.legal_moves() == state.legal_moves()
            for _ in play_out(twin, Random(seed)):
                pass
            assert all_cards(twin) == Counter(state.setup.cards)

    check()


@pytest.mark.parametrize("edition", ["strength", "capture", "mobilize", "duel", "headcount", "volley", "plunder"])
def test_hidden_cards_are_drawn_evenly_over_the_places_where_they_may_be(edition):
    """Every hidden card of which there is one copy lies in a place as often as the place has room."""
    draws = 600
    selection = WAYS[edition][0]
    state = next(state for seed in range(100) if not (state := somewhere(selection, seed)).is_terminal())
    view = state.view(0)
    known = [card for _, card in view.known]
    room = Counter(deck=view.deck - len(view.in_deck), hand=view.hand_sizes[1] - len(known))
    placed: Counter[tuple[str, str]] = Counter()
    for seed in range(draws):
        twin = selection.determinize(view, Random(seed))
        placed.update(("hand", card) for card in twin.hands[1] if card not in known)
        placed.update(("deck", card) for card in twin.deck if card not in view.in_deck)
    hidden = {card for _, card in placed}
    assert len(hidden) == room.total()
    for place, size in room.items():
        expected = draws * size / room.total()
        deviations = [(placed[place, card] - expected) ** 2 for card in hidden]
        variance = expected * (1 - size / room.total())
        assert sum(deviations) <= 1.6 * variance * len(hidden)
        assert max(deviations) <= 4.5**2 * variance


def test_every_place_in_the_deck_is_equally_likely_for_a_card_that_was_shuffled_in():
    selection = WAYS["capture"][0]
    state = next(state for seed in range(1000) if (state := somewhere(selection, seed)).in_deck[0])
    view = state.view(0)
    places = Counter(
        selection.determinize(view, Random(seed)).deck.index(view.in_deck[0]) for seed in range(100 * view.deck)
    )
    assert len(places) == view.deck
    assert 60 < min(places.values()) <= max(places.values()) < 145


# Re-deal invariance: a game whose history differs in cards that a seat cannot have seen looks the same to it.

Story = list[tuple[str, tuple[str, ...]] | str]
"""A game as texts: chance events as (kind, cards), moves."""


def history(selection: Selection, seed: int) -> tuple[RoyalState, list[set[str]]]:
    """Play at random to somewhere; return the position and, by seat, the cards that it must have seen by the rules.

    Seen is what a seat holds or held, what lies or lay face up, and what it gave or got; not a commitment before
    the reveal, not a card that goes from hand to hand between others, and not one that goes into the deck.
    """
    state = somewhere(selection, seed)
    seats = state.setup.seats
    seen: list[set[str]] = [set() for _ in seats]
    replayed = selection.start(derive(seed))
    secret: list[str] = []
    for event in state.events:
        if event.move is None:
            continue
        card = getattr(event.move, "card", None)
        question = replayed.question
        if isinstance(question, Choose | More):
            secret += [card] if card else []
        elif card is not None and not isinstance(question, Return):
            between = isinstance(question, Pay | Give) and card in replayed.hands[event.seat]
            for seat in (event.seat, question.to) if between else seats:
                seen[seat].add(card)
        replayed.apply(event.move)
        if not any(replayed.pledges):  # they were revealed
            for seat in seats:
                seen[seat].update(secret)
            secret = []
        for seat in seats:
            seen[seat].update(replayed.hands[seat], replayed.discard, *replayed.play)
    for seat in seats:
        seen[seat].update(state.hands[seat], *state.play)
    return state, seen


def told(events: list[Event], one: str = "", other: str = "") -> Story:
    """Return a history with two cards in each other's place."""
    names = {one: other, other: one}
    story: Story = []
    for event in events:
        if event.move:
            story.append(" ".join(names.get(word, word) for word in event.move.split()))
        else:
            story.append((event.chance, tuple(names.get(card, card) for card in event.cards)))
    return story


def seen_by(selection: Selection, seat: int, story: Story) -> tuple[list[bytes], list]:
    """Return all that a seat sees of a game, and who was asked for what, move by move.

    What it sees are the views and legal moves of its decisions, and a last view.
    """
    chances = [
        (kind, tuple(CARDS[card] for card in cards)) for kind, cards in (x for x in story if type(x) is tuple)
    ]
    state = GAME.start(selection, Scripted(chances))
    pages = []
    trail = [_asked(state)]
    for move in story:
        if type(move) is tuple:
            continue
        if state.current_player() == seat:
            pages.append(encoded(state.view(seat)) + msgspec.msgpack.encode(state.legal_moves(), enc_hook=str))
        state.apply(move)
        trail.append(_asked(state))
    return [*pages, encoded(state.view(seat))], trail


def _asked(state: RoyalState):
    question = state.question
    return type(question), state.current_player(), getattr(question, "to", None)


def check_redeal(selection: Selection, seed: int) -> int:
    """Swap cards that a seat cannot have seen and compare all that it sees; return how many swaps were possible."""
    state, seen = history(selection, seed)
    rng = Random(seed)
    swaps = 0
    for seat in state.setup.seats:
        hidden = [str(card) for card in dict.fromkeys(state.setup.cards) if card not in seen[seat]]
        if len(hidden) < 2:
            continue
        truth, trail = seen_by(selection, seat, told(state.events))
        for _ in range(4):
            try:
                pages, other = seen_by(selection, seat, told(state.events, *rng.sample(hidden, 2)))
            except (IllegalMove, RecordError):
                continue  # the others could not have played as they did
            if other == trail:  # or else a payment between others ended sooner or later, as all could see
                assert pages == truth
                swaps += 1
    return swaps


@every_edition
def test_what_a_seat_cannot_know_changes_nothing_that_it_sees(edition):
    @given(ways(edition), SEEDS)
    @settings(max_examples=30, deadline=None)
    def check(selection, seed):
        check_redeal(selection, seed)

    check()
    assert sum(check_redeal(WAYS[edition][seed % len(WAYS[edition])], seed) for seed in range(10)) >= 10


LEAKS = {
    "a hand": lambda state, view: msgspec.structs.replace(view, known=tuple(enumerate(state.hands))),
    "a commitment": lambda state, view: msgspec.structs.replace(view, commits=tuple(state.pledges)),
    "the next card": lambda state, view: msgspec.structs.replace(view, discard=view.discard + state.deck[:1]),
    "a payment": lambda state, view: msgspec.structs.replace(view, question=state.question),
    "a settled card": lambda state, view: msgspec.structs.replace(view, settled_hands=state.settled_hands),
    "a card shuffled in": lambda state, view: msgspec.structs.replace(view, in_deck=tuple(chain(*state.in_deck))),
    "that another adds cards": lambda state, view: msgspec.structs.replace(
        view, strengths=tuple(map(len, state.pledges))
    ),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_would_be_caught(leak, monkeypatch):
    honest = RoyalState.view
    monkeypatch.setattr(RoyalState, "view", lambda state, seat: LEAKS[leak](state, honest(state, seat)))
    with pytest.raises(AssertionError):
        look_for_leaks()


def look_for_leaks():
    every = [selection for slug in ("capture", "duel", "volley", "plunder", "ransom") for selection in WAYS[slug]]
    for seed in range(3000):
        check_redeal(every[seed % len(every)], seed)
        check_unasked(every[seed % len(every)], seed)


def check_unasked(selection: Selection, seed: int) -> None:
    """See that nobody notices how many cards another commits."""
    state = somewhere(selection, seed)
    seat = state.current_player()
    if isinstance(state.question, Choose | More):
        before = [encoded(state.view(other)) for other in state.setup.others[seat]]
        state.apply(state.legal_moves()[0])
        if isinstance(state.question, More):
            assert [encoded(state.view(other)) for other in state.setup.others[seat]] == before


@pytest.mark.parametrize("edition", [slug for slug, row in EDITIONS.items() if row.rules.several])
@given(seed=SEEDS)
@settings(max_examples=40, deadline=None)
def test_views_stand_still_while_another_commits_card_by_card(edition, seed):
    check_unasked(WAYS[edition][seed % len(WAYS[edition])], seed)
