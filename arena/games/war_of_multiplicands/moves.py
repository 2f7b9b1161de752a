"""The moves, each made once; `MOVES` reads their texts back. Armies count from 0 in attributes, from 1 in texts."""

from functools import cache, lru_cache
from typing import Final

from arena.cards import Card
from arena.games.war_of_multiplicands.rules import MOST_ARMIES, UNITS
from arena.moves import Move


class Place(Move):
    """Put one's next card into an army: `place 7 2`. Nobody else ever sees it."""

    __slots__ = ("army", "card")

    secret = True

    card: Card
    army: int

    def __new__(cls, card: Card, army: int) -> "Place":
        """Make the move; only this module should."""
        move = super().__new__(cls, f"place {card} {army + 1}")
        move.card = card
        move.army = army
        return move


class Attack(Move):
    """Send an army against one of the prescribed opponent's: `attack 2 3`."""

    __slots__ = ("army", "target")

    army: int
    target: int

    def __new__(cls, army: int, target: int) -> "Attack":
        """Make the move; only this module should."""
        move = super().__new__(cls, f"attack {army + 1} {target + 1}")
        move.army = army
        move.target = target
        return move


class Kill(Move):
    """Kill one of the winning army's own units: `kill 7`."""

    __slots__ = ("card",)

    card: Card

    def __new__(cls, card: Card) -> "Kill":
        """Make the move; only this module should."""
        move = super().__new__(cls, f"kill {card}")
        move.card = card
        return move


_NUMBERS = range(MOST_ARMIES)
_PLACES: Final = tuple(tuple(Place(card, army) for army in _NUMBERS) for card in UNITS)
_ATTACKS: Final = tuple(tuple(Attack(army, target) for target in _NUMBERS) for army in _NUMBERS)
_KILLS: Final = {card: Kill(card) for card in UNITS}

PLACES: Final = tuple(
    tuple(tuple(places[army] for army in _NUMBERS if room >> army & 1) for room in range(1 << MOST_ARMIES))
    for places in _PLACES
)
"""The choices for a card by its order and the set of armies with room (bit i for army i)."""

MOVES: Final[dict[str, Move]] = {
    str(move): move for row in (*_PLACES, *_ATTACKS, tuple(_KILLS.values())) for move in row
}


@cache
def attacks(own: tuple[bool, ...], theirs: tuple[bool, ...]) -> tuple[Attack, ...]:
    """Return the choices, by own army, then by theirs, where these armies are alive."""
    return tuple(
        _ATTACKS[army][target]
        for army, sends in enumerate(own)
        if sends
        for target, stands in enumerate(theirs)
        if stands
    )


@lru_cache(maxsize=1 << 15)
def kills(army: tuple[Card, ...]) -> tuple[Kill, ...]:
    """Return the choices among the units of an army in card order: one for each rank."""
    return tuple(_KILLS[card] for card in dict.fromkeys(army))
