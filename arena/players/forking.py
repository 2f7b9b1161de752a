"""The engine's side of the zygote: starts it, and has it fork bots' processes."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
from types import TracebackType
from typing import Self

import msgspec

from arena.channel import pair
from arena.errors import EngineError
from arena.players.entrants import BotSpec
from arena.players.wire import Spawn

CLEAN = {"PYTHONHASHSEED": "0", "PYTHONSAFEPATH": "1"}
"""Environment of the interpreters that we start: sets of texts keep one order, the current folder is left out."""

_spawns = msgspec.msgpack.Encoder()


class Zygote:
    """The clean interpreter from which this process's bots are forked; started when the first is asked for."""

    def __init__(self) -> None:
        """Start nothing yet."""
        self._control: socket.socket | None = None
        self._process: subprocess.Popen[bytes] | None = None

    def fork(self, spec: BotSpec) -> tuple[int, int, socket.socket]:
        """Fork a process for a bot, which has imported nothing of it yet; raises EngineError.

        Returns its id, a descriptor that stands for it (a pidfd), and our end of its socket.
        """
        control = self._control or self._begin()
        ours, theirs = pair()
        with theirs:
            try:
                socket.send_fds(control, [_spawns.encode(Spawn(spec))], [theirs.fileno()])
                data, descriptors, _, _ = socket.recv_fds(control, 8, 1)
            except OSError:
                descriptors = []
        if not descriptors:
            ours.close()
            self.close()  # so that another is started for the next bot
            raise EngineError("the process that forks bots has gone")
        return int.from_bytes(data), descriptors[0], ours

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
        with theirs:
            # Ctrl-C reaches everybody in the terminal's group; the engine alone answers it. The mask is inherited.
            before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
            try:
                self._process = subprocess.Popen(
                    [sys.executable, "-m", "arena.players.zygote", str(theirs.fileno()), str(os.getpid())],
                    pass_fds=[theirs.fileno()],
                    env={**os.environ, **CLEAN},
                    stdin=subprocess.DEVNULL,
                )
            finally:
                signal.pthread_sigmask(signal.SIG_SETMASK, before)
        self._control = ours
        if ours.recv(1) != b"\0":
            self.close()
            raise EngineError("the process that forks bots did not start; its own message stands above")
        return ours
