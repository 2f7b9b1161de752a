"""Executors: they ask for tasks when they can play them, and ask again when there is nothing to play just now."""

from collections.abc import Iterator
from itertools import chain, repeat

import pytest

from arena.bot import Limits
from arena.errors import EngineError
from arena.executors import Stage, Task
from arena.executors.serial import Serial
from arena.executors.workers import Workers
from arena.players.roster import Roster
from arena.plugins import Plugins
from arena.series import Series

PLUGINS = Plugins()
BOTS = Roster(PLUGINS.bot_sources).specs
STAGE = Stage({name: BOTS[name] for name in ("first", "random")}, Limits())


def task(number: int) -> Task:
    return Task(Series(bytes([number] * 16), "battleground:players=2", 1, ("first", "random"), 0), (0, 1))


@pytest.mark.parametrize("executor", [Serial(PLUGINS.games), Workers(PLUGINS.games, 3)])
def test_all_tasks_are_played(executor):
    games = executor.run(STAGE, [task(number) for number in range(5)])
    assert sorted((game.series.id[0], game.rotation) for game in games) == [
        (number, rotation) for number in range(5) for rotation in range(2)
    ]


def test_workers_wait_for_games_that_further_tasks_depend_on():
    back = []

    def tasks() -> Iterator[Task | None]:
        for number in range(4):
            while len(back) < 2 * number:
                yield None
            yield task(number)

    for game in Workers(PLUGINS.games, 3).run(STAGE, tasks()):
        back.append(game.series.id[0])  # noqa: PERF401 (the tasks look at it meanwhile)
    assert back == [0, 0, 1, 1, 2, 2, 3, 3]


@pytest.mark.parametrize("executor", [Serial(PLUGINS.games), Workers(PLUGINS.games, 2)])
def test_a_schedule_that_waits_for_nothing_is_an_error_of_the_engine(executor):
    with pytest.raises(EngineError, match="waits for games though none is under way"):
        list(executor.run(STAGE, chain([task(0)], repeat(None))))
