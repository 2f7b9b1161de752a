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
from arena.series import Series
from tests.bots import bad
from tests.cli.conftest import until
from tests.outside.referee import judge

GOOD = ("first", "random", "steady")
BAD = {"Raises": "exception", "Illegal": "illegal", "Dies": "died", "Loops": "cpu_timeout"}
FILE = """
name = "mine"
bots = ["random", "first", "./steady.py", {}]
limits = {{ decision = 0.05, bank = 0.0 }}

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
    program = begin("run", "with.toml", "--workers", "2")
    done = program.ended()
    assert done.status == 0
    assert "\n147 of 147 games, 147 new, 216 faults\n" in done.err
    assert [line.partition(":")[0] for line in notes(done.out)] == [
        f"{name} is withdrawn after round 1" for name in sorted(BAD)
    ]
    until(lambda: not program.processes())
    assert not list(program.scratch.iterdir())
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


def notes(text: str) -> list[str]:
    """Return the notes among the lines of a header, or of what is said during a run."""
    return [line.removeprefix("note: ") for line in text.splitlines() if line.startswith("note: ")]


SEVERAL_ROUNDS = """
name = "mine"
bots = ["random", "first", "./unlucky.py", {{ bot = "./bad.py:RaisesAtStart", name = "late" }}]

[[games]]
game = "battleground:players=2"
deals = {deals}

[[games]]
game = "battleground:players=3"
deals = 2
"""
UNLUCKY = """
from arena import Bot

class Unlucky(Bot):
    def act(self, view, moves):
        return moves[0] if self.rng.random() < 0.97 else None
"""


class TestWithdrawal:
    """Bots that do wrong again and again play no more."""

    @pytest.fixture(autouse=True)
    def _bots(self, folder):
        shutil.copy(bad.__file__, "bad.py")
        Path("unlucky.py").write_text(UNLUCKY)
        Path("mine.toml").write_text(SEVERAL_ROUNDS.format(deals=6))

    @pytest.fixture
    def left(self, arena):
        """Return a function that gives what a run left: its tables and its export."""
        return lambda: (
            [Path(f"results/mine/{name}").read_text() for name in ("elo.csv", "elo.md")]
            + [arena("export", "mine").out]
        )

    def test_is_the_same_whoever_plays_the_games(self, arena, program, left):
        seen = []
        for how in (["--workers", "2"], ["--workers", "4"], ["--serial"]):
            done = program("run", "mine.toml", *how)
            assert done.status == 0
            assert notes(done.err) == notes(done.out) == notes(arena("table", "mine").out)
            seen.append((done.out, left()))
            shutil.rmtree("results")
        assert all(one == seen[0] for one in seen)
        late, unlucky = notes(seen[0][0])
        assert late == "late is withdrawn after round 1: 15 failed starts"
        assert unlucky.startswith("unlucky is withdrawn after round ")
        assert f"- note: {late}\n" in seen[0][1][1]

    def test_takes_the_games_that_are_not_played_out_of_the_count(self, arena):
        done = arena("run", "mine.toml", "--serial")
        (told,) = [line.split() for line in done.err.splitlines() if " games, " in line]
        games = len(arena("export", "mine").out.splitlines())
        assert told[0] == told[2] == told[4] == str(games)
        again = arena("run", "mine.toml", "--serial")
        assert f"\n{games} of {games} games, 0 new\n" in again.err
        assert again.out == done.out

    def test_stays_when_deals_are_raised(self, arena, left):
        arena("run", "mine.toml", "--serial")
        Path("mine.toml").write_text(SEVERAL_ROUNDS.format(deals=8))
        estimate = arena("run", "mine.toml", "--dry-run").out
        assert "\n4 games to play, " in estimate  # between the two that are left
        arena("run", "mine.toml", "--serial")
        raised = left()
        shutil.rmtree("results")
        arena("run", "mine.toml", "--serial")
        assert left() == raised

    def test_ends_with_another_version(self, arena):
        assert len(notes(arena("run", "mine.toml", "--serial").out)) == 2
        Path("unlucky.py").write_text(UNLUCKY.replace("0.97", "1.0"))
        assert len(notes(arena("run", "mine.toml", "--serial").out)) == 1


def test_a_disqualified_bot_is_out_of_the_tables_and_of_further_play(arena, bot):
    bot("steady")
    field = 'bots = ["random", "first", "./steady.py"]\n[[games]]\ngame = "battleground"\n'
    Path("mine.toml").write_text(field)
    arena("run", "mine.toml", "--serial")
    records = arena("export", "mine").out
    assert records.count("\n") == 6

    Path("steady.py").write_text("open('ran', 'w')\n")
    Path("mine.toml").write_text('disqualified = { steady = "copied |first|" }\n' + field)
    done = arena("run", "mine.toml", "--serial")
    assert (done.status, done.err.partition("\n")[0]) == (0, "2 of 2 games, 0 new")
    assert notes(done.out) == notes(arena("table", "mine").out) == ["steady is disqualified: copied |first|"]
    assert "- note: steady is disqualified: copied &#124;first&#124;\n" in Path("results/mine/elo.md").read_text()
    standing = csv.DictReader(Path("results/mine/elo.csv").read_text().splitlines())
    assert {row["bot"] for row in standing} == {"random", "first"}
    assert arena("export", "mine").out == records
    assert not Path("ran").exists()


class TestTrustedBots:
    """Bots that came with the engine play in its workers. One that ends its worker is charged all the same."""

    @pytest.fixture
    def play(self, monkeypatch):
        """Return a function that plays a bot of bad.py against fair ones, then these among themselves."""
        monkeypatch.setattr(workers, "GRACE", 1.0)

        def run(name: str, selection: str, sides: int) -> list[Played]:
            fair = tuple(f"fair{number}" for number in range(sides))
            bots = {name: trusted(name, name)} | {other: trusted(other, "Fair") for other in fair}
            lineups = [(name, *fair[1:]), fair]
            series = [Series(bytes([i] * 16), selection, 1, lineup, 0) for i, lineup in enumerate(lineups)]
            tasks = [Task(one, tuple(range(sides))) for one in series]
            executor = Workers(Plugins().games, 1)
            stage = Stage(bots, Limits(decision=0.1, bank=0, start=0.1))
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
