"""Points: what players of a series got against each other, counted in half points."""

from collections.abc import Iterable, Iterator
from itertools import combinations

from arena.ratings.results import GameResult, SeriesResult

WON, DRAWN, LOST = 2, 1, 0


def met(game: GameResult) -> Iterator[tuple[str, str, int]]:
    """Yield every two players of a game, and the half points of the first against the second."""
    ranks = dict(zip(game.seats, game.ranks, strict=True))  # partners share a rank
    for (one, rank), (other, behind) in combinations(ranks.items(), 2):
        yield one, other, WON if rank < behind else DRAWN if rank == behind else LOST


def against(result: SeriesResult, player: str, others: Iterable[str]) -> tuple[int, int]:
    """Return a player's half points against some others, and how many it could have got."""
    wanted = set(others)
    got = meetings = 0
    for game in result.games:
        for one, other, points in met(game):
            if player == one and other in wanted:
                got += points
            elif player == other and one in wanted:
                got += WON - points
            else:
                continue
            meetings += 1
    return got, WON * meetings
