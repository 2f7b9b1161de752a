"""Cards: interned values that are their own text.

A card is a `str`: it prints, compares, hashes and travels as its text ("7H", "X"), and knows its rank, suit,
value and place in the game's order besides. Each game makes its cards once (`deck_of`) and uses no others, so
two equal cards of one game are the same object. Hands are tuples kept in card order: a state shares them with
its clones and its views without copying.
"""

from bisect import insort
from collections.abc import Iterable, Mapping
from operator import attrgetter
from types import MappingProxyType
from typing import Self

ORDER = attrgetter("order")
"""Sort key: the card's place in its game's order."""


class Card(str):
    """One card. Immutable by convention, interned by its game."""

    __slots__ = ("order", "rank", "suit", "value")

    rank: str
    suit: str
    value: int
    order: int

    def __new__(cls, text: str, rank: str = "", suit: str = "", value: int = 0, order: int = -1) -> "Card":
        """Make a card; only a game's own table should."""
        card = super().__new__(cls, text)
        card.rank = rank or text
        card.suit = suit
        card.value = value
        card.order = order
        return card

    def __copy__(self) -> Self:
        """Return itself: a copy would be a second one."""
        return self

    def __deepcopy__(self, memo: object) -> Self:
        """Return itself."""
        return self


Hand = tuple[Card, ...]
"""Cards in card order."""

UNKNOWN = Card("?")
"""A card that the reader may not see."""


def deck_of(faces: Iterable[tuple[str, str, int]]) -> Mapping[str, Card]:
    """Make a game's cards from (rank, suit, value) in the game's order; the mapping reads texts back."""
    cards = (Card(rank + suit, rank, suit, value, i) for i, (rank, suit, value) in enumerate(faces))
    return MappingProxyType({str(card): card for card in cards})


def in_order(cards: Iterable[Card]) -> Hand:
    """Return the cards as a hand."""
    return tuple(sorted(cards, key=ORDER))


def with_card(hand: Hand, card: Card) -> Hand:
    """Return the hand with one card more."""
    cards = [*hand]
    insort(cards, card, key=ORDER)
    return tuple(cards)


def without_card(hand: Hand, card: Card) -> Hand:
    """Return the hand with one copy of `card` less; raises ValueError when it holds none."""
    rest = [*hand]
    rest.remove(card)
    return tuple(rest)
