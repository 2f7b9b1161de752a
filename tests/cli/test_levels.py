"""A field full of bad bots, contained at each level: who is charged with what, and what the others never notice."""

import csv
import os
import shutil
from itertools import combinations
from pathlib import Path

import pytest

from arena.containment import bubblewrap
from arena.containment.layers import Layers
from arena.players import describing
from arena.players.wire import Holes
from arena.record import decode
from tests.bots import charges, hogs
from tests.cli.conftest import until
from tests.players.conftest import BOTS, descendants, reason_against, sealed

CHARGED = {
    "raises": "bad.py:Raises",
    "interrupts": "bad.py:Interrupts",
    "bomb": "bad.py:PickleBomb",
    "crashes": "dies.py:Segfaults",
    "ends": "dies.py:EndsWell",
    "loops": "hangs.py:IgnoresSignals",
    "stops": "dies.py:Stops",
    "early": "talks.py:Early",
    "two-gigabytes": "talks.py:TwoGigabytes",
    "hangs-up": "talks.py:HangsUp",
    "daemon": "hogs.py:Daemon",
    "reserves": "hogs.py:Reserves",
    "opens-all": "hogs.py:OpensAll",
    "sore": "bad.py:RaisesAtFinish",
    "late": "bad.py:RaisesAtStart",
    "gone": "exits_at_import.py",
}
CLEAN = {"fills": "hogs.py:FillsTheDisk", "kills": "attacks.py:Killer", "patches": "attacks.py:Patcher"}
GOOD = ("random", "first", "fair")
HALF = {
    "process": ("interrupts", "bomb", "ends", "stops", "early", "hangs-up", "late"),
    "strict": ("raises", "crashes", "loops", "two-gigabytes", "sore", "gone"),
}
"""Bots that are in the field of one level only. Alone, each is played at both: tests/players/test_faults.py."""
FILE = """
name = "mine"
bots = [{bots}]
containment = "{level}"
limits = {{ decision = 0.06, bank = 0.0 }}
games = [{{ game = "battleground:players=2", deals = 2 }}]
"""


def entries(bots: dict[str, str]) -> str:
    """Return the lines of a tournament's file for bots of this repository's bad ones, and for the good ones."""
    lines = [f'{{ bot = "{BOTS}/{place}", name = "{name}" }}' for name, place in bots.items()]
    return ", ".join(['"random"', '"first"', *lines])


def expected_of(name: str) -> charges.Charge:
    place = CHARGED[name]
    return next(
        table[place] for table in (charges.ACT, charges.HOGS, charges.START, charges.FINISH) if place in table
    )


def leftovers() -> set[str]:
    """Return what bad bots may leave lying about."""
    marked = [str(path) for folder in hogs.FOLDERS for path in Path(folder).glob(f"{hogs.MARK}*")]
    return {*marked, *Path("/proc/sysvipc/shm").read_text().splitlines()[1:]}


@sealed
@pytest.mark.parametrize("level", ["process", "strict"])
def test_good_bots_play_the_same_games_beside_bad_ones(begin, arena, level):
    if reason := reason_against(level):
        pytest.skip(reason)
    elsewhere = {name for other in HALF.keys() - {level} for name in HALF[other]}
    bad = {name: place for name, place in CHARGED.items() if name not in elsewhere}
    field = {"fair": "bad.py:Fair"} | CLEAN | bad
    Path("mine.toml").write_text(FILE.format(bots=entries(field), level=level))
    before, others = leftovers(), descendants(os.getpid())
    program = begin("run", "mine.toml", "--workers", "2")
    done = program.ended()
    assert done.status == 0, done.err
    until(lambda: not descendants(os.getpid()) - others)
    assert leftovers() == before
    assert not list(program.scratch.iterdir())
    assert f"\ncontainment: {level} (rlimits, landlock, seccomp" in done.out
    withdrawn = {line.split()[1] for line in done.out.splitlines() if line.startswith("note: ")}
    assert withdrawn == bad.keys()
    lines = arena("export", "mine").out.splitlines()
    records = [decode(line) for line in lines]
    names = sorted({*GOOD, *field})
    rows = sorted(tuple(sorted(record.seats)) for record in records)
    first_round = [pair for pair in combinations(names, 2) for _ in range(2)]
    second_round = [pair for pair in first_round if not bad.keys() & set(pair)]
    assert rows == sorted(first_round + second_round)

    for record in records:
        charged = {record.seats[fault.seat]: (fault.kind, fault.detail) for fault in record.faults}
        guilty = bad.keys() & set(record.seats)
        assert all(charged[name] == expected_of(name) for name in charged)
        assert charged.keys() <= guilty
        assert len(record.faults) >= bool(guilty)
        if len(guilty) == 1:
            fault = record.faults[0]
            at_the_end = CHARGED[min(guilty)] in charges.FINISH
            assert record.ending == ("normal" if at_the_end else "fault")
            assert at_the_end or record.ranks[fault.seat] == 2

    standing = csv.DictReader(Path("results/mine/elo.csv").read_text().splitlines())
    assert {row["bot"] for row in standing if row["faults"] != "0"} == bad.keys()

    shutil.rmtree("results")
    Path("mine.toml").write_text(FILE.format(bots=entries({"fair": "bad.py:Fair"} | CLEAN), level=level))
    assert arena("run", "mine.toml", "--serial").status == 0
    good = [line for line in lines if not bad.keys() & set(decode(line).seats)]
    assert good == arena("export", "mine").out.splitlines()
    assert len(good) == len(second_round) * 2


