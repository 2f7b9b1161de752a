"""The results of series: all of the games that ratings look at."""

import msgspec


class GameResult(msgspec.Struct, frozen=True, order=True):
    """Who sat where in a game, and how they ended.

    `seats` holds the entrant's name at each seat (partners of a team repeat it), `ranks` the rank of each seat
    (1 is best, ties share the better number), `faults` a name for every fault charged.
    """

    seats: tuple[str, ...]
    ranks: tuple[int, ...]
    faults: tuple[str, ...] = ()


class SeriesResult(msgspec.Struct, frozen=True):
    """The games of a series, the duplicate set, in any order; `times` is how many series ended exactly so.

    `selection` is the text of what was played, `game` the game's name. All games of a selection have the same
    number of seats.
    """

    selection: str
    game: str
    games: tuple[GameResult, ...]
    times: int = 1
