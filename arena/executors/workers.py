"""The parallel executor: a supervisor over worker processes that outlives whatever happens to them.

Each worker has a private channel and one series in flight. When it dies, a new worker plays its game again and the
rest of the series. When the same game ends that one too, or when a worker shows no sign of life for longer than any
limit allows, the game is lost to whoever had control of it. `multiprocess.Pool` would wait for it forever.
"""

import contextlib
import os
import select
import signal
import time
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any

import multiprocess

from arena.channel import Channel, Closed, Garbled, pair
from arena.errors import EngineError
from arena.executors import Greeting, Mishap, Played, Stage, Task
from arena.executors.playing import NOBODY, forfeit
from arena.executors.worker import ASKED, SEAT, main
from arena.game import Game
from arena.players.forking import CLEAN
from arena.players.process import WALL_FACTOR
from arena.record import Fault
from arena.series import Series

STARTS = 3
"""So many workers in a row that do not start, and there is something wrong with starting them."""

START_LIMIT = 60.0  # seconds for a worker's interpreter to be up
GRACE = 5.0  # seconds on top of the longest wall limit before a silent worker is given up


class Workers:
    """Plays in `count` processes."""

    def __init__(self, games: Iterable[Game], count: int) -> None:
        """Start none yet."""
        self._games = tuple(games)
        self._count = count

    def run(self, stage: Stage, tasks: Iterable[Task | None]) -> Iterator[Played | Mishap]:
        """Yield each game as it arrives; raises EngineError when workers do not start."""
        queue = _Queue(tasks)
        crew: list[Worker] = []
        try:
            while True:
                _assign(queue, crew, self._count, stage)
                busy = [worker for worker in crew if worker.task]
                if not busy:
                    if not queue.exhausted:
                        raise EngineError("the schedule waits for games though none is under way")
                    return
                for worker in _stirring(busy):
                    yield from worker.games()
                    if worker.greeted:
                        queue.started()
                    if worker.loss:
                        crew.remove(worker)
                        worker.close()
                        yield from self._settled(worker, *worker.loss, queue)
        finally:
            for worker in crew:
                worker.kill()  # all first, so that a second Ctrl-C in between leaves none
            for worker in crew:
                worker.close()

    def _settled(self, worker: "Worker", kind: str, detail: str, queue: "_Queue") -> Iterator[Played | Mishap]:
        """Yield what became of a lost worker's game, and put the rest of its series back."""
        if not worker.task:
            return
        if not worker.greeted:
            if not queue.may_start_again():
                raise EngineError("worker processes do not start; their own messages stand above")
            queue.put_back(worker.task)
            return
        series, (rotation, *rest) = worker.task.series, worker.task.rotations
        # A process may be killed from outside, as by a machine out of memory. What kills it twice is in the game.
        if (kind == "died" or worker.seat == NOBODY) and queue.may_repeat(series, rotation):
            rest = [rotation, *rest]
        elif worker.seat != NOBODY:
            yield forfeit(self._games, series, rotation, Fault(worker.seat, kind, None, detail))
        else:
            yield Mishap(series, rotation, f"twice, and no bot had control: {detail}")
        if rest:
            queue.put_back(Task(series, tuple(rest)))


class _Queue:
    """The tasks still to be given out, those put back first; `exhausted` once there will be no others."""

    def __init__(self, tasks: Iterable[Task | None]) -> None:
        self.exhausted = False
        self._tasks = iter(tasks)
        self._back: deque[Task] = deque()
        self._repeated: set[tuple[bytes, int]] = set()
        self._not_started = 0

    def get(self) -> Task | None:
        """Return a task, or None if there is none just now."""
        if self._back:
            return self._back.popleft()
        for task in self._tasks:
            return task
        self.exhausted = True
        return None

    def put_back(self, task: Task) -> None:
        self._back.append(task)

    def may_start_again(self) -> bool:
        """Tell whether another worker may be started in place of one that did not."""
        self._not_started += 1
        return self._not_started < STARTS

    def started(self) -> None:
        """Take note that workers do start."""
        self._not_started = 0

    def may_repeat(self, series: Series, rotation: int) -> bool:
        """Tell whether a game that was lost with its process may be tried again, which is once."""
        key = (series.id, rotation)
        first = key not in self._repeated
        self._repeated.add(key)
        return first


