"""The rules as data: cards, sizes and the coefficients that depend on how many play."""

from collections.abc import Mapping
from functools import cache
from typing import Final

import msgspec

from arena.cards import Card, deck_of
from arena.game import Value

RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")

CARDS: Final = deck_of((rank, "", value) for value, rank in enumerate(RANKS, 1))
"""One card a rank: suits mean nothing, so all units of a rank are the same value."""

UNITS: Final = tuple(CARDS.values())
"""The units by `order`, A first."""

ARMY_SIZE: Final = 5
MOST_ARMIES: Final = 6

NOBODY: Final = -1
"""Stands where a seat would, when there is none."""


class Setting(msgspec.Struct, frozen=True):
    """What the options come to: the cards, the armies of each player, and the coefficients of A, 2 and J."""

    deck: tuple[Card, ...]
    armies: int
    gaian: int
    necromancer: int
    reviver: int


@cache
def setting(players: int, armies: int) -> Setting:
    """Return the setting for so many players with so many armies each (4 or 6).

    The packs are the fewest that never run out: every battle but the last that is possible at all draws a card.
    """
    packs = -(-((ARMY_SIZE + 1) * armies * players - 1) // 52)
    deck = tuple(card for card in UNITS for _ in range(4 * packs))
    share = (2, players) if armies == 4 else (4, 3 * players)
    gaian, necromancer, reviver = (_rounded(base * share[0], share[1]) for base in (4, 7, 15))
    return Setting(deck, armies, gaian, necromancer, reviver)


def _rounded(numerator: int, denominator: int) -> int:
    """Return the nearest whole number to a fraction, halves up."""
    return (2 * numerator + denominator) // (2 * denominator)


def sides(options: Mapping[str, Value]) -> tuple[int, ...]:
    """Return the side of each seat: team mates sit opposite each other."""
    seats = range(options["players"])  # type: ignore[arg-type]
    return tuple(seat % 2 if options["teams"] else seat for seat in seats)


def check(options: Mapping[str, Value]) -> str | None:
    """Say why these options do not go together."""
    return "teams=2 is for players=4" if options["teams"] and options["players"] != 4 else None


@cache
def allies(sides: tuple[int, ...], seat: int) -> tuple[int, ...]:
    """Return the seats of the seat's side, itself included."""
    return tuple(other for other, side in enumerate(sides) if side == sides[seat])


@cache
def succession(sides: tuple[int, ...], out: tuple[bool, ...], turn: int, round_: int) -> tuple[int, int, int]:
    """Return round, turn and prescribed opponent after a seat's turn in a round; no seats when one side is left.

    The turn goes to the next seat that is not out, and passing from a higher seat to a lower begins a round. In
    round r the opponent is the r-th living enemy to the left, counting round and round.
    """
    count = len(sides)
    alive = [seat for seat in range(count) if not out[seat]]
    if len({sides[seat] for seat in alive}) < 2:
        return round_, NOBODY, NOBODY
    heir = next((seat for seat in alive if seat > turn), alive[0])
    round_ += heir < turn
    leftwards = [(heir + step) % count for step in range(1, count)]
    enemies = [seat for seat in leftwards if seat in alive and sides[seat] != sides[heir]]
    return round_, heir, enemies[(round_ - 1) % len(enemies)]
