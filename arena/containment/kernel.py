"""The C library's way into the kernel, for the calls that Python has no function for."""

import ctypes
import os

_libc = ctypes.CDLL(None, use_errno=True)
_libc.syscall.restype = ctypes.c_long

Argument = int | bytes | ctypes.Structure


def call(name: str, *arguments: Argument) -> int:
    """Call a function of the C library that returns -1 when it fails; raises OSError then."""
    result: int = getattr(_libc, name)(*map(_passed, arguments))
    if result == -1:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def syscall(number: int, *arguments: Argument) -> int:
    """Make a system call by its number; raises OSError."""
    return call("syscall", number, *arguments)


def prctl(option: int, *arguments: Argument) -> int:
    """Change or ask something about this process; raises OSError."""
    return call("prctl", option, *(*arguments, 0, 0, 0, 0)[:4])  # the kernel wants those left out to be 0


def _passed(argument: Argument) -> object:
    """Return an argument as wide as a register, or by reference: C cannot tell what it is given."""
    if isinstance(argument, int):
        return ctypes.c_ulong(argument)
    return ctypes.byref(argument) if isinstance(argument, ctypes.Structure) else argument
