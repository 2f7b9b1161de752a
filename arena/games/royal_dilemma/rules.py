"""What an edition may say, the cards, and the arithmetic of the rules; nothing here knows a position."""

from collections.abc import Iterable
from importlib.resources import files
from operator import attrgetter
from typing import Annotated, Literal

import msgspec

from arena.cards import Card, Hand, deck_of, in_order, with_card
from arena.editions import read_rows

FACES = ("A", "K", "Q", "J", "2", "10")
"""The rank whose cards name a seat, by seat."""

SUITS = ("S", "D", "H", "C")
"""Suits in card order; in the suits family also the suit that a seat owns, by seat."""

_VALUES = {"A": 1} | {str(pips): pips for pips in range(2, 11)} | {"J": 11, "Q": 12, "K": 13}

CARDS = deck_of((rank, suit, value) for rank, value in _VALUES.items() for suit in SUITS)
"""All cards in card order: by value (an ace is 1), then spades, diamonds, hearts, clubs."""

VALUE = attrgetter("value")

Cards = tuple[Card, ...]

Held = tuple[int, Card]
"""A card with the seat in whose hand or under whose control it is."""

Count = Annotated[int, msgspec.Meta(ge=0)]


class Rules(msgspec.Struct, frozen=True):
    """The rules of one edition. A word names a small function, listed in a table in effects.py."""

    family: Literal["colours", "suits"]
    """`colours`: red builds, black attacks, any target. `suits`: naming oneself builds, another attacks."""
    hand: Count
    """Cards dealt to each hand at the start."""
    in_play: Count
    """Cards dealt into play for each seat at the start."""
    draw: Literal["none", "all-value", "all-count", "all-count-and-suit"]
    """How many cards each seat draws in step 1: see `DRAWS`."""
    may_pass: bool
    """Whether a seat with cards may keep them all."""
    build: Literal["gift", "scout", "own"]
    """What a build does: see `BUILDS`."""
    attack: Literal["seize", "contest", "invade", "take"]
    """What an attack on another does: see `ATTACKS`."""
    on_self: Literal["same", "windfall"]
    """What an attack on oneself does: the same, or see `ATTACKS`."""
    battle: Literal["none", "pay", "take"]
    """What the winner gets when two seats attack each other: see `BATTLES`. `none`: these are two attacks."""
    forfeit: bool
    """Whether who was invaded or beaten then gives the other a hand card."""
    doubling: bool
    """Whether cards of a suit of either side count double in an encounter."""
    draws_settle: bool
    """Whether a card drawn in step 4 is settled, so that only cards held at the reveal can be discarded."""
    last_draw: bool
    """Whether the game ends with the deck."""
    until: Literal["hands", "means"]
    """The game ends when after step 1 nobody holds a card; `means`: and nothing is in play either."""
    max_rounds: Annotated[int, msgspec.Meta(ge=1)]
    """The default of the option."""


EDITIONS = read_rows(files(__package__).joinpath("editions.toml"), Rules)
"""The table of editions by slug, in their historical order."""

MOST_PLAYERS = {"colours": 6, "suits": 4}


def value_cards(family: str, players: int) -> Cards:
    """Return the cards that are drawn and played, in card order; equal cards of two packs stand together."""
    if family == "suits":
        return tuple(card for card in CARDS.values() if card.rank not in "AJQK")
    packs = (players + 1) // 2
    return tuple(card for card in CARDS.values() if card.rank not in FACES[:players] for _ in range(packs))


def merged(one: Hand, other: Hand) -> Hand:
    """Return two hands as one."""
    if not one or not other:
        return one or other
    return with_card(one, other[0]) if len(other) == 1 else in_order(one + other)


def worth(card: Card, trumps: str) -> int:
    """Return what a card counts in an encounter in which the suits in `trumps` count double."""
    return card.value * 2 if card.suit in trumps else card.value


def power(cards: Iterable[Card], trumps: str = "") -> int:
    """Return what cards count together in an encounter."""
    return sum([worth(card, trumps) for card in cards]) if trumps else sum(map(VALUE, cards))


def less(cards: Cards, taken: Cards) -> Cards:
    """Return the cards without one copy of each of `taken`, all of which are among them."""
    if not taken:
        return cards
    rest = list(cards)
    for card in taken:
        rest.remove(card)
    return tuple(rest)
