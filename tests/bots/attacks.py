"""Bots that reach for what is not theirs: files, the network, other processes, the engine's code.

Each plays the middle move, unless its attack came to something: then it answers "found it: ...", which is no move.
No attack does harm where it works: signals are the empty one, except to the parent, whose only business is bots.
"""

import ctypes
import json
import mmap
import os
import random
import resource
import signal
import socket
import sys
import time
from pathlib import Path

import msgspec

from arena import Bot, State

PTRACE_ATTACH = 16
NEAR = 64
"""Process ids on either side of its own that a bot looks at."""


def middle(moves):
    return moves[len(moves) // 2]


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


class Vandal(Spy):
    """Deletes, moves, links and writes files."""

    def look(self, view, moves):
        here = Path(__file__)
        acts = {
            "deleted": here.unlink,
            "moved": lambda: here.rename(here.with_name("moved")),
            "linked": lambda: here.with_name("linked").hardlink_to(here),
            "written": lambda: here.write_text("# mine now"),
            "emptied": lambda: os.truncate(here, 0),
            "changed": lambda: here.chmod(0o777),
            "made": lambda: here.with_name("arena-bad-folder").mkdir(),
            "results deleted": Path("results/mine/arena.sqlite").unlink,
            "results written": lambda: os.open("results/mine/arena.sqlite", os.O_WRONLY),
            "memory written": lambda: os.open("/proc/self/mem", os.O_RDWR),
            "mapped": lambda: mmap.mmap(os.open(here, os.O_RDWR), 0),
        }
        return what_worked(acts)


class Networker(Spy):
    """Opens sockets, and would use the one that it has for more than it is for."""

    def look(self, view, moves):
        kinds = (socket.AF_INET, socket.AF_INET6, socket.AF_UNIX, socket.AF_NETLINK, socket.AF_PACKET)
        acts = {
            f"family {family}, kind {kind}": lambda family=family, kind=kind: socket.socket(family, kind)
            for family in kinds
            for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW)
        }
        acts |= {
            "pair": socket.socketpair,
            "connected": lambda: self.channel().connect("\0arena-bad"),
            "listening": lambda: self.channel().listen(),
            "descriptors sent": lambda: socket.send_fds(self.channel(), [b"x"], [0]),
        }
        return what_worked(acts)

    def channel(self):
        return socket.socket(fileno=os.dup(3))


class Killer(Spy):
    """Signals its parent, its neighbours, and everybody."""

    def look(self, view, moves):
        own, parent = os.getpid(), os.getppid()
        acts = {f"signal {pid}": lambda pid=pid: os.kill(pid, 0) for pid in self.others(own)}
        acts |= {f"hold {pid}": lambda pid=pid: os.pidfd_open(pid) for pid in self.others(own)}
        acts |= {
            "everybody": lambda: os.kill(-1, 0),
            "the group": lambda: os.killpg(0, 0),
            "the parent's group": lambda: os.killpg(os.getpgid(parent), 0),
            "killed the parent": lambda: os.kill(parent, signal.SIGKILL),
            "stopped the parent": lambda: os.kill(parent, signal.SIGSTOP),
            "queued": lambda: call("sigqueue", parent, signal.SIGKILL, 0),
        }
        return what_worked(acts)

    def others(self, own):
        return [pid for pid in (1, *range(max(1, own - NEAR), own + NEAR)) if pid != own]


class Tracer(Spy):
    """Traces its parent, and reads and writes its memory."""

    def look(self, view, moves):
        parent = os.getppid()
        room = ctypes.create_string_buffer(16)
        vector = (ctypes.c_size_t * 2)(ctypes.addressof(room), 16)
        acts = {
            "traced": lambda: call("ptrace", PTRACE_ATTACH, parent, 0, 0),
            "asked to be traced": lambda: call("ptrace", 0, 0, 0, 0),
            "read": lambda: call("process_vm_readv", parent, vector, 1, vector, 1, 0),
            "written": lambda: call("process_vm_writev", parent, vector, 1, vector, 1, 0),
            "mem": lambda: os.open(f"/proc/{parent}/mem", os.O_RDWR),
            "limits": lambda: resource.prlimit(parent, 7, (3, 3)),
            "priority": lambda: os.setpriority(os.PRIO_PROCESS, parent, 19),
            "cores": lambda: os.sched_setaffinity(parent, {0}),
            "policy": lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1)),
            "group": lambda: os.setpgid(parent, 0),
        }
        return what_worked(acts)


class Escaper(Spy):
    """Becomes another user, the resident of another namespace, or leaves something behind."""

    def look(self, view, moves):
        root = os.getuid() == 0
        acts = {
            "mount": lambda: call("mount", b"none", b"/tmp", b"tmpfs", 0, 0),
            "chroot": lambda: os.chroot("/"),
            "namespace": lambda: call("unshare", 0x10000000),
            "another user": lambda: os.setuid(12345) if root else os.setuid(0),
            "limits": lambda: resource.setrlimit(7, (4096, 4096)),
            "host": lambda: socket.sethostname("mine"),
            "clock": lambda: time.clock_settime(time.CLOCK_REALTIME, time.time()),
            "outlived": lambda: call("prctl", 1, 0, 0, 0, 0),
            "queue": lambda: call("msgget", 0, 0o600),
            "shared memory": lambda: call("shmget", 0, 4096, 0o600),
            "semaphore": lambda: call("semget", 0, 1, 0o600),
            "key": lambda: call("syscall", 248, b"user", b"arena-bad", b"x", 1, -3),
        }
        return what_worked(acts)


def what_worked(acts):
    """Return the names of the acts that did not fail."""
    worked = []
    for name, act in acts.items():
        try:
            act()
        except (OSError, ValueError):
            continue
        worked.append(name)
    return ", ".join(worked)


def call(name, *arguments):
    """Call a function of the C library; raises OSError when it fails."""
    if getattr(ctypes.CDLL(None, use_errno=True), name)(*arguments) == -1:
        raise OSError(ctypes.get_errno(), name)


# On what it was given.


class Patcher(Bot):
    """Changes what it was given, and all code that it can reach, and plays on."""

    def act(self, view, moves):
        import arena.chance
        import arena.channel
        import arena.game
        import arena.match
        import arena.state

        move = middle(moves)
        for field in view.__struct_fields__:
            msgspec.structs.force_setattr(view, field, None)
        json.dumps = json.loads = random.random = time.monotonic = lambda *_: 0
        arena.match.judged = lambda state, failed: (1, 2)
        arena.match.play = arena.chance.derive = arena.channel.pair = None
        arena.state.State.outcome = arena.state.State.legal_moves = lambda self: ()
        for kind in State.__subclasses__():
            kind.outcome = kind.view = kind.legal_moves = None
        arena.game.Game.__slots__ = ()
        vars(sys.modules["builtins"])["isinstance"] = lambda *_: True
        return move
