"""Tournaments of every format: the same bytes however they are played, and an explained stop."""

import shutil
from pathlib import Path

import pytest

FILE = """
seed = 3
bots = ["random", "first", "greedy", "marauder", "miser"]

[[games]]
game = "royal_dilemma@invasion:players=2"
deals = 2
schedule = { kind = "swiss", rounds = 4 }

[[games]]
game = "royal_dilemma@invasion:players=3"
schedule = { kind = "swiss", rounds = 3 }

[[games]]
game = "royal_dilemma@duel:players=2"
schedule = { kind = "race", rounds = 12 }

[[games]]
game = "royal_dilemma@single:players=2"
schedule = { kind = "gauntlet", new = ["greedy", "miser"] }

[[games]]
game = "royal_dilemma@ransom:players=2"
deals = 2
schedule = { kind = "round-robin", cycles = 1.5 }

[[games]]
game = "battleground:players=2"
schedule = { kind = "comparison", first = "greedy", second = "random", elo1 = 100, series = 60 }
"""


def left(arena):
    """Return all that a tournament left."""
    texts = [Path(f"results/mine/{name}").read_text() for name in ("elo.csv", "elo.md")]
    return [*texts, arena("export", "mine").out]


@pytest.fixture
def mine(arena):
    Path("mine.toml").write_text(FILE)
    done = arena("run", "mine.toml", "--serial")
    assert done.status == 0
    return done


def test_workers_and_resuming_change_nothing(arena, mine):
    before = left(arena)
    again = arena("run", "mine.toml", "--workers", "2")
    assert (again.status, again.out) == (0, mine.out)
    assert ", 0 new" in again.err
    shutil.rmtree("results")
    done = arena("run", "mine.toml", "--workers", "3")
    assert (done.status, done.out, left(arena)) == (0, mine.out, before)


def test_a_run_that_was_stopped_again_and_again_ends_in_the_same_bytes(arena, mine, monkeypatch):
    from arena.store import Store

    before = left(arena)
    shutil.rmtree("results")
    add = Store.add
    played = 0

    def stopping(self, game):
        nonlocal played
        played += 1
        if played % 60 == 0:
            raise KeyboardInterrupt
        add(self, game)

    monkeypatch.setattr(Store, "add", stopping)
    statuses = []
    while 0 not in statuses:
        statuses.append(arena("run", "mine.toml", "--serial").status)
    assert set(statuses) == {0, 130}
    assert left(arena) == before


def test_why_a_schedule_ended_is_said_in_the_header_and_while_it_runs(mine):
    notes = [line for line in mine.out.splitlines() if line.startswith("note: ")]
    assert len(notes) == 2
    assert notes[0].startswith("note: royal_dilemma@duel:players=2: race ")
    assert notes[1].startswith("note: battleground:players=2: greedy is better than random, by ")
    assert all(note in mine.err for note in notes)
    last = [line for line in mine.err.splitlines() if " of " in line and " games, " in line][-1]
    done, _, total, *_ = last.split()
    assert done == total, "every game was played, or dropped from the plan"


@pytest.mark.parametrize(
    "schedule",
    [
        '{ kind = "swis", rounds = 3 }',
        '{ kind = "swiss" }',
        '{ kind = "swiss", rounds = 3, round = 2 }',
        '{ kind = "gauntlet", new = ["gredy"] }',
        '{ kind = "gauntlet", new = ["greedy", "random", "first"] }',
        '{ kind = "comparison", first = "greedy", second = "seer" }',
        '{ kind = "comparison", first = "greedy", second = "first", elo0 = 30 }',
        '{ kind = "race", risk = 2 }',
        '{ kind = "round-robin", cycles = 0 }',
        '"swiss"',
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(arena, snapshot, schedule):
    Path("bad.toml").write_text(
        'bots = ["random", "first", "greedy"]\n[[games]]\n'
        f'game = "royal_dilemma@duel:players=2"\nschedule = {schedule}\n'
    )
    done = arena("run", "bad.toml", "--serial")
    assert (done.status, done.out) == (2, "")
    assert done.err == snapshot


ANCHORED = """
bots = ["random", "first"]
anchor = {}
[[games]]
game = "royal_dilemma@duel:players=2"
deals = 2
"""


def test_an_anchor_stands_where_it_is_put(arena):
    Path("mine.toml").write_text(ANCHORED.format('{ bot = "random", elo = 1000 }'))
    done = arena("run", "mine.toml", "--serial")
    assert done.status == 0
    assert "note: random is put at 1000 Elo; the Elo of others is relative to it\n" in done.out
    assert "random  0.1.0    1000.0  ±0.0" in done.out
    assert arena("table", "mine").out == done.out


@pytest.mark.parametrize(
    "anchor", ['{ bot = "randon" }', '{ bot = "greedy", elos = 3 }', "{ elo = 3 }", '"greedy"']
)
def test_what_is_wrong_with_an_anchor_is_said_in_a_sentence(arena, snapshot, anchor):
    Path("bad.toml").write_text(ANCHORED.format(anchor))
    done = arena("run", "bad.toml", "--serial")
    assert (done.status, done.out) == (2, "")
    assert done.err == snapshot
