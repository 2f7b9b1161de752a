"""The course of a run: gives out tasks in schedule order and takes games back in any order.

Bots are withdrawn by what the complete rounds hold, so a game is *final* once all earlier rounds are complete and
decided. Workers never wait for the end of a round: tasks of later rounds are given out ahead, and their games are
held until it shows whether they were due. So the same games become final, whoever plays them and when.
"""

from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence

from arena.discipline import Conduct, Withdrawal
from arena.executors import Mishap, Played, Task
from arena.schedule import Competition, Series, rounds

HELD = 256
"""Games, and rounds, that may wait for an earlier round."""

Charges = Sequence[tuple[str, str]]
"""The faults of a game: for each, who was charged with it and its kind."""


class _Round:
    """A round under way.

    `given` tells that all its tasks have been given out, `out` how many of their games are not back; `held` are
    back but not final. `conduct` is over the games that are final and those that were played before.
    """

    def __init__(self, number: int) -> None:
        self.number = number
        self.given = False
        self.out = 0
        self.held: deque[Played | Mishap] = deque()
        self.conduct: defaultdict[str, Conduct] = defaultdict(Conduct)

    @property
    def complete(self) -> bool:
        return self.given and not self.out

    def count(self, series: Series, charges: Charges) -> None:
        for name in series.lineup:
            self.conduct[name] = self.conduct[name].after([kind for bot, kind in charges if bot == name])


def _unheard(_news: object) -> None:
    """Stand for a listener where nobody listens."""


class Course:
    """What is still to be played of a tournament, and who is withdrawn meanwhile: `withdrawals`, by name.

    `played` tells which rotations of a series had been played before, and the charges in each. The listeners hear
    how many games that was, how many will not be played after all, and who is withdrawn.
    """

    def __init__(
        self,
        competitions: Sequence[Competition],
        seed: int,
        played: Callable[[Series], Mapping[int, Charges]],
        *,
        skipped: Callable[[int], None] = _unheard,
        dropped: Callable[[int], None] = _unheard,
        withdrawn: Callable[[Withdrawal], None] = _unheard,
    ) -> None:
        """Begin before the first round."""
        self.withdrawals: dict[str, Withdrawal] = {}
        self._schedule = rounds(competitions, seed)
        self._rotations = {str(one.selection): one.table_size for one in competitions}
        self._played = played
        self._skipped = skipped
        self._dropped = dropped
        self._withdrawn = withdrawn
        self._conduct: defaultdict[str, Conduct] = defaultdict(Conduct)
        self._under_way: deque[_Round] = deque()
        self._round_of: dict[tuple[bytes, int], _Round] = {}  # of every game that is out
        self._held = 0

    def tasks(self) -> Iterator[Task | None]:
        """Yield what is to be played next, or None if that depends on games that are not back yet."""
        for number, schedule in enumerate(self._schedule, 1):
            latest = _Round(number)
            self._under_way.append(latest)
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

    def _due(self, series: Series, current: _Round) -> Task | None:
        """Return what is to be played of a series, if anything is."""
        played = self._played(series)
        for charges in played.values():
            current.count(series, charges)
        if played:
            self._skipped(len(played))
        missing = tuple(rotation for rotation in range(self._rotations[series.selection]) if rotation not in played)
        if not missing:
            return None
        if not self._admitted(series):
            self._dropped(len(missing))
            return None
        self._round_of.update(((series.id, rotation), current) for rotation in missing)
        current.out += len(missing)
        return Task(series, missing)

    def _final(self, first: _Round) -> Iterator[Played | Mishap]:
        """Yield the games of the first round under way that are back, but for those that were not due."""
        while first.held:
            game = first.held.popleft()
            self._held -= 1
            if not self._admitted(game.series):
                self._dropped(1)
                continue
            if isinstance(game, Played):
                first.count(game.series, [(game.seats[fault.seat], fault.kind) for fault in game.faults])
            yield game

    def _decide(self) -> None:
        """Close the first round under way: withdraw those who have done wrong too often by now."""
        first = self._under_way.popleft()
        for name, conduct in sorted(first.conduct.items()):
            self._conduct[name] += conduct
            reason = self._conduct[name].verdict()
            if reason and name not in self.withdrawals:
                self.withdrawals[name] = Withdrawal(name, first.number, reason)
                self._withdrawn(self.withdrawals[name])

    def _admitted(self, series: Series) -> bool:
        """Tell whether nobody in a series is withdrawn."""
        return self.withdrawals.keys().isdisjoint(series.lineup)
