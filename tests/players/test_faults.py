"""Every fault gets its kind and its sentence, under each level, and nothing is left over."""

import re
import time
from pathlib import Path

import pytest

from arena.bot import Limits
from arena.match import ILLEGAL
from arena.players.output import HEAD, TAIL
from tests.bots import charges, hangs, hogs
from tests.players.conftest import GAMES, LIMITS, descendants, descriptors, sealed, spec

LONG = Limits(decision=2.0, bank=0, memory="128MB")
"""For bots that run against another limit than time."""
NEEDS = {
    "hangs.py:Overdraws": Limits(decision=0.1, bank=2.8 * hangs.EXCESS),
    "hangs.py:Saves": Limits(decision=0.1, bank=2.8 * hangs.EXCESS),
    "hangs.py:HangsAtStart": Limits(start=0.05),
    "hangs_at_import.py": Limits(start=0.1),
    "hogs.py:ForkBomb": LIMITS,
    "hogs.py:ThreadBomb": Limits(decision=2.0, bank=0, memory="8GB"),
}
HANGS = [name for name, (kind, _) in charges.ACT.items() if kind in ("cpu_timeout", "wall_timeout")]
GONE_WITHIN = 0.25
"""CPU seconds beyond its limit that a bot may have used when it is ended."""


def limits_of(name: str) -> Limits:
    return NEEDS.get(name, LONG if name.startswith("hogs.py") else LIMITS)


def faults(record) -> list[tuple[int, str, str]]:
    return [(fault.seat, fault.kind, fault.detail) for fault in record.faults]


def left_behind(table) -> set[object]:
    """Return what a bot's end should have taken with it: processes, files, shared memory."""
    marked = [path for folder in hogs.FOLDERS for path in Path(folder).glob(f"{hogs.MARK}*")]
    shared = Path("/proc/sysvipc/shm").read_text().splitlines()[1:]
    return {*descendants(table.zygote._process.pid), *marked, *shared}


@pytest.fixture(autouse=True)
def _nothing_is_left(table):
    """Hold every test of this file to it."""
    before, others = descriptors(), left_behind(table)
    yield
    assert descriptors() == before
    give_up = time.monotonic() + 10
    while left := left_behind(table) - others:
        assert time.monotonic() < give_up, f"left over: {left}"
        time.sleep(0.01)


@pytest.mark.parametrize("name", charges.ACT)
def test_a_fault_in_a_decision_has_its_kind(table, name):
    kind, detail = charges.ACT[name]
    record = table.play(name, limits=limits_of(name))
    assert faults(record) == [(0, kind, detail)]
    assert record.ending == "fault"
    assert record.ranks == (2, 1)


@sealed
@pytest.mark.parametrize("name", charges.HOGS)
def test_a_bot_takes_no_more_than_its_share(table, name):
    kind, detail = charges.HOGS[name]
    assert faults(table.play(name, limits=limits_of(name))) == [(0, kind, detail)]


@pytest.mark.parametrize("name", charges.LEAKS)
def test_a_bot_that_leaks_is_ended(table, name):
    ((seat, kind, detail),) = faults(table.play(name, limits=limits_of(name)))
    assert (seat, kind) == (0, "memory")
    assert detail in (charges.TOO_MUCH, "raised MemoryError in act")


@pytest.mark.parametrize("name", charges.START)
def test_a_bot_that_does_not_start_has_no_decision(table, name):
    record = table.play(name, limits=limits_of(name))
    assert faults(record) == [(0, *charges.START[name])]
    assert record.faults[0].decision is None
    assert not any(event.move for event in record.events)


@pytest.mark.parametrize("name", charges.FINISH)
def test_a_fault_after_the_end_changes_no_rank(table, name):
    record, fair = table.play(name), table.play("bad.py:Fair")
    assert faults(record) == [(0, *charges.FINISH[name])]
    assert record.faults[0].decision == len([event for event in record.events if event.move])
    assert (record.ranks, record.scores, record.events) == (fair.ranks, fair.scores, fair.events)


