"""A bot's process from the engine's side: it is asked, timed, weighed and ended."""

import contextlib
import os
import select
import signal
import time
from typing import Protocol

from arena.channel import FRAMES, LINES, Closed, Garbled, Link
from arena.containment.cgroup import MemoryGroup
from arena.errors import BotFault, EngineError
from arena.players.entrants import BotSpec
from arena.players.forking import Zygote
from arena.players.output import Output

WALL_FACTOR = 10
"""What a bot may take on the wall clock, as a multiple of CPU time: a backstop for bots that sleep."""
REPLY_CAP = 2**20
"""Bytes of the longest reply that is read from a bot."""
TICK = 0.02
"""Seconds between two looks at a bot that is thinking."""
THREADS = 64
"""As many may a bot have at a time; node begins with eleven."""

NO_REPLY = "sent something that is no reply to what it was asked"
TOO_MUCH = "held more memory than the limit"

_PAGE = os.sysconf("SC_PAGE_SIZE")


class Transport(Protocol):
    """The way to a bot that takes messages and answers each with one; what they say is the players' concern."""

    def exchange(self, request: bytes, limit: float, bank: float = 0.0) -> tuple[bytes, float]:
        """Return the reply to a request, and the CPU seconds that the bot has used since its last.

        It may use `limit` and beyond that what is in the `bank`; on the wall clock ten times the limit, or of what
        it has used if that is more. Raises BotFault, or EngineError when it is none of the bot's.
        """

    def output(self) -> str:
        """Return what the bot has printed so far."""

    def close(self) -> None:
        """End the bot."""


class BotProcess:
    """A transport to a process of its own."""

    def __init__(self, zygote: Zygote, spec: BotSpec, memory: int) -> None:
        """Fork it; `memory` is what it may hold, in bytes. Raises EngineError."""
        self._zygote = zygote
        self._memory = memory
        self._pid, self._pidfd, sock, output = zygote.fork(spec, memory)
        self._link = Link(sock, LINES if spec.kind == "program" else FRAMES, REPLY_CAP)
        self._output = Output(output)
        self._poll = select.poll()
        for source in (self._link, self._output):
            self._poll.register(source, select.POLLIN)
        self._charged = 0.0
        self._weighed = time.monotonic()
        self._group = MemoryGroup.make(memory) if zygote.strict else None
        if self._group:
            with contextlib.suppress(OSError):  # it has ended already
                self._group.add(self._pid)

    def exchange(self, request: bytes, limit: float, bank: float = 0.0) -> tuple[bytes, float]:
        """Send a request and wait for the reply."""
        begin = time.monotonic()
        try:
            self._link.expect_silence()
            self._link.send(request, begin + WALL_FACTOR * limit)
            reply = self._reply(begin, limit, bank)
        except Closed:
            raise self._lost() from None
        except Garbled:
            raise BotFault("protocol", NO_REPLY) from None
        except TimeoutError:
            raise BotFault("wall_timeout", "took longer than the wall limit") from None
        now = self._cpu()
        used, self._charged = now - self._charged, now
        if used > limit + bank:
            raise _too_slow()
        if time.monotonic() - self._weighed > TICK:
            self._weigh()
        return reply, used

    def output(self) -> str:
        """Read what is left in the pipe, and return what was kept of all."""
        self._output.drain()
        return self._output.text()

    def peak(self) -> int:
        """Return the most bytes that it has held so far; 0 when it has gone."""
        with contextlib.suppress(OSError), open(f"/proc/{self._pid}/status", "rb") as status:  # noqa: PTH123
            for line in status:
                if line.startswith(b"VmHWM:"):
                    return int(line.split()[1]) * 1024
        return 0

    def close(self) -> None:
        """Kill the process and all of its session."""
        if self._pidfd >= 0:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._pid, signal.SIGKILL)
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._pidfd, signal.SIGKILL)
            os.close(self._pidfd)
            self._pidfd = -1
            self._link.close()
            self._output.close()
            if self._group:
                self._group.remove()

    def _reply(self, begin: float, limit: float, bank: float) -> bytes:
        """Wait for the reply, with a look at the bot every tick; raises Closed, Garbled, TimeoutError, BotFault."""
        look = begin + TICK
        while True:
            self._wait(look)
            if (reply := self._link.poll()) is not None:
                return reply
            now = time.monotonic()
            if now >= look:
                used = self._cpu() - self._charged
                if used > limit + bank:
                    raise _too_slow()
                if now >= begin + WALL_FACTOR * max(limit, used):
                    raise TimeoutError
                self._weigh()
                look = now + TICK

    def _wait(self, until: float) -> None:
        """Take in what comes until then, at most once from each source."""
        for descriptor, _ in self._poll.poll(max(0.0, until - time.monotonic()) * 1000):
            if descriptor == self._link.fileno():
                self._link.fill()
            elif not self._output.drain():
                self._poll.unregister(descriptor)

    def _cpu(self) -> float:
        """Return the CPU seconds that the process has used, by the kernel's clock; no more when it has gone."""
        try:
            return time.clock_gettime((~self._pid << 3) | 2)
        except OSError:
            return self._charged

    def _weigh(self) -> None:
        """Look at what the process holds; raises BotFault when it is too much."""
        self._weighed = time.monotonic()
        try:
            with open(f"/proc/{self._pid}/stat", "rb") as file:  # noqa: PTH123 (fifty times a second)
                figures = file.read().rpartition(b")")[2].split()
        except OSError:
            return
        threads, pages = int(figures[17]), int(figures[21])
        if pages * _PAGE > self._memory:
            raise BotFault("memory", TOO_MUCH)
        if threads > THREADS:
            raise BotFault("memory", "ran more threads than the limit")

    def _lost(self) -> BotFault | EngineError:
        """Return what it means that the channel has ended."""
        if self._zygote.has_gone():
            self._zygote.close()  # so that another is started for the next bot
            return EngineError("the process that forks bots has gone, and its bots with it")
        if self._group and self._group.was_exceeded():
            return BotFault("memory", TOO_MUCH)
        ended = select.poll()
        ended.register(self._pidfd, select.POLLIN)
        if not ended.poll(WALL_FACTOR * TICK * 1000):
            return BotFault("protocol", "closed its channel")
        return BotFault("died", "ended without an answer")


def _too_slow() -> BotFault:
    return BotFault("cpu_timeout", "used more CPU time than the limit")
