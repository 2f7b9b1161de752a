"""What the units of two armies are worth to each other, exactly.

Powers are whole numbers of 25ths. That suffices: only Duelists bring fractions in, at 4/5 of another power. All
other powers are whole; and where Duelists face Duelists, a chain of values that came back to its own side would
have shrunk to 16/25 of that side's value or less, so the highest chain has at most two links: 4/5 or 16/25 of a
whole number.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import msgspec

from arena.cards import Hand
from arena.games.war_of_multiplicands.rules import CARDS, Setting

Powers = tuple[int, ...]
"""In 25ths by rank order: what a unit of that rank is worth in an army; only ranks of the army mean anything."""

CHANNELLER: Final = CARDS["5"]
DUELIST: Final = CARDS["9"]
CRUSADED: Final = tuple(CARDS[rank] for rank in ("2", "3", "8", "10"))
CORRUPTED: Final = tuple(CARDS[rank] for rank in ("4", "5", "J", "Q"))


class Force(msgspec.Struct, frozen=True, gc=False):
    """An army that fights: its units, the battles it has won and the dead units of its side."""

    units: Hand
    wins: int
    dead: int


def powers(setting: Setting, attacker: Force, defender: Force, living: int, dead: int) -> tuple[Powers, Powers]:
    """Return the powers of the attacker's and the defender's units.

    `living` and `dead` count the units of all players before the battle.
    """
    mine = _alone(setting, attacker, defender.units, 130, living, dead)
    theirs = _alone(setting, defender, attacker.units, 60, living, dead)
    _settle(attacker.units, mine, defender.units, theirs)
    return tuple(mine), tuple(theirs)


# Plain loops: for a handful of units they take half the time of a comprehension.


def total(units: Hand, powers: Sequence[int]) -> int:
    """Return what the units are worth together."""
    worth = 0
    for unit in units:
        worth += powers[unit.order]
    return worth


def highest(units: Hand, powers: Sequence[int]) -> int:
    """Return the power of the strongest unit."""
    best = 0
    for unit in units:
        if powers[unit.order] > best:
            best = powers[unit.order]
    return best


def _strong(units: Hand, powers: Sequence[int]) -> int:
    """Return how many units have a power above 100."""
    count = 0
    for unit in units:
        if powers[unit.order] > 25 * 100:
            count += 1
    return count


def _alone(setting: Setting, force: Force, enemies: Hand, ravager: int, living: int, dead: int) -> list[int]:
    """Return the powers by rank, A first, with 0 for Channellers and Duelists, which depend on other powers."""
    friends = len(force.units)
    crusaded, corrupted = _prey(enemies)
    return [
        25 * setting.gaian * living,
        25 * setting.necromancer * dead,
        25 * (20 * len(enemies) + 10),
        25 * (20 * friends + 10),
        0,
        25 * 150 * force.wins,
        25 * 100,
        25 * max(310 - 50 * friends, 0),
        0,
        25 * ravager,
        25 * setting.reviver * force.dead,
        25 * 70 * crusaded,
        25 * 70 * corrupted,
    ]


@lru_cache(maxsize=1 << 15)
def _prey(enemies: Hand) -> tuple[int, int]:
    """Return how many of the enemies a Crusader and a Corruptor count."""
    return sum(map(enemies.count, CRUSADED)), sum(map(enemies.count, CORRUPTED))


def _settle(units: Hand, mine: list[int], enemies: Hand, theirs: list[int]) -> None:
    """Raise the Channellers and Duelists of both sides to the least fixed point.

    Rounding down in between is harmless: it can only touch a chain that has come back to its own side, which is
    never the highest.
    """
    moved = True
    while moved:
        moved = False
        for friends, powers, others, values in ((units, mine, enemies, theirs), (enemies, theirs, units, mine)):
            if CHANNELLER in friends:
                power = 25 * 70 * (_strong(friends, powers) - (powers[CHANNELLER.order] > 25 * 100))
                if power > powers[CHANNELLER.order]:
                    powers[CHANNELLER.order] = power
                    moved = True
            if DUELIST in friends:
                power = highest(others, values) * 4 // 5
                if power > powers[DUELIST.order]:
                    powers[DUELIST.order] = power
                    moved = True