SMALL = ("run", "--name", "mine", "--serial", "--game", "battleground", "--deals", "1", "--bot", "random")


@pytest.fixture
def fair(folder) -> str:
    shutil.copy(BOTS / "bad.py", "bad.py")
    return "fair=./bad.py:Fair"


def test_all_levels_play_the_same_games(arena, fair):
    seen = []
    for level in ("trusted", "process", "strict"):
        if not reason_against(level):
            assert arena(*SMALL, "--bot", fair, "--containment", level).status == 0
            seen.append((arena("export", "mine").out, Path("results/mine/elo.csv").read_text()))
            shutil.rmtree("results")
    assert all(one == seen[0] for one in seen)


def test_tables_say_how_bots_were_kept(arena, fair):
    layers = str(Layers.here())
    if Layers.here().sealed:
        assert f"\ncontainment: process ({layers})\n" in arena(*SMALL, "--bot", fair).out
        assert f"containment: process ({layers})" in Path("results/mine/elo.md").read_text()
    shutil.rmtree("results", ignore_errors=True)
    told = "unsealed: fair in the engine's process"
    assert f"\ncontainment: {told}\n" in arena(*SMALL, "--bot", fair, "--trust", "fair").out
    shutil.rmtree("results")
    assert "\ncontainment: built-in bots only\n" in arena(*SMALL, "--bot", "first").out


HOLES = ("write files", "open a TCP socket", "start processes", "become root", "make namespaces")


def test_holes_that_the_probe_finds_stand_in_the_tables(arena, fair, monkeypatch):
    monkeypatch.setattr(describing, "asked", asked_with(HOLES, describing.asked))
    done = arena(*SMALL, "--bot", fair)
    assert done.status == 0
    assert "), unsealed: bots can write files, open a TCP socket, start processes and 2 things more\n" in done.out


def test_strict_refuses_to_start_with_a_hole(arena, fair, monkeypatch):
    if reason := reason_against("strict"):
        pytest.skip(reason)
    monkeypatch.setattr(describing, "asked", asked_with(HOLES[:1], describing.asked))
    done = arena(*SMALL, "--bot", fair, "--containment", "strict")
    assert (done.status, done.out) == (2, "")
    assert done.err == (
        'arena: containment "strict" cannot be kept on this machine: a bot can write files; '
        'use a newer kernel, or "process" for bots of people you trust\n'
    )
    assert not Path("results/mine/arena.sqlite").exists()


def test_strict_refuses_to_start_without_bubblewrap(arena, fair, monkeypatch):
    monkeypatch.setattr(bubblewrap, "PROGRAM", "no-such-bwrap")
    done = arena(*SMALL, "--bot", fair, "--containment", "strict")
    assert (done.status, done.out) == (2, "")
    assert done.err == (
        'arena: containment "strict" cannot be kept on this machine: '
        "the program no-such-bwrap is not installed (package bubblewrap)\n"
    )


def asked_with(acts: tuple[str, ...], asked):
    """Return a function that asks bots, and has the probe find these holes."""
    return lambda transport, request, expected, limit: (
        Holes(1, acts) if expected is Holes else asked(transport, request, expected, limit)
    )
