"""Schedules: rounds of series.

A *line-up* is a set of entrants in circular order from the smallest name. A *series* is one deal of a line-up,
played in every distinct rotation of its seats: the duplicate set, and the unit of work. Which series a schedule
holds depends on the entrants, the selections and the seed, never on workers or on what was played before.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, permutations
from math import factorial, gcd

import msgspec

from arena.chance import derive
from arena.config import GameEntry
from arena.game import Selection
from arena.own_editions import own_edition
from arena.players.entrants import Entrant


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
    """One selection of a tournament with the entrants that play it."""

    selection: Selection
    entry: GameEntry
    entrants: Mapping[str, Entrant]

    @property
    def table_size(self) -> int:
        """How many entrants sit at a table: one for each side."""
        return len(set(self.selection.sides))


def rounds(competitions: Sequence[Competition], seed: int) -> Iterator[Iterator[Series]]:
    """Yield every series of a tournament, round by round, so that a run cut short has seen everybody.

    A round is a deal for every group of every selection that has so many; a group that sits down several times
    plays so many deals for one of the others'.
    """
    tables = [Counter(_tables(competition, seed)) for competition in competitions]
    for turn in range(max((competition.entry.deals for competition in competitions), default=0)):
        yield _round(competitions, tables, turn, seed)


def _round(
    competitions: Sequence[Competition], tables: Sequence[Mapping[tuple[str, ...], int]], turn: int, seed: int
) -> Iterator[Series]:
    """Yield the series of one round; `tables` has for each competition its groups, and how often each sits down."""
    for competition, groups in zip(competitions, tables, strict=True):
        if turn < competition.entry.deals:
            for group, times in groups.items():
                for deal in range(turn * times, (turn + 1) * times):
                    yield series(competition, group, deal, seed)


def games_in(competition: Competition, seed: int) -> int:
    """Return how many games a selection has in all."""
    return sum(1 for _ in _tables(competition, seed)) * competition.entry.deals * competition.table_size


def series(competition: Competition, group: Iterable[str], deal: int, seed: int) -> Series:
    """Return the series of a group of entrants and a deal."""
    lineup = circular_order(sorted(group), deal)
    selection = competition.selection
    identity = series_id(selection, [competition.entrants[name].identity for name in lineup], deal, seed)
    return Series(identity, str(selection), selection.game.version, lineup, deal)


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
    """Return the sorted names in the circular order of a deal: the first stays, the others take turns.

    Consecutive deals run through all (k - 1)! orders of k names, with strides that change every neighbour.
    """
    first, *others = names
    orders = factorial(len(others))
    stride = max(1, round(orders * 0.618))
    while gcd(stride, orders) > 1:
        stride += 1
    return (first, *_permutation(others, deal * stride % orders))


def _permutation(items: list[str], number: int) -> Iterator[str]:
    """Yield the items in their lexicographic permutation of that number."""
    left = list(items)
    while left:
        index, number = divmod(number, factorial(len(left) - 1))
        yield left.pop(index)


def _tables(competition: Competition, seed: int) -> Iterator[tuple[str, ...]]:
    """Yield the groups of entrants that meet, in the order of play."""
    names = sorted(competition.entrants)
    if competition.table_size == 2 and competition.entry.tables == "all":
        yield from circle(names)
    elif competition.entry.tables == "all":
        yield from combinations(names, competition.table_size)
    else:
        yield from balanced(
            names,
            competition.table_size,
            competition.entry.tables,
            derive(seed, str(competition.selection), *names),
        )


def circle(names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield every pair once, by the circle method: one stays, the others move on by one place each round."""
    ring: list[str | None] = list(names)
    if len(ring) % 2:
        ring.append(None)
    half = len(ring) // 2
    for _ in range(len(ring) - 1):
        for left, right in zip(ring[:half], reversed(ring[half:]), strict=True):
            if left is not None and right is not None:
                yield left, right
        ring = [ring[0], ring[-1], *ring[1:-1]]


def balanced(names: Sequence[str], size: int, tables: int, seed: bytes) -> Iterator[tuple[str, ...]]:
    """Yield tables of `size` until everybody has sat at `tables` of them, pairs meeting as evenly as can be.

    Greedily, every seat goes to whoever still owes a table, has met those at it least, and has played least; ties
    fall by a hash of the seed. Where the numbers don't divide, some sit at one table more.
    """
    played = Counter(dict.fromkeys(names, 0))
    met: Counter[tuple[str, str]] = Counter()
    number = 0
    while min(played.values()) < tables:
        table: list[str] = []
        number += 1
        lots = {name: derive(seed, number, name) for name in names}
        while len(table) < size:
            free = (name for name in names if name not in table)
            table.append(
                min(
                    free,
                    key=lambda name: (
                        played[name] >= tables,
                        sum(met[name, other] for other in table),
                        played[name],
                        lots[name],
                    ),
                )
            )
        played.update(table)
        met.update(permutations(table, 2))
        yield tuple(sorted(table))
