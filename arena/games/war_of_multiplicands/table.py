"""The table: all that is public, one immutable value that the state, its clones and every view share."""

from typing import TypeVar

import msgspec

from arena.cards import Card, Hand
from arena.games.war_of_multiplicands.rules import ARMY_SIZE, NOBODY, Setting

T = TypeVar("T")


class Battle(msgspec.Struct, frozen=True, gc=False):
    """A battle whose winner still has units to kill. Powers are in 25ths, frozen as the battle was fought."""

    seat: int
    """The winner."""
    army: int
    """The winning army, counted from 0."""
    powers: tuple[int, ...]
    """The power of a unit of the winning army in 25ths, by its rank's order (`card.order`; A is 0)."""
    due: int
    """The loser's total less the power killed so far, in 25ths; units must die while none alive has more power."""


class Table(msgspec.Struct, frozen=True, gc=False):
    """All that is public. Seats and armies count from 0."""

    armies: tuple[tuple[Hand, ...], ...]
    """By seat and army: the units face up in card order, then "?" for each face down; () for a dead army, and for
    every army until all cards are placed."""
    wins: tuple[tuple[int, ...], ...]
    """By seat and army: battles won."""
    dead: tuple[tuple[Card, ...], ...]
    """By seat: its dead units as they died, those of an army that died whole in card order."""
    deck: int
    """Cards left in the deck."""
    round: int
    """From 1; 0 while the cards are being placed."""
    turn: int
    """The seat whose turn it is, in round 0 to place its cards, then to attack; -1 when the game is over."""
    opponent: int
    """The seat that must be attacked; -1 when there is none."""
    battles: int
    """Battles fought so far."""
    out: tuple[int, ...]
    """By seat: the number of the battle that left it without an army; 0 while it has one."""
    battle: Battle | None
    """The battle that is still claiming casualties."""


def opening(setting: Setting, players: int) -> Table:
    """Return the table before the first card is placed."""
    armies = setting.armies
    return Table(
        armies=(((),) * armies,) * players,
        wins=((0,) * armies,) * players,
        dead=((),) * players,
        deck=len(setting.deck) - ARMY_SIZE * armies * players,
        round=0,
        turn=0,
        opponent=NOBODY,
        battles=0,
        out=(0,) * players,
        battle=None,
    )


def put(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """Return the items with another one at the index."""
    changed = list(items)
    changed[index] = item
    return tuple(changed)


def put_in(rows: tuple[tuple[T, ...], ...], seat: int, army: int, item: T) -> tuple[tuple[T, ...], ...]:
    """Return what is kept by seat and army with another item for one army."""
    changed = list(rows)
    row = list(changed[seat])
    row[army] = item
    changed[seat] = tuple(row)
    return tuple(changed)
