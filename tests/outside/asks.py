"""What the rules of a game may ask of its record, and what the referee needs of a game's rules."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Decide:
    """The seat must now choose one of the moves."""

    seat: int
    moves: Sequence[str]


@dataclass(frozen=True)
class Chance:
    """So many cards of the pool are now taken at random, or shuffled."""

    kind: str
    pool: Sequence[str]
    count: int


Asking = Generator[Decide | Chance, Any, T]
"""A stretch of play: it yields what is asked, is sent a move's text or a list of cards, and returns a T."""


class Rules(Protocol):
    """One game at its start. `play` returns the ending that the rules give it: `normal` or `truncated`."""

    sides: list[int]

    def __init__(self, options: dict[str, Any], edition: Any): ...

    def play(self) -> Asking[str]:
        """The whole game, deck event first."""

    def scores(self) -> list[int]:
        """The points of the position, by seat."""

    def ranks(self) -> list[int]:
        """The ranks by seat, once `play` has returned."""


def competition_ranks(keys: Sequence[Any]) -> list[int]:
    """Rank 1 for the greatest key; equal keys share the better number (1, 1, 3)."""
    return [1 + sum(other > key for other in keys) for key in keys]


def to_the_left(seat: int, players: int) -> list[int]:
    """The other seats, leftwards from the one given."""
    return [(seat + step) % players for step in range(1, players)]
