"""A stranger's package, from its source to its place in the table."""

import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from arena.record import decode
from arena.store import Store

PACKAGE = Path(__file__).parents[1] / "plugins" / "arena_duck"

WITNESS = """
from pathlib import Path

print("imported by", Path("/proc/self/cmdline").read_bytes().replace(b"\\0", b" ").decode())
"""
"""Tells which processes import the module; what a bot's process prints is kept beside its game."""


@pytest.fixture
def python(folder) -> Path:
    """A new environment in which everything of this one is at hand, and the package is installed."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", "env"], check=True)
    python = folder / "env" / "bin" / "python"
    (site,) = folder.glob("env/lib/python*/site-packages")
    (site / "outer.pth").write_text(f"import site; site.addsitedir({sysconfig.get_path('purelib')!r})\n")
    source = Path(shutil.copytree(PACKAGE, "source"))
    module = source / "src" / "arena_duck" / "__init__.py"
    module.write_text(module.read_text() + WITNESS)
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check"]
    subprocess.run(
        [sys.executable, "-m", "pip", "--python", python, "install", *options, source.absolute()], check=True
    )
    return python


def test_an_installed_bot_is_listed_and_ranked_and_never_imported_by_the_engine(python, folder):
    def arena(*words: str) -> str:
        done = subprocess.run([python, "-m", "arena", *words], capture_output=True, text=True, check=True)
        assert "imported by" not in done.stdout + done.stderr
        return done.stdout

    rows = [line.split() for line in arena("bots").splitlines()]
    assert ["duck", "arena-duck", "1.2", "arena_duck:Duck", "own", "process"] in rows

    field = ("--bot", "duck", "--bot", "random", "--bot", "first")
    games = ("--game", "battleground", "--game", "royal_dilemma")  # it does not claim the second
    table = arena("run", "--name", "mine", *games, "--deals", "2", "--workers", "2", *field)
    assert any(line.split()[1:3] == ["duck", "1.2"] for line in table.splitlines())
    records = [decode(line) for line in arena("export", "mine").splitlines()]
    assert sum("duck" in record.seats for record in records if record.game == "battleground") == 8
    assert [record.seats for record in records if record.game == "royal_dilemma"] == [
        ("first", "random"),
        ("random", "first"),
    ] * 2
    assert not any(record.faults for record in records)

    with Store(folder / "results" / "mine", writable=False) as store:
        ids = [listed.game for listed in store.index() if "duck" in listed.seats]
        said = [one.text for game in ids for one in store.find(game).said]
    assert len(said) == len(ids) == 8
    assert all(text.startswith("imported by ") and "-m arena.players.zygote" in text for text in said)
