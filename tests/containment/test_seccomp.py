"""The filter, run step by step as the kernel would, for both machines; and its numbers held against the headers."""

import errno
import os
import re
import signal
import struct
import threading
from pathlib import Path

import pytest

from arena.containment.seccomp import (
    AND,
    DENIED,
    JUMP_IF_AT_LEAST,
    JUMP_IF_EQUAL,
    JUMP_IF_GREATER,
    LOAD,
    LOOKED_INTO,
    MISSING,
    RET_ALLOW,
    RET_ERRNO,
    RET_KILL_PROCESS,
    assemble,
    filter_for,
)
from arena.containment.syscalls import MACHINES, NEWEST, NUMBERS, numbers_of
from tests.containment.inside import closed_in, in_fork, sealed

OWN = 4711
HEADERS = {
    "x86_64": ("/usr/include/x86_64-linux-gnu/asm/unistd_64.h", "/usr/include/asm/unistd_64.h"),
    "aarch64": ("/usr/include/asm-generic/unistd.h",),
}
DENY, NO_CALL, NO_TERMINAL = (RET_ERRNO | number for number in (errno.EPERM, errno.ENOSYS, errno.ENOTTY))


def verdict(machine: str, number: int, *arguments: int, arch: int | None = None) -> int:
    """Run the program."""
    padded = (*arguments, 0, 0, 0, 0, 0, 0)[:6]
    known = MACHINES[machine].audit_arch if arch is None else arch
    data = struct.pack("<IIQ6Q", number, known, 0, *(value % 2**64 for value in padded))
    program, place, held = assemble(machine), 0, 0
    while True:
        step = program[place]
        constant = OWN if step.constant is None else step.constant
        place += 1
        if step.code == LOAD:
            held = int.from_bytes(data[constant : constant + 4], "little")
        elif step.code == AND:
            held &= constant
        elif step.code in (JUMP_IF_EQUAL, JUMP_IF_AT_LEAST, JUMP_IF_GREATER):
            tests = {JUMP_IF_EQUAL: held == constant, JUMP_IF_AT_LEAST: held >= constant}
            place += step.if_true if tests.get(step.code, held > constant) else step.if_false
        else:
            return constant


@pytest.fixture(params=MACHINES)
def machine(request):
    return request.param


def test_numbers_are_those_of_the_headers(machine):
    header = next((Path(path) for path in HEADERS[machine] if Path(path).exists()), None)
    if header is None:
        pytest.skip("the kernel's headers are not installed")
    lines = re.findall(r"#define __NR(?:3264)?_(\w+)\s+(\d+)", header.read_text())
    theirs = {name: int(number) for name, number in lines}
    ours = numbers_of(machine)
    latest = max(theirs.values())
    assert {name: number for name, number in ours.items() if number <= latest} == {
        name: theirs[name] for name, number in ours.items() if number <= latest
    }
    missing = {name for name in NUMBERS if name not in ours}
    assert not missing & set(theirs)


def test_every_call_that_has_a_number_is_judged_and_the_other_way_round():
    assert sorted(NUMBERS) == sorted([*DENIED, *MISSING, *LOOKED_INTO])


def test_calls_get_their_verdicts(machine):
    numbers = numbers_of(machine)
    for number in range(NEWEST + 1):
        name = next((name for name, its in numbers.items() if its == number), None)
        if name not in LOOKED_INTO:
            wanted = DENY if name in DENIED else NO_CALL if name in MISSING else RET_ALLOW
            assert verdict(machine, number) == wanted, name
    assert verdict(machine, NEWEST + 1) == verdict(machine, 0x3FFFFFFF) == NO_CALL


