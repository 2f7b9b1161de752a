"""`arena verify`: silent but for a line when all is well; otherwise which games, and what is wrong with them."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from arena.record import decode

STORE = Path("results/mine/arena.sqlite")


@pytest.fixture
def ids(arena, bot) -> list[str]:
    """Return the ids of the games of a tournament that has been played, in which a bot failed."""
    bot("clumsy")
    words = [word for name in ("random", "first", "./clumsy.py") for word in ("--bot", name)]
    games = ("--game", "battleground", "--game", "war_of_multiplicands:players=3")
    assert arena("run", "--name", "mine", *games, "--deals", "1", "--serial", *words).status == 0
    return [line.split()[0] for line in arena("replay", "mine").out.splitlines()[1:]]


def tamper(game: str, column: str, change) -> None:
    """Change a cell of the row of a game."""
    series, _, rotation = game.partition("-")
    where = "WHERE lower(hex(series)) GLOB ? AND rotation = ?", (f"{series}*", int(rotation))
    table = "records" if column == "record" else "games"
    with closing(sqlite3.connect(STORE)) as db, db:
        ((value,),) = db.execute(f"SELECT CAST({column} AS BLOB) FROM {table} {where[0]}", where[1])
        db.execute(f"UPDATE {table} SET {column} = ? {where[0]}", (change(value), *where[1]))


def test_records_that_the_rules_bear_out_are_counted(arena, ids):
    assert len(ids) == 9
    done = arena("verify", "mine")
    assert (done.status, done.out, done.err) == (0, "9 records, all by the rules\n", "")


def test_a_tampered_record_is_told_with_what_differs(arena, ids):
    def play_another_card(line: bytes) -> bytes:
        move = next(event.move for event in decode(line).events if event.move)
        return line.replace(f'"move":"{move}"'.encode(), b'"move":"K K"', 1)

    games = arena("replay", "mine").out.splitlines()[1:]
    whole = next(line.split()[0] for line in games if "clumsy" not in line)
    tamper(whole, "record", play_another_card)
    done = arena("verify", "mine")
    assert done.status == 1
    first, last = done.out.splitlines()
    assert first.startswith(f"{whole}  battleground:players=2  event 1: 'K K' is none of the legal moves: ")
    assert last == "9 records, 1 disagrees with the rules"


def test_ranks_that_only_the_table_has_are_told(arena, ids):
    tamper(ids[0], "ranks", lambda ranks: "[2,1]" if ranks == b"[1,2]" else "[1,2]")
    tamper(ids[1], "record", lambda line: b"{" + line)
    tamper(ids[2], "record", lambda line: line.replace(b'"rules":1', b'"rules":7'))
    done = arena("verify", "mine")
    assert done.status == 1
    one, two, three, last = done.out.splitlines()
    assert one.startswith(f"{ids[0]}  battleground:players=2  the tables count the ranks (")
    assert two.startswith(f"{ids[1]}  battleground:players=2  its record is damaged: JSON is malformed")
    assert three.endswith("it follows version 7 of the rules; these are version 1")
    assert last == "9 records, 3 disagree with the rules"


def test_a_record_whose_seed_deals_other_cards_is_told(arena, ids):
    def deal_anew(line: bytes) -> bytes:
        return line.replace(decode(line).seed.encode(), bytes(16).hex().encode())

    tamper(ids[-1], "record", deal_anew)
    assert "event 0: card 1 of the deck is " in arena("verify", "mine").out


def test_without_results_it_says_so(arena):
    done = arena("verify", "mine")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("arena: there are no results of 'mine' under results/")


def test_editions_of_a_users_own_are_verified_by_their_rules(arena):
    Path("my.toml").write_text('[mine]\nafter = "spend"\nseveral = false\n')
    words = ("--bot", "random", "--bot", "first", "--deals", "1", "--serial", "--editions", "my.toml")
    played = arena("run", "--name", "mine", "--game", "royal_dilemma@mine", *words)
    assert played.status == 0, played.err
    assert arena("verify", "mine").out == "2 records, all by the rules\n"


def damage(statement: str) -> None:
    with closing(sqlite3.connect(STORE)) as db, db:
        db.execute(statement)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE games SET seats = '[77,1]'",
        "UPDATE games SET ranks = 'x'",
        "DELETE FROM entrants",
        "DELETE FROM series",
        "DELETE FROM records",
        "DELETE FROM timings",
        "UPDATE series SET lineup = '[77,1,2]'",
        """UPDATE facts SET value = '{"a":1}' WHERE key = 'editions'""",
    ],
)
def test_a_damaged_store_is_one_sentence(arena, ids, statement):
    damage(statement)
    done = arena("verify", "mine")
    assert (done.status, done.out) == (2, "")
    assert done.err.count("\n") == 1
    assert "arena.sqlite cannot be used: it is damaged, " in done.err


def test_of_no_games_it_does_not_say_that_all_is_well(arena, ids):
    damage("DELETE FROM games")
    done = arena("verify", "mine")
    assert (done.status, done.err) == (2, "arena: no game of 'mine' is stored; arena run plays them\n")


def test_a_record_with_more_in_it_than_a_record_has_is_told(arena, ids):
    tamper(ids[0], "record", lambda line: line[:-1] + b',"more":1}')
    assert "its record is not in the form of a record" in arena("verify", "mine").out
