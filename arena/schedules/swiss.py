"""The Swiss system: in each round everybody meets somebody of about its own strength, if it can somebody new.

Games between equals tell most, so a large field is in order after far fewer games than a round robin takes.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import combinations

from arena.chance import derive
from arena.formats import Swiss
from arena.ratings.results import SeriesResult
from arena.schedules import Schedule
from arena.schedules.strength import Strength
from arena.series import Competition, Series


class SwissSchedule(Schedule):
    """Rounds that follow from the earlier ones: all tables of a round are fixed before it is played."""

    listens = True
    waits = True

    def __init__(self, competition: Competition, form: Swiss) -> None:
        """Begin before the first round, in an order by lot."""
        super().__init__(competition)
        self._left = form.rounds
        self._games = 0
        self._ranking = by_lot(competition)
        self._strength = Strength()
        self._met: Counter[frozenset[str]] = Counter()
        self._sat: Counter[str] = Counter()
        self._deals: Counter[frozenset[str]] = Counter()

    def __next__(self) -> Iterable[Series]:
        """Return the next round."""
        tables = self._tables()
        if not self._left or not tables:
            raise StopIteration
        self._left -= 1
        series = []
        for table in tables:
            group = frozenset(table)
            for _ in range(self.competition.entry.deals):
                series.append(self.competition.series(group, self._deals[group]))
                self._deals[group] += 1
            self._sat.update(table)
            self._met.update(map(frozenset, combinations(table, 2)))
        self._games += len(series) * self.competition.table_size
        return series

    def planned(self) -> int:
        """Return how many games there are, if nobody is withdrawn any more."""
        size = self.competition.table_size
        return self._games + self._left * (len(self._ranking) // size) * self.competition.entry.deals * size

    def hear(self, results: Sequence[SeriesResult], withdrawn: Collection[str]) -> None:
        """Rank those who still play by all games so far."""
        for result in results:
            self._strength.add(result)
        elo = self._strength.elo()
        self._ranking = [name for name in self._ranking if name not in withdrawn]
        self._ranking.sort(key=lambda name: -elo.get(name, 0.0))

    def _tables(self) -> list[list[str]]:
        """Return the tables of a round, the strongest first."""
        size = self.competition.table_size
        waiting = seated(self._ranking, self._sat, size)
        tables = []
        while waiting:
            table = [waiting.pop(0)]
            while len(table) < size:
                table.append(waiting.pop(self._nearest(table, waiting)))
            tables.append(table)
        return tables

    def _nearest(self, table: Sequence[str], waiting: Sequence[str]) -> int:
        """Return the place of who has met those at the table least, the nearest in strength of these."""
        fewest, found = -1, 0
        for place, name in enumerate(waiting):
            meetings = sum(self._met[frozenset((name, other))] for other in table)
            if not meetings:
                return place
            if fewest < 0 or meetings < fewest:
                fewest, found = meetings, place
        return found


def by_lot(competition: Competition) -> list[str]:
    """Return the entrants in an order by lot."""
    lots = {
        name: derive(competition.seed, "lot", str(competition.selection), name) for name in competition.entrants
    }
    return sorted(lots, key=lots.__getitem__)


def seated(ranking: Sequence[str], sat: Counter[str], size: int) -> list[str]:
    """Return those who fill whole tables, in the order of the ranking.

    If there is no seat for somebody, it is whoever sat at most tables so far, of these the last in the ranking.
    """
    places = sorted(range(len(ranking)), key=lambda place: (sat[ranking[place]], place))
    return [ranking[place] for place in sorted(places[: len(ranking) // size * size])]
