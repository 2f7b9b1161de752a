"""Metering: what a bot's process costs, exchange by exchange, when there is only so much time for it."""

import time

from arena.errors import BotFault
from arena.players.process import WALL_FACTOR, BotProcess


class Meter:
    """A transport to a bot's process that notes the seconds of each exchange that it answered.

    No exchange begins after the time `closing`, and none goes on after the time `end`, both by `time.monotonic`:
    then TimeoutError is raised, and `cut` says what the bot had done that was waited for.
    """

    def __init__(self, process: BotProcess, closing: float, end: float) -> None:
        """Speak with a process, to be closed with the meter."""
        self._process = process
        self._closing = closing
        self._end = end
        self.cpu: list[float] = []
        self.wall: list[float] = []
        self.cut: str | None = None
        self.peak = 0
        self.printed = 0

    def exchange(self, request: bytes, limit: float, bank: float = 0.0) -> tuple[bytes, float]:
        """Pass on, with no more time than there is."""
        begin = time.monotonic()
        if begin >= self._closing:
            raise TimeoutError
        left = self._end - begin
        wall = min(limit, left / WALL_FACTOR)
        cpu = min(limit + bank, left)
        try:
            reply, used = self._process.exchange(request, wall, cpu - wall)
        except BotFault as fault:
            no_time = {"wall_timeout": wall < limit, "cpu_timeout": cpu < limit + bank}
            if no_time.get(fault.kind):
                busy = f"it gave no answer in {time.monotonic() - begin:.1f} s, and used {cpu:.2f} s of CPU time"
                self.cut = busy if fault.kind == "cpu_timeout" else fault.trace
                raise TimeoutError from None
            raise
        self.cpu.append(used)
        self.wall.append(time.monotonic() - begin)
        return reply, used

    def output(self) -> str:
        """Return what the bot has printed so far."""
        return self._process.output()

    def close(self) -> None:
        """Note the most bytes that the process held, and how many it printed, and end it."""
        self.peak = max(self.peak, self._process.peak())
        self.printed = self._process.printed()
        self._process.close()
