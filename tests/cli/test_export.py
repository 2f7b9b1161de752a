"""`arena export`: records, and games as columns, on standard output or in a file that is whole or not there."""

import csv
import io
import resource
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from arena import store as module
from arena.store import Store
from tests.test_store import DIED, FIELD, entrant, game

HEAD = "game,selection,rules,deal,rotation,seat,bot,version,rank,fault,ending,decisions,seconds,stored"
MIDNIGHT = int(datetime(2026, 3, 1, tzinfo=UTC).timestamp())


def here() -> list[str]:
    return sorted(path.name for path in Path().iterdir())


@pytest.fixture
def played(monkeypatch) -> None:
    """Three games, stored out of order."""
    monkeypatch.setattr(module.time, "time", lambda: MIDNIGHT + 0.5)
    with Store(Path("results/mine")) as store:
        store.enrol([*FIELD, entrant("cat", 'v"2,')])
        store.note("name", "mine")
        store.add(game(1, 0, lineup=("ant", "cat")))
        store.add(game(0, 1, (DIED,)))
        store.add(game(0, 0, ranks=(1, 1)))


@pytest.fixture
def ids(arena, played) -> list[str]:
    return [line.split()[0] for line in arena("replay", "mine").out.splitlines()[1:]]


def test_games_as_csv_have_a_row_for_every_seat(arena, ids):
    done = arena("export", "mine", "--games", "csv")
    assert (done.status, done.err) == (0, "")
    toy = "toy@plain:players=2,1"
    at = "2026-03-01T00:00:00Z"
    assert done.out.splitlines() == [
        HEAD,
        f"{ids[0]},{toy},0,0,0,ant,1,1,,normal,9,0.5,{at}",
        f"{ids[0]},{toy},0,0,1,bee,1,1,,normal,9,0.5,{at}",
        f"{ids[1]},{toy},0,1,0,bee,1,1,died,normal,9,0.5,{at}",
        f"{ids[1]},{toy},0,1,1,ant,1,2,,normal,9,0.5,{at}",
        f"{ids[2]},{toy},1,0,0,ant,1,1,,normal,9,0.5,{at}",
        f'{ids[2]},{toy},1,0,1,cat,"v""2,",2,,normal,9,0.5,{at}',
    ]


def test_games_as_parquet_hold_the_same_with_types(arena, ids):
    parquet = pytest.importorskip("pyarrow.parquet")
    done = arena("export", "mine", "--games", "parquet", "--output", "games.parquet")
    assert done == (0, "", "")
    rows = parquet.read_table("games.parquet").to_pylist()
    lines = csv.DictReader(io.StringIO(arena("export", "mine", "--games", "csv").out))
    told = [{key: str(value) for key, value in row.items() if key != "stored"} for row in rows]
    assert told == [{key: value for key, value in line.items() if key != "stored"} for line in lines]
    assert {row["stored"] for row in rows} == {datetime(2026, 3, 1, tzinfo=UTC)}
    assert here() == ["games.parquet", "results"]


def test_without_pyarrow_it_says_what_to_install(arena, played, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    done = arena("export", "mine", "--games", "parquet", "--output", "games.parquet")
    assert done == (
        2,
        "",
        "arena: --games parquet wants pyarrow, which is not installed; "
        "install it with: pip install 'arena[parquet]'\n",
    )
    assert here() == ["results"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--games", "parquet"], "--games parquet writes a file; name it with --output FILE"),
        (["--games", "csv", "--own-editions"], "--own-editions and --games are two things; ask for one"),
        (["--games", "cvs"], "invalid value for '--games': 'cvs' is not one of 'csv', 'parquet'"),
    ],
)
def test_what_makes_no_sense_is_one_sentence(arena, played, words, sentence):
    done = arena("export", "mine", *words)
    assert done == (2, "", f"arena export: {sentence} (arena export --help says more)\n")


@pytest.mark.parametrize("words", [[], ["--games", "csv"], ["--own-editions"]])
def test_a_file_holds_what_would_be_printed(arena, played, words):
    Path("mine.txt").write_text("before")
    assert arena("export", "mine", *words, "--output", "mine.txt") == (0, "", "")
    assert Path("mine.txt").read_text() == arena("export", "mine", *words).out
    assert here() == ["mine.txt", "results"]


@pytest.mark.parametrize(
    ("output", "why"),
    [
        ("no/mine.txt", "cannot be written: No such file or directory"),
        ("file/mine.txt", "cannot be written: Not a directory"),
        ("results", "is no file; leave the option out to write to standard output"),
        ("/dev/null", "is no file; leave the option out to write to standard output"),
    ],
)
def test_a_file_that_cannot_be_written_is_one_sentence(arena, played, output, why):
    Path("file").touch()
    assert arena("export", "mine", "--output", output) == (2, "", f"arena: --output: {output} {why}\n")


@pytest.mark.parametrize("words", [[], ["--games", "csv"]])
def test_a_file_is_written_whole_or_not_at_all(played, words):
    Path("mine.txt").write_text("before")
    with Store(Path("results/mine")) as store:
        store.enrol(FIELD)
        for deal in range(2, 600):
            store.add(game(deal, 0, record=b"x" * 100))
    done = subprocess.run(
        [sys.executable, "-m", "arena", "export", "mine", *words, "--output", "mine.txt"],
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (2**15, 2**15)),
    )
    assert (done.returncode, done.stderr) == (2, "arena: --output: mine.txt cannot be written: File too large\n")
    assert Path("mine.txt").read_text() == "before"
    assert here() == ["mine.txt", "results"]


def test_a_reader_that_has_seen_enough_is_no_error(played):
    with Store(Path("results/mine")) as store:
        store.enrol(FIELD)
        for deal in range(2, 3000):
            store.add(game(deal, 0))
    command = f"{sys.executable} -m arena export mine --games csv | head -1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert (done.stdout.splitlines(), done.stderr) == ([HEAD, "0"], "")


def test_names_that_do_not_print_are_spelt_out(arena):
    with Store(Path("results/mine")) as store:
        store.enrol([entrant("ant", "1\x1b[2J"), entrant("bee")])
        store.add(game(0, 0))
    out = arena("export", "mine", "--games", "csv").out
    assert "\x1b" not in out
    assert "1\\x1b[2J" in out


def test_of_no_games_there_is_the_heading(arena):
    with Store(Path("results/mine")) as store:
        store.enrol(FIELD)
    assert arena("export", "mine", "--games", "csv") == (0, f"{HEAD}\n", "")
    assert arena("export", "mine") == (0, "", "")
