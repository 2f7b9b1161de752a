"""The store: what is kept, for whom, and what is said when it cannot be."""

import contextlib
import gc
import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from arena import store as module
from arena.chance import derive
from arena.errors import StoreError
from arena.executors import Past, Played, Said
from arena.players.entrants import BotSpec, Entrant
from arena.ratings.results import GameResult, SeriesResult
from arena.record import Fault
from arena.series import Series
from arena.store import Found, Listed, Store

SELECTION = "toy@plain:players=2"
PLAYED = {SELECTION: 1}


def entrant(name: str, version: str = "1", fingerprint: str = "f") -> Entrant:
    return Entrant(BotSpec(name, "file", f"{name}.py", "file", version, fingerprint), version, ("*",))


FIELD = (entrant("ant"), entrant("bee"))


def game(
    deal: int,
    rotation: int,
    faults: tuple[Fault, ...] = (),
    record: bytes = b"",
    seconds: float = 0.5,
    rules: int = 1,
    lineup: tuple[str, str] = ("ant", "bee"),
    selection: str = SELECTION,
    ranks: tuple[int, int] = (1, 2),
) -> Played:
    seats = lineup if not rotation else lineup[::-1]
    series = Series(derive("store", selection, rules, *lineup, deal), selection, rules, lineup, deal)
    record = record or b'{"deal":%d,"rotation":%d}' % (deal, rotation)
    return Played(series, rotation, seats, ranks, faults, "normal", 9, record, seconds)


DIED = Fault(0, "died", 3, "its process ended")


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "results" / "mine"


@pytest.fixture
def store(folder):
    with Store(folder) as opened:
        opened.enrol(FIELD)
        yield opened


def test_it_knows_what_has_been_played_also_when_opened_again(store, folder):
    assert store.played(game(0, 0).series) == {}
    store.add(game(0, 1))
    assert store.played(game(0, 0).series) == {1: game(0, 1).past}  # at once, before it is on disk
    store.add(game(0, 0))
    store.add(game(1, 0))
    store.commit()
    with Store(folder, writable=False) as again:
        assert [set(again.played(game(deal, 0).series)) for deal in range(3)] == [{0, 1}, {0}, set()]


def test_it_knows_who_was_charged_with_what(store):
    first, second = (Fault(seat, kind, None, "as it happens") for seat, kind in ((1, "startup"), (0, "died")))
    store.add(game(0, 0, (first, second)))
    store.add(game(0, 1, (first,)))
    assert store.played(game(0, 0).series) == {
        0: Past(GameResult(("ant", "bee"), (1, 2), ("bee", "ant")), ("startup", "died")),
        1: Past(GameResult(("bee", "ant"), (1, 2), ("ant",)), ("startup",)),
    }


def test_a_game_is_kept_once(store):
    store.add(game(0, 0))
    with pytest.raises(StoreError, match="UNIQUE"):
        store.add(game(0, 0))


