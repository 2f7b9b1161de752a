"""Cards, seats and numbers in words."""

from collections.abc import Iterable

from arena.games.royal_dilemma.rules import Rules, value_cards

NAMES = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "2": "two", "10": "ten"}
"""What the faces are called, in the order of the seats that they name."""

OWNED = ("spades", "diamonds", "hearts", "clubs")
"""The suits by the seat that owns them."""

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
"""Small numbers in words."""


def counted(cards: int) -> str:
    """Return a number of cards in words."""
    return f"{NUMBERS[cards] if cards < len(NUMBERS) else cards} card{'' if cards == 1 else 's'}"


def contents(rules: Rules, players: int) -> str:
    """Return what the value cards are."""
    cards = value_cards(rules, players)
    values = {card.rank: card.value for card in cards}
    pips = [value for rank, value in values.items() if rank.isdigit()]
    courts = [f"{NAMES[rank]} {value}" for rank, value in values.items() if not rank.isdigit()]
    copies = len(cards) // len(values)
    packs = "one pack" if copies == 4 else f"{NUMBERS[copies // 4]} packs shuffled together"
    worth = listed([f"{pips[0]} to {pips[-1]} as printed", *courts])
    return f"{len(cards)} cards of {packs}, {NUMBERS[copies]} of each kind: {worth}."


def listed(parts: Iterable[str]) -> str:
    """Return the parts as a list in a sentence."""
    *most, last = parts
    return f"{', '.join(most)} and {last}" if most else last
