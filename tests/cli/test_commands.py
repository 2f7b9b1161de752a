"""What each command shows."""

import csv
import json
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from arena.cli import COMMANDS
from arena.players.entrants import BotSpec, Reference
from arena.players.sources import FileBots, InstalledBots
from arena.plugins import Plugins
from arena.record import decode, encode
from arena.replay import replay
from arena.reports.story import told

GAMES = {game.name: game for game in Plugins().games}
MINE = """
bots = ["random", "first"]

[[games]]
game = "royal_dilemma@invasion:players=2"

[[games]]
game = "battleground:players=2"
deals = 2
"""

STRAY = """
from arena import Bot


class Stray(Bot):
    def act(self, view, moves):
        return 7
"""


@pytest.fixture
def mine(arena, folder):
    """A tournament that has been played: twice two deals and rotations, in two selections."""
    Path("mine.toml").write_text(MINE)
    done = arena("run", "mine.toml", "--serial")
    assert done.status == 0
    return done


@pytest.mark.parametrize("name", COMMANDS)
def test_help(arena, snapshot, name):
    done = arena(name, "--help")
    assert (done.status, done.err) == (0, "")
    assert done.out == snapshot


def test_help_is_what_one_gets_without_a_command(arena, snapshot):
    done = arena()
    assert done == arena("--help") == arena("-h")
    assert (done.status, done.err) == (0, "")
    assert done.out == snapshot


def test_version(arena):
    assert arena("--version").out.startswith("arena 0.")


def test_bots_are_listed_with_where_they_come_from_and_where_they_play(arena):
    status, out, err = arena("bots")
    assert (status, err) == (0, "")
    rows = [line.split() for line in out.splitlines()]
    assert rows[0] == ["bot", "from", "code", "plays", "in"]
    assert ["random", "arena", "0.1.0", "bots.random:Random", "engine"] in rows
    assert rows[2:] == sorted(rows[2:])


def test_games_are_listed_with_every_edition_and_option(arena):
    status, out, err = arena("games")
    assert (status, err) == (0, "")
    words = set(out.split())
    for game in GAMES.values():
        assert f"{game.name}: {game.title}\n  {game.credit}\n" in out
        for edition in game.editions:
            assert {*filter(None, [edition.slug]), *(option.name for option in edition.options)} <= words


def test_a_match_is_told_move_by_move(arena):
    done = arena("match", "battleground", "first", "random", "--seed", "3")
    assert (done.status, done.err) == (0, "")
    assert done == arena("match", "battleground:players=2", "first", "random", "--seed", "3")
    told = done.out.splitlines()
    assert told[:2] == ["battleground:players=2,pack=zsa,max_turns=1000", "seat 0 first, seat 1 random"]
    assert "ending: normal" in told
    assert done != arena("match", "battleground", "first", "random", "--seed", "4")


def test_a_match_as_json_is_its_record(arena):
    done = arena("match", "royal_dilemma@duel:players=3", "first", "random", "first", "--json")
    assert (done.status, done.err, done.out.count("\n")) == (0, "", 1)
    record = decode(done.out)
    assert (record.game, record.edition, record.seats) == ("royal_dilemma", "duel", ("first", "random", "first"))
    assert encode(record).decode() == done.out.rstrip()
    assert replay(GAMES[record.game], record).outcome().ranks == record.ranks


def test_bots_of_a_match_may_be_files_and_have_other_names(arena, bot):
    bot("steady")
    done = arena("match", "battleground", "./steady.py", "other=steady.py", "--json")
    assert (done.status, done.err) == (0, "")
    assert decode(done.out).seats == ("steady", "other")