def test_records_come_in_order_whatever_the_order_of_play(store):
    for played in (game(1, 1), game(0, 1), game(1, 0), game(0, 0)):
        store.add(played)
    order = [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert list(store.records()) == [game(*key).record for key in order]
    assert [listed.game for listed in store.index()] == [game(*key).series.game_id(key[1]) for key in order]


def test_they_come_by_selection_rules_line_up_and_deal(store):
    store.enrol([*FIELD, entrant("ant-b"), entrant("cat")])
    lineups = [("ant", "bee"), ("ant", "cat"), ("ant-b", "bee"), ("bee", "cat")]
    order = [
        game(deal, 0, lineup=lineup, selection=selection, rules=rules)
        for selection in ("a:players=2", "b:players=2")
        for rules in (1, 2)
        for lineup in lineups
        for deal in (2, 10)
    ]
    for played in sorted(order, key=lambda played: played.series.id):
        store.add(played)
    assert [listed.series for listed in store.index()] == [played.series for played in order]


def test_the_index_tells_ranks_and_faults_and_when_a_game_was_stored(store, monkeypatch):
    monkeypatch.setattr(module.time, "time", lambda: 1_700_000_000.9)
    store.add(game(0, 1, (DIED,)))
    assert list(store.index()) == [
        Listed(
            game(0, 1).series,
            1,
            (("ant", "1", "f"), ("bee", "1", "f")),
            ("bee", "ant"),
            (1, 2),
            (DIED,),
            "normal",
            9,
            0.5,
            1_700_000_000,
        )
    ]


def test_a_record_is_found_by_any_unique_beginning_of_its_id(store):
    store.add(game(0, 0))
    store.add(game(0, 1))
    store.add(game(1, 0))
    series = game(0, 0).series.id.hex()
    assert store.find(f"{series[:12]}-1") == store.find(f"{series[:2]}-1")
    assert store.find(f"{series[:12]}-1") == Found(game(0, 1).series, 1, game(0, 1).record, ())
    assert store.find(f"{series.upper()}-0").record == game(0, 0).record
    for ambiguous in (series[:12], f"{series[:4]}-"):
        with pytest.raises(StoreError, match="the beginning of several games"):
            store.find(ambiguous)
    for absent in ("", "-", "*", "?", "zz", f"{series[:12]}-7", f"{series[:12]}-x", "%", "é"):
        with pytest.raises(StoreError, match="has no game"):
            store.find(absent)


def test_results_are_those_of_selections_and_entrants_that_take_part(store):
    store.add(game(0, 1, (DIED,)))
    expected = [SeriesResult(SELECTION, "toy", (GameResult(("bee", "ant"), (1, 2), ("bee",)),))]
    assert list(store.results(PLAYED)) == expected
    assert list(store.results({"toy@other:players=2": 1})) == []
    store.enrol([entrant("ant"), entrant("cat")])
    assert list(store.results(PLAYED)) == []
    assert len(list(store.records())) == 1
    store.enrol(FIELD)
    assert list(store.results(PLAYED)) == expected


def test_series_that_ended_equally_are_told_once(store):
    late = msgspec.structs.replace(DIED, decision=7)
    for deal, first, second, faults in [
        (0, (1, 2), (1, 2), ()),
        (1, (1, 2), (1, 2), ()),
        (2, (2, 1), (1, 2), ()),
        (3, (1, 2), (1, 2), (DIED,)),
        (4, (1, 2), (1, 2), (late,)),
    ]:
        store.add(game(deal, 1, ranks=second))  # whatever the order of play
        store.add(game(deal, 0, faults, ranks=first))
    store.add(game(5, 0))
    told = {
        (tuple((one.ranks, one.faults) for one in result.games), result.times) for result in store.results(PLAYED)
    }
    assert told == {
        ((((1, 2), ()), ((1, 2), ())), 2),
        ((((2, 1), ()), ((1, 2), ())), 1),
        ((((1, 2), ("ant",)), ((1, 2), ())), 2),
        ((((1, 2), ()),), 1),
    }


def test_results_may_be_of_some_bots_and_of_games_stored_since(store, monkeypatch):
    store.enrol([*FIELD, entrant("cat")])
    for now, lineup in enumerate([("ant", "bee"), ("ant", "cat"), ("bee", "cat")], 100):
        monkeypatch.setattr(module.time, "time", lambda now=now: now)
        store.add(game(0, 0, lineup=lineup))

    def lineups(**only) -> set[tuple[str, ...]]:
        return {one.seats for result in store.results(PLAYED, **only) for one in result.games}

    assert lineups(since=101) == {("ant", "cat"), ("bee", "cat")}
    assert lineups(since=103) == set()
    assert lineups(bots={"ant", "bee", "dog"}) == {("ant", "bee")}
    assert lineups(since=100, bots={"ant"}) == set()


def test_of_a_series_only_the_games_stored_since_count(store, monkeypatch):
    for now in (0, 1):
        monkeypatch.setattr(module.time, "time", lambda now=now: now)
        store.add(game(0, now))
    assert [len(result.games) for result in store.results(PLAYED, since=0)] == [2]
    assert [len(result.games) for result in store.results(PLAYED, since=1)] == [1]


def test_games_by_other_rules_stay_but_no_longer_count(store):
    store.add(game(0, 0))
    store.add(game(0, 0, rules=2, ranks=(2, 1)))
    assert [result.games[0].ranks for result in store.results({SELECTION: 2})] == [(2, 1)]
    assert len(list(store.records())) == 2


def test_what_is_written_whole_is_kept_whole_or_not_at_all(store):
    def stopped_halfway():
        with store.whole():
            store.enrol([entrant("cat")])
            store.note("name", "mine")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stopped_halfway()
    assert (store.entrants(), store.fact("name")) == ({"ant": "1", "bee": "1"}, None)


def test_another_version_is_another_entrant_and_the_old_ones_games_stay(store):
    store.add(game(0, 0))
    store.enrol([entrant("ant", "2", "g"), entrant("bee")])
    assert store.entrants() == {"ant": "2", "bee": "1"}
    assert list(store.results(PLAYED)) == []
    assert len(list(store.records())) == 1


def test_code_that_changed_under_its_version_is_refused_and_nothing_changes(store):
    with pytest.raises(StoreError, match=r"bot 'bee' \(.*\) has changed but is still version 1; "):
        store.enrol([entrant("cat"), entrant("bee", "1", "g")])
    assert store.entrants() == {"ant": "1", "bee": "1"}


@pytest.mark.parametrize(
    ("kind", "remedy"),
    [
        ("file", "give its class a new version, or start over"),
        ("program", "let it say a new version in its answer to hello, or start over"),
        ("installed", "of its class if that has one, and install it again, or start over"),
    ],
)
def test_who_changed_code_is_told_where_its_version_stands(store, kind, remedy):
    bee = entrant("bee", "1", "g")
    with pytest.raises(StoreError, match=remedy):
        store.enrol([msgspec.structs.replace(bee, spec=msgspec.structs.replace(bee.spec, kind=kind))])


def test_facts_are_kept(store, folder):
    store.note("seed", 2**63 - 1)
    store.note("selections", PLAYED)
    store.note("seed", 5)
    store.commit()
    with Store(folder, writable=False) as again:
        assert (again.fact("seed"), again.fact("selections"), again.fact("name")) == (5, PLAYED, None)


def test_timings_lie_apart_so_that_the_same_games_are_the_same_rows(folder):
    def rows(seconds: float) -> list[tuple]:
        with Store(folder.with_name(f"after-{seconds}")) as store:
            store.enrol(FIELD)
            store.add(game(0, 0, seconds=seconds))
            store.commit()
            db = sqlite3.connect(store.folder / "arena.sqlite")
            assert db.execute("SELECT seconds FROM timings").fetchall() == [(seconds,)]
            return [row for table in ("games", "records", "series") for row in db.execute(f"SELECT * FROM {table}")]

    assert rows(0.5) == rows(1.5)


def test_a_reader_sees_what_is_committed_while_the_writer_is_open(store, folder):
    store.add(game(0, 0))
    store.commit()
    store.add(game(0, 1))
    with Store(folder, writable=False) as reader:
        assert reader.played(game(0, 0).series).keys() == {0}
        store.commit()
        assert reader.played(game(0, 0).series).keys() == {0, 1}


def test_a_reader_may_see_what_was_there_at_first(store, folder):
    store.add(game(0, 0))
    store.commit()
    with Store(folder, writable=False) as reader:
        with reader.unchanging():
            assert len(list(reader.index())) == 1
            store.add(game(0, 1))
            store.commit()
            assert len(list(reader.records())) == 1
        assert len(list(reader.index())) == 2


def test_there_is_one_writer(store, folder):
    with pytest.raises(StoreError, match=r"results/mine is in use by another run; wait for it"):
        Store(folder)
    assert store.played(game(0, 0).series) == {}


def test_leaving_keeps_what_was_added_and_lets_go_of_the_lock(folder):
    before = descriptors()
    for deal in range(3):
        with contextlib.suppress(RuntimeError), Store(folder) as store:
            store.enrol(FIELD)
            store.add(game(deal, 0))
            raise RuntimeError
    with Store(folder, writable=False) as store:
        assert len(list(store.records())) == 3
    assert descriptors() == before
    assert [path.name for path in folder.iterdir()] == ["arena.sqlite"]


def descriptors() -> int:
    gc.collect()  # what earlier tests left open is none of this one's
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


def script(text: str, folder: Path) -> "subprocess.Popen[bytes]":
    """Run a program with `folder` as its first argument, and what this module imports at hand."""
    program = f"import os, resource, signal, sys\nfrom pathlib import Path\nfrom tests.test_store import *\n{text}"
    return subprocess.Popen(
        [sys.executable, "-c", program, str(folder)],
        cwd=Path(__file__).parents[1],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def test_a_writer_that_was_killed_leaves_no_lock_and_loses_nothing_committed(folder):
    dying = script(
        "store = Store(Path(sys.argv[1])); store.enrol(FIELD); store.add(game(0, 0)); store.commit()\n"
        "store.add(game(0, 1)); print('ready', flush=True); sys.stdin.read()",
        folder,
    )
    assert dying.stdout.readline() == b"ready\n"
    with pytest.raises(StoreError, match="in use by another run"):
        Store(folder)
    dying.send_signal(signal.SIGKILL)
    dying.communicate()
    with Store(folder) as store:
        assert store.played(game(0, 0).series).keys() == {0}


def test_a_full_disk_is_one_sentence_and_every_committed_game_is_kept(folder):
    filling = script(
        "resource.setrlimit(resource.RLIMIT_FSIZE, (2**20, 2**20))\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "try:\n"
        "    with Store(Path(sys.argv[1])) as store:\n"
        "        store.enrol(FIELD)\n"
        "        for deal in range(10_000):\n"
        "            store.add(game(deal, 0, record=os.urandom(10_000)))\n"
        "            store.commit()\n"
        "            print(deal, flush=True)\n"
        "except StoreError as error:\n"
        "    print(error, file=sys.stderr)\n",
        folder,
    )
    out, err = filling.communicate(timeout=120)
    kept = len(out.split())
    assert 10 < kept < 10_000
    assert err.decode() in {
        f"{folder}/arena.sqlite cannot be used: {what}\n"
        for what in (
            "database or disk is full; every game stored before is kept: make room and run again",
            "disk I/O error; every game stored before is kept: see to the disk and run again",
        )
    }
    with Store(folder) as store:
        assert all(store.played(game(deal, 0).series).keys() == {0} for deal in range(kept))
        store.enrol(FIELD)
        store.add(game(10_001, 0))


@pytest.mark.parametrize("writable", [True, False])
@pytest.mark.parametrize(
    ("make", "words"),
    [
        ("PRAGMA user_version = 7; CREATE TABLE games (title);", "its format is 7, not 3"),
        ("CREATE TABLE films (title);", "its format is 0, not 3"),
    ],
)
def test_another_database_is_left_alone(folder, make, words, writable):
    folder.mkdir(parents=True)
    db = sqlite3.connect(folder / "arena.sqlite")
    db.executescript(make)
    db.close()
    before = (folder / "arena.sqlite").read_bytes()
    opened = descriptors()
    for _ in range(2):  # a refusal leaves no lock behind
        with pytest.raises(StoreError, match=words):
            Store(folder, writable=writable)
    assert (folder / "arena.sqlite").read_bytes() == before
    assert descriptors() == opened


def test_reading_makes_nothing(folder):
    with pytest.raises(StoreError, match="results/mine holds no games yet; play some with: arena run mine"):
        Store(folder, writable=False)
    assert not folder.exists()


def test_a_store_is_read_in_a_folder_that_cannot_be_written(folder, monkeypatch):
    with Store(folder) as store:
        store.enrol(FIELD)
        store.add(game(0, 0))
    folder.chmod(0o500)
    monkeypatch.setattr(os, "access", lambda *_: False)  # root may write anywhere
    with Store(folder, writable=False) as reader:
        assert reader.played(game(0, 0).series).keys() == {0}
        assert [path.name for path in folder.iterdir()] == ["arena.sqlite"]


def test_a_damaged_store_is_one_sentence(store, folder):
    store.commit()
    db = sqlite3.connect(folder / "arena.sqlite")
    db.execute("DROP TABLE games")
    db.close()
    with pytest.raises(StoreError, match=r"results/mine/arena\.sqlite cannot be used: no such table: games"):
        store.add(game(0, 0))


def test_what_bots_said_is_kept_beside_the_game(store):
    said = (Said(0, "moo"), Said(1, "quack\n"))
    store.add(msgspec.structs.replace(game(0, 0), said=said))
    assert store.find(game(0, 0).series.game_id(0)).said == said
    assert store.find(game(0, 0).series.game_id(0)).record == game(0, 0).record


def test_a_bot_cannot_fill_the_disk_by_printing(store, monkeypatch):
    monkeypatch.setattr(module, "SAID_CAP", 10)
    fault = (Fault(0, "died", 3, "its process ended"),)
    for deal in range(4):
        store.add(msgspec.structs.replace(game(deal, 0, fault if deal == 3 else ()), said=(Said(0, "x" * 6),)))
    kept = [bool(store.find(game(deal, 0).series.game_id(0)).said) for deal in range(4)]
    assert kept == [True, True, False, True]
