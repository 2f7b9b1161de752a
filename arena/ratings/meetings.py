"""Who did how against whom."""

from collections.abc import Sequence

from arena.ratings.findings import Meeting
from arena.ratings.pairs import Comparisons


def crosstable(comparisons: Comparisons, players: Sequence[str]) -> tuple[tuple[Meeting | None, ...], ...]:
    """Return how each player (row) did against each other (column), None where they never met."""
    pairs = comparisons.pairs()
    met: dict[tuple[str, str], Meeting] = {}
    columns = (column.tolist() for column in (pairs.first, pairs.second, pairs.wins, pairs.draws, pairs.losses))
    for first, second, wins, draws, losses in zip(*columns, strict=True):
        one, other = pairs.players[first], pairs.players[second]
        met[one, other] = _meeting(wins, draws, losses)
        met[other, one] = _meeting(losses, draws, wins)
    return tuple(tuple(met.get((row, column)) for column in players) for row in players)


def _meeting(wins: int, draws: int, losses: int) -> Meeting:
    return Meeting(wins, draws, losses, 100 * (wins + draws / 2) / (wins + draws + losses))
