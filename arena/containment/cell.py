"""The cell: all layers that the kernel has, put on a forked process in the order in which they allow each other."""

import os
from collections.abc import Iterable

from arena.containment import landlock, privileges, rlimits, seccomp
from arena.containment.paths import listed_paths


class Cell:
    """What a kind of bot is closed in with. Made before the fork, for the fork has no time to lose."""

    def __init__(self, readable: Iterable[str], address_space: int | None = None) -> None:
        """Prepare what does not depend on the process.

        `readable` are the paths that it may read and run; `address_space` is the memory limit in bytes of a bot
        whose addresses are limited as well: not one in node, which reserves far more than it uses.
        """
        self._address_space = address_space
        self._files = landlock.Ruleset(readable, listed_paths()) if landlock.abi() else None
        self._calls = seccomp.filter_for(os.uname().machine) if seccomp.available() else None

    def close_in(self, parent: int, uid: int | None = None) -> None:
        """Put every layer on this process, for good; it dies with its parent, whose process id is `parent`.

        No layer closes a descriptor that is open: the caller has kept only those that the bot may have.
        `uid` is a private user and group for it, if there is to be one. Raises OSError or EngineError: then the
        process is no place for a bot and must end.
        """
        rlimits.put_on(self._address_space, alone=uid is not None)
        if uid is not None:
            privileges.become(uid)
        privileges.die_with(parent)  # forgotten when the uid changes
        privileges.gain_nothing()
        privileges.renounce()
        if self._files:
            self._files.restrict()
        if self._calls:
            self._calls.install(os.getpid())
