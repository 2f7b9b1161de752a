"""A check of a bot: what it finds, and the verdict."""

import re
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
        ("Dies", "died", "its process exited with status "),
        ("Illegal", "illegal", "none of the legal moves: "),
        ("Nothing", "illegal", "None is none of the legal moves: "),
        ("RaisesAtStart", "startup", "KeyError"),
        ("RaisesAtFinish", "exception", "RuntimeError: sore loser"),
        ("Loops", "cpu_timeout", "s of CPU time, and had 0.20 s"),
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
    said = (
        r"in battleground:players=2 it gave no answer in \d\.\d s, and used 0\.\d\d s of CPU time: it slept or .*"
    )
    assert re.fullmatch(said, report.reasons[0])
    assert report.warnings == ()
    assert report.seconds < 10
    assert len(report.unreached) == 5


def test_a_bot_that_does_not_get_ready_is_not_waited_for(tmp_path):
    reference = written(tmp_path, "def start(self, setup):\n    time.sleep(1000)")
    report = checked(reference, tmp_path, HASTY)
    assert report.reasons[0].startswith("in battleground:players=2 it did not get ready: it gave no answer in ")


def test_a_bot_that_hangs_when_it_is_imported_is_not_waited_for(tmp_path):
    tmp_path.joinpath("some.py").write_text("import time\ntime.sleep(1000)")
    (reason,) = checked("some.py", tmp_path, HASTY).reasons
    assert reason.startswith("it was not loaded in time: it gave no answer in ")
    assert reason.endswith(": it slept or waited for something")


def test_a_bot_that_thinks_beyond_the_end_is_told_what_it_used(tmp_path):
    reference = written(tmp_path, "def start(self, setup):\n    while True: pass")
    report = checked(reference, tmp_path, HASTY)
    said = r"in .* it did not get ready: it gave no answer in \d\.\d s, and used \d\.\d\d s of CPU time"
    assert re.fullmatch(said, report.reasons[0])


def test_selections_for_which_there_was_no_time_are_a_warning(tmp_path):
    """All but the first: the bot's second start lasts until no more question is asked."""
    body = (
        "def start(self, setup):\n    if setup.options['players'] > 2: time.sleep(4)\n"
        "def act(self, view, moves):\n    return moves[0]"
    )
    report = checked(written(tmp_path, body), tmp_path, Budget(play=4.0, end=60.0))
    assert report.ready
    (warning,) = report.warnings
    assert warning == (
        "4 of the selections that it claims were not reached in the time: "
        "battleground:players=3 battleground:players=4 battleground:players=5 battleground:players=6"
    )
    assert report.unreached == tuple(warning.split()[-4:])


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


def test_a_bot_that_passes_a_limit_is_not_warned_that_it_comes_near_it(tmp_path):
    body = "def act(self, view, moves):\n    self.held = b'x' * 2**27\n    time.sleep(0.1)\n    return moves[0]"
    limits = Limits(decision=1.0, bank=0.0, memory="100MB")
    report = checked(written(tmp_path, body), tmp_path, Budget(play=20.0, end=30.0, games=1, limits=limits))
    assert {trouble.kind for trouble in report.troubles} == {"memory"}
    assert report.memory > limits.memory_bytes
    assert report.warnings == ()


@pytest.mark.parametrize(("characters", "warnings"), [(8_000, 0), (90_000, 1)])
def test_a_bot_that_prints_more_than_is_kept_is_warned(tmp_path, characters, warnings):
    body = f"def finish(self, outcome, view):\n    print('x' * {characters})\n"
    body += "def act(self, view, moves):\n    return moves[0]"
    report = checked(written(tmp_path, body), tmp_path)
    assert report.ready
    assert report.printed == characters + 1
    words = "it printed 90 kB in a game, of which 4 kB of the beginning and 4 kB of the end are kept"
    assert report.warnings == (words,) * warnings


@pytest.mark.parametrize(
    "act",
    [
        "open('/tmp/some', 'w')",
        "open('/etc/passwd')",
        "os.fork()",
        "__import__('socket').create_connection(('localhost', 1))",
        "__import__('urllib.request').request.urlopen('http://example.invalid')",
    ],
)
def test_who_tries_what_no_bot_may_do_is_told_what_it_may(tmp_path, act):
    report = checked(written(tmp_path, f"def act(self, view, moves):\n    {act}"), tmp_path)
    assert not report.ready
    (hint,) = report.hints
    assert "docs/safety.md" in hint


def test_who_tries_that_when_imported_is_told_likewise(tmp_path):
    tmp_path.joinpath("some.py").write_text("open('/tmp/some', 'w')")
    (hint,) = checked("some.py", tmp_path).hints
    assert "docs/safety.md" in hint


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


def test_a_program_that_keeps_its_answer_back_is_told_so(tmp_path):
    text = PROGRAM.replace(", flush=True", "").replace("MOVE", '""')
    tmp_path.joinpath("first.py").write_text(text)
    (reason,) = checked("python first.py", tmp_path, HASTY).reasons
    assert reason.startswith("it was not loaded in time: it gave no answer in ")
    assert reason.endswith(": it slept or waited for something, or has not flushed its answer")


def test_a_program_in_the_place_of_a_bot_is_told_how_it_is_called(tmp_path):
    tmp_path.joinpath("first.py").write_text(PROGRAM)
    report = checked("first.py", tmp_path)
    (reason,) = report.reasons
    assert reason.endswith("there is none; if it is a program that speaks JSON, call it 'python3 first.py'")
    tmp_path.joinpath("first.py").write_text("input()")
    (hint,) = checked("first.py", tmp_path).hints
    assert "as 'python3 my_bot.py'" in hint


def test_a_report_travels_as_json():
    report = checked("bad.py:Raises")
    assert msgspec.json.decode(msgspec.json.encode(report), type=type(report)) == report
