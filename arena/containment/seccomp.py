"""Seccomp: which system calls a bot may make. The filter is made once and goes onto each process after the fork.

The program is assembled here: loading a library for it takes ten times as long as a bot's start. It is a binary
search over the calls' numbers; each call's own instructions end in a verdict.
"""

import ctypes
import errno
import os
import struct
import sys
from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

from arena.containment.kernel import prctl
from arena.containment.syscalls import MACHINES, NEWEST, numbers_of

PR_SET_SECCOMP = 22
SECCOMP_MODE_FILTER = 2
RET_KILL_PROCESS, RET_ERRNO, RET_ALLOW = 0x80000000, 0x00050000, 0x7FFF0000

LOAD, AND, RETURN = 0x20, 0x54, 0x06
JUMP_IF_EQUAL, JUMP_IF_AT_LEAST, JUMP_IF_GREATER = 0x15, 0x35, 0x25
NUMBER, ARCHITECTURE, ARGUMENTS = 0, 4, 16
"""Where they lie in the kernel's description of a call."""

CLONE_THREAD = 0x00010000
CLONE_NEW = 0x7E020000
"""The flags for new namespaces."""
PR_SET_PDEATHSIG, PR_SCHED_CORE = 1, 62
F_SETOWN, F_SETSIG, F_SETOWN_EX, F_SETLEASE = 8, 10, 15, 1024
LOCKS = (5, 6, 7, 36, 37, 38)
"""F_GETLK, F_SETLK, F_SETLKW, and their kin: two bots could talk by locks on a file that both read."""
MAP_SHARED, MAP_ANONYMOUS = 0x01, 0x20
IOCTLS = (0x5401, 0x802C542A, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)
"""What may be asked of a descriptor: is it a terminal (old, new), how wide, how much to read; blocking; on exec."""

DENIED = """
accept accept4 bind connect listen socket socketpair recvmmsg recvmsg sendmmsg sendmsg
kcmp pidfd_getfd pidfd_open pidfd_send_signal process_madvise process_mrelease process_vm_readv process_vm_writev
ptrace tkill fork vfork setns unshare chroot pivot_root
fsconfig fsmount fsopen fspick mount mount_setattr move_mount open_tree open_tree_attr umount2
bpf perf_event_open userfaultfd io_uring_enter io_uring_register io_uring_setup
add_key keyctl request_key semctl semget semop semtimedop shmat shmctl shmdt shmget msgctl msgget msgrcv msgsnd
mq_getsetattr mq_notify mq_open mq_timedreceive mq_timedsend mq_unlink memfd_create memfd_secret
name_to_handle_at open_by_handle_at fanotify_init fanotify_mark inotify_init inotify_init1
delete_module finit_module init_module kexec_file_load kexec_load reboot swapoff swapon sync syncfs syslog
acct quotactl quotactl_fd adjtimex clock_adjtime clock_settime settimeofday setdomainname sethostname
ioperm iopl modify_ldt personality ioprio_set sched_setattr sched_setparam sched_setscheduler setpriority
migrate_pages move_pages setrlimit truncate flock
chmod fchmod fchmodat fchmodat2 chown fchown fchownat lchown utime utimensat utimes futimesat file_setattr
setxattr setxattrat fsetxattr lsetxattr removexattr removexattrat fremovexattr lremovexattr
""".split()  # noqa: SIM905 (a list would fill a screen)
"""Calls that always fail. Landlock covers no attributes of files, and truncating only since Linux 6.2."""

MISSING = ("clone3", "openat2")
"""Calls that a filter cannot look into, for they pass structures; a C library falls back to the older ones."""


class Instruction(NamedTuple):
    """One step of the program; a constant of None stands for the process's own id."""

    code: int
    constant: int | None
    if_true: int = 0
    if_false: int = 0


Block = tuple[Instruction, ...]

KILL: Block = (Instruction(RETURN, RET_KILL_PROCESS),)
ALLOW: Block = (Instruction(RETURN, RET_ALLOW),)


def _fail(number: int) -> Block:
    return (Instruction(RETURN, RET_ERRNO | number),)


DENY = _fail(errno.EPERM)
NO_CALL = _fail(errno.ENOSYS)


def _argument(index: int, high: bool = False) -> Instruction:
    """Load the lower or the higher half of an argument; both machines store the lower half first."""
    return Instruction(LOAD, ARGUMENTS + 8 * index + 4 * high)


def _among(index: int, constants: Iterable[int | None], then: Block, otherwise: Block) -> Block:
    """Decide by whether an argument is one of several constants."""
    tests: Block = ()
    for constant in constants:
        tests += (Instruction(JUMP_IF_EQUAL, constant, 0, len(then)), *then)
    return (_argument(index), *tests, *otherwise)


