"""A stranger's game, from its source to a table of bots that play it; and the page that shows how to bring one."""

import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from arena.record import decode

PACKAGE = Path(__file__).parent / "arena_nerve"
PAGE = (Path(__file__).parents[2] / "docs" / "plugins.md").read_text(encoding="utf-8")

pytestmark = pytest.mark.xdist_group("nerve")


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """Return a function that runs Python in a new environment where the package is installed."""
    folder = tmp_path_factory.mktemp("nerve")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", "env"], check=True, cwd=folder)
    python = folder / "env" / "bin" / "python"
    (site,) = folder.glob("env/lib/python*/site-packages")
    (site / "outer.pth").write_text(f"import site; site.addsitedir({sysconfig.get_path('purelib')!r})\n")
    shutil.copytree(PACKAGE, folder / "source")
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check"]
    subprocess.run(
        [sys.executable, "-m", "pip", "--python", python, "install", *options, folder / "source"], check=True
    )

    def run(*words: str) -> str:
        done = subprocess.run([python, "-m", *words], cwd=folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run


def test_its_own_tests_pass_where_it_is_installed(installed):
    assert "3 passed" in installed("pytest", "source", "-p", "no:cacheprovider", "-q")


def test_its_game_and_bot_are_listed(installed):
    assert "nerve: Nerve\n" in installed("arena", "games")
    rows = [line.split() for line in installed("arena", "bots").splitlines()]
    assert ["cool", "arena-nerve", "1.0", "arena_nerve.bots:Cool", "own", "process"] in rows


def test_it_plays_a_tournament_that_is_ranked_exported_and_verified(installed):
    bots = [word for name in ("cool", "random", "first") for word in ("--bot", name)]
    games = ("--game", "nerve:players=2", "--game", "nerve:players=3,rounds=9")
    table = installed("arena", "run", "--name", "bluff", *games, "--deals", "4", "--workers", "2", *bots)
    assert table.count("cool") >= 2
    records = [decode(line) for line in installed("arena", "export", "bluff").splitlines()]
    assert len(records) == 4 * (3 * 2 + 3)
    assert {record.game for record in records} == {"nerve"}
    assert not any(record.faults for record in records)
    assert any(event.chance == "shuffle" for record in records for event in record.events)
    assert installed("arena", "table", "bluff") == table
    assert installed("arena", "verify", "bluff") == f"{len(records)} records, all by the rules\n"


def test_the_page_shows_the_files_of_the_package():
    shown = re.findall(r"^`arena-nerve/([\w/.]+)`:\n\n```\w+\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert {name for name, _ in shown} == {
        str(path.relative_to(PACKAGE)) for path in PACKAGE.rglob("*") if path.suffix in (".py", ".toml")
    }
    for name, text in shown:
        assert text == (PACKAGE / name).read_text(encoding="utf-8"), name
