"""Schedules: who meets whom, round by round.

Which series a schedule holds depends on the entrants, the selection, the seed and, where it says so, on how its
earlier rounds ended; never on workers or on what was played outside it.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import ClassVar, Self

from arena.ratings.results import SeriesResult
from arena.series import Competition, Series


class Schedule(ABC, Iterator[Iterable[Series]]):
    """The rounds of one competition, each once, as series in the order of play.

    A schedule that `listens` hears how each round ended, once it is complete. One that also `waits` can tell a
    round only when it has heard all before it. It may be `over` before its last round by what it heard; then no
    game of a later round is due, and `stop` says why.
    """

    listens: ClassVar[bool] = False
    waits: ClassVar[bool] = False

    def __init__(self, competition: Competition) -> None:
        """Begin before the first round."""
        self.competition = competition
        self.over = False
        self.stop = ""

    def __iter__(self) -> Self:
        """Return itself."""
        return self

    @abstractmethod
    def __next__(self) -> Iterable[Series]:
        """Return the next round; raises StopIteration when there is none."""

    @abstractmethod
    def planned(self) -> int:
        """Return how many games it has in all, those heard of included; at most so many where it may end early."""

    def told(self) -> str:
        """Return in a few words how it stands, where that is more than how many games there are."""
        return ""

    def hear(self, results: Sequence[SeriesResult], withdrawn: Collection[str]) -> None:
        """Hear how the earliest round not yet heard of ended, and which bots play no more.

        A series of which a game has no result comes with the others, or not at all if it has none.
        """
