"""A check of a bot: what it finds, and the verdict."""

from pathlib import Path

import msgspec
import pytest

from arena.bot import Limits
from arena.checking import check
from arena.games.battleground import GAME as BATTLEGROUND
from arena.players.entrants import Reference
from arena.players.roster import Roster
from arena.plugins import Plugins
from arena.trial import Budget

BOTS = Path(__file__).parent / "bots"
PLUGINS = Plugins()
SHORT = Budget(play=20.0, end=30.0, games=5, limits=Limits(decision=0.2, bank=0.0, start=5.0))
"""Few games and all the time in the world, for bots that come to an end."""
HASTY = Budget(play=2.0, end=2.4, games=5)
"""For those that do not."""


def checked(reference: str, folder: Path = BOTS, budget: Budget = SHORT, **options):
    spec = Roster(PLUGINS.bot_sources).find(Reference(reference, folder, **options))
    return check(spec, [BATTLEGROUND], budget)


def written(folder: Path, body: str, games: str = "battleground") -> str:
    """Write a bot of this body, and return the reference to it."""
    head = f"import os, random, time\nfrom arena import Bot\n\nclass Some(Bot):\n    games = {games!r}\n"
    folder.joinpath("some.py").write_text(head + "".join(f"    {line}\n" for line in body.splitlines()))
    return "some.py"


def test_a_bot_that_does_nothing_wrong_is_ready():
    report = checked("bad.py:Fair")
    assert (report.ready, report.reasons, report.warnings, report.troubles) == (True, (), (), ())
    assert (report.bot, report.claims) == ("bad", ("*",))
    assert report.version == f"file-{report.fingerprint[:8]}"
    assert [tried.selection for tried in report.tried] == [f"battleground:players={n}" for n in range(2, 7)]
    assert report.unreached == ()
    assert report.repeats is True
    assert 0 <= report.score <= 1
    assert 0 < report.start < report.seconds
    assert 0 < report.cpu.median <= report.cpu.p99 <= report.cpu.worst
    assert report.decisions > 5
    assert report.memory > 2**20


def test_a_bot_of_the_engine_is_checked_in_a_process_of_its_own():
    report = checked("random")
    assert report.ready
    assert report.memory > 2**20


@pytest.mark.parametrize(
    ("name", "kind", "said"),
    [
        ("Raises", "exception", "ValueError: a message"),
        ("Exits", "exception", "SystemExit"),
        ("Dies", "died", ""),
        ("Illegal", "illegal", "none of the legal moves: "),
        ("Nothing", "illegal", "None is none of the legal moves: "),
        ("RaisesAtStart", "startup", "KeyError"),
        ("RaisesAtFinish", "exception", "RuntimeError: sore loser"),
        ("Loops", "cpu_timeout", ""),
    ],
)
def test_a_bot_that_does_wrong_is_not_ready_and_its_author_learns_why(name, kind, said):
    report = checked(f"bad.py:{name}")
    assert not report.ready
    (trouble,) = report.troubles
    assert trouble.kind == kind
    assert said in trouble.said
    assert trouble.games == sum(tried.faulty for tried in report.tried) == 5
    assert (trouble.selection, trouble.bots, trouble.seed) == ("battleground:players=2", ("bad", "random"), 0)
    assert report.reasons == (f"{kind}: {trouble.detail}",)


def test_a_bot_that_sleeps_is_not_waited_for():
    report = checked("bad.py:Sleeps", budget=HASTY)
    assert not report.ready
    assert report.reasons[0].startswith("in battleground:players=2 it gave no answer in ")
    assert report.seconds < 10
    assert len(report.unreached) == 5


def test_a_bot_that_does_not_get_ready_is_not_waited_for(tmp_path):
    reference = written(tmp_path, "def start(self, setup):\n    time.sleep(1000)")
    report = checked(reference, tmp_path, HASTY)
    assert report.reasons[0].startswith("in battleground:players=2 it did not get ready in ")