def test_an_author_sees_what_the_bot_raised(program, bot):
    path = bot("clumsy")
    status, out, err = program("match", "battleground", "random", "./clumsy.py")
    assert status == 0
    assert "fault after 1 decisions: seat 1 clumsy: exception, raised ValueError in act" in out
    first, *trace = err.rstrip().splitlines()
    assert first == "-- seat 1 clumsy printed or raised:"
    assert trace[0] == "Traceback (most recent call last):"
    assert [line for line in trace if line.startswith("  File")] == [
        f'  File "{path}", line 8, in act',
        f'  File "{path}", line 11, in _choose',
    ]
    assert trace[-1].startswith("ValueError: none of ")


def test_match_shows_an_author_the_illegal_answer(arena):
    Path("stray.py").write_text(STRAY)
    _, out, err = arena("match", "battleground", "random", "stray.py")
    assert "illegal, answered with something that is none of the legal moves" in out
    assert "\n7 is none of the legal moves: " in err


def test_a_run_tells_of_faults_at_its_end(arena):
    Path("stray.py").write_text(STRAY)
    words = ("--name", "x", "--game", "battleground", "--bot", "random", "--bot", "stray.py", "--deals", "1")
    err = arena("run", *words, "--serial").err
    game = arena("replay", "x").out.splitlines()[1].split()[0]
    told = "stray answered with something that is none of the legal moves (illegal, 2 times)"
    assert f"fault: {told}; first in game {game}\n" in err


def test_a_reader_that_has_seen_enough_is_no_error(mine):
    command = f"{sys.executable} -m arena export mine | head -c 10; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert (done.stdout.splitlines()[-1][-1], done.stderr) == ("0", "")


@pytest.mark.parametrize("closed", [">&-", "<&- >&- 2>&-"])
def test_closed_streams_are_no_error(mine, closed):
    done = subprocess.run(["bash", "-c", f"{sys.executable} -m arena table mine {closed}"], capture_output=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


@pytest.mark.parametrize("words", ["table mine", "export mine"])
def test_output_that_cannot_be_written_is_one_sentence(mine, words):
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "arena", *words.split()]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stderr) == (1, "arena: output cannot be written: No space left on device\n")


def test_replay_lists_the_games(arena, mine):
    status, out, err = arena("replay", "mine")
    assert (status, err) == (0, "")
    head, *lines = out.splitlines()
    assert head.split()[:2] == ["game", "selection;"]
    rows = [line.split("  ") for line in lines]
    assert [selection for _, selection, _ in rows] == ["battleground:players=2"] * 4 + [
        "royal_dilemma@invasion:players=2"
    ] * 2
    records = [decode(line) for line in arena("export", "mine").out.splitlines()]
    assert [players for _, _, players in rows] == [
        ", ".join(f"{name} ({rank})" for name, rank in zip(record.seats, record.ranks, strict=True))
        for record in records
    ]


def test_replay_tells_a_game_by_the_beginning_of_its_id(arena, mine):
    ids = [line.split()[0] for line in arena("replay", "mine").out.splitlines()[1:]]
    records = [decode(line) for line in arena("export", "mine").out.splitlines()]
    for game_id, record in zip(ids, records, strict=True):
        done = arena("replay", "mine", game_id)
        assert (done.status, done.err) == (0, "")
        series, _, rotation = game_id.partition("-")
        unique = next(head for end in range(1, 13) if sum(one.startswith(head := series[:end]) for one in ids) == 2)
        assert arena("replay", "mine", f"{unique.upper()}-{rotation}") == done
        assert sum(f"seat {event.seat} " in done.out for event in record.events if event.move)
        assert sum(re.match(r" +\d+ seat ", line) is not None for line in done.out.splitlines()) == sum(
            event.move is not None for event in record.events
        ) + len(record.seats)


