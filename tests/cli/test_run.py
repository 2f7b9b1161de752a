"""A run is the same bytes however it is played, and survives what may be done to it."""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from arena.record import decode
from tests.cli.conftest import BOTS, Done, Program, release, until

TABLES = ("elo.csv", "elo.md")
FILE = """
seed = 7
bots = ["random", "first", "greedy", "./steady.py"]

[[games]]
game = "royal_dilemma@invasion:players=2"

[[games]]
game = "war_of_multiplicands:players=2"

[[games]]
game = "battleground:players=3"
deals = 2
"""
WAITING = """
bots = ["random", "first", "./waits.py"]
limits = { decision = 600.0 }

[[games]]
game = "royal_dilemma@invasion:players=2"
deals = 4

[[games]]
game = "battleground:players=2"
deals = 2
"""


@pytest.fixture
def written(arena):
    """Return a function that gives all that a tournament left: its tables and its export, as texts."""

    def read(name: str = "mine") -> dict[str, str]:
        texts = {table: Path(f"results/{name}/{table}").read_text() for table in TABLES}
        return texts | {"export": arena("export", name).out}

    return read


@pytest.fixture
def records(arena):
    """Return a function that gives the lines of a tournament's export."""
    return lambda: arena("export", "mine").out.splitlines()


def of(records: list[str], *bots: str) -> list[str]:
    """Return the records of games in which these alone play."""
    return [record for record in records if set(decode(record).seats) <= set(bots)]


def test_workers_change_nothing(program, bot, written):
    bot("steady")
    Path("mine.toml").write_text(FILE)
    seen = []
    for how in (["--workers", "2"], ["--workers", "4"], ["--serial"]):
        done = program("run", "mine.toml", *how)
        assert (done.status, done.err) == (0, "48 of 48 games, 48 new\n" + WRITTEN)
        seen.append((done.out, written()))
        shutil.rmtree("results")
    assert all(one == seen[0] for one in seen)
    assert seen[0][1]["export"].count("\n") == 48


WRITTEN = "written: results/mine/elo.md, results/mine/elo.csv\n"
ADHOC = ("run", "--name", "mine", "--serial", "--game", "battleground", "--game", "royal_dilemma@duel")
PAIR = ("--bot", "random", "--bot", "first")


def test_running_again_plays_nothing(arena, written):
    done = arena(*ADHOC, *PAIR, "--deals", "2")
    before = written()
    again = arena(*ADHOC, *PAIR, "--deals", "2")
    assert done.err == "8 of 8 games, 8 new\n" + WRITTEN
    assert again == (0, done.out, "8 of 8 games, 0 new\n" + WRITTEN)
    assert written() == before


def test_a_bot_that_is_added_plays_only_its_own_games(arena, bot, records, written):
    bot("steady")
    arena(*ADHOC, *PAIR, "--deals", "2")
    before = records()
    done = arena(*ADHOC, *PAIR, "--deals", "2", "--bot", "./steady.py")
    assert done.err == "24 of 24 games, 16 new\n" + WRITTEN
    assert of(records(), "random", "first") == before
    at_once = written()
    shutil.rmtree("results")
    arena(*ADHOC, *PAIR, "--deals", "2", "--bot", "./steady.py")
    assert written() == at_once


def test_a_bot_that_leaves_takes_its_games_out_of_the_tables_but_not_of_the_store(arena, bot, records):
    bot("steady")
    alone = arena(*ADHOC, *PAIR, "--deals", "2").out
    arena(*ADHOC, *PAIR, "--deals", "2", "--bot", "./steady.py")
    kept = records()
    assert arena(*ADHOC, *PAIR, "--deals", "2").out == alone
    assert records() == kept


def test_raising_deals_plays_the_new_deals(arena, records, written):
    arena(*ADHOC, *PAIR, "--deals", "2")
    before = records()
    done = arena(*ADHOC, *PAIR, "--deals", "3")
    assert done.err == "12 of 12 games, 4 new\n" + WRITTEN
    after = records()
    assert after[:4] + after[6:10] == before
    raised = written()
    shutil.rmtree("results")
    arena(*ADHOC, *PAIR, "--deals", "3")
    assert written() == raised


def test_an_edited_file_without_a_version_is_another_entrant(arena, bot, records):
    path = bot("steady")
    arena(*ADHOC, "--bot", "random", "--bot", "./steady.py", "--deals", "1")
    path.write_text(path.read_text().replace("middle", "same"))
    done = arena(*ADHOC, "--bot", "random", "--bot", "./steady.py", "--deals", "1")
    assert done.err == "4 of 4 games, 4 new\n" + WRITTEN
    assert len(records()) == 8