def _masked(index: int, mask: int, constant: int, then: Block, otherwise: Block) -> Block:
    """Decide by whether some bits of an argument are as given."""
    test = Instruction(JUMP_IF_EQUAL, constant, 0, len(then))
    return (_argument(index), Instruction(AND, mask), test, *then, *otherwise)


def _null(index: int) -> Block:
    """Allow only a pointer to nothing."""
    test = Instruction(JUMP_IF_EQUAL, 0, 1, 0)
    return (_argument(index), test, *DENY, _argument(index, high=True), test, *DENY, *ALLOW)


def _emptying(index: int) -> Block:
    """Deny opening for reading that empties the file: older Landlocks see only the reading."""
    return _masked(index, os.O_ACCMODE | os.O_TRUNC, os.O_RDONLY | os.O_TRUNC, DENY, ALLOW)


OWN = _among(0, [None], ALLOW, DENY)
LOOKED_INTO: dict[str, Block] = {
    "kill": OWN,
    "tgkill": OWN,
    "rt_sigqueueinfo": OWN,
    "rt_tgsigqueueinfo": OWN,
    "sched_setaffinity": _among(0, [0, None], ALLOW, DENY),
    "sched_getaffinity": _among(0, [0, None], ALLOW, DENY),
    "mmap": _masked(3, MAP_SHARED | MAP_ANONYMOUS, MAP_SHARED | MAP_ANONYMOUS, DENY, ALLOW),
    "clone": _masked(0, CLONE_THREAD | CLONE_NEW, CLONE_THREAD, ALLOW, DENY),
    "prlimit64": _null(2),
    "open": _emptying(1),
    "openat": _emptying(2),
    "prctl": _among(0, [PR_SET_PDEATHSIG, PR_SCHED_CORE], DENY, ALLOW),
    "fcntl": _among(1, [F_SETOWN, F_SETSIG, F_SETOWN_EX, F_SETLEASE, *LOCKS], DENY, ALLOW),
    "ioctl": _among(1, IOCTLS, ALLOW, _fail(errno.ENOTTY)),
}
"""Calls that depend on an argument: signals only to itself, threads but no processes, limits only to be read,
no signals by way of a descriptor's owner, no lease that makes others wait, and no shared memory without a file: let
go of, it would still be held, and nobody's."""


def assemble(machine: str) -> Block:
    """Return the program for a kind of machine."""
    known, numbers = MACHINES[machine], numbers_of(machine)
    blocks = {numbers[name]: DENY for name in DENIED if name in numbers}
    blocks |= {numbers[name]: NO_CALL for name in MISSING}
    blocks |= {numbers[name]: block for name, block in LOOKED_INTO.items() if name in numbers}
    runs = groupby(range(NEWEST + 2), lambda number: NO_CALL if number > NEWEST else blocks.get(number, ALLOW))
    search = _search([(next(run), block) for block, run in runs])
    return (
        Instruction(LOAD, ARCHITECTURE),
        Instruction(JUMP_IF_EQUAL, known.audit_arch, 1, 0),
        *KILL,
        Instruction(LOAD, NUMBER),
        Instruction(JUMP_IF_GREATER, known.last_native, 0, 1),
        *KILL,
        *search,
    )


def _search(runs: list[tuple[int, Block]]) -> Block:
    """Return a search for the loaded number among runs of numbers, each given by its first."""
    if len(runs) == 1:
        return runs[0][1]
    middle = len(runs) // 2
    lower, upper = _search(runs[:middle]), _search(runs[middle:])
    return (Instruction(JUMP_IF_AT_LEAST, runs[middle][0], len(lower), 0), *lower, *upper)


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_void_p))


class Filter:
    """A program in the kernel's form, ready to be installed."""

    def __init__(self, program: Block) -> None:
        """Lay it out in memory."""
        size = struct.calcsize("=HBBI")
        code = [
            struct.pack("=HBBI", step.code, step.if_true, step.if_false, step.constant or 0) for step in program
        ]
        self._own = [size * place + 4 for place, step in enumerate(program) if step.constant is None]
        self._code = ctypes.create_string_buffer(b"".join(code), size * len(code))
        self._program = _Program(len(code), ctypes.addressof(self._code))

    def install(self, pid: int) -> None:
        """Put it on this process, whose id is `pid`, for good; raises OSError. Wants no_new_privs."""
        for offset in self._own:
            struct.pack_into("=I", self._code, offset, pid)
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, self._program)


def filter_for(machine: str) -> Filter:
    """Return the filter for a kind of machine, as `os.uname` calls it."""
    return Filter(assemble(machine))


def available() -> bool:
    """Tell whether this kernel takes filters, and this machine is one that we know."""
    if os.uname().machine not in MACHINES or sys.maxsize < 2**32:
        return False
    try:
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, 0)
    except OSError as error:
        return error.errno == errno.EFAULT  # it looked for the program at the address 0
    return False
