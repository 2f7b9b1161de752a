"""Processes of the engine that are killed from outside cost no game and charge no bot."""

import os
import shutil
import signal
from pathlib import Path

import pytest

from arena.containment.layers import Layers
from arena.record import decode
from tests.cli.conftest import release, until
from tests.players.conftest import LEVELS, descendants, reason_against

FILE = """
bots = ["random", "first", "./waits.py"]
containment = "{}"
limits = {{ decision = 30.0 }}

[[games]]
game = "battleground:players=2"
deals = 2
"""
GAMES = 12


@pytest.fixture(params=LEVELS)
def level(request, bot):
    """A tournament at each level, with a bot that waits to be released."""
    if reason := reason_against(request.param):
        pytest.skip(reason)
    bot("waits")
    Path("mine.toml").write_text(FILE.format(request.param))
    return request.param


@pytest.fixture
def uninterrupted(level, arena):
    """The export when nothing happens."""
    release()
    assert arena("run", "mine.toml", "--serial").status == 0
    export = arena("export", "mine").out
    shutil.rmtree("results")
    release(False)
    return export


def command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except FileNotFoundError:
        return ""


def zygotes(of: int) -> set[int]:
    """Return the processes that fork bots, or what these run in; their bots have the same command line."""
    inside = {pid for pid in descendants(of) if "arena.players.zygote" in command(pid)}
    return {pid for pid in inside if "arena.players.zygote" not in command(parent(pid))}


def parent(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except FileNotFoundError:
        return 0


def workers(of: int) -> set[int]:
    return {pid for pid in descendants(of) if "--multiprocessing-fork" in command(pid)}


def bots(of: int) -> set[int]:
    """Return the bots: forks, and so of one command line with their parent."""
    return {
        pid
        for pid in descendants(of)
        if "arena.players.zygote" in command(pid) == command(parent(pid)) and not command(pid).startswith("bwrap")
    }


def busy(of: int) -> bool:
    """Tell whether two workers have bots of theirs at play."""
    crew = workers(of)
    return len(crew) == 2 and all(map(bots, crew))


@pytest.mark.parametrize("whom", [workers, zygotes])
def test_a_kill_costs_nothing(begin, arena, uninterrupted, whom):
    others = descendants(os.getpid())
    program = begin("run", "mine.toml", "--workers", "2")
    until(lambda: busy(program.pid))
    victims = whom(program.pid)
    assert len(victims) == 2
    for pid in victims:
        os.kill(pid, signal.SIGKILL)
    release()
    done = program.ended()
    assert done.status == 0
    assert f"\n{GAMES} of {GAMES} games, {GAMES} new\n" in f"\n{done.err}"
    until(lambda: not descendants(os.getpid()) - others)
    assert arena("export", "mine").out == uninterrupted


def test_nothing_outlives_the_engine(begin, arena, uninterrupted):
    others = descendants(os.getpid())
    program = begin("run", "mine.toml", "--workers", "2")
    until(lambda: busy(program.pid))
    begun = descendants(program.pid)
    os.kill(program.pid, signal.SIGKILL)
    program.ended()
    until(lambda: not any(Path(f"/proc/{pid}/exe").exists() and command(pid) for pid in begun))
    assert not descendants(os.getpid()) - others
    release()
    assert arena("run", "mine.toml", "--serial").status == 0
    assert arena("export", "mine").out == uninterrupted
    assert all(not decode(line).faults for line in uninterrupted.splitlines())


def test_no_memory_group_is_left(begin, level):
    if level != "strict" or not Layers.here(strict=True).memory_cgroup:
        pytest.skip("bots have no memory groups here")
    from arena.containment.cgroup import PREFIX, _here

    program = begin("run", "mine.toml", "--workers", "2")
    until(lambda: busy(program.pid))
    os.kill(program.pid, signal.SIGINT)
    assert program.ended().status == 130
    place = _here()
    assert place is not None
    assert not [group for group in place.folder.glob(f"{PREFIX}*") if str(program.pid) in group.name]
