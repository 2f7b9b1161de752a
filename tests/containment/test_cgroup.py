"""Memory cgroups, read from texts, made in a folder that stands for one, and for real where that is allowed."""

import os
import signal
from pathlib import Path

import pytest

from arena.containment import cgroup
from arena.containment.cgroup import MemoryGroup, Place, delegated, own_place

V1 = (
    "4:cpu,memory:/user/shell\n1:name=systemd:/\n0::/\n",
    "31 23 0:28 / /sys/fs/cgroup rw - tmpfs tmpfs rw\n"
    "35 31 0:32 / /sys/fs/cgroup/memory rw,relatime shared:9 - cgroup cgroup rw,memory\n"
    "41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw\n",
)
V2 = ("0::/user.slice/arena.scope\n", "30 23 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n")
CONTAINER = (
    "4:memory:/docker/abc\n",
    "35 31 0:32 /docker/abc /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory\n",
)


def test_the_own_group_is_found_in_version_1():
    assert own_place(*V1) == Place(Path("/sys/fs/cgroup/memory/user/shell"), unified=False)


def test_the_own_group_is_found_in_version_2():
    assert own_place(*V2) == Place(Path("/sys/fs/cgroup/user.slice/arena.scope"), unified=True)


def test_the_own_group_is_found_in_a_container():
    assert own_place(*CONTAINER) == Place(Path("/sys/fs/cgroup/memory"), unified=False)


def test_a_mount_that_does_not_show_us_is_none_of_ours():
    assert own_place("4:memory:/other\n", CONTAINER[1]) is None
    assert own_place("", "") is None


@pytest.mark.parametrize("others", ["", "17\n"])
def test_the_engine_moves_down_only_if_it_is_alone(tmp_path, others):
    (tmp_path / "cgroup.subtree_control").write_text("cpu\n")
    (tmp_path / "cgroup.procs").write_text(f"{os.getpid()}\n{others}")
    assert delegated(tmp_path) == tmp_path
    assert (tmp_path / "cgroup.subtree_control").read_text() == "+memory"
    assert (tmp_path / "arena-engine").exists() == (not others)
    if not others:
        assert (tmp_path / "arena-engine/cgroup.procs").read_text() == str(os.getpid())
        assert delegated(tmp_path / "arena-engine") == tmp_path


def test_a_group_of_version_2_reads_and_writes_its_files(tmp_path):
    group = MemoryGroup(tmp_path / "group", True, 1000)
    assert (tmp_path / "group/memory.max").read_text() == "1000"
    group.add(17)
    assert (tmp_path / "group/cgroup.procs").read_text() == "17"
    (tmp_path / "group/memory.events").write_text("low 0\nmax 8\noom 1\noom_kill 0\n")
    assert not group.was_exceeded()
    (tmp_path / "group/memory.events").write_text("low 0\nmax 9\noom 1\noom_kill 1\n")
    assert group.was_exceeded()


def test_a_group_of_an_old_version_1_counts_how_often_the_limit_was_met(tmp_path):
    group = MemoryGroup(tmp_path / "group", False, 1000)
    (tmp_path / "group/memory.oom_control").write_text("oom_kill_disable 0\nunder_oom 0\n")
    (tmp_path / "group/memory.failcnt").write_text("2\n")
    assert group.was_exceeded()


def test_where_no_group_can_be_made_there_is_none(monkeypatch):
    monkeypatch.setattr(cgroup, "_here", lambda: Place(Path("/proc"), unified=False))
    assert MemoryGroup.make(1000) is None
    monkeypatch.setattr(cgroup, "_here", lambda: None)
    assert MemoryGroup.make(1000) is None


@pytest.mark.parametrize("own", [".", "arena-engine"])
def test_only_empty_groups_of_engines_that_have_ended_are_swept(monkeypatch, tmp_path, own):
    ended = os.fork()
    if not ended:
        os._exit(0)
    os.waitpid(ended, 0)
    for name in (f"arena-{ended}-0", f"arena-{os.getpid()}-0", "arena-engine", "other-1-0"):
        (tmp_path / name).mkdir()
    monkeypatch.setattr(cgroup, "_own", lambda: Place(tmp_path / own, unified=own != "."))
    cgroup.sweep()
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {f"arena-{os.getpid()}-0", "arena-engine", "other-1-0"}


def test_a_process_that_holds_more_than_its_group_may_is_killed():
    group = MemoryGroup.make(32 * 2**20)
    if group is None:
        pytest.skip("no memory cgroup can be made here")
    try:
        waiting, starting = os.pipe()
        pid = os.fork()
        if not pid:
            os.read(waiting, 1)
            bytearray(2**26)[::4096] = b"x" * 2**14
            held = [os.urandom(2**20) for _ in range(64)]
            os._exit(len(held) % 2)
        group.add(pid)
        assert not group.was_exceeded()
        os.write(starting, b"x")
        assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == -signal.SIGKILL
        assert group.was_exceeded()
        os.close(waiting)
        os.close(starting)
    finally:
        group.remove()
