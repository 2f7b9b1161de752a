"""A bot's process from the engine's side: it is asked, timed, weighed and ended."""

import contextlib
import os
import select
import signal
import time
from pathlib import Path
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
WEIGHING = 0.005
"""CPU seconds of a bot between two looks at what it holds: in less, it cannot fill much."""
THREADS = 64
"""As many may a bot have at a time; node begins with eleven."""

HELD = ("VmRSS", "VmPTE", "VmSwap")
COUNTED = ("VmHWM", "Threads", *HELD)
"""Of what /proc/PID/status tells: page tables are memory too."""

NO_REPLY = "sent something that is no reply to what it was asked"
TOO_MUCH = "held more memory than the limit"

IDLING = "it slept or waited for something"
FLUSHING = ", or has not flushed its answer"


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
    """A transport to a process of its own.

    Bots of one zygote share a core. When one thinks for longer than a tick, the others are held: what they do while
    nobody asks them would be taken from it, and it might be charged for the time.
    """

    def __init__(self, zygote: Zygote, spec: BotSpec, memory: int) -> None:
        """Fork it; `memory` is what it may hold, in bytes. Raises EngineError."""
        self._zygote = zygote
        self._memory = memory
        self._pid, self._inner_pid, self._pidfd, sock, output = zygote.fork(spec, memory)
        self._idling = IDLING + (FLUSHING if spec.kind == "program" else "")
        self._link = Link(sock, LINES if spec.kind == "program" else FRAMES, REPLY_CAP, TICK)
        self._output = Output(output)
        self._poll = select.poll()
        for source in (self._link, self._output):
            self._poll.register(source, select.POLLIN)
        self._held = False
        self._crew = zygote.crew
        self._crew.add(self)
        self._clock = (~self._pid << 3) | 2  # so the kernel numbers the CPU clock of a process
        self._charged = self._weighed = 0.0
        self._group = MemoryGroup.make(memory) if zygote.strict else None
        if self._group:
            with contextlib.suppress(OSError):  # it has ended already
                self._group.add(self._pid)

    def exchange(self, request: bytes, limit: float, bank: float = 0.0) -> tuple[bytes, float]:
        """Send a request and wait for the reply; who fails is ended at once, however long the game goes on."""
        try:
            return self._asked(request, limit, bank)
        except BotFault:
            self._kill()
            raise

    def _asked(self, request: bytes, limit: float, bank: float) -> tuple[bytes, float]:
        if self._held:
            self._release()
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
            raise self._too_late(time.monotonic() - begin) from None
        now = self._cpu()
        used, self._charged = now - self._charged, now
        if used > limit + bank:
            raise _too_slow(used, limit, bank)
        if now - self._weighed > WEIGHING:
            self._weigh()
        return reply, used

    def output(self) -> str:
        """Read what is left in the pipe, and return what was kept of all."""
        self._output.drain()
        return self._output.text()

    def printed(self) -> int:
        """Return how many bytes it has printed, as far as they have been read."""
        return self._output.length

    def peak(self) -> int:
        """Return the most bytes that it has held so far; 0 when it has gone."""
        return self._status().get("VmHWM", 0) * 1024

    def close(self) -> None:
        """Kill the process and all of its session."""
        if self._pidfd >= 0:
            self._crew.discard(self)
            self._kill()
            os.close(self._pidfd)
            self._pidfd = -1
            self._link.close()
            self._output.close()
            if self._group:
                self._group.remove()

    def _kill(self) -> None:
        """Kill the process and its session.

        Its id is its own until the zygote has collected it, which it does when it is asked for another bot.
        """
        with contextlib.suppress(ProcessLookupError, PermissionError):
            signal.pidfd_send_signal(self._pidfd, signal.SIGKILL)
            os.killpg(self._pid, signal.SIGKILL)

    def hold(self) -> None:
        """Stop the process until it is asked again."""
        if not self._held:
            self._held = True
            self._signal(signal.SIGSTOP)

    def _release(self) -> None:
        """Let it go on, once it is seen that it holds no more than it may; raises BotFault."""
        self._weigh()
        self._held = False
        self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._pidfd, number)

    def _reply(self, begin: float, limit: float, bank: float) -> bytes:
        """Wait for the reply, with a look at the bot every tick; raises Closed, Garbled, TimeoutError, BotFault.

        What it prints has room in the pipe until the first look.
        """
        self._link.wait()
        look = begin + TICK
        while (reply := self._link.poll()) is None:
            now = time.monotonic()
            if now >= look:
                used = self._cpu() - self._charged
                if used > limit + bank:
                    raise _too_slow(used, limit, bank)
                if now >= begin + WALL_FACTOR * max(limit, used):
                    raise TimeoutError
                self._weigh()
                for other in self._crew - {self}:
                    other.hold()
                look = now + TICK
            self._listen(look)
        return reply

    def _listen(self, until: float) -> None:
        """Take in what comes until then, at most once from each source."""
        for descriptor, _ in self._poll.poll(max(0.0, until - time.monotonic()) * 1000):
            if descriptor == self._link.fileno():
                self._link.fill()
            elif not self._output.drain():
                self._poll.unregister(descriptor)

    def _cpu(self) -> float:
        """Return the CPU seconds that the process has used, by the kernel's clock; no more when it has gone."""
        try:
            return time.clock_gettime(self._clock)
        except OSError:
            return self._charged

    def _weigh(self) -> None:
        """Look at what the process holds; raises BotFault when it is too much."""
        self._weighed = self._cpu()
        figures = self._status()
        if 1024 * sum(figures.get(name, 0) for name in HELD) > self._memory:
            raise BotFault("memory", TOO_MUCH)
        if figures.get("Threads", 0) > THREADS:
            raise BotFault("memory", "ran more threads than the limit")

    def _status(self) -> dict[str, int]:
        """Return what the kernel counts of the process, memory in KB; nothing when it has gone."""
        found = {}
        with (
            contextlib.suppress(OSError),
            Path(f"/proc/{self._pid}/status").open(encoding="ascii", errors="replace") as file,
        ):
            for line in file:
                name, _, value = line.partition(":")
                if name in COUNTED:
                    found[name] = int(value.split()[0])
        return found

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
        return BotFault("died", "ended without an answer", _ended(self._zygote.status_of(self._inner_pid)))

    def _too_late(self, waited: float) -> BotFault:
        """Return the fault of a bot for which we have waited so many seconds, the end of its time."""
        used = self._cpu() - self._charged
        spent = f"it gave no answer in {waited:.1f} s, and used {used:.2f} s of CPU time"
        return BotFault("wall_timeout", "took longer than the wall limit", f"{spent}: {self._idling}")


def _too_slow(used: float, limit: float, bank: float) -> BotFault:
    spent = f"it used {used:.2f} s of CPU time, and had {limit + bank:.2f} s{', its bank included' if bank else ''}"
    return BotFault("cpu_timeout", "used more CPU time than the limit", spent)


def _ended(status: int | None) -> str:
    """Return in words how a process has ended, by its exit status or, below 0, a signal; nothing for None."""
    if status is None:
        return ""
    if status < 0:
        return f"its process was ended by signal {-status} ({signal.strsignal(-status)})"
    return f"its process exited with status {status}"