def _assign(queue: _Queue, crew: "list[Worker]", count: int, stage: Stage) -> None:
    """Give everybody something to do, with new workers up to `count`."""
    while True:
        worker = next((worker for worker in crew if not worker.task), None)
        if worker is None and len(crew) == count:
            return
        task = queue.get()
        if task is None:
            return
        if worker is None:
            worker = Worker(stage, _quietest(crew))
            crew.append(worker)
        worker.give(task)


def _quietest(crew: "list[Worker]") -> int:
    """Return the core on which the fewest of the crew work."""
    return min(sorted(os.sched_getaffinity(0)), key=[worker.core for worker in crew].count)


def _stirring(busy: "list[Worker]") -> "list[Worker]":
    """Wait for news; return the workers that have some, or whose time is up."""
    poll = select.poll()
    for worker in busy:
        poll.register(worker.channel, select.POLLIN)
    soonest = min(worker.deadline() for worker in busy)
    ready = {descriptor for descriptor, _ in poll.poll(max(0.0, soonest - time.monotonic()) * 1000)}
    now = time.monotonic()
    return [worker for worker in busy if worker.channel.fileno() in ready or worker.deadline() <= now]


@contextlib.contextmanager
def _inherited() -> Iterator[None]:
    """Let processes begun meanwhile inherit a clean environment, and leave Ctrl-C and SIGTERM to the supervisor.

    Both signals may reach everybody in the terminal's group; the mask is inherited.
    """
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    before = {name: os.environ.get(name) for name in CLEAN}
    os.environ.update(CLEAN)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


class Worker:
    """A worker process, from the supervisor's side; it keeps to its `core`.

    It has `greeted` once it is up. `task` is what it still has to play, the game under way first. `loss` says how
    it was lost, as a fault's kind and detail; `seat` whose fault that is, NOBODY for the engine's own.
    """

    def __init__(self, stage: Stage, core: int) -> None:
        """Start the process."""
        self.core = core
        context = multiprocess.get_context("spawn")
        self._cells = context.RawArray("q", [0, NOBODY])
        limits = stage.limits
        self._limit = WALL_FACTOR * max(limits.decision, limits.start) + GRACE
        self._apart = WALL_FACTOR * max(limits.decision + limits.bank, limits.start) + GRACE
        ours, theirs = pair()
        self.channel: Channel[Greeting | Played | Mishap] = Channel(ours, Greeting | Played | Mishap)
        self._process: Any = context.Process(
            target=main, args=(theirs, stage, self._cells, core, os.getpid()), daemon=True
        )
        with theirs, _inherited():
            self._process.start()
        self.task: Task | None = None
        self.loss: tuple[str, str] | None = None
        self.seat = NOBODY
        self.greeted = False
        self._since = time.monotonic()

    def give(self, task: Task) -> None:
        """Send a task; that the worker has gone shows when its games are asked for."""
        self.task = task
        self._since = time.monotonic()
        with contextlib.suppress(Closed):
            self.channel.send(task)

    def deadline(self) -> float:
        """Return the time at which the worker is given up unless it shows a sign of life."""
        asked: float = self._cells[ASKED] / 1e9
        if not self.greeted:
            return self._since + START_LIMIT
        return max(self._since, asked) + (self._apart if self._cells[SEAT] == NOBODY else self._limit)

    def games(self) -> Iterator[Played | Mishap]:
        """Yield the games that have arrived; notes a loss instead of raising."""
        overdue = self.deadline() <= time.monotonic()
        try:
            self.channel.fill()
        except Closed:
            self._lose("died", "its process ended during the game")
        try:
            while (message := self.channel.poll()) is not None:
                self._since = time.monotonic()
                if isinstance(message, Greeting):
                    self.greeted = True
                else:
                    self._strike_off()
                    yield message
        except Garbled:
            self._lose("died", "its process sent what is no game")
        if overdue and not self.loss and self.task:
            self._lose("wall_timeout", "took longer than the wall limit")

    def _lose(self, kind: str, detail: str) -> None:
        self.loss = kind, detail
        self.seat = self._cells[SEAT]

    def _strike_off(self) -> None:
        """Take the game that arrived off the task."""
        if self.task:
            left = self.task.rotations[1:]
            self.task = Task(self.task.series, left) if left else None

    def kill(self) -> None:
        """End the process, and with it the bots that it began, without waiting for that."""
        self._process.kill()

    def close(self) -> None:
        """End the process and let go of it."""
        self.kill()
        self.channel.close()
        self._process.join()
        self._process.close()
