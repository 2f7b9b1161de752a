"""From series to comparisons of two players each.

A table of more than two players is broken into all its pairs: whoever ranks better beats the other, an equal rank
is a draw. Partners of a team are one player.
"""

from itertools import combinations

import msgspec
import numpy as np

from arena.ratings.likelihood import Floats
from arena.ratings.tally import ABSENT, Flags, Ints, Tally


class Pairs(msgspec.Struct, frozen=True, eq=False):
    """What players did against each other: a row for every pair that met, sorted.

    `first` < `second` are indices into `players`; `wins`, `draws` and `losses` are those of `first`.
    """

    players: tuple[str, ...]
    first: Ints
    second: Ints
    wins: Ints
    draws: Ints
    losses: Ints

    @property
    def comparisons(self) -> Ints:
        """How often each pair met."""
        return self.wins + self.draws + self.losses

    def won(self) -> Ints:
        """Return how many comparisons each player won against each other (players x players)."""
        return self._square(self.wins) + self._square(self.losses).T

    def drawn(self) -> Ints:
        """Return how many comparisons each player drew with each other (players x players), symmetric."""
        one_way = self._square(self.draws)
        return one_way + one_way.T

    def _square(self, counts: Ints) -> Ints:
        square = np.zeros((len(self.players), len(self.players)), np.int64)
        square[self.first, self.second] = counts
        return square


class Comparisons(msgspec.Struct, frozen=True, eq=False):
    """The comparisons of one selection: a row for every pair at the table of every game of every distinct series.

    `first` < `second` are indices into `players`, `first_seat` and `second_seat` where they sat (a team at the
    first of its seats), `points` what `first` got: 0, ½ or 1. `series` is the row's series, rising, and `times`
    (series) how many series were like that. `games` counts each player's games, `sides` the players at a table.
    """

    players: tuple[str, ...]
    games: Ints
    sides: int
    times: Ints
    series: Ints
    first: Ints
    second: Ints
    first_seat: Ints
    second_seat: Ints
    points: Floats

    @property
    def clusters(self) -> int:
        """How many series there are."""
        return int(self.times.sum())

    def pairs(self) -> Pairs:
        """Return them added up by pair."""
        size = len(self.players)
        key, row = np.unique(self.first * size + self.second, return_inverse=True)
        times = self.times[self.series]

        def count(points: float) -> Ints:
            return np.bincount(row, times * (self.points == points), len(key)).astype(np.int64)

        first, second = np.divmod(key, size)
        return Pairs(self.players, first, second, wins=count(1), draws=count(0.5), losses=count(0))


def compare(tally: Tally) -> Comparisons:
    """Break the games of a tally into comparisons."""
    rows, games, places = tally.seats.shape
    seats, ranks = (np.ascontiguousarray(of.reshape(-1, places).T) for of in (tally.seats, tally.ranks))
    number = np.repeat(np.arange(rows), games)
    own = _own(seats)
    columns = []
    for left, right in combinations(range(places), 2):
        (met,) = np.nonzero(own[left] & own[right])
        one, other = seats[left, met], seats[right, met]
        points = 0.5 + 0.5 * np.sign(ranks[right, met] - ranks[left, met])
        turned = one > other
        first, second = np.minimum(one, other), np.maximum(one, other)
        there, here = np.where(turned, right, left), np.where(turned, left, right)
        columns.append((number[met], first, second, there, here, np.where(turned, 1 - points, points)))
    series, *rest = map(np.concatenate, zip(*columns, strict=True))
    order = np.argsort(series, kind="stable")
    kept, series = _dense(series[order])
    appearances = np.bincount(seats[own], np.broadcast_to(tally.times[number], own.shape)[own], len(tally.players))
    return Comparisons(
        tally.players,
        appearances.astype(np.int64),
        int(own.sum(axis=0).max(initial=0)),
        tally.times[kept],
        series,
        *(column[order] for column in rest),
    )


def _own(seats: Ints) -> Flags:
    """Tell which seats (seats x games) count: a team stands at several and counts at the first of them."""
    own: Flags = seats != ABSENT
    for earlier, later in combinations(range(len(seats)), 2):
        own[later] &= seats[earlier] != seats[later]
    return own


def _dense(numbers: Ints) -> tuple[Ints, Ints]:
    """Return the different ones among rising numbers, and each number's place among them."""
    new = np.diff(numbers, prepend=-1) > 0
    return numbers[new], np.cumsum(new) - 1


def islands(whole: Comparisons) -> list[Comparisons]:
    """Split comparisons into those of groups that no path of games joins, largest group first, then by name.

    Whoever met nobody is in none of them.
    """
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    size = len(whole.players)
    met = coo_array((np.ones(len(whole.first)), (whole.first, whole.second)), shape=(size, size))
    number, label = connected_components(met, directed=False)
    groups = [np.flatnonzero(label == island) for island in range(number)]
    groups.sort(key=lambda members: (-len(members), members[0]))
    return [_only(whole, members) for members in groups if len(members) > 1]


def _only(whole: Comparisons, members: Ints) -> Comparisons:
    """Return the comparisons between these players, all of whose opponents are among them."""
    place = np.full(len(whole.players), -1)
    place[members] = np.arange(len(members))
    rows = place[whole.first] >= 0
    kept, series = _dense(whole.series[rows])
    return Comparisons(
        tuple(whole.players[member] for member in members),
        whole.games[members],
        whole.sides,
        whole.times[kept],
        series,
        place[whole.first[rows]],
        place[whole.second[rows]],
        whole.first_seat[rows],
        whole.second_seat[rows],
        whole.points[rows],
    )