def test_export_gives_every_record_in_order_and_each_replays(arena, mine):
    status, out, err = arena("export", "mine")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert len(lines) == 6
    records = [decode(line) for line in lines]
    assert [encode(record).decode() for record in records] == lines
    assert [(record.game, record.seats) for record in records] == [
        *[("battleground", ("first", "random")), ("battleground", ("random", "first"))] * 2,
        *[("royal_dilemma", ("first", "random")), ("royal_dilemma", ("random", "first"))],
    ]
    for one, other in zip(records[::2], records[1::2], strict=True):
        assert (one.seed, one.events[0]) == (other.seed, other.events[0])  # a deal, and its rotation
    for record in records:
        outcome = replay(GAMES[record.game], record).outcome()
        assert (outcome.ranks, outcome.scores) == (record.ranks, record.scores)
    assert all(json.loads(line)["format"] == "arena-record/1" for line in lines)


def test_a_run_writes_tables_and_table_shows_them_again(arena, mine):
    assert mine.out.startswith("mine\nseed: 0\ngames: 6\ncontainment: built-in bots only")
    titles = [before for before, line in pairwise(mine.out.splitlines()) if line.lstrip().startswith("#  bot")]
    assert titles == ["overall", "battleground:players=2", "royal_dilemma@invasion:players=2"]
    with Path("results/mine/elo.csv").open() as table:
        shown = {(row["bot"], row["elo"]) for row in csv.DictReader(table)}
    words = mine.out.split()
    assert all(bot in words and elo in words for bot, elo in shown)
    assert arena("table", "mine") == arena("table", "mine.toml") == (0, mine.out, "")
    assert mine.err == "6 of 6 games, 6 new\nwritten: results/mine/elo.md, results/mine/elo.csv\n"
    assert sorted(path.name for path in Path("results/mine").iterdir()) == ["arena.sqlite", "elo.csv", "elo.md"]


def test_results_are_found_by_the_name_in_the_file(arena):
    Path("mine.toml").write_text('name = "friday"\n' + MINE)
    assert arena("run", "mine.toml", "--serial").status == 0
    assert arena("table", "friday") == arena("table", "./mine.toml")
    assert Path("results/friday/elo.md").exists()


def test_a_dry_run_counts_and_writes_nothing(arena, mine):
    Path("mine.toml").write_text(MINE.replace("deals = 2", "deals = 5"))
    before = Path("results/mine/arena.sqlite").read_bytes()
    status, out, err = arena("run", "mine.toml", "--dry-run")
    assert (status, err) == (0, "")
    rows = [line.split() for line in out.splitlines()]
    assert rows[0] == ["selection", "bots", "games", "to", "play"]
    assert rows[2:4] == [
        ["royal_dilemma@invasion:players=2", "2", "2", "0"],
        ["battleground:players=2", "2", "10", "6"],
    ]
    assert out.splitlines()[-1].startswith("6 games to play, about ")
    assert Path("results/mine/arena.sqlite").read_bytes() == before


def test_a_dry_run_of_what_was_never_played_leaves_no_folder(arena, folder):
    assert arena("run", "quick", "--dry-run").status == 0
    assert list(folder.iterdir()) == []


def test_tournaments_that_came_with_arena_are_found_by_name_and_those_of_the_folder_first(arena):
    assert "war_of_multiplicands" in arena("run", "quick", "--dry-run").out
    Path("tournaments").mkdir()
    Path("tournaments/quick.toml").write_text(MINE)
    assert "war_of_multiplicands" not in arena("run", "quick", "--dry-run").out


def test_guests_of_the_command_line_are_looked_for_in_the_current_folder(arena, bot):
    bot("steady")
    Path("tournaments").mkdir()
    Path("tournaments/mine.toml").write_text(MINE)
    done = arena("run", "mine", "--bot", "./steady.py", "--bot", "old=steady.py", "--dry-run")
    assert (done.status, done.err) == (0, "")
    assert done.out.splitlines()[2].split() == ["royal_dilemma@invasion:players=2", "4", "12", "12"]


