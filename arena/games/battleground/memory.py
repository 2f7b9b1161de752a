"""What the seats know for certain of cards that are out of their sight, and how it fades.

Knowledge is kept card by card: a seat that knew two 5s in a hand still knows of one after that hand has lost a card
unseen, and one that knew a 5 and a 7 knows of neither. Stacks are nobody's knowledge: what a heal puts under one is
forgotten.
"""

from collections.abc import Sequence
from itertools import compress
from operator import is_
from typing import Self

from arena.cards import Card, Hand, in_order, without_card
from arena.games.battleground.rules import NOBODY


def certain(known: Hand, others: int) -> Hand:
    """Return which of the known cards are still among a hand's once `others`, unseen, are set apart.

    Of each rank that many fewer; a rank's cards stand side by side.
    """
    return tuple(compress(known, map(is_, known, known[others:])))


class Memory:
    """Knowledge that the seats' own hands don't show.

    `shown`: played cards that lie in the discard, known to all. `buried`, by seat: cards it knows to have gone
    there face down. `hands`, by who knows, then by holder: cards known to be in the holder's hand, in card order.
    `watched`, by holder: whether anybody may know any.
    """

    __slots__ = ("buried", "hands", "shown", "watched")

    shown: tuple[Card, ...]
    buried: list[tuple[Card, ...]]
    hands: list[list[Hand]]
    watched: list[bool]

    def __init__(self, players: int) -> None:
        """Begin with nothing known."""
        self.shown = ()
        self.buried = [()] * players
        self.hands = [[()] * players for _ in range(players)]
        self.watched = [False] * players

    @classmethod
    def of(cls, seat: int, shown: tuple[Card, ...], buried: tuple[Card, ...], known: tuple[Hand, ...]) -> Self:
        """Return what all know, with one seat's own knowledge and nobody else's."""
        memory = cls(len(known))
        memory.shown = shown
        memory.buried[seat] = buried
        memory.hands[seat] = [*known]
        memory.watched = [bool(cards) for cards in known]
        return memory

    def clone(self) -> Self:
        """Return an independent copy."""
        twin = object.__new__(type(self))
        twin.shown = self.shown
        twin.buried = self.buried[:]
        twin.hands = [row[:] for row in self.hands]
        twin.watched = self.watched[:]
        return twin

    def played(self, holder: int, card: Card) -> None:
        """All saw this card leave the holder's hand."""
        watched = False
        for row in self.hands:
            known = row[holder]
            if known:
                watched = True
                if card in known:
                    row[holder] = without_card(known, card)
        self.watched[holder] = watched

    def swapped(self, one: int, other: int, hands: Sequence[Sequence[Card]]) -> None:
        """The two have swapped hands and remember what they gave; `hands` are the new ones."""
        for row in self.hands:
            row[one], row[other] = row[other], row[one]
        self.hands[one][one] = self.hands[other][other] = ()
        self.hands[one][other] = tuple(hands[other])
        self.hands[other][one] = tuple(hands[one])
        self.watched[one] = self.watched[other] = True

    def picked(self, holder: int, cards: tuple[Card, ...], left: int, taker: int) -> None:
        """The holder has lost these cards and has `left` more; they went to the taker's hand, or to the discard.

        The holder and the taker saw them. The others forget what may have gone, and learn what must have.
        """
        self._follow(holder, cards, taker)
        if not self.watched[holder]:
            return
        for knower, row in enumerate(self.hands):
            known = row[holder]
            if knower == taker:
                row[holder] = _less(known, cards)
            elif known:
                row[holder] = certain(known, len(cards))
                if len(known) > left:
                    self._follow(knower, certain(known, left), taker)

    def _follow(self, knower: int, cards: tuple[Card, ...], taker: int) -> None:
        """The seat knows that these cards went to the taker's hand, or to the discard."""
        if taker == NOBODY:
            self.buried[knower] += cards
        else:
            row = self.hands[knower]
            row[taker] = in_order(row[taker] + cards)
            self.watched[taker] = True

    def healed(self) -> None:
        """Cards have left the discard unseen, more than there are of any rank, or all: nothing there is certain."""
        self.shown = ()
        self.buried = [()] * len(self.buried)


def _less(known: Hand, cards: tuple[Card, ...]) -> Hand:
    """Return what is known once these cards have gone."""
    for card in cards:
        if card in known:
            known = without_card(known, card)
    return known
