"""Whatever is wrong with what the user gave: one sentence, exit status 2, nothing written.

The sentences stand together in __snapshots__/test_errors.ambr, for people to judge.
"""

import contextlib
import fcntl
import os
import re
import shlex
import sqlite3
from pathlib import Path

import pytest

from arena.cli import places
from arena.store import Store
from tests.cli.conftest import files

GAMES = '[[games]]\ngame = "battleground"\n'
FIELD = 'bots = ["random", "first"]\n'

FILES = {
    "bad-syntax": "name = quick\n" + GAMES,
    "not-utf-8": b"name = '\xff'\n",
    "empty": "",
    "key-unknown": 'boots = ["random"]\n' + GAMES,
    "key-unknown-in-games": FIELD + GAMES + "deal = 5\n",
    "key-unknown-in-limits": FIELD + "limits = { decsion = 1.0 }\n" + GAMES,
    "key-unknown-in-bots": 'bots = [{ bot = "random", nmae = "r" }, "first"]\n' + GAMES,
    "key-unknown-with-a-newline": '"a\\nb - at c" = 1\n' + GAMES,
    "key-missing-in-games": FIELD + "[[games]]\ndeals = 5\n",
    "key-missing-in-bots": 'bots = [{ bot = "random" }]\n' + GAMES,
    "games-empty": FIELD + "games = []\n",
    "games-no-list": FIELD + '[games]\ngame = "battleground"\n',
    "games-of-texts": FIELD + 'games = ["battleground"]\n',
    "bots-empty": "bots = []\n" + GAMES,
    "bots-no-list": 'bots = "random"\n' + GAMES,
    "bots-of-numbers": "bots = [1, 2]\n" + GAMES,
    "bots-too-few": 'bots = ["random"]\n' + GAMES,
    "bots-too-few-for-the-table": FIELD + '[[games]]\ngame = "battleground:players=3"\n',
    "bot-unknown": 'bots = ["random", "frist"]\n' + GAMES,
    "bot-file-missing": 'bots = ["random", "./nobody.py"]\n' + GAMES,
    "bot-twice": 'bots = ["random", "first", "random"]\n' + GAMES,
    "bot-name-bad": 'bots = ["random", { bot = "first", name = "a b" }]\n' + GAMES,
    "bot-name-taken": 'bots = ["random", { bot = "first", name = "random" }]\n' + GAMES,
    "bot-plays-none-of-the-games": 'bots = ["random", "first", "./royalist.py"]\n' + GAMES,
    "bot-claims-nonsense": 'bots = ["random", "first", "./garbler.py"]\n' + GAMES,
    "game-unknown": FIELD + '[[games]]\ngame = "batleground"\n',
    "game-no-text": FIELD + "[[games]]\ngame = 5\n",
    "game-no-selection": FIELD + '[[games]]\ngame = "battleground:players"\n',
    "game-twice": FIELD + GAMES + '[[games]]\ngame = "battleground:players=2"\n',
    "edition-unknown": FIELD + '[[games]]\ngame = "royal_dilemma@invasoin"\n',
    "edition-of-a-game-without": FIELD + '[[games]]\ngame = "battleground@classic"\n',
    "option-unknown": FIELD + '[[games]]\ngame = "battleground:player=2"\n',
    "option-value-unknown": FIELD + '[[games]]\ngame = "battleground:pack=zas"\n',
    "option-twice": FIELD + '[[games]]\ngame = "battleground:players=2,players=3"\n',
    "option-clash": FIELD + '[[games]]\ngame = "war_of_multiplicands:players=3,teams=2"\n',
    "players-out-of-range": FIELD + '[[games]]\ngame = "battleground:players=7"\n',
    "players-negative": FIELD + '[[games]]\ngame = "battleground:players=-2"\n',
    "players-no-number": FIELD + '[[games]]\ngame = "battleground:players=two"\n',
    "deals-zero": FIELD + GAMES + "deals = 0\n",
    "deals-negative": FIELD + GAMES + "deals = -3\n",
    "deals-too-many": FIELD + GAMES + "deals = 10_000_000\n",
    "deals-fraction": FIELD + GAMES + "deals = 1.5\n",
    "deals-text": FIELD + GAMES + 'deals = "many"\n',
    "deals-true": FIELD + GAMES + "deals = true\n",
    "tables-word": FIELD + GAMES + 'tables = "some"\n',
    "tables-zero": FIELD + GAMES + "tables = 0\n",
    "seed-negative": "seed = -1\n" + FIELD + GAMES,
    "seed-text": 'seed = "one"\n' + FIELD + GAMES,
    "seed-huge": f"seed = {'9' * 5000}\n" + FIELD + GAMES,
    "nested-too-deep": f"seed = {'[' * 9999}\n" + FIELD + GAMES,
    "seed-too-large": "seed = 99999999999999999999\n" + FIELD + GAMES,
    "name-with-a-slash": 'name = "../mine"\n' + FIELD + GAMES,
    "name-no-text": "name = 5\n" + FIELD + GAMES,
    "containment-unknown": 'containment = "none"\n' + FIELD + GAMES,
    "disqualified-no-table": 'disqualified = ["first"]\n' + FIELD + GAMES,
    "disqualified-bot-unknown": 'disqualified = { frist = "a copy" }\n' + FIELD + GAMES,
    "disqualified-name-bad": 'disqualified = { "a b" = "a copy" }\n' + FIELD + GAMES,
    "disqualified-without-a-reason": 'disqualified = { first = "" }\n' + FIELD + GAMES,
    "disqualified-for-what-cannot-be-shown": 'disqualified = { first = "one\\ntwo" }\n' + FIELD + GAMES,
    "disqualified-all-but-one": 'disqualified = { first = "a copy" }\n' + FIELD + GAMES,
    "limits-no-table": "limits = 3\n" + FIELD + GAMES,
    "limit-text": 'limits = { decision = "1s" }\n' + FIELD + GAMES,
    "limit-zero": "limits = { decision = 0 }\n" + FIELD + GAMES,
    "limit-negative": "limits = { start = -1.0 }\n" + FIELD + GAMES,
    "limit-too-large": "limits = { decision = 1e9 }\n" + FIELD + GAMES,
    "limit-infinite": "limits = { decision = inf }\n" + FIELD + GAMES,
    "limit-nan": "limits = { decision = nan }\n" + FIELD + GAMES,
}
"""Tournament files that are refused."""

