"""The course of a run: gives out tasks in schedule order and takes games back in any order.

What comes next may depend on the complete rounds: bots are withdrawn by them, and some schedules follow from them.
So a game is *final* once all earlier rounds are complete and decided. Where the schedule allows it workers don't
wait for the end of a round: tasks of later rounds are given out ahead, and their games are held until it shows
whether they were due. So the same games become final, whoever plays them and when.
"""

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import count

from arena.discipline import Conduct, Withdrawal
from arena.executors import Mishap, Past, Played, Task
from arena.ratings.results import GameResult, SeriesResult
from arena.schedules import Schedule
from arena.series import Series

HELD = 256
"""Games, and rounds, that may wait for an earlier round."""


class _Round:
    """A round under way.

    `given` tells that all its tasks have been given out, `out` how many of their games are not back; `held` are
    back but not final. `conduct` and `results` are over the games that are final and those that were played before;
    `skipped` counts the latter, `dropped` those that were not due, by selection.
    """

    def __init__(self, number: int) -> None:
        self.number = number
        self.given = False
        self.out = 0
        self.held: deque[Played | Mishap] = deque()
        self.skipped: Counter[str] = Counter()
        self.dropped: Counter[str] = Counter()
        self.conduct: defaultdict[str, Conduct] = defaultdict(Conduct)
        self.results: defaultdict[Series, list[GameResult]] = defaultdict(list)

    @property
    def complete(self) -> bool:
        return self.given and not self.out

    def count(self, series: Series, past: Past, heard: bool) -> None:
        charges = list(zip(past.result.faults, past.kinds, strict=True))
        for name in series.lineup:
            self.conduct[name] = self.conduct[name].after([kind for bot, kind in charges if bot == name])
        if heard:
            self.results[series].append(past.result)

    def heard(self, schedule: Schedule) -> list[SeriesResult]:
        """Return the results of a competition, in an order of their own."""
        selection = schedule.competition.selection
        own = sorted(
            (series.id, games) for series, games in self.results.items() if series.selection == str(selection)
        )
        return [SeriesResult(str(selection), selection.game.name, tuple(games)) for _, games in own]


def _unheard(_news: object) -> None:
    """Stand for a listener where nobody listens."""


class Course:
    """What is still to be played of a tournament, and who is withdrawn meanwhile: `withdrawals`, by name.

    `played` tells which rotations of a series had been played before, and how. The listeners hear how many games
    that was, how many will not be played after all, who is withdrawn, and which schedules have heard a round.
    """

    def __init__(
        self,
        schedules: Iterable[Schedule],
        played: Callable[[Series], Mapping[int, Past]],
        *,
        skipped: Callable[[int], None] = _unheard,
        dropped: Callable[[int], None] = _unheard,
        withdrawn: Callable[[Withdrawal], None] = _unheard,
        heard: Callable[[Schedule], None] = _unheard,
    ) -> None:
        """Begin before the first round."""
        self.withdrawals: dict[str, Withdrawal] = {}
        self._schedules = {str(schedule.competition.selection): schedule for schedule in schedules}
        self._open = [*self._schedules.values()]
        self._planned = self._plan()
        self._played = played
        self._skipped = skipped
        self._dropped = dropped
        self._withdrawn = withdrawn
        self._heard = heard
        self._conduct: defaultdict[str, Conduct] = defaultdict(Conduct)
        self._under_way: deque[_Round] = deque()
        self._round_of: dict[tuple[bytes, int], _Round] = {}  # of every game that is out
        self._held = 0

    def tasks(self) -> Iterator[Task | None]:
        """Yield what is to be played next, or None if that depends on games that are not back yet."""
        for number in count(1):
            while self._under_way and any(schedule.waits for schedule in self._open):
                yield None
            schedules = self._next()
            if not schedules:
                return
            latest = _Round(number)
            self._under_way.append(latest)
            for schedule in schedules:
                for series in schedule:
                    while self._held >= HELD or len(self._under_way) > HELD:
                        yield None
                    if task := self._due(series, latest):
                        yield task
            latest.given = True
            if latest.complete and latest is self._under_way[0]:
                self._decide()

    def back(self, game: Played | Mishap) -> Iterator[Played | Mishap]:
        """Take back a game that was given out; yields the games that are final by now."""
        its = self._round_of.pop((game.series.id, game.rotation))
        its.out -= 1
        its.held.append(game)
        self._held += 1
        while self._under_way:
            first = self._under_way[0]
            yield from self._final(first)
            if not first.complete:
                return
            self._decide()

    def _next(self) -> list[Iterable[Series]]:
        """Return the next round of every schedule that has one."""
        rounds = [(schedule, next(schedule, None)) for schedule in self._open]
        self._open = [schedule for schedule, series in rounds if series is not None]
        return [series for _, series in rounds if series is not None]

    def _due(self, series: Series, current: _Round) -> Task | None:
        """Return what is to be played of a series, if anything is."""
        schedule = self._schedules[series.selection]
        if schedule.over:
            return None
        played = self._played(series)
        for past in played.values():
            current.count(series, past, schedule.listens)
        current.skipped[series.selection] += len(played)
        rotations = range(schedule.competition.table_size)
        missing = tuple(rotation for rotation in rotations if rotation not in played)
        if not missing:
            return None
        if not self._admitted(series):
            current.dropped[series.selection] += len(missing)
            return None
        self._round_of.update(((series.id, rotation), current) for rotation in missing)
        current.out += len(missing)
        return Task(series, missing)

    def _final(self, first: _Round) -> Iterator[Played | Mishap]:
        """Yield the games of the first round under way that are back, but for those that were not due."""
        while first.held:
            game = first.held.popleft()
            self._held -= 1
            schedule = self._schedules[game.series.selection]
            if schedule.over:
                continue
            if not self._admitted(game.series):
                first.dropped[game.series.selection] += 1
                continue
            if isinstance(game, Played):
                first.count(game.series, game.past, schedule.listens)
            yield game

    def _decide(self) -> None:
        """Close the first round under way: withdraw those who have done wrong too often, and tell the schedules."""
        first = self._under_way.popleft()
        for counted, tell in ((first.skipped, self._skipped), (first.dropped, self._dropped)):
            # Of a schedule that is over, what lies beyond its end was never planned.
            if games := sum(count for name, count in counted.items() if not self._schedules[name].over):
                tell(games)
        for name, conduct in sorted(first.conduct.items()):
            self._conduct[name] += conduct
            reason = self._conduct[name].verdict()
            if reason and name not in self.withdrawals:
                self.withdrawals[name] = Withdrawal(name, first.number, reason)
                self._withdrawn(self.withdrawals[name])
        for schedule in self._schedules.values():
            if schedule.listens and not schedule.over:
                schedule.hear(first.heard(schedule), self.withdrawals)
                self._heard(schedule)
        before, self._planned = self._planned, self._plan()
        if before > self._planned:
            self._dropped(before - self._planned)

    def _plan(self) -> int:
        """Return how many games the schedules have in all."""
        return sum(schedule.planned() for schedule in self._schedules.values())

    def _admitted(self, series: Series) -> bool:
        """Tell whether nobody in a series is withdrawn."""
        return self.withdrawals.keys().isdisjoint(series.lineup)