def test_a_bot_that_hangs_when_it_is_imported_is_not_waited_for(tmp_path):
    tmp_path.joinpath("some.py").write_text("import time\ntime.sleep(1000)")
    (reason,) = checked("some.py", tmp_path, HASTY).reasons
    assert reason.startswith("it was not loaded within ")


def test_a_bot_that_is_slow_is_ready_with_a_warning(tmp_path):
    reference = written(tmp_path, "def act(self, view, moves):\n    time.sleep(0.5)\n    return moves[0]")
    report = checked(reference, tmp_path, Budget(play=2.0, end=20.0, games=5))
    assert report.ready
    assert report.warnings == ("it is too slow for a check to see a game to its end",)
    assert (report.score, report.repeats) == (None, None)


def test_a_bot_that_comes_near_a_limit_is_warned(tmp_path):
    body = "def act(self, view, moves):\n    while time.process_time() < 0.3: pass\n    return moves[0]"
    limits = Limits(decision=0.1, bank=10.0)
    reference = written(tmp_path, body, "battleground:players=2")
    report = checked(reference, tmp_path, Budget(play=20.0, end=30.0, games=1, limits=limits))
    assert report.ready
    assert report.warnings == ("it comes near the limit of 0.1 s for a decision, or beyond it",)


def test_a_die_of_another_is_a_warning_and_no_reason(tmp_path):
    report = checked(written(tmp_path, "def act(self, view, moves):\n    return random.choice(moves)"), tmp_path)
    assert report.ready
    assert report.repeats is False
    assert "does not repeat its play" in report.warnings[0]


def test_a_bot_that_cannot_be_loaded_is_not_ready():
    (reason,) = checked("unloadable.py").reasons
    assert "cannot be loaded: it raised ImportError" in reason
    assert "not today" in reason


@pytest.mark.parametrize(
    ("games", "words"),
    [
        ("batleground", "there is no game 'batleground' (did you mean 'battleground'?)"),
        ("battleground:players", "'battleground:players' is no selection"),
        ((), "it claims no game"),
    ],
)
def test_a_claim_that_takes_in_nothing_is_a_reason(tmp_path, games, words):
    report = checked(written(tmp_path, "def act(self, view, moves):\n    return moves[0]", games), tmp_path)
    assert not report.ready
    assert words in report.reasons[0]


def test_a_bot_is_let_play_what_it_claims_beside_a_claim_that_takes_in_nothing(tmp_path):
    games = ("battleground:players=3", "chess")
    report = checked(written(tmp_path, "def act(self, view, moves):\n    return moves[0]", games), tmp_path)
    assert [tried.selection for tried in report.tried] == ["battleground:players=3"]
    assert not report.ready


PROGRAM = """
import json, sys

for line in sys.stdin:
    asked = json.loads(line)
    answers = {
        "hello": {"type": "about", "games": ["battleground:players=2"], "version": "7"},
        "start": {"type": "ready"},
        "act": {"type": "move", "move": MOVE},
        "finish": {"type": "ready"},
    }
    print(json.dumps(answers[asked["type"]] | {"id": asked["id"]}), flush=True)
"""


@pytest.mark.parametrize(("move", "ready"), [('asked.get("moves", [""])[0]', True), ('"nothing"', False)])
def test_a_program_is_checked_likewise(tmp_path, move, ready):
    tmp_path.joinpath("first.py").write_text(PROGRAM.replace("MOVE", move))
    report = checked("python first.py", tmp_path)
    assert report.ready is ready
    assert (report.bot, report.version, report.claims) == ("first", "7", ("battleground:players=2",))
    assert [trouble.kind for trouble in report.troubles] == ([] if ready else ["illegal"])
    assert report.start > 0
    assert report.decisions > 0


def test_a_report_travels_as_json():
    report = checked("bad.py:Raises")
    assert msgspec.json.decode(msgspec.json.encode(report), type=type(report)) == report
