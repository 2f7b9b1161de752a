"""Royal Dilemma's cards, commitments and what a card counts."""

from dataclasses import dataclass

FACES = ["A", "K", "Q", "J", "2", "10"]  # of seats 0, 1, 2 …
SUITS = "SDHC"  # owned by seats 0, 1, 2, 3
RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


class Card:
    """One piece of card; two copies of a face are two of them."""

    def __init__(self, name: str):
        self.name = name
        self.suit = name[-1]
        self.value = RANKS.index(name[:-1]) + 1


@dataclass
class Commitment:
    seat: int
    colour: str  # none in the suits family
    target: int
    cards: list[Card]

    @property
    def power(self) -> int:
        return sum(card.value for card in self.cards)

    @property
    def builds(self) -> bool:
        return self.colour == "red" if self.colour else self.target == self.seat


class Worth:
    """What a card counts in an encounter: its value, or double in a suit of the two when doubling is on."""

    def __init__(self, doubled: bool, one: int, two: int):
        self.doubled_suits = (SUITS[one], SUITS[two]) if doubled else ()

    def __call__(self, card: Card) -> int:
        return card.value * (2 if card.suit in self.doubled_suits else 1)
