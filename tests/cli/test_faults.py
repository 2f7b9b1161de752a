"""Bots that do wrong lose their games and cost nobody else anything."""

import csv
import json
import shutil
from hashlib import sha256
from pathlib import Path

import pytest

from arena.bot import Limits
from arena.executors import Played, Stage, Task, workers
from arena.executors.workers import Workers
from arena.players.entrants import BotSpec
from arena.plugins import Plugins
from arena.record import Fault, decode
from arena.schedule import Series
from tests.bots import bad
from tests.cli.conftest import until
from tests.outside.referee import judge

GOOD = ("first", "random", "steady")
BAD = {"Raises": "exception", "Illegal": "illegal", "Dies": "died", "Loops": "cpu_timeout"}
FILE = """
name = "mine"
bots = ["random", "first", "./steady.py", {}]
limits = {{ decision = 0.05 }}

[[games]]
game = "battleground:players=2"

[[games]]
game = "royal_dilemma@duel:players=3"
"""


def test_good_bots_play_the_same_games_beside_bad_ones(begin, arena, bot):
    bot("steady")
    shutil.copy(bad.__file__, "bad.py")
    others = ", ".join(f'{{ bot = "./bad.py:{name}", name = "{name}" }}' for name in BAD)
    Path("with.toml").write_text(FILE.format(others))
    Path("without.toml").write_text(FILE.format(""))
    before = scratch()
    program = begin("run", "with.toml", "--workers", "2")
    done = program.ended()
    assert done.status == 0
    assert done.err.startswith("147 of 147 games, 147 new, 216 faults\n")
    until(lambda: not program.processes())
    assert scratch() == before
    records = arena("export", "mine").out.splitlines()
    standing = list(csv.DictReader(Path("results/mine/elo.csv").read_text().splitlines()))
    shutil.rmtree("results")

    assert arena("run", "without.toml", "--serial").status == 0
    alone = arena("export", "mine").out.splitlines()
    assert [line for line in records if set(decode(line).seats) <= set(GOOD)] == alone

    for line in records:
        record = decode(line)
        charged = {(record.seats[fault.seat], fault.kind) for fault in record.faults}
        sat = {(name, kind) for name, kind in BAD.items() if name in record.seats}
        if len(record.seats) == 2:
            assert charged <= sat
            assert len(charged) == min(1, len(sat))  # the first fault ends the game
            assert (record.ending == "fault") == bool(sat)
        else:
            assert charged == sat
    for row in standing:
        games = [decode(line) for line in records if decode(line).game == row["table"]]
        if games:
            faults = sum(record.seats[fault.seat] == row["bot"] for record in games for fault in record.faults)
            assert int(row["faults"]) == faults
            assert bool(faults) == (row["bot"] in BAD)


def scratch() -> set[str]:
    """Return what lies where processes leave temporary files of their own making."""
    return {str(path) for folder in ("/tmp", "/dev/shm", "/var/tmp") for path in Path(folder).glob("py*mp-*")}


class TestTrustedBots:
    """Bots that came with the engine play in its workers. One that ends its worker is charged all the same."""

    @pytest.fixture
    def play(self, monkeypatch):
        """Return a function that plays a bot of bad.py against fair ones, then these among themselves."""
        monkeypatch.setattr(workers, "GRACE", 2.0)

        def run(name: str, selection: str, sides: int) -> list[Played]:
            fair = tuple(f"fair{number}" for number in range(sides))
            bots = {name: trusted(name, name)} | {other: trusted(other, "Fair") for other in fair}
            lineups = [(name, *fair[1:]), fair]
            series = [Series(bytes([i] * 16), selection, 1, lineup, 0) for i, lineup in enumerate(lineups)]
            tasks = [Task(one, tuple(range(sides))) for one in series]
            executor = Workers(Plugins().games, 1)
            stage = Stage(bots, Limits(decision=0.1, start=0.1))
            list(executor.run(stage, tasks[1:]))  # what multiprocess opens once, it keeps
            before = descriptors()
            games = list(executor.run(stage, tasks))
            assert descriptors() == before
            assert sorted((game.series.id, game.rotation) for game in games) == [
                (one.id, rotation) for one in series for rotation in range(sides)
            ]
            assert all(not game.faults for game in games if game.series == series[1])
            return [game for game in games if game.series == series[0]]

        return run

    @pytest.mark.parametrize(
        ("name", "kind", "detail"),
        [
            ("Dies", "died", "its process ended during the game"),
            ("Sleeps", "wall_timeout", "took longer than the wall limit"),
        ],
    )
    def test_between_two_sides_the_other_wins(self, play, name, kind, detail):
        for game in play(name, "battleground:players=2", 2):
            record = decode(game.record)
            seat = record.seats.index(name)
            assert record.faults == game.faults == (Fault(seat, kind, None, detail),)
            assert record.ranks == tuple(2 if at == seat else 1 for at in range(2))
            assert record.ending == "fault"
            assert [event.chance for event in record.events] == ["deck"]

    def test_files_of_the_current_folder_are_not_taken_for_pythons_own(self, play, folder):
        for name in ("random", "select", "socket", "struct"):
            (folder / f"{name}.py").write_text("raise SystemExit('this is not the module you are looking for')\n")
        assert all(not game.faults for game in play("Fair", "battleground:players=2", 2))

    def test_among_more_it_is_last(self, play):
        for game in play("Dies", "battleground:players=3", 3):
            record = decode(game.record)
            seat = record.seats.index("Dies")
            assert record.faults == (Fault(seat, "died", None, "its process ended during the game"),)
            assert record.ranks[seat] == 3
            assert record.ending == "fault"
            assert judge(json.loads(game.record)) == []
            assert [event.chance for event in record.events] == ["deck"]


def trusted(name: str, kind: str) -> BotSpec:
    """Return a bot of bad.py that plays in the engine's own processes."""
    fingerprint = sha256(Path(bad.__file__).read_bytes()).hexdigest()
    return BotSpec(name, "file", f"{bad.__file__}:{kind}", "tests", "1", fingerprint, trusted=True)


def descriptors() -> set[str]:
    return {path.name for path in Path("/proc/self/fd").iterdir()}
