"""Which layers of containment this machine has."""

from dataclasses import dataclass
from typing import Self

from arena.containment import bubblewrap, landlock, privileges, seccomp
from arena.containment.cgroup import MemoryGroup

SMALL = 16 * 2**20
"""Bytes of the memory limit of a group that is made to see whether one can be made."""


@dataclass(frozen=True, slots=True)
class Layers:
    """The layers that there are beside the resource limits, which there are everywhere."""

    landlock: bool = False
    seccomp: bool = False
    bubblewrap: bool = False
    private_uids: bool = False
    memory_cgroup: bool = False

    @classmethod
    def here(cls, *, strict: bool = False) -> Self:
        """Return what this machine has; with `strict` also what needs more than a kernel."""
        inside = strict and bubblewrap.available() is None
        group = MemoryGroup.make(SMALL) if strict else None
        if group:
            group.remove()
        return cls(
            landlock=landlock.abi() > 0,
            seccomp=seccomp.available(),
            bubblewrap=inside,
            private_uids=inside and privileges.is_root(),
            memory_cgroup=group is not None,
        )

    @property
    def sealed(self) -> bool:
        """Tell whether a bot is closed in: out of reach of files, other processes and the network."""
        return self.landlock and self.seccomp

    def __str__(self) -> str:
        """Return the layers as the header of a table shows them."""
        names = ("rlimits", "landlock", "seccomp", "bubblewrap", "private uids", "memory cgroup")
        there = (True, self.landlock, self.seccomp, self.bubblewrap, self.private_uids, self.memory_cgroup)
        return ", ".join(name for name, is_there in zip(names, there, strict=True) if is_there)
