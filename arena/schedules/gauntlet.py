"""The gauntlet: each of some new bots meets the whole field, the others don't meet among themselves."""

from collections.abc import Iterable, Iterator
from itertools import combinations
from math import comb

from arena.formats import Gauntlet
from arena.schedules import Schedule
from arena.series import Competition, Series


class GauntletSchedule(Schedule):
    """Rounds of a deal for every group of one new bot and others of the field."""

    def __init__(self, competition: Competition, form: Gauntlet) -> None:
        """Begin before the first round."""
        super().__init__(competition)
        self._new = sorted(set(form.new))
        self._field = sorted(competition.entrants.keys() - self._new)
        self._deal = 0

    def __next__(self) -> Iterable[Series]:
        """Return the next round."""
        if self._deal == self.competition.entry.deals:
            raise StopIteration
        self._deal += 1
        return self._round(self._deal - 1)

    def planned(self) -> int:
        """Return how many games there are."""
        size = self.competition.table_size
        return len(self._new) * comb(len(self._field), size - 1) * self.competition.entry.deals * size

    def _round(self, deal: int) -> Iterator[Series]:
        for new in self._new:
            for others in combinations(self._field, self.competition.table_size - 1):
                yield self.competition.series((new, *others), deal)
