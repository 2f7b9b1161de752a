"""Runs that end before they should: the next one goes on where the games that are stored end."""

import os
import resource
import subprocess
import sys
from random import Random

import pytest

from arena.containment.privileges import bound
from tests.cli.conftest import PASSED, Done, until
from tests.outside import kills

WORKERS = 2
DEALS = 2
FULL = 2**17


@pytest.fixture(scope="module")
def expected(tmp_path_factory) -> kills.Left:
    """What a run of the tournament leaves that nothing happens to."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("uninterrupted"))
        kills.prepare(DEALS)
        kills.run(WORKERS)
        return kills.left()


@pytest.fixture(autouse=True)
def tournament(expected, folder) -> None:
    """The tournament's files, and no results yet."""
    kills.prepare(DEALS)


def run(preexec) -> Done:
    """Run the tournament as a program that first calls a function."""
    done = subprocess.run(
        [sys.executable, "-m", "arena", "run", "mine.toml", "--workers", str(WORKERS)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        preexec_fn=preexec,
    )
    return Done(done.returncode, done.stdout, PASSED.sub("", done.stderr))


def test_a_run_killed_at_any_instant_goes_on_where_it_was(expected):
    lots = Random(5)
    for victim in kills.VICTIMS:
        games = lots.randrange(1, len(expected.records))
        kills.killed(
            victim, WORKERS, expected, lambda _, games=games: until(lambda: len(kills.stored()) >= games), lots
        )


def test_a_full_disk_is_one_sentence_and_costs_no_stored_game(expected):
    done = run(lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (FULL, FULL)))
    assert (done.status, done.out) == (2, "")
    progress, sentence = done.err.splitlines()
    assert progress.split()[1:4] == ["of", str(len(expected.records)), "games,"]
    assert sentence.startswith("arena: results/mine/arena.sqlite cannot be used: ")
    assert sentence.endswith("run again")
    kept = kills.stored()
    assert len(kept) < len(expected.records)
    assert kept.items() <= expected.records.items()
    assert kills.new(kills.run(WORKERS)) == len(expected.records) - len(kept)
    assert kills.left() == expected


def test_a_folder_that_cannot_be_written_is_one_sentence_and_stays_as_it_is(arena):
    short = ("--name", "mine", "--game", "battleground", "--bot", "random", "--bot", "first", "--serial")
    assert arena("run", *short, "--deals", "1").status == 0
    before = {path.name: path.read_bytes() for path in kills.RESULTS.iterdir()}
    for path in (*kills.RESULTS.iterdir(), kills.RESULTS):
        path.chmod(0o500)
    done = run(bound)
    if os.geteuid() == 0 and done.status == 0:
        pytest.skip("root may write anywhere here")
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert done.err.startswith("arena: results/mine/arena.sqlite cannot be used: ")
    assert arena("table", "mine").status == 0
    kills.RESULTS.chmod(0o700)
    assert {path.name: path.read_bytes() for path in kills.RESULTS.iterdir()} == before
