"""Bots that look for what they must not know: hidden cards, seeds, what other processes hold.

Each plays the middle move, unless it has found something: then it answers "found it: ...", which is no move.
"""

import gc
import os
import random
import sys
from pathlib import Path

from arena import Bot, State

FOLDERS = (".", "..", "/root", "/home", "/tmp", "/var", "/etc", "/run", "/dev/shm", "/proc")
SPARED = ("/proc/self", "/etc/ld.so.cache", "/etc/localtime", "/etc/alternatives")


def middle(moves):
    return moves[len(moves) // 2]


def secrets_in(thing):
    """Return what a game in progress knows, if this is one."""
    return repr(thing.events[0]) if isinstance(thing, State) else None


class Spy(Bot):
    """Says what it has found."""

    def act(self, view, moves):
        try:
            found = self.look(view, moves)
        except OSError:
            found = None
        return f"found it: {found}"[:200] if found else middle(moves)

    def look(self, view, moves):
        raise NotImplementedError


# In memory.


class Collector(Spy):
    """Goes through all objects that there are."""

    def look(self, view, moves):
        return next(filter(None, map(secrets_in, gc.get_objects())), None)


class Caller(Spy):
    """Goes up the stack."""

    def look(self, view, moves):
        frame = sys._getframe()
        while frame:
            for value in [*frame.f_locals.values(), *frame.f_globals.values()]:
                if found := secrets_in(value):
                    return found
            frame = frame.f_back
        return None


class Catcher(Spy):
    """Goes up the stack by way of a traceback."""

    def look(self, view, moves):
        try:
            raise ValueError
        except ValueError as error:
            frame = error.__traceback__.tb_frame
        while frame:
            if found := next(filter(None, map(secrets_in, frame.f_locals.values())), None):
                return found
            frame = frame.f_back
        return None


class Referrer(Spy):
    """Asks who refers to what it was given, and who to them."""

    def look(self, view, moves):
        near, seen = [view, moves, *moves, type(view), State, *State.__subclasses__()], set()
        for _ in range(3):
            near = [thing for thing in gc.get_referrers(*near) if id(thing) not in seen][:5000]
            seen |= set(map(id, near))
            if found := next(filter(None, map(secrets_in, near)), None):
                return found
        return None


class Owner(Spy):
    """Asks everything that it was given, and what that refers to, whose method it is."""

    def look(self, view, moves):
        near = [view, moves, *moves, self.selection, self.rng, self.clock]
        for _ in range(3):
            near = [thing for one in near for thing in gc.get_referents(one)] + near
            for thing in near:
                if found := secrets_in(thing) or secrets_in(getattr(thing, "__self__", None)):
                    return found
        return None


class Archivist(Spy):
    """Looks through its memory, byte by byte, for the deal's seed, of which it was told the halves by the test."""

    halves = (b"", b"")

    def look(self, view, moves):
        first, second = self.halves
        with Path("/proc/self/maps").open() as maps, Path("/proc/self/mem").open("rb", 0) as memory:
            regions = [line.split() for line in maps]
            for span, rights, *_ in regions:
                low, high = (int(end, 16) for end in span.split("-"))
                if not rights.startswith("rw"):
                    continue
                try:
                    memory.seek(low)
                    data = memory.read(high - low)
                except (OSError, OverflowError):
                    continue
                place = data.find(first)
                while place >= 0:
                    if data[place + len(first) :].startswith(second):
                        return f"the seed at {low + place:x}"
                    place = data.find(first, place + 1)
        return None


class Dicer(Spy):
    """Compares its die with the random numbers of the process, which might be the engine's."""

    def look(self, view, moves):
        state = random.getstate()
        drawn = [random.random() for _ in range(4)]
        random.setstate(state)
        return drawn if drawn == [self.rng.random() for _ in range(4)] else None


# On disk.


class Reader(Spy):
    """Reads every file that it can find: results, seeds, the system's secrets, other processes' memory."""

    def look(self, view, moves):
        for folder in FOLDERS:
            for place, folders, names in os.walk(folder, onerror=None):
                folders[:] = [name for name in folders if not f"{place}/{name}".startswith(SPARED)][:100]
                for name in names[:200]:
                    path = f"{place}/{name}"
                    if not path.startswith(SPARED) and path != __file__ and (data := self.read(path)):
                        return f"{path} {data!r}"
        return next(filter(None, map(self.read, self.known())), None)

    def known(self):
        """Files that it need not be able to list."""
        here = Path(__file__).parent
        yield from (
            "results/mine/arena.sqlite",
            "mine.toml",
            here / "results/mine/arena.sqlite",
            here / "mine.toml",
        )
        yield from (here / "fair.py", "/etc/passwd", "/etc/shadow", "/root/.bash_history", "/proc/1/environ")
        yield from (f"/proc/{os.getppid()}/{name}" for name in ("environ", "cmdline", "maps", "mem", "status"))
        yield from (f"/proc/{os.getppid()}/fd/{number}" for number in range(16))

    def read(self, path):
        try:
            with Path(path).open("rb") as file:
                return f"{path} {file.read(20)!r}"
        except OSError:
            return None


class Inheritor(Spy):
    """Looks at the descriptors that it was born with."""

    def look(self, view, moves):
        held = {}
        for number in range(256):
            try:
                held[number] = str(Path(f"/proc/self/fd/{number}").readlink()).partition(":")[0]
            except OSError:
                continue
        usual = {0: "/dev/null", 1: "pipe", 2: "pipe", 3: "socket"}
        return held if held != usual else None


class Heir(Spy):
    """Looks at the environment that it was born with."""

    def look(self, view, moves):
        return next((name for name in os.environ if "SECRET" in name), None)
