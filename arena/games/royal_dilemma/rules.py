"""What an edition may say, the cards, and the arithmetic of the rules; nothing here knows a position."""

from collections.abc import Iterable, Sequence
from importlib.resources import files
from operator import attrgetter
from typing import Annotated, Literal

import msgspec

from arena.cards import Card, Hand, deck_of, in_order, with_card
from arena.editions import read_rows
from arena.moves import Move

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

Pledge = tuple[Move, ...]
"""What a seat commits: `pass`, or a first card with its target and any further ones; () for who was not asked."""

ENOUGH = 100
"""A strength that wins."""

Count = Annotated[int, msgspec.Meta(ge=0, le=1000)]


FOUGHT = ("seize", "invade", "rob")
"""The attacks that a battle can be about."""

PASSED_ON = ("haggle", "demand", "invade", "rob")
"""The attacks by which cards pass from hand to hand. With two copies of a card nobody could tell which is which."""

REFILLING = ("reinforce", "restock")
"""The end steps by which cards go back into the deck."""

MIGHT = {"build": "strengthen", "attack": "weaken", "end_step": "reinforce", "until": "might"}
"""The words for a game of strengths instead of cards in play."""


MOST_ROUNDS = 1000
"""Where every game is cut off at the latest."""


class Rules(msgspec.Struct, frozen=True):
    """The rules of one edition. A word names a small function, listed in a table in effects.py."""

    family: Literal["colours", "suits"]
    """`colours`: red builds, black attacks, any target. `suits`: naming oneself builds, another attacks."""
    courts: bool
    """Colours only: whether aces and court cards that name nobody are value cards too."""
    hand: Count
    """Cards dealt to each hand at the start."""
    in_play: Count
    """Cards dealt into play for each seat at the start."""
    draw: Literal["none", "own-value", "own-count", "all-value", "all-count", "all-count-and-suit"]
    """How many cards each seat draws in step 1: see `DRAWS`."""
    may_pass: bool
    """Whether a seat with cards may keep them all."""
    several: bool
    """Whether a commitment may be of more than one card."""
    build: Literal["strengthen", "gift", "own"]
    """What a build does: see `BUILDS`."""
    bonus: Literal["none", "value", "capped", "others", "scout"]
    """What is drawn for a build: see `BONUSES`."""
    attack: Literal["weaken", "seize", "uproot", "contest", "haggle", "demand", "invade", "outbid", "rob"]
    """What an attack on another does: see `ATTACKS`."""
    attack_returns: bool
    """Whether the attack card returns to the hand; else it is discarded."""
    compulsory: bool
    """Whether who seizes must take a card if there is one to take."""
    consolation: Literal["none", "after", "before"]
    """Whether who is attacked draws a card: after each attack by another, or before the first for all attacks."""
    on_self: Literal["same", "nothing", "windfall", "melt", "draw", "cycle"]
    """What an attack on oneself does: the same, or see `ATTACKS`."""
    hand_pays: Literal["count", "value"]
    """What a hand card counts for who is invaded: one, or its value."""
    spoils: Literal["hand", "all"]
    """What of a payment who is paid gets: hand cards, those in play being discarded, or those as well."""
    battle: bool
    """Whether two who attack each other fight one battle; else these are two attacks."""
    ransom: Literal["none", "one", "power"]
    """What who was attacked or beaten then gives: a hand card, or as many as the power if nothing was in play."""
    doubling: Literal["none", "attacks", "all"]
    """Where cards of a suit of either side count double: in attacks, or in battles as well."""
    draws_settle: bool
    """Whether a card drawn in step 4 is settled, so that only cards held at the reveal can be discarded."""
    end_step: Literal["none", "reinforce", "restock", "refresh"]
    """Step 5: see `END_STEPS`."""
    last_draw: bool
    """Whether the game ends with the deck."""
    until: Literal["deck", "hands", "means", "might"]
    """What else ends it: see `ENDS`; `deck`: nothing."""
    payoff: Literal["rank", "share"]
    """What the result is worth: opponents beaten, or the share of all that is in play."""
    max_rounds: Annotated[int, msgspec.Meta(ge=1, le=MOST_ROUNDS)]
    """The default of the option."""

    def __post_init__(self) -> None:
        """Refuse words that cannot go together; raises ValueError."""
        for broken, sentence in (
            (self.family == "suits" and self.courts, "courts = true wants the colours family"),
            (self.family == "colours" and self.doubling != "none", "doubling wants the suits family"),
            (self.family == "colours" and "suit" in self.draw, f"draw = {self.draw!r} wants the suits family"),
            (
                self.family == "colours" and (self.attack in PASSED_ON or self.ransom != "none"),
                f"an attack of {', '.join(PASSED_ON)}, or a ransom, wants the suits family",
            ),
            (
                self.draws_settle and self.family == "colours" and (self.attack_returns or self.battle),
                "draws_settle = true wants attack_returns = false and battle = false in the colours family",
            ),
            (self.doubling != "none" and self.attack == "outbid", "attack = 'outbid' wants doubling = 'none'"),
            (self.battle and self.attack not in FOUGHT, f"battle = true wants an attack of {', '.join(FOUGHT)}"),
            (self.battle and self.consolation != "none", "battle = true wants consolation = 'none'"),
            (
                self.last_draw and self.end_step in REFILLING,
                f"last_draw = true wants no end_step of {' and '.join(REFILLING)}, which fill the deck again",
            ),
            (
                len({getattr(self, key) == word for key, word in MIGHT.items()}) > 1,
                f"{' and '.join(f'{key} = {word!r}' for key, word in MIGHT.items())} go together only",
            ),
            (self.until == "might" and self.on_self != "same", "until = 'might' wants on_self = 'same'"),
        ):
            if broken:
                raise ValueError(sentence)


EDITIONS = read_rows(files(__package__).joinpath("editions.toml"), Rules)
"""The table of editions by slug, in their historical order."""

MOST_PLAYERS = {"colours": 6, "suits": 4}


def value_cards(rules: Rules, players: int) -> Cards:
    """Return the cards that are drawn and played, in card order; equal cards of two packs stand together."""
    packs, named = (1, ()) if rules.family == "suits" else ((players + 1) // 2, FACES[:players])
    return tuple(
        card
        for card in CARDS.values()
        if card.rank not in named and (rules.courts or card.rank not in "AJQK")
        for _ in range(packs)
    )


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


def certain(cards: Sequence[Card], gone: int) -> Cards:
    """Return which of some cards are surely still there after so many unknown ones have gone."""
    return tuple([card for card in dict.fromkeys(cards) for _ in range(cards.count(card) - gone)])