@pytest.mark.parametrize(
    ("name", "arguments", "wanted"),
    [
        ("kill", (OWN, 9), RET_ALLOW),
        ("kill", (OWN + 1, 0), DENY),
        ("kill", (0, 0), DENY),
        ("kill", (-1, 9), DENY),
        ("kill", (-OWN, 9), DENY),
        ("tgkill", (OWN, OWN + 3, 6), RET_ALLOW),
        ("tgkill", (1, 1, 6), DENY),
        ("rt_sigqueueinfo", (OWN + 1,), DENY),
        ("sched_setaffinity", (0,), RET_ALLOW),
        ("sched_setaffinity", (OWN,), RET_ALLOW),
        ("sched_setaffinity", (OWN - 1,), DENY),
        ("clone", (0x3D0F00,), RET_ALLOW),
        ("clone", (0x3D0F00 | 0x40000000,), DENY),
        ("clone", (17,), DENY),
        ("clone", (0x4111,), DENY),
        ("prlimit64", (0, 7, 0, 0x7F0000000000), RET_ALLOW),
        ("prlimit64", (0, 7, 0x7F0000000000, 0), DENY),
        ("prlimit64", (0, 7, 0x1234, 0), DENY),
        ("openat", (3, 1, os.O_RDONLY | os.O_CLOEXEC), RET_ALLOW),
        ("openat", (3, 1, os.O_WRONLY | os.O_TRUNC | os.O_CREAT), RET_ALLOW),
        ("openat", (3, 1, os.O_RDONLY | os.O_TRUNC | os.O_CLOEXEC), DENY),
        ("prctl", (1, 0), DENY),
        ("prctl", (15, 1), RET_ALLOW),
        ("fcntl", (3, 4, 2048), RET_ALLOW),
        ("fcntl", (3, 8, 1), DENY),
        ("fcntl", (3, 6, 0x7F00), DENY),
        ("flock", (3, 2), DENY),
        ("sched_getaffinity", (0,), RET_ALLOW),
        ("sched_getaffinity", (OWN - 1,), DENY),
        ("mmap", (0, 4096, 3, 0x22), RET_ALLOW),
        ("mmap", (0, 4096, 1, 0x01), RET_ALLOW),
        ("mmap", (0, 4096, 3, 0x21), DENY),
        ("mmap", (0, 4096, 3, 0x4023), DENY),
        ("ioctl", (0, 0x5401), RET_ALLOW),
        ("ioctl", (0, 0x5412), NO_TERMINAL),
    ],
)
def test_arguments_are_looked_into(machine, name, arguments, wanted):
    assert verdict(machine, numbers_of(machine)[name], *arguments) == wanted


def test_another_way_of_calling_kills_the_process(machine):
    assert verdict(machine, 0, arch=0x40000003) == RET_KILL_PROCESS
    assert verdict("x86_64", 0x40000000) == RET_KILL_PROCESS


def test_programs_fit_the_kernel(machine):
    assert len(assemble(machine)) < 4096
    assert filter_for(machine)


@sealed
def test_a_process_may_signal_itself():
    def act():
        caught = []
        signal.signal(signal.SIGUSR1, lambda *_: caught.append("itself"))
        os.kill(os.getpid(), signal.SIGUSR1)
        signal.raise_signal(signal.SIGUSR1)
        return caught

    assert closed_in(act) == ["itself", "itself"]


@sealed
def test_a_process_may_abort_itself():
    def act():
        signal.signal(signal.SIGABRT, signal.SIG_DFL)
        os.abort()

    assert closed_in(act) == f"ended with {-signal.SIGABRT}"


@sealed
def test_threads_start_and_processes_do_not():
    def act():
        done = []
        thread = threading.Thread(target=done.append, args=(1,))
        thread.start()
        thread.join()
        assert done == [1]
        return os.fork()

    assert str(closed_in(act)).startswith("PermissionError")


@sealed
def test_the_filter_alone_denies_other_processes_and_sockets():
    """As on a kernel without Landlock."""
    import socket

    from arena.containment import privileges

    calls = filter_for(os.uname().machine)
    parent = os.getpid()

    def act():
        privileges.gain_nothing()
        calls.install(os.getpid())
        denied = []
        for attempt in (lambda: os.kill(parent, 0), socket.socketpair, lambda: os.killpg(0, 0)):
            try:
                attempt()
            except PermissionError:
                denied.append(True)
        return denied

    assert in_fork(act) == [True, True, True]
