"""A worker process: plays the tasks that come through its channel and sends each game at once."""

import os
import signal
import socket
import time
from typing import Any

from arena.channel import Channel, Closed
from arena.containment import privileges
from arena.executors import Greeting, Stage, Task
from arena.executors.playing import NOBODY, Ground
from arena.executors.serial import play_or_explain
from arena.own_editions import with_editions
from arena.plugins import Plugins

ASKED, SEAT = 0, 1
"""Cells of the memory shared with the supervisor: when a bot was last asked, in nanoseconds, and in which seat."""


class Pulse:
    """Tells the supervisor, through shared memory, that this worker lives and which seat has control."""

    __slots__ = ("_cells",)

    def __init__(self, cells: Any) -> None:
        """Write to these cells."""
        self._cells = cells

    def asked(self, seat: int) -> None:
        """A bot has control."""
        cells = self._cells
        cells[SEAT] = seat
        cells[ASKED] = time.monotonic_ns()

    def answered(self) -> None:
        """The engine has control."""
        self._cells[SEAT] = NOBODY


def main(sock: socket.socket, stage: Stage, cells: Any, core: int, parent: int) -> None:
    """Greet the supervisor, whose process id is `parent`, then play on a core until it closes the channel."""
    privileges.die_with(parent)
    privileges.hide()
    os.sched_setaffinity(0, {core})
    for stop in (signal.SIGINT, signal.SIGTERM):
        signal.signal(stop, signal.SIG_IGN)  # the supervisor's to answer
    channel: Channel[Task] = Channel(sock, Task)
    games = with_editions(Plugins().games, stage.editions)
    with Ground(games, stage, Pulse(cells)) as ground:
        try:
            channel.send(Greeting())
            while True:
                task = channel.receive()
                for rotation in task.rotations:
                    channel.send(play_or_explain(ground, task.series, rotation))
        except Closed:
            return
