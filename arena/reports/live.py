"""Progress of a run, on standard error: a live line on a terminal, plain lines elsewhere."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from arena.executors import Mishap, Played

PLAIN_EVERY = 5.0
"""Seconds between plain lines."""


class Plain:
    """A line now and then."""

    def __init__(self, total: int) -> None:
        """Say how much there is to do."""
        self._total = total
        self._done = 0
        self._new = 0
        self._faults = 0
        self._said = time.monotonic()

    def skipped(self, games: int) -> None:
        """Count games that were there."""
        self._done += games

    def played(self, game: Played) -> None:
        """Count a game, and say so if it is time."""
        self._done += 1
        self._new += 1
        self._faults += len(game.faults)
        if time.monotonic() - self._said > PLAIN_EVERY:
            self._said = time.monotonic()
            self._say()

    def failed(self, mishap: Mishap) -> None:
        """The engine failed at a game."""
        self._done += 1

    def close(self) -> None:
        """Say how it ended."""
        self._say()

    def _say(self) -> None:
        faults = f", {self._faults} faults" if self._faults else ""
        print(f"{self._done} of {self._total} games, {self._new} new{faults}", file=sys.stderr, flush=True)  # noqa: T201


class Live:
    """A bar with games a second and the time left."""

    def __init__(self, total: int) -> None:
        """Begin to draw."""
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        self._new = 0
        self._faults = 0
        self._begin = time.monotonic()
        self._progress = Progress(
            TextColumn("games"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}"),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            refresh_per_second=5,
        )
        self._bar = self._progress.add_task("games", total=total, rate="")
        self._progress.start()

    def skipped(self, games: int) -> None:
        """Count games that were there."""
        self._progress.advance(self._bar, games)

    def played(self, game: Played) -> None:
        """Count a game."""
        self._new += 1
        self._faults += len(game.faults)
        rate = f"{self._new / max(time.monotonic() - self._begin, 1e-3):,.0f}/s"
        if self._faults:
            rate += f", {self._faults} faults"
        self._progress.update(self._bar, advance=1, rate=rate)

    def failed(self, mishap: Mishap) -> None:
        """The engine failed at a game."""
        self._progress.advance(self._bar)

    def close(self) -> None:
        """Leave the last state on the screen."""
        self._progress.stop()


@contextmanager
def observer(total: int) -> Iterator[Plain | Live]:
    """Watch a run of so many games in the way that suits where the output goes."""
    watching = Live(total) if sys.stderr.isatty() else Plain(total)
    try:
        yield watching
    finally:
        watching.close()
