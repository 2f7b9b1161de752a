"""The comparison: is one bot better than another? As many series as a sequential test takes.

The test looks at the series in their order, one a round, so it stops at the same one whoever is faster.
"""

from collections.abc import Collection, Iterable, Sequence
from itertools import combinations

from arena.formats import Comparison
from arena.ratings.results import SeriesResult
from arena.ratings.sequential import Verdict
from arena.schedules import Schedule
from arena.schedules.points import WON, against
from arena.series import Competition, Series


class ComparisonSchedule(Schedule):
    """Rounds of one series of the two bots; at larger tables the others take turns to fill it.

    `counts` says how many series ended with each number of half points of the first bot against the second, `llr`
    is the log-likelihood ratio by them, `verdict` what the test says.
    """

    listens = True

    def __init__(self, competition: Competition, form: Comparison) -> None:
        """Begin before the first series."""
        super().__init__(competition)
        self.form = form
        self.counts = [0] * (WON * competition.table_size + 1)
        self.llr = 0.0
        self.verdict: Verdict = ""
        self._asked = self._heard = 0
        others = sorted(competition.entrants.keys() - {form.first, form.second})
        self._fillers = list(combinations(others, competition.table_size - 2))

    def __next__(self) -> Iterable[Series]:
        """Return the next series, a round by itself."""
        if self.over or self._asked == self.form.series:
            raise StopIteration
        fillers = self._fillers[self._asked % len(self._fillers)]
        self._asked += 1
        return [self.competition.series((self.form.first, self.form.second, *fillers), self._asked - 1)]

    def planned(self) -> int:
        """Return how many games there are at most."""
        return (self._heard if self.over else self.form.series) * self.competition.table_size

    def told(self) -> str:
        """Return where the test stands between its bounds."""
        low, high = self.form.test.bounds
        return f"LLR {self.llr:+.2f} ({low:.2f} to {high:.2f})"

    def hear(self, results: Sequence[SeriesResult], withdrawn: Collection[str]) -> None:
        """Weigh the next series; one of which a game has no result says nothing."""
        self._heard += 1
        for result in results:
            got, most = against(result, self.form.first, [self.form.second])
            if most == len(self.counts) - 1:
                self.counts[got] += 1
                self.llr = self.form.test.llr(self.counts)
        self.verdict = self.form.test.verdict(self.llr)
        self._judge(withdrawn)

    def _judge(self, withdrawn: Collection[str]) -> None:
        """Say how the comparison ended, if it has."""
        first, second, series = self.form.first, self.form.second, sum(self.counts)
        gone = [name for name in (first, second) if name in withdrawn]
        if self.verdict:
            self.stop = f"{first} is {self.verdict} than {second}, by {series} series"
        elif gone:
            self.stop = f"not decided, {' and '.join(gone)} is withdrawn"
        elif all(set(fillers).intersection(withdrawn) for fillers in self._fillers):
            self.stop = "not decided, too few are left for a table"
        elif self._heard == self.form.series:
            self.stop = f"not decided after {series} series"
        self.over = bool(self.stop)
