"""A stranger's package, from its source to its place in the table."""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from arena.record import decode

PACKAGE = Path(__file__).parents[1] / "plugins" / "arena_duck"

WITNESS = """
import os
from pathlib import Path

with open(os.environ["WITNESS"], "a") as witness:
    print(os.getpid(), Path("/proc/self/cmdline").read_bytes().replace(b"\\0", b" ").decode(), file=witness)
"""
"""Tells which processes import the module."""


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
    witness = folder / "witness"

    def arena(*words: str) -> str:
        command = [python, "-m", "arena", *words]
        environment = {**os.environ, "WITNESS": str(witness)}
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout

    rows = [line.split() for line in arena("bots").splitlines()]
    assert ["duck", "arena-duck", "1.2", "arena_duck:Duck", "own", "process"] in rows
    assert not witness.exists()

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

    imports = [line.split(" ", 1) for line in witness.read_text().splitlines()]
    assert (
        len({pid for pid, _ in imports}) == len(imports) == 1 + 8
    )  # once to ask it what it plays, then for each game
    assert all("-m arena.players.zygote" in command for _, command in imports)
