"""Ways to play Royal Dilemma, positions of it, and random games: what its tests share."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from random import Random

import msgspec
from hypothesis import strategies as st

from arena.chance import Seeded, derive
from arena.game import Selection, parse_selection
from arena.games.royal_dilemma import GAME
from arena.games.royal_dilemma.rules import CARDS, EDITIONS, MOST_PLAYERS
from arena.games.royal_dilemma.setup import setup_of
from arena.games.royal_dilemma.state import RoyalState

WAYS = {
    slug: [
        GAME.select(slug, players=players, end_timing=timing, max_rounds=rounds)
        for players in range(2, MOST_PLAYERS[row.rules.family] + 1)
        for timing, rounds in (("immediate", row.rules.max_rounds), ("finish_round", 5))
    ]
    for slug, row in EDITIONS.items()
}
"""By edition: selections with every number of players and the extremes of the other options."""

SEEDS = st.integers(0, 2**32)


def ways(slug: str) -> st.SearchStrategy[Selection]:
    """Return the ways to play an edition, for hypothesis."""
    return st.sampled_from(WAYS[slug])


class Stacked(Seeded):
    """Chance that begins with a given deck."""

    def __init__(self, deck):
        super().__init__(bytes(16))
        self.deck = deck

    def draw(self, number, kind, pool, count):
        return super().draw(number, kind, pool, count) if number else (self.deck, [])


def position(text: str, deck: str, *moves: str) -> RoyalState:
    """Return the position after these moves; the deck's cards that are not named follow in card order."""
    selection = parse_selection(f"royal_dilemma@{text}", [GAME])
    first = [CARDS[card] for card in deck.split()]
    rest = list((Counter(setup_of(selection).cards) - Counter(first)).elements())
    state = GAME.start(selection, Stacked((*first, *rest)))
    for move in moves:
        state.apply(move)
    return state


def in_play(state: RoyalState) -> list[str]:
    """Return the cards in play by seat, as texts."""
    return [" ".join(cards) for cards in state.play]


def hands(state: RoyalState) -> list[str]:
    """Return the hands by seat, as texts."""
    return [" ".join(cards) for cards in state.hands]


def encoded(view, news: bool = True) -> bytes:
    """Return a view as it travels."""
    view = view if news else msgspec.structs.replace(view, news=())
    return msgspec.msgpack.encode(view, enc_hook=str)


def play_out(state: RoyalState, rng: Random, stop: int = 10**6) -> Iterator[RoyalState]:
    """Play at random, yielding before each decision."""
    while not state.is_terminal() and stop:
        yield state
        state.apply(rng.choice(state.legal_moves()))
        stop -= 1


def somewhere(selection: Selection, seed: int) -> RoyalState:
    """Return a random position of a random game."""
    rng = Random(seed)
    state = selection.start(derive(seed))
    for _ in play_out(state, rng, rng.randrange(60)):
        pass
    return state


def all_cards(state: RoyalState) -> Counter:
    """Return every value card, wherever it is."""
    tasks = (task.on_table() for task in state.agenda)
    return Counter(chain(state.deck, state.discard, *state.hands, *state.play, *tasks))
