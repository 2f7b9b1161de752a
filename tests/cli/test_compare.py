"""`arena compare`: a verdict in words and as an exit status, whoever plays and however often it is stopped."""

import shutil
from pathlib import Path

import pytest

DUEL = "royal_dilemma@invasion:players=2"


def compare(arena, *words):
    return arena("compare", *words, "--game", DUEL, "--serial")


def test_better(arena, snapshot):
    done = compare(arena, "greedy", "random", "--elo1", "100")
    assert done.status == 0
    assert done == snapshot


def test_not_better(arena):
    done = compare(arena, "random", "greedy", "--elo1", "100")
    assert done.status == 3
    assert "\n\nverdict: random is not better than greedy (" in done.out


def test_not_told(arena):
    done = compare(arena, "greedy", "marauder", "--series", "3")
    assert done.status == 4
    assert done.out.endswith(
        "verdict: it could not be told whether greedy is better than marauder (3 series, 6 games)\n"
    )


def test_workers_and_stops_change_nothing(arena):
    settings = ("greedy", "miser", "--elo1", "100", "--game", DUEL)
    serial = arena("compare", *settings, "--serial")
    exported = arena("export", "compare-greedy-miser").out
    again = arena("compare", *settings, "--serial")
    assert (again.status, again.out) == (serial.status, serial.out)
    assert ", 0 new, " in again.err
    shutil.rmtree("results")
    short = arena("compare", *settings, "--series", "5", "--workers", "2")
    assert short.status == 4
    parallel = arena("compare", *settings, "--workers", "3")
    assert (parallel.status, parallel.out) == (serial.status, serial.out)
    assert arena("export", "compare-greedy-miser").out == exported


def test_two_versions_of_a_bot(arena, bot):
    for folder in ("old", "new"):
        Path(folder).mkdir()
        shutil.copy(bot("steady"), folder)
    done = compare(arena, "old=old/steady.py", "new=new/steady.py", "--series", "1")
    assert done.status == 4
    assert "whether old is better than new" in done.out


def test_a_larger_table_has_others_at_it(arena):
    words = ("compare", "brawler", "random", "--game", "battleground:players=4", "--serial", "--elo1", "100")
    done = arena(*words, "--with", "medic", "--with", "greedy", "--with", "first")
    assert done.status == 0
    assert done.out.startswith("points  0  1/2  1  3/2  2  5/2  3  7/2  4\n")


@pytest.mark.parametrize(
    "words",
    [
        ("greedy", "greedy"),
        ("greedy", "gredy"),
        ("greedy", "seer"),
        ("greedy", "random", "--elo0", "20"),
        ("greedy", "random", "--alpha", "0.7"),
        ("greedy", "random", "--name", "a/b"),
        ("greedy", "random", "--serial", "--workers", "2"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(arena, snapshot, words):
    done = compare(arena, *words)
    assert (done.status, done.out) == (2, "")
    assert done.err == snapshot


@pytest.mark.parametrize("players", [2, 4])
def test_too_few_or_too_many_for_a_table(arena, snapshot, players):
    done = arena("compare", "greedy", "random", "--game", f"battleground:players={players}", "--with", "medic")
    assert (done.status, done.out) == (2, "")
    assert done.err == snapshot


def test_what_they_play_is_asked_for(arena, snapshot):
    done = arena("compare", "greedy", "random")
    assert (done.status, done.out) == (2, "")
    assert done.err == snapshot
