"""Privileges: giving up what a process may do beyond its own files, and who may look into it."""

import contextlib
import os
import signal
import struct

from arena.containment.kernel import call, prctl
from arena.errors import EngineError

PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_CHILD_SUBREAPER = 1, 4, 36
PR_CAPBSET_DROP, PR_SET_NO_NEW_PRIVS = 24, 38
CAPABILITY_VERSION_3 = 0x20080522


def hide() -> None:
    """Keep other processes of the same user out of this one's memory, and its memory out of core files."""
    prctl(PR_SET_DUMPABLE, 0)


def adopt() -> None:
    """Become the parent of this process's descendants whose own parent ends."""
    prctl(PR_SET_CHILD_SUBREAPER, 1)


def die_with(parent: int) -> None:
    """Have the kernel kill this process when its parent ends; raises EngineError if it has ended already.

    The kernel forgets this when the uid changes.
    """
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        raise EngineError("the process that forks bots has gone")


def is_root() -> bool:
    """Tell whether this process may become another user."""
    return os.geteuid() == 0


def become(uid: int) -> None:
    """Become another user and the group of that number, in no other group, for good; raises OSError."""
    os.setgroups([])
    os.setresgid(uid, uid, uid)
    os.setresuid(uid, uid, uid)


def gain_nothing() -> None:
    """Rule out that running a program gives more privileges. Forks inherit this; raises OSError."""
    prctl(PR_SET_NO_NEW_PRIVS, 1)


def bound() -> None:
    """Empty the set of capabilities that programs run by root get back. Forks inherit this: do it before them."""
    with contextlib.suppress(
        OSError
    ):  # past the last one, or not ours to drop: `gain_nothing` rules it out as well
        for capability in range(64):
            prctl(PR_CAPBSET_DROP, capability)


def renounce() -> None:
    """Give up every capability of this process; raises OSError."""
    call("capset", struct.pack("=Ii", CAPABILITY_VERSION_3, 0), bytes(24))
