"""From the results of series to columns.

Equal series are counted once: with few bots, or short games, a tally is small however many were played.
"""

from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from math import prod
from typing import Any, Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from arena.ratings.results import SeriesResult

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

ABSENT: Final = -1
"""Stands at the seats of a game that a series doesn't have."""

WIDEST: Final = 2**62
"""Numbers of several columns are put together up to here."""


class Tally(msgspec.Struct, frozen=True, eq=False):
    """The series of one selection: a row for each that differs from the others, sorted.

    `seats` (rows x games x seats) holds indices into `players`, ABSENT all over a game that was not played, `ranks`
    the rank at each seat. `faulty` (rows x games) tells in which games a fault was charged, `times` (rows) how many
    series ended exactly so. `faults` counts those charged to each name. `game` is the game's name.
    """

    game: str
    players: tuple[str, ...]
    seats: Ints
    ranks: Ints
    faulty: Flags
    times: Ints
    faults: Counter[str]

    def clean(self) -> "Tally":
        """Return the tally as if games with faults had not been played."""
        seats = np.where(self.faulty[:, :, None], ABSENT, self.seats)
        left = (seats != ABSENT).any(axis=(1, 2))
        rows = (seats[left], self.ranks[left], np.zeros_like(self.faulty[left]), self.times[left])
        return counted(self.game, self.players, *rows, Counter())


def gather(results: Iterable[SeriesResult]) -> dict[str, Tally]:
    """Return the tally of each selection, sorted by its text. The results are read once and not kept."""
    gathered: dict[str, _Columns] = {}
    for result in results:
        columns = gathered.get(result.selection)
        if columns is None:
            columns = gathered[result.selection] = _Columns(result.game)
        columns.add(result)
    return {selection: gathered[selection].tally() for selection in sorted(gathered)}


def counted(
    game: str, players: tuple[str, ...], seats: Ints, ranks: Ints, faulty: Flags, times: Ints, faults: Counter[str]
) -> Tally:
    """Return a tally of rows of which some may be equal; those are counted once."""
    # The ranks of a game that was not played tell nothing.
    ranks = np.where(seats == ABSENT, 0, ranks)
    parts = [np.moveaxis(part, 0, -1).reshape(prod(part.shape[1:]), len(times)) for part in (seats, ranks, faulty)]
    first, number = _distinct([column for part in parts for column in part])
    times = np.bincount(number, weights=times, minlength=len(first)).astype(np.int64)
    return Tally(game, players, seats[first], ranks[first], faulty[first], times, faults)


class _Columns:
    """The series of one selection while they come in, players numbered in the order of appearance."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.players: defaultdict[str, int] = defaultdict()
        self.players.default_factory = self.players.__len__
        self.seats = array("i")
        self.ranks = array("i")
        self.faulty = array("b")
        self.games = array("i")
        self.times = array("q")
        self.faults: Counter[str] = Counter()

    def add(self, result: SeriesResult) -> None:
        for game in sorted(result.games):
            self.seats.extend(map(self.players.__getitem__, game.seats))
            self.ranks.extend(game.ranks)
            self.faulty.append(bool(game.faults))
            for name in game.faults:
                self.faults[name] += result.times
        self.games.append(len(result.games))
        self.times.append(result.times)

    def tally(self) -> Tally:
        """Return them with players numbered in sorted order, whatever order they came in."""
        names = sorted(self.players)
        renumbered = np.empty(len(names), np.int64)
        renumbered[[self.players[name] for name in names]] = np.arange(len(names))
        games = np.array(self.games)
        row = np.repeat(np.arange(len(games)), games)
        column = np.arange(len(row)) - np.repeat(np.cumsum(games) - games, games)
        seats = renumbered[np.array(self.seats)].reshape(len(row), -1)
        shape = (len(games), int(games.max()))
        return counted(
            self.game,
            tuple(names),
            _spread(seats, shape, row, column, ABSENT),
            _spread(np.array(self.ranks, np.int64).reshape(seats.shape), shape, row, column, 0),
            _spread(np.array(self.faulty, np.bool_), shape, row, column, False),
            np.array(self.times, np.int64),
            self.faults,
        )


def _spread(values: Any, shape: tuple[int, int], row: Ints, column: Ints, empty: int) -> Any:
    """Return values given for each game as an array of series by games, what isn't there being `empty`."""
    array = np.full((*shape, *values.shape[1:]), empty, values.dtype)
    array[row, column] = values
    return array


def _distinct(columns: Sequence[NDArray[Any]]) -> tuple[Ints, Ints]:
    """Return where each distinct row of a table stands first, in the rows' order, and each row's number in that."""
    number = np.zeros(len(columns[0]), np.int64)
    count = 1
    for column in columns:
        low, high = int(column.min(initial=0)), int(column.max(initial=0))
        if count > WIDEST // (high - low + 1):
            _, number = np.unique(number, return_inverse=True)
            count = int(number.max(initial=0)) + 1
        number = number * (high - low + 1) + (column - low)
        count *= high - low + 1
    _, first, number = np.unique(number, return_index=True, return_inverse=True)
    return first, number
