"""The serial executor: every game in this process, one after the other."""

import traceback
from collections.abc import Iterable, Iterator

from arena.errors import EngineError
from arena.executors import Mishap, Played, Stage, Task
from arena.executors.playing import Ground
from arena.game import Game
from arena.series import Series


class Serial:
    """Plays in this process; bots that did not come with the engine have processes of their own all the same."""

    def __init__(self, games: Iterable[Game]) -> None:
        """Know the games."""
        self._games = tuple(games)

    def run(self, stage: Stage, tasks: Iterable[Task | None]) -> Iterator[Played | Mishap]:
        """Yield each game as it is played; raises EngineError where that makes no task."""
        with Ground(self._games, stage) as ground:
            for task in tasks:
                if task is None:
                    raise EngineError("the schedule waits for games though none is under way")
                for rotation in task.rotations:
                    yield play_or_explain(ground, task.series, rotation)


def play_or_explain(ground: Ground, series: Series, rotation: int) -> Played | Mishap:
    """Play a game, twice if the engine fails once; never raises for a fault of the engine."""
    for _ in range(2):
        try:
            return ground.play(series, rotation)
        except Exception:
            trace = traceback.format_exc()
    return Mishap(series, rotation, trace)
