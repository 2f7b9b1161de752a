"""`arena table`: over all games or some, in every format, and one sentence for what makes no sense."""

import csv
import io
import json
import re
from datetime import datetime, timedelta
from itertools import combinations
from pathlib import Path

import pytest

from arena import store as module
from arena.bot import Limits
from arena.store import Store
from tests.test_store import entrant, game

TOY, LONG, OTHER = "toy:players=2", "toy@long:players=2", "other:players=2"
BOTS = ("ant", "bee", "cat")
NOON = datetime(2026, 3, 1, 12)


@pytest.fixture
def played(monkeypatch) -> None:
    """Three bots and three selections, one series each; every selection is stored an hour after the one before."""
    with Store(Path("results/mine")) as store:
        store.enrol(map(entrant, BOTS))
        store.note("name", "mine")
        store.note("seed", 0)
        store.note("limits", Limits())
        store.note("containment", {})
        store.note("selections", dict.fromkeys((TOY, LONG, OTHER), 1))
        for hour, selection in enumerate((TOY, LONG, OTHER)):
            stored = (NOON + timedelta(hours=hour)).timestamp()
            monkeypatch.setattr(module.time, "time", lambda stored=stored: stored)
            for lineup in combinations(BOTS, 2):
                for rotation in (0, 1):
                    ranks = (1, 2) if rotation else (1, 1)
                    store.add(game(0, rotation, lineup=lineup, selection=selection, ranks=ranks))
    later = (NOON + timedelta(hours=3)).timestamp()
    monkeypatch.setattr(module.time, "time", lambda: later)


@pytest.fixture
def rows(arena, played):
    """Return a function that gives the rows of the tables as CSV."""

    def read(*words: str) -> list[dict[str, str]]:
        done = arena("table", "mine", "--format", "csv", *words)
        assert (done.status, done.err) == (0, "")
        return list(csv.DictReader(io.StringIO(done.out)))

    return read


def tables(rows) -> set[str]:
    return {row["table"] for row in rows}


def bots(rows) -> set[str]:
    return {row["bot"] for row in rows}


def test_without_options_it_is_over_everything(rows):
    assert tables(rows()) == {"overall", "toy", TOY, LONG, "other", OTHER}
    assert bots(rows()) == set(BOTS)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["toy"], {TOY, LONG}),
        (["toy@long"], {LONG}),
        ([TOY], {TOY}),
        (["toy@long", "other"], {LONG, OTHER}),
    ],
)
def test_game_leaves_its_selections(rows, words, expected):
    made = tables(rows(*(word for text in words for word in ("--game", text))))
    assert made & {TOY, LONG, OTHER} == expected


def test_bots_and_without_leave_some_bots_and_the_games_between_them(rows):
    assert bots(rows("--bots", "ant,bee")) == {"ant", "bee"}
    assert bots(rows("--bots", "ant", "--bots", "cat")) == {"ant", "cat"}
    assert rows("--without", "bee") == rows("--bots", "ant,cat")
    assert rows("--bots", "ant,bee,cat", "--without", "cat") == rows("--bots", "ant,bee")
    assert {row["games"] for row in rows("--game", TOY, "--without", "bee")} == {"2"}


@pytest.mark.parametrize(
    ("when", "expected"),
    [
        ("2026-03-01", {TOY, LONG, OTHER}),
        ("2026-03-01 12:00:01", {LONG, OTHER}),
        ("2026-03-01T13:30", {OTHER}),
        ("60m", {OTHER}),
        ("2h", {LONG, OTHER}),
        ("3h", {TOY, LONG, OTHER}),
        ("999999999d", {TOY, LONG, OTHER}),
    ],
)
def test_since_leaves_the_games_stored_then_and_later(rows, when, expected):
    assert tables(rows("--since", when)) & {TOY, LONG, OTHER} == expected


