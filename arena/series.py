"""Series: one deal of a line-up, in every rotation of its seats.

A *line-up* is a set of entrants in circular order from the smallest name. A *series* is the duplicate set, and the
unit of work. Its identity holds all that matters for its games, so it tells what was played from what is missing.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from math import factorial, gcd
from typing import Final

import msgspec

from arena.chance import derive
from arena.config import GameEntry
from arena.game import Selection
from arena.own_editions import own_edition
from arena.players.entrants import Entrant

ORDERS: Final = 720
"""So many circular orders are looked through for the one that brings the rarest neighbours together."""


class Series(msgspec.Struct, frozen=True):
    """One deal in every rotation.

    `id` is its identity, `rules` the version of the game's rules; `lineup` holds the entrants' names in circular
    order.
    """

    id: bytes
    selection: str
    rules: int
    lineup: tuple[str, ...]
    deal: int

    def seats(self, sides: Sequence[int], rotation: int) -> tuple[str, ...]:
        """Return the name at each seat; `sides` are the selection's. A team's name stands at all of its seats."""
        return tuple(self.lineup[(side + rotation) % len(self.lineup)] for side in sides)

    def game_id(self, rotation: int) -> str:
        """Return the name of one game: enough of the identity to be unique, and the rotation."""
        return f"{self.id.hex()[:12]}-{rotation}"


class Competition(msgspec.Struct, frozen=True):
    """One selection of a tournament with the entrants that play it; `seed` is the tournament's."""

    selection: Selection
    entry: GameEntry
    entrants: Mapping[str, Entrant]
    seed: int = 0

    @property
    def table_size(self) -> int:
        """How many entrants sit at a table: one for each side."""
        return len(set(self.selection.sides))

    def series(self, group: Iterable[str], deal: int) -> Series:
        """Return the series of a group of entrants and a deal."""
        lineup = circular_order(sorted(group), deal)
        identities = [self.entrants[name].identity for name in lineup]
        identity = series_id(self.selection, identities, deal, self.seed)
        return Series(identity, str(self.selection), self.selection.game.version, lineup, deal)


def series_id(selection: Selection, lineup: Iterable[tuple[str, str, str]], deal: int, seed: int) -> bytes:
    """Return the identity of a series, all that it depends on; the line-up as names, versions and fingerprints."""
    return derive(
        seed,
        selection.game.name,
        selection.game.version,
        selection.edition.slug or "",
        *_own_rules(selection),
        *(f"{name}={value}" for name, value in sorted(selection.options.items())),
        *(part for identity in lineup for part in identity),
        deal,
    )


def _own_rules(selection: Selection) -> Iterator[bytes]:
    """Yield the rules of a user's own edition, which are not known by its slug."""
    if own := own_edition(selection):
        yield msgspec.json.encode(own.rules, order="sorted")


def circular_order(names: Sequence[str], deal: int) -> tuple[str, ...]:
    """Return the sorted names in the circular order of a deal.

    Consecutive deals run through all (k - 1)! orders of k names (ORDERS of them for more than seven), each time the
    one that seats next to each other, in this direction, who have been so least.
    """
    orders = _orders(len(names))
    return tuple(names[place] for place in orders[deal % len(orders)])


@cache
def _orders(count: int) -> tuple[tuple[int, ...], ...]:
    """Return the circular orders of so many places, those of consecutive deals."""
    in_all = factorial(count - 1)
    stride = max(1, round(in_all * 0.618))
    while gcd(stride, in_all) > 1:
        stride += 1
    left = {(0, *_permutation(range(1, count), turn * stride % in_all)) for turn in range(min(in_all, ORDERS))}
    neighbours: Counter[tuple[int, int]] = Counter()
    chosen = []
    while left:
        order = min(left, key=lambda order: (sum(neighbours[pair] for pair in _around(order)), order))
        left.remove(order)
        neighbours.update(_around(order))
        chosen.append(order)
    return tuple(chosen)


def _around(order: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """Yield each place with the one that follows it in a circle."""
    return zip(order, order[1:] + order[:1], strict=True)


def _permutation(items: Iterable[int], number: int) -> Iterator[int]:
    """Yield the items in their lexicographic permutation of that number."""
    left = list(items)
    while left:
        index, number = divmod(number, factorial(len(left) - 1))
        yield left.pop(index)
