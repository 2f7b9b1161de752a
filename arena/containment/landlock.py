"""Landlock: which files a process may read. It may write none, use no network, and signal only its own kind."""

import functools
import os
import struct
from collections.abc import Iterable

from arena.containment.kernel import syscall
from arena.containment.paths import outermost

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
"""Numbers of the system calls, on every machine."""
CREATE_RULESET_VERSION = 1
RULE_PATH_BENEATH = 1
RESTRICT_SELF_LOG_SAME_EXEC_OFF = 1

EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1, 2, 4, 8
FIRST_RIGHTS = (1 << 13) - 1
LATER_RIGHTS = {2: 1 << 13, 3: 1 << 14, 5: 1 << 15}
"""Rights over files by the version that brought them: to move between folders, to truncate, to steer devices."""
TCP_BIND_AND_CONNECT = 3
ABSTRACT_SOCKETS_AND_SIGNALS = 3

DEVICES = {
    "/dev/null": READ_FILE | WRITE_FILE,
    "/dev/zero": READ_FILE,
    "/dev/random": READ_FILE,
    "/dev/urandom": READ_FILE,
}
ITSELF = "/proc/self"
"""C libraries and V8 read their own memory's map. In it, nothing can be written."""


@functools.cache
def abi() -> int:
    """Return the version of the kernel's Landlock, 0 if there is none."""
    try:
        return syscall(CREATE_RULESET, 0, 0, CREATE_RULESET_VERSION)
    except OSError:
        return 0


class Ruleset:
    """What a process may read and run; all else of files is denied to it."""

    def __init__(self, readable: Iterable[str], listable: Iterable[str] = ()) -> None:
        """Prepare the rules; of `listable` folders only the names of what is in them can be read.

        Paths that do not exist are passed over.
        """
        version = abi()
        files = FIRST_RIGHTS | sum(right for since, right in LATER_RIGHTS.items() if since <= version)
        handled = struct.pack("=QQQ", files, TCP_BIND_AND_CONNECT, ABSTRACT_SOCKETS_AND_SIGNALS)
        self._handled = handled[: 8 if version < 4 else 16 if version < 6 else 24]
        # A bot that asks for the forbidden all day long must not fill the system's audit log.
        self._flags = RESTRICT_SELF_LOG_SAME_EXEC_OFF if version >= 7 else 0
        self._rules = [(ITSELF, READ_FILE | READ_DIR), *DEVICES.items(), *((path, READ_DIR) for path in listable)]
        for path in outermost(map(os.path.realpath, readable)):
            folder = os.path.isdir(path)  # noqa: PTH112 (texts all the way)
            self._rules.append((path, EXECUTE | READ_FILE | (READ_DIR if folder else 0)))

    def restrict(self) -> None:
        """Hold this process to the rules, for good; raises OSError. Wants no_new_privs.

        What we cannot reach ourselves is passed over.
        """
        ruleset = syscall(CREATE_RULESET, self._handled, len(self._handled), 0)
        try:
            for path, rights in self._rules:
                try:
                    place = os.open(path, os.O_PATH | os.O_CLOEXEC)
                except (FileNotFoundError, NotADirectoryError, PermissionError):
                    continue
                syscall(ADD_RULE, ruleset, RULE_PATH_BENEATH, struct.pack("=Qi", rights, place), 0)
                os.close(place)
            syscall(RESTRICT_SELF, ruleset, self._flags)
        finally:
            os.close(ruleset)
