"""The rules as data: the cards and what they move, the packs, sizes."""

from typing import Final

from arena.cards import Hand, deck_of

RANKS: Final = ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "X", "J", "Q", "K", "A")

HEALS: Final = {"0": 20, "X": 10}

CARDS: Final = deck_of((rank, "", HEALS.get(rank, int(rank) if rank.isdigit() else 0)) for rank in RANKS)
"""One card a rank, as suits mean nothing. Its value: the cards it moves, as damage or as a heal; 0 for J to A."""

JACK: Final = CARDS["J"]
QUEEN: Final = CARDS["Q"]
KING: Final = CARDS["K"]
ACE: Final = CARDS["A"]

PACKS: Final[dict[str, Hand]] = {
    "zsa": tuple(card for card in CARDS.values() for _ in range(8)),
    "standard": tuple(card for card in CARDS.values() if card != "1" for _ in range(4 if card == "0" else 8)),
}
"""Every card of a pack. Two standard packs and four jokers have no 1 and half the zeros."""

HAND_SIZE: Final = 7
"""Cards dealt, and taken by an empty hand."""

MOST_PLAYERS: Final = 6

LEFTWARDS: Final = tuple(
    tuple(tuple((seat + step) % players for step in range(1, players)) for seat in range(players))
    for players in range(MOST_PLAYERS + 1)
)
"""By number of players and seat: the others, leftwards."""

NOBODY: Final = -1
"""Stands where a seat would, when there is none."""
