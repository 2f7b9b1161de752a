"""Bots that do wrong, each in its own way."""

import hashlib
import os
import signal
import threading
import time

from arena import Bot


class Fair(Bot):
    """Does nothing wrong: takes the middle move."""

    def act(self, view, moves):
        return moves[len(moves) // 2]


class Unordered(Bot):
    """Takes a move from a set."""

    def act(self, view, moves):
        return next(iter(set(moves)))


class Claims(Bot):
    games = b"abc"


class Raises(Bot):
    def act(self, view, moves):
        raise ValueError("a message with a figure 42 and a /path")


class Exits(Bot):
    def act(self, view, moves):
        raise SystemExit(0)


class Dies(Bot):
    def act(self, view, moves):
        os._exit(3)


class Stops(Bot):
    def act(self, view, moves):
        os.kill(os.getpid(), signal.SIGSTOP)


class Loops(Bot):
    def act(self, view, moves):
        while True:
            pass


class Threads(Bot):
    """Answers within the limit on the clock, and has used more than the limit of CPU time by then."""

    def act(self, view, moves):
        data = bytes(2**26)
        workers = [threading.Thread(target=hashlib.sha256, args=(data,)) for _ in range(12)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        return moves[0]


class Sleeps(Bot):
    def act(self, view, moves):
        time.sleep(1000)


class Illegal(Bot):
    def act(self, view, moves):
        return "no such move"


class Nothing(Bot):
    def act(self, view, moves):
        return None


class Zero(int):
    def __eq__(self, other):
        return True

    __hash__ = int.__hash__


class AlwaysEqual(Bot):
    """Answers with something that claims to equal every move."""

    def act(self, view, moves):
        return Zero(0)


class Garbage(Bot):
    def act(self, view, moves):
        os.write(3, b"\xff" * 4096)
        return moves[0]


class Huge(Bot):
    """Announces a frame of two gigabytes."""

    def act(self, view, moves):
        os.write(3, b"\x7f\xff\xff\xff")
        time.sleep(1000)


class Twice(Bot):
    """Answers a request again that it has answered before."""

    def act(self, view, moves):
        os.write(3, b"\0\0\0\x0a\x93\xa6Choice\x01\x00")
        return moves[0]


class RaisesAtStart(Bot):
    def start(self, setup):
        raise KeyError("nothing")


class RaisesAtFinish(Fair):
    def finish(self, outcome, view):
        raise RuntimeError("sore loser")


class HangsAtStart(Bot):
    def start(self, setup):
        time.sleep(1000)


class Cheats(Bot):
    """Looks for the game in memory, and plays illegally if it finds one."""

    def act(self, view, moves):
        import gc

        from arena.state import State

        return "found it" if any(isinstance(thing, State) for thing in gc.get_objects()) else moves[0]
