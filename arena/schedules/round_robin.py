"""The round robin: everybody meets everybody, or a fair share of them; a round is a deal for every group."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, islice
from math import ceil, comb

from arena.chance import derive
from arena.formats import RoundRobin
from arena.schedules import Schedule
from arena.schedules.tables import balanced, circle
from arena.series import Competition, Series

Group = tuple[str, ...]


class RoundRobinSchedule(Schedule):
    """Cycles of as many rounds as there are deals; a group that sits down several times plays so many in each.

    A run that is cut short has seen everybody. Of a last cycle that is a fraction, everybody plays that share.
    """

    def __init__(self, competition: Competition, form: RoundRobin) -> None:
        """Begin before the first round."""
        super().__init__(competition)
        whole, self._share = divmod(form.cycles, 1)
        self._deals = competition.entry.deals
        self._whole = int(whole) * self._deals
        self._rounds = self._whole + (self._deals if self._share else 0)
        self._turn = 0
        self._names = sorted(competition.entrants)
        self._cycle = Counter(self._drawn()) if competition.entry.tables != "all" else None
        self._last = Counter(self._begun()) if self._share else Counter()

    def __next__(self) -> Iterable[Series]:
        """Return the next round."""
        if self._turn == self._rounds:
            raise StopIteration
        self._turn += 1
        return self._round(self._turn - 1)

    def planned(self) -> int:
        """Return how many games there are."""
        size = self.competition.table_size
        tables = self._cycle.total() if self._cycle is not None else comb(len(self._names), size)
        return (tables * self._whole + self._last.total() * self._deals) * size

    def _round(self, turn: int) -> Iterator[Series]:
        if turn >= self._whole:
            begun = turn - self._whole
            for group, times in self._last.items():
                before = self._whole * (self._cycle[group] if self._cycle is not None else 1)
                yield from self._sitting(group, before + begun * times, times)
        elif self._cycle is not None:
            for group, times in self._cycle.items():
                yield from self._sitting(group, turn * times, times)
        else:
            for group in self._all():
                yield from self._sitting(group, turn, 1)

    def _sitting(self, group: Group, first: int, times: int) -> Iterator[Series]:
        for deal in range(first, first + times):
            yield self.competition.series(group, deal)

    def _all(self) -> Iterator[Group]:
        """Yield every group; not kept, for there may be very many."""
        size = self.competition.table_size
        return circle(self._names) if size == 2 else combinations(self._names, size)

    def _drawn(self) -> Iterator[Group]:
        """Yield the groups of a cycle in which each bot sits at a given number of tables."""
        tables = self.competition.entry.tables
        return self._balanced(tables) if tables != "all" else self._all()

    def _begun(self) -> Iterator[Group]:
        """Yield the groups of a cycle of which a share is played."""
        size, bots = self.competition.table_size, len(self._names)
        if self._cycle is not None:
            return islice(self._drawn(), ceil(self._share * self._cycle.total()))
        if size == 2:
            return islice(self._all(), ceil(self._share * comb(bots, size)))
        return self._balanced(ceil(self._share * comb(bots - 1, size - 1)))

    def _balanced(self, tables: int) -> Iterator[Group]:
        seed = derive(self.competition.seed, str(self.competition.selection), *self._names)
        return balanced(self._names, self.competition.table_size, tables, seed)