def test_tables_drawn_twice_for_a_group_are_further_deals(arena, records):
    Path("mine.toml").write_text(
        'bots = ["random", "first"]\n[[games]]\ngame = "battleground"\ndeals = 2\ntables = 3\n'
    )
    done = arena("run", "mine.toml", "--serial")
    assert (done.status, done.err) == (0, "12 of 12 games, 12 new\n" + WRITTEN)
    assert len({decode(record).seed for record in records()}) == 6


def name_of(pid: int) -> str:
    """Return the name that a process has given itself."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/comm").read_text().strip()
    return ""


class TestStopped:
    """Runs that are stopped while a bot waits to be released."""

    @pytest.fixture(scope="class")
    @staticmethod
    def uninterrupted(tmp_path_factory):
        """What is written when nothing happens."""
        folder = tmp_path_factory.mktemp("uninterrupted")
        shutil.copy(BOTS / "waits.py", folder)
        (folder / "mine.toml").write_text(WAITING)
        (folder / "waits.py").chmod(0o755)

        def arena(*words: str) -> str:
            command = [sys.executable, "-m", "arena", *words]
            return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout

        arena("run", "mine.toml", "--serial")
        texts = {table: (folder / "results" / "mine" / table).read_text() for table in TABLES}
        return texts | {"export": arena("export", "mine")}

    @pytest.fixture
    def waiting(self, bot, begin):
        """Return a function that begins a run and returns it once a bot waits."""
        bot("waits")
        Path("mine.toml").write_text(WAITING)

        def start(*how: str) -> Program:
            program = begin("run", "mine.toml", *how)
            until(lambda: "waiting" in map(name_of, program.processes()))
            assert any("arena.players.zygote" in command for command in program.processes().values())
            return program

        return start

    @pytest.fixture
    def resumed(self, arena, written, uninterrupted):
        """Return a function that runs to the end, and tells how many games the run that was stopped had kept."""

        def finish() -> int:
            release()
            done = arena("run", "mine.toml", "--serial")
            assert done.status == 0
            assert written() == uninterrupted
            new = int(done.err.split()[4])
            return 36 - new

        return finish

    @pytest.mark.parametrize("how", [["--workers", "2"], ["--serial"]])
    @pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
    def test_politely(self, waiting, resumed, how, stop):
        program = waiting(*how)
        os.killpg(program.pid, stop)
        done = program.ended()
        assert done.status == 130
        assert done.err.splitlines()[1:] == [
            WRITTEN.rstrip(),
            "interrupted: every game that was counted is kept; run again to play the rest",
        ]
        assert done.out.startswith("mine\nseed: 0\n")
        assert all(Path("results/mine", table).exists() for table in TABLES)
        until(lambda: not program.processes())
        kept = int(done.err.split()[0])
        assert kept >= 4  # the first deal of the first game, but for what the other worker had in hand
        assert resumed() == kept

    def test_by_a_signal_to_the_parent_alone(self, waiting, resumed):
        program = waiting("--workers", "2")
        os.kill(program.pid, signal.SIGTERM)
        assert program.ended().status == 130
        until(lambda: not program.processes())
        assert resumed() >= 4

    def test_by_force(self, waiting, resumed):
        program = waiting("--workers", "2")
        os.kill(program.pid, signal.SIGKILL)
        assert program.ended() == Done(-signal.SIGKILL, "", "")
        until(lambda: not program.processes())
        resumed()

    def test_and_begun_again_meanwhile(self, waiting, program, resumed):
        first = waiting("--workers", "2")
        second = program("run", "mine.toml")
        assert (second.status, second.out) == (2, "")
        assert second.err.startswith("arena: results/mine is in use by another run")
        os.killpg(first.pid, signal.SIGINT)
        first.ended()
        resumed()

    def test_in_its_workers(self, waiting, written, uninterrupted):
        """Games that die with their process, once, are played again."""
        program = waiting("--workers", "2")
        self.kill(program, "--multiprocessing-fork")
        release()
        done = program.ended()
        assert (done.status, done.err) == (0, "36 of 36 games, 36 new\n" + WRITTEN)
        assert written() == uninterrupted
        until(lambda: not program.processes())

    def test_in_the_processes_that_fork_bots(self, waiting, records):
        """Their bots die with them; the rest is played."""
        program = waiting("--workers", "2")
        self.kill(program, "arena.players.zygote")
        release()
        done = program.ended()
        assert done.status == 0
        played = [decode(record) for record in records()]
        assert len(played) == 36
        faults = [fault for record in played for fault in record.faults]
        assert len(faults) <= 2
        assert {fault.kind for fault in faults} <= {"died"}
        until(lambda: not program.processes())

    def kill(self, program: Program, what: str) -> None:
        """Kill those of its processes whose command line holds a text."""
        pids = [pid for pid, command in program.processes().items() if what in command]
        assert pids
        for pid in pids:
            os.kill(pid, signal.SIGKILL)
