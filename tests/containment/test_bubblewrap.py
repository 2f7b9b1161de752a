"""Bubblewrap: what its command line shows, and the probe inside of it, with every layer on."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from arena.containment import bubblewrap
from arena.containment.layers import Layers
from arena.containment.paths import lies_in, outermost, system_paths
from tests.containment.inside import NOBODY

INSIDE = """
import json, os, sys
from arena.containment.cell import Cell
from arena.containment.paths import system_paths
from arena.containment.probe import holes
cell, parent, uid = Cell(system_paths()), os.getpid(), int(sys.argv[2]) or None
pid = os.fork()
if not pid:
    try:
        cell.close_in(parent, uid)
        import wave, numpy
        said = json.dumps([holes(sys.argv[3]), os.getuid()])
    except BaseException as error:
        said = json.dumps(repr(error))
    os.write(int(sys.argv[1]), said.encode())
    os._exit(0)
os.waitpid(pid, 0)
"""


def test_a_path_within_another_is_left_out(tmp_path):
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "ab").mkdir()
    given = [str(tmp_path / name) for name in ("a/b", "ab", "a", "missing", "a/../a")]
    assert sorted(outermost(given)) == [str(tmp_path / "a"), str(tmp_path / "ab")]
    assert lies_in("/a/b", "/a")
    assert not lies_in("/ab", "/a")


def test_no_home_and_no_repository_is_readable():
    import arena

    for folder in (Path(arena.__file__).parent.parent, Path.home(), Path("/")):
        assert not any(lies_in(str(folder), path) for path in system_paths())


def test_links_into_what_is_shown_stay_links(tmp_path):
    (tmp_path / "usr" / "lib").mkdir(parents=True)
    (tmp_path / "lib").symlink_to("usr/lib")
    usr, lib = str(tmp_path / "usr"), str(tmp_path / "lib")
    line = " ".join(bubblewrap.command([usr, lib]))
    assert f"--ro-bind {usr} {usr}" in line
    assert f"--symlink usr/lib {lib}" in line
    alone = " ".join(bubblewrap.command([lib]))
    assert f"--ro-bind {lib} {lib}" in alone


def test_a_missing_program_is_the_reason(monkeypatch):
    monkeypatch.setattr(bubblewrap, "PROGRAM", "no-such-bwrap")
    assert bubblewrap.available() == "the program no-such-bwrap is not installed (package bubblewrap)"


def test_layers_read_as_the_tables_show_them():
    assert str(Layers()) == "rlimits"
    assert not Layers().sealed
    everything = Layers(True, True, True, True, True)
    assert str(everything) == "rlimits, landlock, seccomp, bubblewrap, private uids, memory cgroup"
    assert everything.sealed


def test_the_probe_finds_no_hole_with_every_layer_on(tmp_path):
    layers = Layers.here(strict=True)
    if not (layers.sealed and layers.bubblewrap):
        pytest.skip(f"this machine has only {layers}")
    bait = tmp_path / "bait"
    bait.write_text("x")
    uid = NOBODY if layers.private_uids else 0
    reading, writing = os.pipe()
    line = [*bubblewrap.command(system_paths()), sys.executable, "-c", INSIDE, str(writing), str(uid), str(bait)]
    path = {"PYTHONPATH": os.pathsep.join(map(os.path.abspath, sys.path))}
    subprocess.run(line, pass_fds=[writing], check=True, timeout=60, env={**os.environ, **path})
    os.close(writing)
    with os.fdopen(reading) as pipe:
        said = json.load(pipe)
    assert said == [[], uid or os.getuid()]
    assert bait.read_text() == "x"
