"""Progress of a run, on standard error: a live line on a terminal, plain lines elsewhere."""

import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from arena.discipline import Withdrawal
from arena.executors import Mishap, Played
from arena.printing import visible
from arena.schedules import Schedule

PLAIN_EVERY = 5.0
"""Seconds between plain lines."""


class Tally:
    """Counts what a run has come to; a subclass shows it."""

    def __init__(self, total: int) -> None:
        """Nothing of so many games has been played."""
        self.total = total
        self.done = 0
        self.new = 0
        self.standing = ""
        self.faults: Counter[tuple[str, str, str]] = Counter()
        self._examples: dict[tuple[str, str, str], str] = {}

    def skipped(self, games: int) -> None:
        """So many games had been played before."""
        self.done += games
        self.show()

    def played(self, game: Played) -> None:
        """A game has been played and stored."""
        self.done += 1
        self.new += 1
        for fault in game.faults:
            key = (game.seats[fault.seat], fault.kind, fault.detail)
            self.faults[key] += 1
            self._examples.setdefault(key, game.series.game_id(game.rotation))
        self.show()

    def failed(self, mishap: Mishap) -> None:
        """The engine failed at a game."""
        self.done += 1
        self.show()

    def withdrawn(self, withdrawal: Withdrawal) -> None:
        """A bot plays no more."""
        _say(f"note: {withdrawal.told()}")

    def dropped(self, games: int) -> None:
        """So many games will not be played."""
        self.total -= games
        self.show()

    def heard(self, schedule: Schedule) -> None:
        """A schedule has heard how a round ended."""
        self.standing = schedule.told()
        if schedule.stop:
            _say(f"note: {schedule.competition.selection}: {schedule.stop}")
        self.show()

    def told(self) -> str:
        """Return how it stands in a few words."""
        faults = f", {self.faults.total()} faults" if self.faults else ""
        standing = f", {self.standing}" if self.standing else ""
        return f"{self.done} of {self.total} games, {self.new} new{faults}{standing}"

    def faults_told(self) -> Iterator[str]:
        """Yield a line for each bot and thing that it did wrong, with the first game it did it in."""
        for (bot, kind, detail), count in sorted(self.faults.items()):
            example = self._examples[bot, kind, detail]
            yield f"fault: {bot} {detail} ({kind}, {count} times); first in game {example}"

    def show(self) -> None:
        """Show how it stands, if it is time."""

    def close(self) -> None:
        """Show how it ended."""


class Plain(Tally):
    """A line now and then."""

    def __init__(self, total: int) -> None:
        """Say nothing yet."""
        super().__init__(total)
        self._said = time.monotonic()

    def show(self) -> None:
        """Print a line, if the last is old enough."""
        if time.monotonic() - self._said > PLAIN_EVERY:
            self._said = time.monotonic()
            _say(self.told())

    def close(self) -> None:
        """Print the last line."""
        _say(self.told())


class Live(Tally):
    """A bar with games a second and the time left."""

    def __init__(self, total: int) -> None:
        """Begin to draw."""
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

        super().__init__(total)
        self._begin = time.monotonic()
        self._progress = Progress(
            BarColumn(),
            TextColumn("{task.fields[told]}"),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            refresh_per_second=5,
        )
        self._bar = self._progress.add_task("", total=total, told="")
        self._progress.start()

    def show(self) -> None:
        """Set the bar; it draws itself five times a second."""
        rate = self.new / max(time.monotonic() - self._begin, 1e-3)
        told = f"{self.told()}, {rate:,.0f} a second"
        self._progress.update(self._bar, total=self.total, completed=self.done, told=told)

    def close(self) -> None:
        """Leave the last state on the screen."""
        self._progress.stop()


@contextmanager
def observer(total: int) -> Iterator[Tally]:
    """Watch a run of so many games in the way that suits where the output goes; tell of faults at the end."""
    watching = Live(total) if sys.stderr.isatty() else Plain(total)
    try:
        yield watching
    finally:
        watching.close()
        for line in watching.faults_told():
            _say(line)


def _say(line: str) -> None:
    print(visible(line), file=sys.stderr, flush=True)  # noqa: T201