COMMANDS = {
    "command-unknown": "rum quick",
    "option-unknown": "run quick --wrokers 3",
    "run-nothing": "run",
    "run-name-only": "run --name mine",
    "run-game-only": "run --game battleground",
    "run-file-missing": "run ./nothing.toml",
    "run-file-is-a-folder": "run ./folder.toml",
    "run-name-missing": "run qiuck",
    "run-name-too-long": f"run {'x' * 300}",
    "run-file-too-long": f"run {'x' * 300}.toml",
    "table-name-too-long": f"table {'x' * 300}",
    "table-of-a-folder-elsewhere": "table ../mine",
    "run-name-strange": "run ''",
    "run-serial-with-workers": "run quick --serial --workers 2",
    "run-no-workers": "run quick --workers 0",
    "run-many-workers": "run quick --workers many",
    "run-deals-negative": "run --name mine --game battleground --deals -1",
    "run-seed-negative": "run --name mine --game battleground --seed -1",
    "run-file-and-seed": "run quick --seed 0",
    "run-file-and-the-rest": "run quick --name mine --game battleground --deals 5",
    "run-adhoc-bad-name": "run --name a/b --game battleground",
    "run-adhoc-bad-game": "run --name mine --game chess",
    "run-adhoc-bad-bot": "run --name mine --game battleground --bot random --bot frist",
    "run-adhoc-bad-bot-name": "run --name mine --game battleground --bot 'a b=./royalist.py' --bot random",
    "run-adhoc-bot-without-name": "run --name mine --game battleground --bot =random",
    "run-guest-unknown": "run quick --bot frist",
    "run-guest-twice": "run quick --bot random",
    "run-guest-missing": "run quick --bot ./nobody.py",
    "match-nothing": "match",
    "match-no-bots": "match battleground",
    "match-one-bot": "match battleground random",
    "match-three-bots": "match battleground random first greedy",
    "match-bot-unknown": "match battleground random gredy",
    "match-game-unknown": "match batleground random first",
    "match-two-of-a-name": "match royal_dilemma royalist.py other/royalist.py",
    "match-bot-of-another-game": "match battleground miser random",
    "match-bot-file-without-a-name": "match battleground 'a b.py' random",
    "match-bot-claims-nonsense": "match battleground garbler.py random",
    "match-seed-text": "match battleground random first --seed x",
    "table-nothing": "table",
    "table-missing": "table mine",
    "table-file-missing": "table ./mine.toml",
    "replay-missing": "replay mine",
    "export-missing": "export mine",
    "export-too-much": "export mine yours",
    "bots-too-much": "bots all",
}
"""Command lines that are refused."""


@pytest.fixture(autouse=True)
def bots(folder):
    """Some bots that do not fit everywhere."""
    text = "from arena import Bot\n\nclass Some(Bot):\n    games = ({!r},)\n"
    Path("royalist.py").write_text(text.format("royal_dilemma"))
    Path("garbler.py").write_text(text.format("battleground:players"))
    Path("other").mkdir()
    Path("other/royalist.py").write_text(text.format("*"))
    Path("folder.toml").mkdir()
    Path("a b.py").touch()


