"""Strength so far: the Elo by the games that a schedule has heard of."""

from collections import Counter

from arena.ratings.results import SeriesResult
from arena.schedules.points import DRAWN, LOST, WON, met

DECIMALS = 3
"""Of an Elo point: only up to these is an order the same on every machine."""


class Strength:
    """Adds up results; memory grows with the pairs that met, not with their games."""

    def __init__(self) -> None:
        """Know nothing yet."""
        self._outcomes: Counter[tuple[str, str, int]] = Counter()

    def add(self, result: SeriesResult) -> None:
        """Take a series into account."""
        for game in result.games:
            for one, other, points in met(game):
                self._outcomes[(one, other, points) if one < other else (other, one, WON - points)] += 1

    def elo(self) -> dict[str, float]:
        """Return the Elo of all who have played, 0 being the average."""
        if not self._outcomes:
            return {}
        import numpy as np

        from arena.ratings.fit import SCALE, worths
        from arena.ratings.pairs import Pairs
        from arena.ratings.tally import Ints

        names = sorted({name for one, other, _ in self._outcomes for name in (one, other)})
        pairs = sorted({(one, other) for one, other, _ in self._outcomes})
        place = {name: number for number, name in enumerate(names)}
        first, second = np.array([(place[one], place[other]) for one, other in pairs], np.int64).T

        def count(points: int) -> Ints:
            return np.array([self._outcomes[(*pair, points)] for pair in pairs], np.int64)

        worth = worths(Pairs(tuple(names), first, second, count(WON), count(DRAWN), count(LOST)))
        return dict(zip(names, np.round(SCALE * worth, DECIMALS).tolist(), strict=True))
