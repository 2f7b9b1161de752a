"""The race: who is the best? Bots that can't be leave, so that the games go to those who still may.

In every round the leader, who is strongest by the games so far, is challenged by everybody else who is left. Each
challenger stands under the hypothesis that it is the best, and so gets at least half of the points on average
against whoever leads. What it falls short of is bet on, in a way that wins much only if the hypothesis is wrong; a
challenger leaves when too much has been won. That may be looked at after every round: the chance that the best bot
ever leaves stays below the risk, however long the race is and whoever leads (`arena.ratings.betting`).
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import chain, islice
from math import log

from arena.formats import Race
from arena.ratings.betting import Doubt
from arena.ratings.results import SeriesResult
from arena.schedules import Schedule
from arena.schedules.points import WON, against
from arena.schedules.strength import Strength
from arena.schedules.swiss import by_lot
from arena.series import Competition, Series

GROWN = 1.1
"""Bots are ranked anew when there are so many times as many games; that takes longer than a short game."""

TOLD = 5
"""So many bots are told by name."""


class RaceSchedule(Schedule):
    """Rounds of the leader against all who are left; others fill a table for which these are too few."""

    listens = True
    waits = True

    def __init__(self, competition: Competition, form: Race) -> None:
        """Begin before the first round, in an order by lot."""
        super().__init__(competition)
        self._risk = form.risk
        self._rounds = form.rounds
        self._round = self._games = self._ranked = 0
        self._left = by_lot(competition)
        self._gone: list[str] = []
        self._doubts = dict.fromkeys(self._left, Doubt())
        self._strength = Strength()
        self._deals: Counter[frozenset[str]] = Counter()

    def __next__(self) -> Iterable[Series]:
        """Return the next round."""
        if self.over or self._round == self._rounds:
            raise StopIteration
        self._round += 1
        series = []
        for table in self._tables():
            for _ in range(self.competition.entry.deals):
                series.append(self.competition.series(table, self._deals[table]))
                self._deals[table] += 1
        self._games += len(series) * self.competition.table_size
        return series

    def planned(self) -> int:
        """Return how many games there are at most."""
        if self.over:
            return self._games
        games = len(self._tables()) * self.competition.entry.deals * self.competition.table_size
        return self._games + (self._rounds - self._round) * games

    def told(self) -> str:
        """Return who is left."""
        return f"{_names(self._left)} left in the race"

    def hear(self, results: Sequence[SeriesResult], withdrawn: Collection[str]) -> None:
        """Let go of those who can't be the best, and find the leader; a series that lacks a game says nothing."""
        leader, *challengers = self._left
        for result in results:
            self._strength.add(result)
            for name in challengers:
                got, most = against(result, name, [leader])
                if most == WON * self.competition.table_size:
                    self._doubts[name] = self._doubts[name].after(got / most)
        if self._games >= GROWN * self._ranked:
            self._ranked = self._games
            elo = self._strength.elo()
            self._left.sort(key=lambda name: -elo.get(name, 0.0))
        playing = [name for name in self._left if name not in withdrawn]
        refuted = [name for name in playing if self._doubts[name].evidence > -log(self._risk)]
        # If even the best of them seems not to be, as in a circle, it stays for want of a better one.
        refuted = refuted[len(refuted) == len(playing) :]
        self._left = [name for name in playing if name not in refuted]
        self._gone = [name for name in refuted + self._gone if name not in withdrawn]
        self._judge()

    def _judge(self) -> None:
        """Say how the race ended, if it has."""
        may = f"{_names(self._left)} may each be the best"
        if len(self._left) == 1:
            risk = f"the risk that another is better: {100 * self._risk:g} %"
            self.stop = f"race won by {self._left[0]} in round {self._round} ({risk})"
        elif not self._left:
            self.stop = f"race given up in round {self._round}: everybody in it is withdrawn"
        elif len(self._left) + len(self._gone) < self.competition.table_size:
            self.stop = f"race undecided in round {self._round}: too few are left for a table; {may}"
        elif self._round == self._rounds:
            self.stop = f"race undecided after {self._round} rounds: {may}"
        self.over = bool(self.stop)

    def _tables(self) -> list[frozenset[str]]:
        """Return the tables of a round."""
        leader, *challengers = self._left
        waiting = iter(challengers)
        tables = []
        while table := list(islice(waiting, self.competition.table_size - 1)):
            fillers = (name for name in chain(self._gone, challengers) if name not in table)
            table += islice(fillers, self.competition.table_size - 1 - len(table))
            tables.append(frozenset((leader, *table)))
        return tables


def _names(names: Sequence[str]) -> str:
    """Return the names, or how many there are."""
    if len(names) > TOLD:
        return f"{len(names)} bots"
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:]))) or "nobody"
