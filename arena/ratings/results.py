"""The result of a game: all of it that ratings look at."""

import msgspec


class Result(msgspec.Struct, frozen=True):
    """Who played what, and how they ended.

    `selection` is the text of what was played, `game` the game's name. `series` is the identity of the duplicate
    set that the game belongs to. `seats` holds the entrant's name at each seat (partners of a team repeat it),
    `ranks` the rank of each seat (1 is best, ties share the better number), `faults` a name for every fault
    charged. All games of a selection have the same number of seats.
    """

    selection: str
    game: str
    series: bytes
    seats: tuple[str, ...]
    ranks: tuple[int, ...]
    faults: tuple[str, ...] = ()