@sealed
@pytest.mark.parametrize("name", charges.NONE)
def test_what_comes_near_a_fault_is_none(table, name):
    assert table.play(name, limits=limits_of(name)).faults == ()


def test_a_bot_may_die_at_its_very_last_decision(table, tmp_path, own):
    own_decisions = sum(event.seat == 0 for event in table.play("bad.py:Fair").events)
    text = Path(spec("dies.py").target.rstrip(":")).read_text()
    (tmp_path / "dies.py").write_text(text.replace("decisions = 0", f"decisions = {own_decisions}"))
    last = spec("dies.py:DiesLast", tmp_path)
    record = own(last, level=table.level).play(last)
    assert faults(record) == [(0, "died", charges.ENDED)]
    assert record.ranks == (2, 1)
    assert sum(event.seat == 0 for event in record.events) == own_decisions - 1


def test_the_bank_is_spent_before_there_is_a_fault(table):
    record = table.play("hangs.py:Overdraws", limits=limits_of("hangs.py:Overdraws"))
    assert sum(event.seat == 0 for event in record.events) == 2


@pytest.mark.parametrize("name", HANGS)
def test_a_bot_that_hangs_is_soon_gone(table, name):
    """Judged by the CPU time that it was given: how soon that is on the clock depends on who else runs."""
    limits = limits_of(name)
    allowed = limits.bank + limits.decision
    decisions = 3 if name == "hangs.py:Overdraws" else 1
    assert table.match(name, limits=limits).cpu < limits.start + decisions * allowed + GONE_WITHIN


def test_a_flood_of_output_is_kept_in_short(table):
    match = table.match("hogs.py:Floods", limits=LONG)
    assert match.record.faults == ()
    assert len(match.output) < HEAD + TAIL + 100
    assert re.search(r"\n\[\d{8,} bytes left out\]\n", match.output)


SPENT = r"it used \d\.\d\d s of CPU time, and had \d\.\d\d s"
IDLED = r"it gave no answer in \d+\.\d s, and used \d\.\d\d s of CPU time: it slept or waited for something"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("dies.py:EndsWell", "its process exited with status 0"),
        ("dies.py:EndsBadly", "its process exited with status 7"),
        ("dies.py:Kills", r"its process was ended by signal 9 \(Killed\)"),
        ("dies.py:DiesAtStart", "its process exited with status 0"),
        ("dies.py:DiesAtFinish", "its process exited with status 0"),
        ("hangs.py:Loops", SPENT),
        ("hangs.py:Overdraws", f"{SPENT}, its bank included"),
        ("hangs.py:Sleeps", IDLED),
    ],
)
def test_the_author_is_told_how_a_process_ended_or_spent_its_time(table, name, words):
    assert re.fullmatch(words, table.match(name, limits=limits_of(name)).heard)


def test_the_author_is_told_what_the_record_leaves_out(table):
    assert "ValueError: a message with a figure 42 and a /path" in table.match("bad.py:Raises").heard
    assert "'no such move' is none of the legal moves" in table.match("bad.py:Illegal").heard
    assert "Segmentation fault" in table.match("dies.py:Crashes").output
    for name in ("bad.py:Huge", "bad.py:Deep", "bad.py:PickleBomb"):
        assert "is none of the legal moves" in table.match(name).heard
    assert "\x1b" not in table.match("talks.py:RaisesSomethingOdd").heard


@pytest.mark.parametrize("name", ["bad.py:Raises", "dies.py:Kills", "talks.py:Garbage", "bad.py:RaisesAtStart"])
def test_among_more_sides_the_seat_plays_on_at_random_and_is_last(table, name):
    record = table.play(name, GAMES["battleground"].select(players=3))
    assert [fault.seat for fault in record.faults] == [0]
    assert record.ending == "normal"
    assert record.ranks[0] == 3
    assert any(event.seat == 0 for event in record.events)


def test_the_same_game_has_the_same_record(table):
    names = [name for name in charges.ACT if name.startswith(("bad.py", "dies.py", "talks.py"))][::4]
    for name in names:
        assert table.play(name) == table.play(name)
    assert ILLEGAL in {fault.detail for fault in table.play("bad.py:Huge").faults}