def test_a_filtered_table_says_what_it_is_over(arena, played):
    words = ("--game", "toy", "--since", "2026-03-01 12:00", "--without", "cat", "--without", "bee,cat")
    assert "left is 'ant'" in arena("table", "mine", *words).err
    lines = arena("table", "mine", *words[:-2]).out.splitlines()
    assert "games: 4" in lines
    since = NOON.astimezone().isoformat(" ")
    assert [line for line in lines if line.startswith("note: ")][:3] == [
        f"note: only games of {TOY} and {LONG}",
        f"note: only games stored since {since}",
        "note: only games between ant, bee",
    ]
    assert "note: only" not in arena("table", "mine").out


def test_the_games_stay_and_count_again(arena, rows):
    before = rows()
    rows("--without", "bee")
    assert rows() == before
    assert len(arena("replay", "mine").out.splitlines()) == 1 + 18


def test_json_holds_the_header_and_all_tables(arena, rows):
    done = arena("table", "mine", "--format", "json")
    assert (done.status, done.err) == (0, "")
    document = json.loads(done.out)
    header = document["header"]
    assert (header["tournament"], header["seed"], header["games"], header["notes"]) == ("mine", 0, 18, [])
    told = [
        (table["name"], row["bot"], f"{row['elo']:.1f}", str(row["games"]))
        for table in document["tables"]
        for row in table["rows"]
    ]
    assert told == [(row["table"], row["bot"], row["elo"], row["games"]) for row in rows()]


@pytest.mark.parametrize(
    ("form", "mark"), [("github", "|---"), ("grid", "+==="), ("html", "<table>"), ("tsv", "\t")]
)
def test_tables_are_drawn_as_tabulate_does(arena, played, form, mark):
    done = arena("table", "mine", "--format", form)
    assert (done.status, done.err) == (0, "")
    assert mark in re.sub(r"\|[:-]+", "|---", done.out)
    assert done.out.startswith("mine\nseed: 0\ngames: 18\n")


def test_show_chooses_what_there_is_to_see(arena, played):
    assert "Crosstable" not in arena("table", "mine").out
    some = arena("table", "mine", "--show", "los,crosstable").out
    assert "Crosstable" in some
    assert "Elo" not in some
    assert arena("table", "mine", "--show", "ratings").out == arena("table", "mine").out
    every = arena("table", "mine", "--show", "all").out
    assert every == arena("table", "mine", "--show", "ratings,seats", "--show", "crosstable,los,checks").out
    assert {"Crosstable", "Elo"} < set(re.findall(r"\w+", every))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--game", "tyo"], "--game: 'tyo' is not played in this tournament (did you mean 'toy'?); it plays "),
        (["--game", "toy:players"], "--game: 'toy:players' is not played in this tournament"),
        (
            ["--bots", "ant,bea"],
            "--bots: there is no bot 'bea' in this tournament (did you mean 'bee'?); its bots are ",
        ),
        (["--without", "dog"], "--without: there is no bot 'dog' in this tournament; its bots are ant, bee, cat\n"),
        (["--bots", "ant"], "a table is between two bots or more; left is 'ant'\n"),
        (["--bots", "ant", "--without", "ant"], "a table is between two bots or more; left is none\n"),
        (
            ["--since", "yesterday"],
            "--since: 'yesterday' is no time; right are 2026-03-01, '2026-03-01 18:00', or 90m",
        ),
        (["--since", ""], "--since: '' is no time; "),
        (["--since", "0001-01-01"], "--since: '0001-01-01' is no time; "),
        (["--since", "9999-12-31"], "--since: 9999-12-31 is yet to come\n"),
        (["--since", "1m"], "no game of 'mine' is left: only games stored since 2026-03-01 14:59:00"),
        (
            ["--show", "lso"],
            "--show: there is no 'lso' (did you mean 'los'?); there are ratings, crosstable, los, ",
        ),
        (["--show", "los", "--format", "csv"], "--show is for people; --format csv always holds the same\n"),
        (["--format", "jsn"], "--format: there is no format 'jsn' (did you mean 'json'?); there are csv, json, "),
    ],
)
def test_what_makes_no_sense_is_one_sentence(arena, played, words, sentence):
    done = arena("table", "mine", *words)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"arena: {sentence}")
    assert done.err.count("\n") == 1
