"""From the results of games to pairwise comparisons, as columns.

A table of more than two players is broken into all its pairs: whoever ranks better beats the other, an equal rank
is a draw. Partners of a team are one player.
"""

from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import combinations
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from arena.ratings.results import Result

Ints = NDArray[np.int64]


class Games(msgspec.Struct, frozen=True, eq=False):
    """The games of one selection, in any order.

    `seats` (games x seats) holds indices into `players`, `ranks` (games x seats) ranks, `series` (games) the number
    of the game's series. `faults` counts those charged to each name. `game` is the game's name.
    """

    game: str
    players: tuple[str, ...]
    seats: Ints
    ranks: Ints
    series: Ints
    faults: Counter[str]


class Pairs(msgspec.Struct, frozen=True, eq=False):
    """The comparisons of one selection: a row for every pair of players that met in a series.

    `first` < `second` are indices into `players`; `wins`, `draws` and `losses` are those of `first`. Rows are
    sorted by series and pair. `games` counts each player's games, `sides` is the number of players at a table.
    """

    players: tuple[str, ...]
    games: Ints
    sides: int
    series: Ints
    first: Ints
    second: Ints
    wins: Ints
    draws: Ints
    losses: Ints

    @property
    def comparisons(self) -> Ints:
        """How many games each row stands for."""
        return self.wins + self.draws + self.losses

    @property
    def clusters(self) -> int:
        """How many series there are."""
        return int(np.count_nonzero(np.diff(self.series, prepend=-1)))

    def won(self) -> Ints:
        """Return how many comparisons each player won against each other (players x players)."""
        return self._square(self.first, self.second, self.wins) + self._square(self.second, self.first, self.losses)

    def drawn(self) -> Ints:
        """Return how many comparisons each player drew with each other (players x players), symmetric."""
        one_way = self._square(self.first, self.second, self.draws)
        return one_way + one_way.T

    def _square(self, row: Ints, column: Ints, counts: Ints) -> Ints:
        size = len(self.players)
        flat = np.bincount(row * size + column, weights=counts, minlength=size * size)
        return flat.astype(np.int64).reshape(size, size)


class _Columns:
    """The games of one selection while they come in, numbered in the order of appearance."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.players = _numbering()
        self.numbers = _numbering()
        self.seats = array("q")
        self.ranks = array("q")
        self.series = array("q")
        self.faults: Counter[str] = Counter()

    def games(self) -> Games:
        """Return them with players and series numbered in sorted order, whatever order they came in."""
        seats, ranks, series = (np.array(column, np.int64) for column in (self.seats, self.ranks, self.series))
        table = (len(series), -1)
        return Games(
            self.game,
            tuple(sorted(self.players)),
            _sorted_numbers(self.players)[seats].reshape(table),
            ranks.reshape(table),
            _sorted_numbers(self.numbers)[series],
            self.faults,
        )


def _numbering() -> defaultdict[Any, int]:
    """Return a mapping that gives each new key the next number."""
    numbers: defaultdict[Any, int] = defaultdict()
    numbers.default_factory = numbers.__len__
    return numbers


def _sorted_numbers(numbers: dict[Any, int]) -> Ints:
    """Return, for each number given in the order of appearance, its key's number in sorted order."""
    renumbered = np.empty(len(numbers), np.int64)
    renumbered[[numbers[key] for key in sorted(numbers)]] = np.arange(len(numbers))
    return renumbered


def gather(results: Iterable[Result]) -> dict[str, Games]:
    """Return the games of each selection, sorted by its text. The results are read once and not kept."""
    gathered: dict[str, _Columns] = {}
    for result in results:
        columns = gathered.get(result.selection)
        if columns is None:
            columns = gathered[result.selection] = _Columns(result.game)
        columns.seats.extend(map(columns.players.__getitem__, result.seats))
        columns.ranks.extend(result.ranks)
        columns.series.append(columns.numbers[result.series])
        if result.faults:
            columns.faults.update(result.faults)
    return {selection: gathered[selection].games() for selection in sorted(gathered)}


def pairs_of(games: Games) -> Pairs:
    """Break games into pairs."""
    seats, ranks, size = games.seats, games.ranks, len(games.players)
    places = range(seats.shape[1])
    # A team stands at several seats and counts at the first of them.
    own = np.stack([(seats[:, :place] != seats[:, place : place + 1]).all(axis=1) for place in places], axis=1)
    keys, outcomes = [], []
    for left, right in combinations(places, 2):
        met = own[:, left] & own[:, right]
        one, other = seats[met, left], seats[met, right]
        better = np.sign(ranks[met, right] - ranks[met, left])
        keys.append((games.series[met] * size + np.minimum(one, other)) * size + np.maximum(one, other))
        outcomes.append(np.where(one < other, better, -better))
    key, outcome = np.concatenate(keys), np.concatenate(outcomes)
    order = np.argsort(key, kind="stable")
    key, outcome = key[order], outcome[order]
    starts = np.flatnonzero(np.diff(key, prepend=-1))
    rest, second = np.divmod(key[starts], size)
    series, first = np.divmod(rest, size)

    def count(sign: int) -> Ints:
        return np.add.reduceat((outcome == sign).astype(np.int64), starts) if len(starts) else starts

    return Pairs(
        games.players,
        np.bincount(seats[own], minlength=size),
        int(own.sum(axis=1).max()),
        series,
        first,
        second,
        wins=count(1),
        draws=count(0),
        losses=count(-1),
    )


def islands(pairs: Pairs) -> list[Pairs]:
    """Split comparisons into those of groups that no path of games joins, largest group first, then by name.

    Whoever met nobody is in none of them.
    """
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    size = len(pairs.players)
    met = coo_array((np.ones(len(pairs.first)), (pairs.first, pairs.second)), shape=(size, size))
    number, label = connected_components(met, directed=False)
    groups = [np.flatnonzero(label == island) for island in range(number)]
    groups.sort(key=lambda members: (-len(members), members[0]))
    return [_only(pairs, members) for members in groups if len(members) > 1]


def _only(pairs: Pairs, members: Ints) -> Pairs:
    """Return the comparisons between these players, all of whose opponents are among them."""
    place = np.full(len(pairs.players), -1)
    place[members] = np.arange(len(members))
    rows = place[pairs.first] >= 0
    return Pairs(
        tuple(pairs.players[member] for member in members),
        pairs.games[members],
        pairs.sides,
        np.cumsum(np.diff(pairs.series[rows], prepend=-1) != 0) - 1,
        place[pairs.first[rows]],
        place[pairs.second[rows]],
        pairs.wins[rows],
        pairs.draws[rows],
        pairs.losses[rows],
    )