def test_guests_join_the_installed_bots_where_a_file_names_none(arena, bot):
    bot("steady")
    Path("all.toml").write_text('[[games]]\ngame = "battleground"\n')
    alone = arena("run", "all.toml", "--dry-run").out.splitlines()[2].split()
    joined = arena("run", "all.toml", "--bot", "./steady.py", "--dry-run").out.splitlines()[2].split()
    assert int(joined[1]) == int(alone[1]) + 1


def test_a_bot_that_cannot_be_loaded_is_told_of_and_takes_part(arena):
    Path("broken.py").write_text("import nothing_of_this_name\n")
    Path("mine.toml").write_text(MINE.replace('"first"', '"./broken.py"'))
    status, _, err = arena("run", "mine.toml", "--serial")
    assert status == 0
    warning, *trace = err.splitlines()
    assert warning.startswith("warning: bot 'broken' (file ./broken.py) cannot be loaded: it raised ModuleNotFound")
    assert "ModuleNotFoundError: No module named 'nothing_of_this_name'" in trace
    assert "warning: it takes part and loses by this fault" in trace
    assert "note: broken is withdrawn after round 1: 4 failed starts" in trace
    assert [decode(line).faults[0].kind for line in arena("export", "mine").out.splitlines()] == ["startup"] * 4


def test_games_by_older_rules_are_kept_but_no_longer_count(arena, mine, monkeypatch):
    corrected = tuple(msgspec.structs.replace(game, version=game.version + 1) for game in Plugins().games)
    monkeypatch.setattr(Plugins, "games", corrected)
    done = arena("run", "mine.toml", "--serial")
    assert done.err.startswith("6 of 6 games, 6 new\n")
    assert "\ngames: 6\n" in done.out
    assert [decode(line).rules for line in arena("export", "mine").out.splitlines()] == [
        1,
        1,
        1,
        1,
        2,
        2,
        2,
        2,
        1,
        1,
        2,
        2,
    ]


CLAIMS = "from arena import Bot\n\n\nclass Some(Bot):\n    games = ('battleground:players',)\n"


def test_an_installed_bot_whose_claims_cannot_be_read_is_left_out(arena, monkeypatch):
    Path("garbler.py").write_text(CLAIMS)
    monkeypatch.setattr(InstalledBots, "listed", listed_with(FileBots().find(Reference("garbler.py"))))
    Path("all.toml").write_text('[[games]]\ngame = "battleground"\n')
    done = arena("run", "all.toml", "--dry-run")
    assert done.status == 0
    assert done.err == (
        "warning: bot 'garbler' (file garbler.py) is left out: of the games it plays, 'battleground:players' is no "
        "selection; write game, game@edition or game@edition:option=value,…\n"
    )
    asked = arena("run", "--name", "x", "--game", "battleground", "--bot", "garbler", "--bot", "random")
    assert asked.status == 2
    assert asked.err.startswith(
        "arena: command line: bots: the games of 'garbler': 'battleground:players' is no sel"
    )


def test_what_strangers_call_themselves_does_not_reach_the_terminal_as_it_is(arena, monkeypatch):
    spec = BotSpec("a\x1b[2J", "installed", "m\n:a", "b\r 1", "1", "f")
    monkeypatch.setattr(InstalledBots, "listed", listed_with(spec))
    assert ["a\\x1b[2J", "b\\r", "1", "m\\n:a", "own", "process"] in [
        line.split() for line in arena("bots").out.split("\n")
    ]


def test_nor_as_it_stands_in_a_record(arena):
    record = decode(arena("match", "battleground", "first", "random", "--json").out)
    game = GAMES[record.game]
    sly = told(game, msgspec.structs.replace(record, seats=("a\x1b[2J", "b\nending: normal")))
    assert sly.count("\n") == told(game, record).count("\n")
    assert "\x1b" not in sly


def listed_with(spec: BotSpec):
    """Return a `listed` that finds the built-in bots and another one."""
    listed = InstalledBots.listed
    return lambda source: (*listed(source), spec)
