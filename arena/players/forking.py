"""The engine's side of the zygote: starts it, and has it fork bots' processes."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Literal, NamedTuple, Self

import msgspec

from arena.channel import pair
from arena.containment import bubblewrap, privileges
from arena.containment.paths import system_paths
from arena.errors import EngineError
from arena.players.entrants import BotSpec
from arena.players.wire import NO_STATUS, UIDS_OF_ONE, Ended, Spawn

if TYPE_CHECKING:
    from arena.players.process import BotProcess

Containment = Literal["trusted", "process", "strict"]
"""How far bots are kept from the engine and the machine; docs/safety.md says what each level is worth."""

CLEAN = {
    "PYTHONHASHSEED": "0",
    "PYTHONSAFEPATH": "1",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MALLOC_ARENA_MAX": "2",
}
"""Environment of the interpreters that we start.

Sets of texts keep one order, the current folder is left out, numpy computes in one thread, as the CPU clock counts,
and threads share their heaps, as a limit on addresses wants.
"""
PASSED_ON = ("PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "PYTHONPATH", "LD_LIBRARY_PATH")
PASSED_ON_PREFIXES = ("OMP_", "OPENBLAS_", "MKL_")
"""What else strangers' code may see of the environment, which may hold keys and tokens."""
START_LIMIT = 30.0
"""Seconds for a zygote to be up."""
FIRST_UID, UIDS = 61184, 4336
"""The private uids: a range that systemd sets apart for users that come and go."""

_requests = msgspec.msgpack.Encoder()


class Forked(NamedTuple):
    """A bot's process: its id here and in the zygote's eyes, a descriptor that stands for it (a pidfd), our ends.

    The ends are those of its socket and its output.
    """

    pid: int
    inner_pid: int
    pidfd: int
    sock: socket.socket
    output: int


class Zygote:
    """The clean interpreter from which this process's bots are forked; started when the first is asked for.

    `crew` holds those that live.
    """

    def __init__(self, containment: Containment = "process", bots: Iterable[BotSpec] = ()) -> None:
        """Start nothing yet; `bots` are all that may be forked, for `strict` shows their files and no others."""
        self._strict = containment == "strict"
        self.crew: set[BotProcess] = set()
        self._readable = tuple(path for spec in bots for path in spec.reads)
        self._control: socket.socket | None = None
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def strict(self) -> bool:
        """Whether bots live in a machine of their own."""
        return self._strict

    def fork(self, spec: BotSpec, memory: int) -> Forked:
        """Fork a process for a bot that may hold so many bytes; nothing of it is imported. Raises EngineError."""
        control = self._control or self._begin()
        ours, theirs = pair()
        output, outlet = os.pipe2(os.O_CLOEXEC)
        try:
            socket.send_fds(control, [_requests.encode(Spawn(spec, memory))], [theirs.fileno(), outlet])
            data, descriptors, _, _ = socket.recv_fds(control, 8, 1)
        except OSError:
            descriptors = []
        finally:
            theirs.close()
            os.close(outlet)
        if not descriptors:
            ours.close()
            os.close(output)
            self.close()  # so that another is started for the next bot
            raise EngineError("the process that forks bots has gone")
        inner = int.from_bytes(data)
        pid = _pid_of(descriptors[0]) if self.strict else inner
        return Forked(pid, inner, descriptors[0], ours, output)

    def status_of(self, inner_pid: int) -> int | None:
        """Return how a forked process has ended: its exit status, or less than 0 for a signal.

        None when nobody knows, as when the zygote has gone: it is the parent.
        """
        if self._control is not None:
            with contextlib.suppress(OSError):
                self._control.sendall(_requests.encode(Ended(inner_pid)))
                data = self._control.recv(8)
                status = int.from_bytes(data, signed=True)
                return status if data and status != NO_STATUS else None
        return None

    def has_gone(self) -> bool:
        """Tell whether the zygote has ended, with a moment's grace, for its bots end just before it."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self._process is None or self._process.wait(0.02) is not None
        return False

    def close(self) -> None:
        """End the zygote, and with it any bot of its that is left."""
        if self._control is not None and self._process is not None:
            self._control.close()
            try:
                self._process.wait(1.0)  # it collects its bots, so that no zombies are left
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._control = self._process = None

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close."""
        self.close()

    def _begin(self) -> socket.socket:
        ours, theirs = pair()
        command = [sys.executable, "-m", "arena.players.zygote", str(theirs.fileno()), "0"]
        if self._strict:
            command = [*bubblewrap.command([*system_paths(), *self._readable]), *command]
            if privileges.is_root():
                command[-1] = str(FIRST_UID + os.getpid() % (UIDS // UIDS_OF_ONE) * UIDS_OF_ONE)
        with theirs:
            # Ctrl-C reaches everybody in the terminal's group; the engine alone answers it. The mask is inherited.
            before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
            try:
                self._process = subprocess.Popen(
                    command, pass_fds=[theirs.fileno()], env=_environment(), stdin=subprocess.DEVNULL
                )
            finally:
                signal.pthread_sigmask(signal.SIG_SETMASK, before)
        self._control = ours
        ours.settimeout(START_LIMIT)
        try:
            greeted = ours.recv(1) == b"\0"
        except TimeoutError:  # bubblewrap's inner process waits for its outer one, and forever if that was killed
            greeted = False
        ours.settimeout(None)
        if not greeted:
            self.close()
            raise EngineError("the process that forks bots did not start; its own message stands above")
        return ours


def _environment() -> dict[str, str]:
    """Return the environment of the zygote and its bots."""
    passed = {
        name: text for name, text in os.environ.items() if name in PASSED_ON or name.startswith(PASSED_ON_PREFIXES)
    }
    return passed | CLEAN


def _pid_of(pidfd: int) -> int:
    """Return the process id here of a process that knows itself by another; raises EngineError."""
    for line in Path(f"/proc/self/fdinfo/{pidfd}").read_text().splitlines():
        name, _, value = line.partition(":")
        if name == "Pid":
            return int(value)
    raise EngineError("the kernel does not say which process a pidfd stands for")
