"""The zygote: a clean interpreter that forks a process for each bot and game, and closes it in.

It has imported the bot SDK and the games' views and holds nothing of any game in play, so a fork of it gives a bot
nothing to read. Started by `arena.players.forking` as `python -m arena.players.zygote FD FIRST-UID`; it ends when
the other end of its socket closes, and its bots end with it.
"""

import contextlib
import gc
import os
import signal
import socket
import sys

import msgspec

from arena.containment import privileges
from arena.containment.cell import Cell
from arena.containment.paths import system_paths
from arena.game import Game
from arena.players.entrants import BotSpec
from arena.players.session import CHANNEL, Readers, readers_of, serve
from arena.players.wire import NO_STATUS, UIDS_OF_ONE, Ended, Spawn
from arena.plugins import Plugins


def main(descriptor: int, first_uid: int) -> None:
    """Fork a bot for every request until the engine closes the socket; private uids begin with `first_uid`."""
    privileges.die_with(os.getppid())
    privileges.hide()
    privileges.adopt()
    privileges.bound()
    games = Plugins().games
    readers = readers_of(games)
    gc.freeze()  # so that a bot's first collection doesn't touch, and so copy, all that it was forked with
    with contextlib.suppress(ConnectionError), socket.socket(fileno=descriptor) as control:
        Nursery(control, games, readers, first_uid).run()


class Nursery:
    """Forks bots and collects them when they have ended."""

    def __init__(self, control: socket.socket, games: tuple[Game, ...], readers: Readers, first_uid: int) -> None:
        """Speak with the engine on this socket."""
        self._control = control
        self._games = games
        self._readers = readers
        self._first_uid = first_uid
        self._forked = 0
        self._bots: set[int] = set()
        self._readable = system_paths()
        self._cells: dict[tuple[tuple[str, ...], int | None], Cell] = {}

    def run(self) -> None:
        """Greet, then fork until the socket closes; nobody is left then."""
        self._control.sendall(b"\0")
        decoder: msgspec.msgpack.Decoder[Spawn | Ended] = msgspec.msgpack.Decoder(Spawn | Ended)
        while True:
            data, descriptors, _, _ = socket.recv_fds(self._control, 2**16, 2)
            if not data:
                break
            spawn = decoder.decode(data)
            if isinstance(spawn, Ended):
                self._control.sendall(_status_of(spawn.pid).to_bytes(8, signed=True))
                continue
            self._reap()
            cell = self._cell_for(spawn)
            uid = self._first_uid + self._forked % UIDS_OF_ONE if self._first_uid else None
            self._forked += 1
            zygote = os.getpid()
            pid = os.fork()
            if not pid:
                self._control.close()
                self._become(spawn.spec, descriptors, cell, zygote, uid)
            self._bots.add(pid)
            for descriptor in descriptors:
                os.close(descriptor)
            pidfd = os.pidfd_open(pid)
            socket.send_fds(self._control, [pid.to_bytes(8)], [pidfd])
            os.close(pidfd)
        for pid in self._children():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            while True:
                os.wait()

    def _cell_for(self, spawn: Spawn) -> Cell:
        """Return what a bot is closed in with; the same for all of its games."""
        spec = spawn.spec
        space = None if spec.kind == "program" else spawn.memory
        key = spec.reads, space
        if key not in self._cells:
            self._cells[key] = Cell((*self._readable, *spec.reads), space)
        return self._cells[key]

    def _reap(self) -> None:
        """Collect bots that have ended, and end what they left behind; only between two forks.

        So a process id stays a bot's until then.
        """
        with contextlib.suppress(ChildProcessError):
            while pid := os.waitpid(-1, os.WNOHANG)[0]:
                self._bots.discard(pid)
        for pid in self._children() - self._bots:
            os.kill(pid, signal.SIGKILL)

    def _children(self) -> set[int]:
        """Return our children: the bots, and what came to us when a bot that had begun it ended."""
        # A path or a text would have us write to ninety pages more, which the kernel copies anew after each fork.
        with contextlib.suppress(OSError), open("/proc/thread-self/children", "rb", 0) as file:  # noqa: PTH123
            return set(map(int, file.read().split()))
        return set(self._bots)

    def _become(self, spec: BotSpec, descriptors: list[int], cell: Cell, zygote: int, uid: int | None) -> None:
        """Turn this fork into the bot's process: a session of its own, closed in, with its channel and output."""
        status = 1
        try:
            os.setsid()
            signal.pthread_sigmask(signal.SIG_SETMASK, ())
            _lay_out(*descriptors, program=spec.kind == "program")
            cell.close_in(zygote, uid)
            if spec.command:
                _execute(spec)
            serve(spec, self._games, self._readers)
            status = 0
        except BaseException as error:
            os.write(2, f"{type(error).__name__}: {error}\n".encode(errors="backslashreplace"))
        finally:
            os._exit(status)


def _status_of(child: int) -> int:
    """Return how a child has ended, without collecting it: its exit status, less than 0 for a signal.

    NO_STATUS when it was collected before.
    """
    try:
        ended = os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)
    except ChildProcessError:
        return NO_STATUS
    assert ended  # noqa: S101 (None is for those who do not wait)
    return ended.si_status if ended.si_code == os.CLD_EXITED else -ended.si_status


def _lay_out(channel: int, output: int, *, program: bool) -> None:
    """Put the descriptors where a bot expects them, and close all others."""
    high = [os.dup(descriptor) for descriptor in (channel, output)]  # out of the way of 0 to 3
    null = os.open(os.devnull, os.O_RDONLY)
    if program:
        places = {0: high[0], 1: high[0], 2: high[1]}
    else:
        places = {0: null, 1: high[1], 2: high[1], CHANNEL: high[0]}
    for place, descriptor in places.items():
        os.dup2(descriptor, place)
    os.closerange(len(places), os.sysconf("SC_OPEN_MAX"))


def _execute(spec: BotSpec) -> None:
    """Become a program, or a bot of another environment; raises OSError."""
    if spec.kind == "program":
        os.chdir(spec.target)
        os.execv(spec.command[0], spec.command)  # noqa: S606 (a shell is the last thing wanted here)
    entered = msgspec.json.encode(spec).decode()
    os.execv(spec.command[0], [*spec.command, "-m", "arena.players.session", entered])  # noqa: S606


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
