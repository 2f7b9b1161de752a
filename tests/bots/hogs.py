"""Bots that take more than their share of the machine."""

import contextlib
import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from arena import Bot

MARK = "arena-bad-"
"""How the names of files begin that these bots try to leave behind."""
FOLDERS = ("/tmp", "/var/tmp", "/dev/shm", "/run", "/", ".", str(Path(__file__).parent))


class Fair(Bot):
    """Does nothing wrong: takes the middle move."""

    def act(self, view, moves):
        return moves[len(moves) // 2]


class LeaksBig(Bot):
    def act(self, view, moves):
        held = []
        while True:
            held.append(b"x" * 2**22)


class LeaksSmall(Bot):
    def act(self, view, moves):
        held = []
        while True:
            held.append(str(len(held)))


class LeaksSlowly(Bot):
    """Holds a little more at every decision."""

    def start(self, setup):
        self.held = []

    def act(self, view, moves):
        self.held.append(b"x" * 2**24)
        time.sleep(0.03)
        return moves[len(moves) // 2]


class Reserves(Bot):
    def act(self, view, moves):
        return bytearray(2**40)


class GoesOn(Fair):
    """Asks for too much, hears so, and plays on."""

    def act(self, view, moves):
        with contextlib.suppress(MemoryError):
            bytearray(2**40)
        return super().act(view, moves)


class Clings(Bot):
    """Takes all that there is, and goes on without letting go."""

    def act(self, view, moves):
        held = []
        while True:
            try:
                held.append(b"x" * 2**22)
            except MemoryError:
                time.sleep(0.01)


class Forks(Bot):
    def act(self, view, moves):
        if not os.fork():
            time.sleep(1000)
        return moves[0]


class Daemon(Bot):
    """Leaves a process of a session of its own behind, whose parent has gone."""

    def act(self, view, moves):
        if not os.fork():
            os.setsid()
            if not os.fork():
                time.sleep(1000)
            os._exit(0)
        return moves[0]


class Spawns(Bot):
    def act(self, view, moves):
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"], start_new_session=True)
        return moves[0]


class ForkBomb(Bot):
    def act(self, view, moves):
        while True:
            with contextlib.suppress(OSError):
                os.fork()


class ThreadBomb(Bot):
    """Waits until there is room for another thread."""

    def act(self, view, moves):
        while True:
            try:
                threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
            except RuntimeError:
                time.sleep(0.01)


class Floods(Fair):
    """Prints 100 megabytes before it answers."""

    def start(self, setup):
        self.chunk = b"flood " * 2**14

    def act(self, view, moves):
        left, self.left = getattr(self, "left", 100_000_000), 0
        while left > 0:
            left -= os.write(1, self.chunk)
        return super().act(view, moves)


class Writes(Bot):
    def act(self, view, moves):
        with tempfile.NamedTemporaryFile(prefix=MARK, delete=False) as file:
            file.write(bytes(2**20))
        return moves[0]


class FillsTheDisk(Fair):
    """Writes wherever it may, and says nothing of it."""

    def act(self, view, moves):
        for folder in FOLDERS:
            with contextlib.suppress(OSError), Path(folder, f"{MARK}{os.getpid()}").open("wb") as file:
                file.write(bytes(2**20))
        with contextlib.suppress(OSError):
            os.write(os.memfd_create(MARK), bytes(2**20))
        return super().act(view, moves)


class OpensAll(Bot):
    def act(self, view, moves):
        held = []
        while True:
            held.append(os.open(os.devnull, os.O_RDONLY))


class OpensAllAndGoesOn(Fair):
    def act(self, view, moves):
        with contextlib.suppress(OSError):
            while True:
                os.open(os.devnull, os.O_RDONLY)
        return super().act(view, moves)
