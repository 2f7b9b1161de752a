"""A game of Nerve in progress, what a seat knows of it, and the way back from that to a whole game."""

from random import Random

from arena import Card, Outcome, Selection, State, View
from arena.cards import UNKNOWN
from arena.chance import SEED_BYTES, Seeded, Source
from arena_nerve.cards import CARDS, FOLD, RAISE, STAY


class NerveView(View, frozen=True):
    """All that a seat may know."""

    card: Card
    """Own card."""
    round: int
    """The number of the round, from 1."""
    coins: tuple[int, ...]
    """By seat: coins won, less those put into a pot."""
    pot: int
    """Coins in the pot."""
    folded: tuple[bool, ...]
    """By seat: whether it is out of the round."""
    raiser: int
    """The seat that has raised in this round; -1 while none has."""
    waiting: tuple[int, ...]
    """The seats still to be asked, in order; the first is asked now. () when the game is over."""
    shown: tuple[Card, ...]
    """By seat: the card with which it stayed to the end of the round before, "?" if it did not."""


class NerveState(State):
    """The table."""

    __slots__ = ("_cards", "_coins", "_folded", "_pot", "_raiser", "_round", "_rounds", "_shown", "_waiting")

    @classmethod
    def dealt(cls, selection: Selection, source: Source) -> "NerveState":
        """Start a game. The deck is its first event, and the first cards of it are dealt."""
        state = cls(selection.sides, source)
        state._rounds = selection.options["rounds"]
        state._round = 0
        state._coins = (0,) * len(state.sides)
        state._shown = (UNKNOWN,) * len(state.sides)
        state._begin(state._deal(tuple(CARDS.values())))
        return state

    def _begin(self, cards) -> None:
        """Begin a round: everybody puts a coin in and has a card."""
        seats = range(len(self.sides))
        self._round += 1
        self._cards = tuple(cards[: len(seats)])
        self._coins = tuple(coins - 1 for coins in self._coins)
        self._pot = len(seats)
        self._folded = (False,) * len(seats)
        self._raiser = -1
        first = (self._round - 1) % len(seats)
        self._wait((*seats[first:], *seats[:first]))

    def _wait(self, seats) -> None:
        """Ask the first of these seats; who has nobody left to beat is not asked."""
        self._waiting = seats
        if seats and self._folded.count(False) > 1:
            self._ask(seats[0], (FOLD, STAY) if self._raiser >= 0 else (FOLD, STAY, RAISE))
        else:
            self._settle()

    def _play(self, move) -> None:
        """Carry out a legal move, and ask the next seat."""
        seat, *rest = self._waiting
        if move is FOLD:
            self._folded = (*self._folded[:seat], True, *self._folded[seat + 1 :])
        elif move is RAISE or self._raiser >= 0:
            self._pay(seat, -1)
        if move is RAISE:
            self._raiser = seat
            left = [(seat + step) % len(self.sides) for step in range(1, len(self.sides))]
            rest = [other for other in left if not self._folded[other]]
        self._wait(tuple(rest))

    def _pay(self, seat: int, coins: int) -> None:
        """Give coins of the pot to a seat, or put some of its own in: a negative number."""
        self._pot -= coins
        self._coins = (*self._coins[:seat], self._coins[seat] + coins, *self._coins[seat + 1 :])

    def _settle(self) -> None:
        """Give the pot to the highest card, which is shown if anybody else stayed."""
        staying = [seat for seat, folded in enumerate(self._folded) if not folded]
        seen = staying if len(staying) > 1 else []
        self._shown = tuple(card if seat in seen else UNKNOWN for seat, card in enumerate(self._cards))
        self._pay(max(staying, key=lambda seat: self._cards[seat].value), self._pot)
        if self._round < self._rounds:
            cards, _ = self._take("shuffle", tuple(CARDS.values()), len(self.sides))
            self._begin(cards)
        else:
            self._waiting = ()
            self._end()

    def outcome(self) -> Outcome:
        """Return how the game stands: by coins."""
        ranks = tuple(1 + sum(other > mine for other in self._coins) for mine in self._coins)
        return Outcome(ranks, self._coins)

    def view(self, seat: int) -> NerveView:
        """Return all that the seat may know."""
        return NerveView(
            seat,
            self._news(seat),
            self._cards[seat],
            self._round,
            self._coins,
            self._pot,
            self._folded,
            self._raiser,
            self._waiting,
            self._shown,
        )

    def clone(self) -> "NerveState":
        """Return an independent copy; all that changes is in tuples, which both can share."""
        twin = self._copy()
        for name in NerveState.__slots__:
            setattr(twin, name, getattr(self, name))
        return twin


def determinize(selection: Selection, view: NerveView, rng: Random) -> NerveState:
    """Return a game that the seat cannot tell from the true one: the others may hold any other cards."""
    state = NerveState(selection.sides, Seeded(rng.randbytes(SEED_BYTES)))
    others = [card for card in CARDS.values() if card is not view.card]
    hidden = iter(rng.sample(others, len(state.sides) - 1))
    state._cards = tuple(view.card if seat == view.seat else next(hidden) for seat in range(len(state.sides)))
    state._rounds = selection.options["rounds"]
    state._round, state._coins, state._pot = view.round, view.coins, view.pot
    state._folded, state._raiser, state._shown = view.folded, view.raiser, view.shown
    state._waiting = ()
    if view.waiting:
        state._wait(view.waiting)
    return state
