"""The probe: tries from inside a closed-in process what none may do, and tells what worked.

No act does harm where it works: signals are the empty one, values are set to what they are already, children end at
once, and files are the probe's own or a bait that whoever asks has laid out for it.
"""

import contextlib
import os
import resource
import signal
import socket
from collections.abc import Callable
from pathlib import Path

from arena.containment.kernel import call, prctl
from arena.containment.privileges import PR_SET_PDEATHSIG

FOLDERS = ("/tmp", "/var/tmp", "/dev/shm", "/run", "/")  # noqa: S108 (whether they can be written is the question)
OWN_FILE = "arena-probe-"
HERE = Path(__file__)
PTRACE_SEIZE = 0x4206
PR_GET_NO_NEW_PRIVS = 39
CLONE_NEWUSER = 0x10000000
IPC_PRIVATE = IPC_RMID = 0


def holes(bait: str | None = None) -> tuple[str, ...]:
    """Return what this process can do and should not be able to, each in words that follow "can".

    `bait` is a file that the engine made where its own files lie; afterwards it is gone or changed if that worked.
    """
    acts = {**ACTS, **{words: _on_bait(act, bait) for words, act in ACTS_ON_BAIT.items() if bait}}
    return tuple(words for words, act in acts.items() if _works(act))


def _works(act: Callable[[], object]) -> bool:
    """Tell whether an act is possible: it neither raises nor returns False."""
    try:
        return act() is not False
    except (OSError, ValueError):
        return False


def _on_bait(act: Callable[[str], object], bait: str) -> Callable[[], object]:
    return lambda: act(bait)


def _open(path: str, flags: int) -> None:
    os.close(os.open(path, flags))


def _make_file() -> bool:
    """Make a file wherever that works, and remove it."""
    made = False
    for folder in FOLDERS:
        path = Path(folder, f"{OWN_FILE}{os.getpid()}")
        with contextlib.suppress(OSError):
            _open(str(path), os.O_WRONLY | os.O_CREAT | os.O_EXCL)
            made = True
            path.unlink()
    return made


def _make_folder() -> bool:
    made = False
    for folder in FOLDERS:
        path = Path(folder, f"{OWN_FILE}{os.getpid()}")
        with contextlib.suppress(OSError):
            path.mkdir()
            made = True
            path.rmdir()
    return made


def _socket(family: int, kind: int) -> Callable[[], object]:
    return lambda: socket.socket(family, kind).close()


def _pair() -> None:
    for end in socket.socketpair():
        end.close()


def _of_parent(name: str) -> Callable[[], object]:
    return lambda: _open(f"/proc/{os.getppid()}/{name}", os.O_RDONLY)


def _fork() -> None:
    pid = os.fork()
    if not pid:
        os._exit(0)
    os.waitpid(pid, 0)


def _leave_memory() -> None:
    """Make a piece of shared memory, which outlives who made it, and remove it."""
    call("shmctl", call("shmget", IPC_PRIVATE, 4096, 0o600), IPC_RMID, 0)


def _raise_limit() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard + 1))


def _has_capabilities() -> bool:
    status = Path("/proc/self/status").read_bytes()  # as text it would want a codec, which may be out of reach
    held = next(line for line in status.splitlines() if line.startswith(b"CapPrm:"))
    return int(held.split()[1], 16) != 0


def _become_root() -> bool:
    if os.getuid() == 0:
        return False  # what makes root root is its capabilities
    os.setuid(0)
    return True


def _set_mode() -> None:
    """Give a file that it may read the mode that it has."""
    HERE.chmod(HERE.stat().st_mode & 0o7777)


def _set_times() -> None:
    os.utime(HERE, ns=(HERE.stat().st_atime_ns, HERE.stat().st_mtime_ns))


def _link(bait: str) -> None:
    Path(f"{bait}-link").hardlink_to(bait)
    Path(f"{bait}-link").unlink()


def _rename(bait: str) -> None:
    Path(bait).rename(f"{bait}-renamed").rename(bait)


def _truncate(bait: str) -> None:
    os.truncate(bait, 0)


ACTS: dict[str, Callable[[], object]] = {
    "write files": _make_file,
    "make folders": _make_folder,
    "change a file's mode": _set_mode,
    "change a file's times": _set_times,
    "read /etc/passwd": lambda: _open("/etc/passwd", os.O_RDONLY),
    "open a TCP socket": _socket(socket.AF_INET, socket.SOCK_STREAM),
    "open a UDP socket": _socket(socket.AF_INET, socket.SOCK_DGRAM),
    "open a Unix socket": _socket(socket.AF_UNIX, socket.SOCK_STREAM),
    "make a pair of sockets": _pair,
    "start processes": _fork,
    "signal another process": lambda: os.kill(os.getppid(), 0),
    "signal a group of processes": lambda: os.killpg(0, 0),
    "hold another process": lambda: os.close(os.pidfd_open(os.getppid())),
    "trace another process": lambda: call("ptrace", PTRACE_SEIZE, os.getppid(), 0, 0),
    "read another process's memory": _of_parent("mem"),
    "read another process's environment": _of_parent("environ"),
    "read another process's command line": _of_parent("cmdline"),
    "move another process to other CPUs": lambda: os.sched_setaffinity(
        os.getppid(), os.sched_getaffinity(os.getppid())
    ),
    "change another process's priority": lambda: os.setpriority(
        os.PRIO_PROCESS, os.getppid(), os.getpriority(os.PRIO_PROCESS, os.getppid())
    ),
    "raise its limits": _raise_limit,
    "leave memory behind": _leave_memory,
    "make files in memory": lambda: os.close(os.memfd_create(OWN_FILE)),
    "keep capabilities": _has_capabilities,
    "become root": _become_root,
    "gain privileges from a program": lambda: prctl(PR_GET_NO_NEW_PRIVS) == 0,
    "outlive the engine": lambda: prctl(PR_SET_PDEATHSIG, signal.SIGKILL),
    "make namespaces": lambda: call("unshare", CLONE_NEWUSER),
}

ACTS_ON_BAIT: dict[str, Callable[[str], object]] = {
    "read the engine's files": lambda bait: _open(bait, os.O_RDONLY),
    "write to the engine's files": lambda bait: _open(bait, os.O_WRONLY),
    "empty the engine's files": _truncate,
    "empty the engine's files by reading": lambda bait: _open(bait, os.O_RDONLY | os.O_TRUNC),
    "change the mode of the engine's files": lambda bait: Path(bait).chmod(0o600),
    "list the engine's folders": lambda bait: [*Path(bait).parent.iterdir()],
    "link to the engine's files": _link,
    "rename the engine's files": _rename,
    "delete the engine's files": os.unlink,
}
"""In this order: each leaves the bait to those after it, unless it works."""
