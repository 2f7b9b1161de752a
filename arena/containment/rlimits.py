"""Resource limits: what a process may use up at most, whatever else watches it."""

import resource

OPEN_FILES = 64
PROCESSES = 128
"""Threads of one private uid, more than the engine allows, which counts them and says so.

Of a uid that is shared they would count everybody's.
"""
CPU_SECONDS = 3600
"""A backstop for the case that whoever keeps the bot's clock has died."""
HEADROOM = 512 * 2**20
"""Bytes of addresses above the memory limit: libraries reserve more than they use."""


def put_on(address_space: int | None = None, *, alone: bool = False) -> None:
    """Put all limits on this process, for good; raises OSError.

    `address_space` is the memory limit of a process whose addresses are worth limiting, in bytes; `alone` tells
    that the process has, or will have, a uid that no other process has.
    """
    limits = {
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_CPU: CPU_SECONDS,
        resource.RLIMIT_FSIZE: 0,
        resource.RLIMIT_NOFILE: OPEN_FILES,
    }
    if address_space is not None:
        limits[resource.RLIMIT_AS] = address_space + HEADROOM
    if alone:
        limits[resource.RLIMIT_NPROC] = PROCESSES
    for kind, most in limits.items():
        hard = resource.getrlimit(kind)[1]
        if hard != resource.RLIM_INFINITY:
            most = min(most, hard)
        try:
            resource.setrlimit(kind, (most, most))
        except ValueError as error:  # what Python makes of EINVAL and EPERM here
            raise OSError(str(error)) from error