@pytest.fixture
def refused(arena, folder, snapshot):
    """Return a function that expects a command line to be refused, and holds the sentence against the snapshot."""

    def expect(*words: str) -> None:
        before = files(folder)
        status, out, err = arena(*words)
        assert (status, out) == (2, "")
        assert files(folder) == before
        assert re.fullmatch(r"arena[ a-z]*: [^\n]+\n", err), "one sentence, and whose"
        text = err.replace(str(places.built_in()), "<built in>").replace(str(folder), "<here>")
        assert re.sub(r"\b[0-9a-f]{12}\b", "<id>", text) == snapshot

    return expect


@pytest.mark.parametrize("case", FILES)
def test_a_tournament_file(refused, case):
    text = FILES[case]
    Path("my.toml").write_bytes(text if isinstance(text, bytes) else text.encode())
    refused("run", "my.toml", "--serial")


@pytest.mark.parametrize("case", COMMANDS)
def test_a_command_line(refused, case):
    refused(*shlex.split(COMMANDS[case]))


MINE = ("run", "--serial", "--name", "mine", "--game", "battleground", "--deals", "1", "--bot", "random")


@pytest.fixture
def mine(arena):
    """A tournament that has been played."""
    assert arena(*MINE, "--bot", "first").status == 0


def test_other_limits(refused, arena):
    Path("mine.toml").write_text(FIELD + GAMES)
    assert arena("run", "mine.toml", "--serial").status == 0
    Path("mine.toml").write_text(FIELD + "limits = { decision = 2 }\n" + GAMES)
    refused("run", "mine.toml", "--serial")


def test_a_file_that_lies_here_and_not_among_the_tournaments(refused):
    Path("mine.toml").write_text(FIELD + GAMES)
    refused("run", "mine")


def test_another_seed(refused, mine):
    refused(*MINE, "--bot", "first", "--seed", "1")


def test_a_bot_that_changed_under_its_version(refused, arena):
    bot = Path("duck.py")
    text = "from arena import Bot\n\nclass Duck(Bot):\n    version = '1'\n"
    bot.write_text(text + "    def act(self, view, moves):\n        return moves[0]\n")
    assert arena(*MINE, "--bot", "./duck.py").status == 0
    before = arena("table", "mine")
    bot.write_text(text + "    def act(self, view, moves):\n        return moves[-1]\n")
    refused(*MINE, "--bot", "./duck.py", "--deals", "2")
    assert arena("table", "mine") == before


def test_another_run_that_holds_the_lock(refused, mine):
    descriptor = os.open("results/mine", os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        refused(*MINE, "--bot", "first")
    finally:
        os.close(descriptor)


@pytest.mark.parametrize("words", [(*MINE, "--bot", "first"), ("table", "mine")])
class TestResultsThatAreNone:
    def test_a_file_in_the_folders_place(self, refused, words):
        Path("results").mkdir()
        Path("results/mine").touch()
        refused(*words)

    def test_a_file_in_the_place_of_results(self, refused, words):
        Path("results").touch()
        refused(*words)

    @pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
    def test_a_folder_that_cannot_be_written(self, refused, words):
        Path("results").mkdir(mode=0o500)
        refused(*words)

    def test_no_database(self, refused, words):
        Path("results/mine").mkdir(parents=True)
        Path("results/mine/arena.sqlite").write_text("something else that is long enough to be read as a header")
        refused(*words)

    @pytest.mark.parametrize("version", [0, 7])
    def test_somebody_elses_database(self, refused, words, version):
        Path("results/mine").mkdir(parents=True)
        db = sqlite3.connect("results/mine/arena.sqlite")
        db.executescript(f"CREATE TABLE games (title TEXT); PRAGMA user_version = {version};")
        db.close()
        refused(*words)


def test_a_store_without_a_tournament(refused):
    Path("results/mine").mkdir(parents=True)
    Path("results/mine/arena.sqlite").touch()
    refused("table", "mine")


def test_a_tournament_that_was_entered_by_half(refused):
    with Store(Path("results/mine")) as store:
        store.note("name", "mine")
    refused("table", "mine")


def test_a_table_of_damaged_rows(refused, mine):
    damage("ranks")
    refused("table", "mine")


def test_a_game_that_is_not_there(refused, mine):
    refused("replay", "mine", "zzz")


def test_a_game_that_could_be_several(refused, arena, mine):
    first = arena("replay", "mine").out.splitlines()[1].split()[0]
    refused("replay", "mine", first.partition("-")[0])


def test_a_record_that_is_damaged(refused, arena, mine):
    game = arena("replay", "mine").out.splitlines()[1].split()[0]
    damage("record")
    refused("replay", "mine", game)


def damage(column: str) -> None:
    """Write something else into a column of all games."""
    with contextlib.closing(sqlite3.connect("results/mine/arena.sqlite", isolation_level=None)) as db:
        table = "records" if column == "record" else "games"
        db.execute(f"UPDATE {table} SET {column} = 'nothing'")
