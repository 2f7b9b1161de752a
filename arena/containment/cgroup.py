"""Memory cgroups: how much memory a process may hold, kept by the kernel where we may make groups.

Both versions are spoken. Groups lie below the engine's own. In version 2 a group holds either processes or groups:
if the engine is alone in its own (`systemd-run --user --scope -p Delegate=yes arena ...`), it moves down into one
first.
"""

import contextlib
import os
import time
from itertools import count
from pathlib import Path, PurePosixPath
from typing import NamedTuple, Self

PREFIX = "arena-"
ENGINE = "arena-engine"
TRIES_TO_REMOVE, PAUSE = 100, 0.002
"""A killed process leaves its group a moment after its parent hears of it."""

_numbers = count()


class Place(NamedTuple):
    """The folder of a cgroup, and whether it is one of version 2."""

    folder: Path
    unified: bool


def own_place(cgroups: str, mounts: str) -> Place | None:
    """Return where this process's memory is accounted, from the texts of /proc/self/cgroup and mountinfo."""
    own = dict(line.split(":", 2)[1:] for line in cgroups.splitlines())
    first = next((path for names, path in own.items() if "memory" in names.split(",")), None)
    unified = first is None
    path = own.get("") if unified else first
    for line in mounts.splitlines():
        before, _, after = line.partition(" - ")
        _, _, _, root, mount_point, *_ = before.split()
        kind, _, options = after.split(" ", 2)
        if kind == ("cgroup2" if unified else "cgroup") and (unified or "memory" in options.split(",")):
            with contextlib.suppress(ValueError):  # of a mount that does not show us
                return Place(Path(mount_point, PurePosixPath(path or "/").relative_to(root)), unified)
    return None


def delegated(folder: Path) -> Path:
    """Return the folder of version 2 in which groups can be made, after handing memory down; raises OSError."""
    if _top(folder) != folder:
        return _top(folder)
    handed_down = folder / "cgroup.subtree_control"
    if "memory" not in handed_down.read_text().split():
        if (folder / "cgroup.procs").read_text().split() == [str(os.getpid())]:
            (folder / ENGINE).mkdir(exist_ok=True)
            (folder / ENGINE / "cgroup.procs").write_text(str(os.getpid()))
        handed_down.write_text("+memory")
    return folder


class MemoryGroup:
    """A cgroup of ours with a memory limit."""

    def __init__(self, folder: Path, unified: bool, limit: int) -> None:
        """Make it, with a limit in bytes of memory and none of swap; raises OSError."""
        self._folder = folder
        self._unified = unified
        folder.mkdir()
        try:
            (folder / ("memory.max" if unified else "memory.limit_in_bytes")).write_text(str(limit))
            swap, most = ("memory.swap.max", 0) if unified else ("memory.memsw.limit_in_bytes", limit)
            if (folder / swap).exists():
                (folder / swap).write_text(str(most))
        except OSError:
            self.remove()
            raise

    @classmethod
    def make(cls, limit: int) -> Self | None:
        """Return a new group below our own, or None where we may not make one."""
        try:
            place = _here()
            if place is None:
                return None
            return cls(place.folder / f"{PREFIX}{os.getpid()}-{next(_numbers)}", place.unified, limit)
        except OSError:
            return None

    def add(self, pid: int) -> None:
        """Move a process into the group; what it holds already stays on its old group's account. Raises OSError."""
        (self._folder / "cgroup.procs").write_text(str(pid))

    def was_exceeded(self) -> bool:
        """Tell whether the kernel killed somebody in the group for want of memory."""
        report = (self._folder / ("memory.events" if self._unified else "memory.oom_control")).read_text()
        counts = dict(line.split() for line in report.splitlines())
        if "oom_kill" not in counts:  # older kernels of version 1 only count how often the limit was met
            counts["oom_kill"] = (self._folder / "memory.failcnt").read_text()
        return int(counts["oom_kill"]) > 0

    def remove(self) -> None:
        """Remove the group, once its processes have ended; it stays if one does not."""
        for _ in range(TRIES_TO_REMOVE):
            try:
                self._folder.rmdir()
            except FileNotFoundError:
                return
            except OSError:
                time.sleep(PAUSE)
            else:
                return


def sweep() -> None:
    """Remove the empty groups of engines that were killed; nothing is handed down for that."""
    with contextlib.suppress(OSError):
        place = _own()
        for folder in _top(place.folder).glob(f"{PREFIX}*-*") if place else ():
            pid = folder.name.removeprefix(PREFIX).partition("-")[0]
            if not Path("/proc", pid).exists():
                with contextlib.suppress(OSError):
                    folder.rmdir()


def _top(folder: Path) -> Path:
    """Return the folder in which the groups lie that were made beside an engine's own, or below it."""
    return folder.parent if folder.name == ENGINE else folder


def _own() -> Place | None:
    """Return where this process's memory is accounted; raises OSError."""
    return own_place(Path("/proc/self/cgroup").read_text(), Path("/proc/self/mountinfo").read_text())


def _here() -> Place | None:
    """Return where groups of ours can be made; raises OSError."""
    place = _own()
    return place._replace(folder=delegated(place.folder)) if place and place.unified else place
