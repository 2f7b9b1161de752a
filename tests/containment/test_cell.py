"""Closed in: what is denied, and what a bot needs and keeps."""

import os
import resource
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from arena.containment import privileges
from arena.containment.cell import Cell
from arena.containment.paths import system_paths
from arena.containment.probe import ACTS, ACTS_ON_BAIT, holes
from arena.errors import EngineError
from tests.containment.inside import NOBODY, closed_in, in_fork, program, root, sealed

NUMPY = """
import threading, hashlib, random, time
import numpy
thread = threading.Thread(target=lambda: print(int(numpy.arange(5) @ numpy.arange(5))))
thread.start()
thread.join()
print(len(hashlib.sha256(random.randbytes(9)).digest()), time.time() > 0, open("/dev/null", "w").write("gone"))
"""
C = """
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static void *work(void *text) { puts(text); return NULL; }
int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, "thread")) return 2;
    pthread_join(thread, NULL);
    free(malloc(100000000));
    return fopen("/etc/passwd", "r") ? 3 : 0;
}
"""


@pytest.fixture
def bait(tmp_path):
    tmp_path.chmod(0o755)
    path = tmp_path / "bait"
    path.write_text("x")
    path.chmod(0o666)
    return path


def probed(bait, **options):
    return closed_in(lambda: list(holes(str(bait))), **options)


@sealed
def test_the_probe_finds_no_hole(bait):
    assert probed(bait) == []
    assert bait.read_text() == "x"


@sealed
@root
def test_the_probe_finds_no_hole_of_a_user_without_privileges(bait):
    assert probed(bait, uid=NOBODY) == []


@sealed
@root
def test_the_probe_finds_no_hole_of_a_private_uid(bait):
    cell, parent = Cell(system_paths()), os.getpid()

    def act():
        cell.close_in(parent, NOBODY)
        return [list(holes(str(bait))), os.getresuid(), os.getresgid(), os.getgroups()]

    assert in_fork(act) == [[], [NOBODY] * 3, [NOBODY] * 3, []]


def test_the_probe_finds_holes_where_nothing_is_closed(bait):
    found = set(in_fork(lambda: list(holes(str(bait)))))
    assert found <= {*ACTS, *ACTS_ON_BAIT}
    assert found >= {
        "write files",
        "read /etc/passwd",
        "make a pair of sockets",
        "start processes",
        "signal another process",
        "outlive the engine",
        "delete the engine's files",
    }
    assert not bait.exists()


@sealed
def test_a_neighbour_in_a_cell_of_its_own_is_out_of_reach():
    parent = os.getpid()
    cell = Cell(system_paths())
    waiting, starting = os.pipe()
    neighbour = os.fork()
    if not neighbour:
        try:
            os.close(starting)
            cell.close_in(parent)
            os.read(waiting, 1)
        finally:
            os._exit(0)
    os.close(waiting)
    try:
        for act in (
            lambda: os.kill(neighbour, 0),
            lambda: Path(f"/proc/{neighbour}/mem").open().close(),
            lambda: os.sched_setaffinity(neighbour, {0}),
        ):
            assert str(closed_in(act)).startswith("PermissionError")
    finally:
        os.close(starting)
        os.waitpid(neighbour, 0)


@sealed
def test_an_inherited_socket_still_works():
    ours, theirs = socket.socketpair()

    def act():
        theirs.setblocking(True)
        theirs.sendall(b"hello")
        return theirs.recv(9).decode()

    with ours, theirs:
        ours.sendall(b"welcome")
        assert closed_in(act) == "welcome"
        assert ours.recv(9) == b"hello"


@sealed
def test_the_own_code_the_clock_and_random_bytes_can_be_read():
    def act():
        with Path(os.__file__).open() as own, Path("/proc/self/maps").open() as maps:
            return [bool(own.read(1)), bool(maps.read(1)), len(os.urandom(4)), time.time() > 0]

    assert closed_in(act) == [True, True, 4, True]


@sealed
def test_readable_paths_can_be_listed_and_read_and_their_neighbours_cannot(tmp_path):
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "data").write_text("mine")
    (tmp_path / "results").write_text("seeds")

    def act():
        assert [*(tmp_path / "bot").iterdir()] == [tmp_path / "bot" / "data"]
        assert (tmp_path / "bot" / "data").read_text() == "mine"
        return (tmp_path / "results").read_text()

    readable = (str(tmp_path / "bot"), str(tmp_path / "missing"))
    assert str(closed_in(act, readable=readable)).startswith("PermissionError")


@sealed
def test_python_starts_and_imports_numpy():
    assert program(sys.executable, "-c", NUMPY) == (0, "30\n32 True 4\n")


@sealed
@pytest.mark.skipif(not Path("/usr/bin/node").exists(), reason="node is not in /usr/bin")
def test_node_runs():
    work = "new (require('worker_threads').Worker)('console.log(6*7)', {eval: true})"
    assert program("/usr/bin/node", "-e", work) == (0, "42\n")


@sealed
@pytest.mark.skipif(not shutil.which("gcc"), reason="there is no C compiler")
def test_c_programs_run(tmp_path):
    (tmp_path / "bot.c").write_text(C)
    subprocess.run(["gcc", "bot.c", "-o", "bot", "-pthread"], cwd=tmp_path, check=True)
    assert program(str(tmp_path / "bot"), readable=(str(tmp_path / "bot"),)) == (0, "thread\n")


def test_limits_are_on():
    cell, parent = Cell(system_paths(), 2**30), os.getpid()

    def act():
        cell.close_in(parent)
        kinds = (resource.RLIMIT_FSIZE, resource.RLIMIT_CORE, resource.RLIMIT_NOFILE, resource.RLIMIT_AS)
        return [resource.getrlimit(kind) for kind in kinds]

    assert in_fork(act) == [[0, 0], [0, 0], [64, 64], [3 * 2**29, 3 * 2**29]]


def test_nobody_closes_in_a_process_whose_parent_has_gone():
    cell = Cell(system_paths())
    with pytest.raises(EngineError, match="gone"):
        privileges.die_with(os.getpid())
    privileges.prctl(privileges.PR_SET_PDEATHSIG, 0)
    assert str(in_fork(lambda: cell.close_in(1 << 22))).startswith("EngineError")


def test_a_hidden_process_stays_hidden_from_its_like():
    def act():
        privileges.hide()
        return privileges.prctl(3)

    assert in_fork(act) == 0
