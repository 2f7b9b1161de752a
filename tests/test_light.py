"""Starting is light: nothing is imported before it is needed."""

import json
import subprocess
import sys

import pytest

HEAVY = {"numpy", "scipy", "rich"}
ENGINE = {"click", "multiprocess", "pluggy", "tabulate", "sqlite3"}


def imported(code: str) -> set[str]:
    """Return the modules that a new interpreter has imported after some code, without the tops of packages."""
    program = f"import json, sys\n{code}\nprint(json.dumps(sorted(sys.modules)), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(json.loads(done.stderr.splitlines()[-1]))


def tops(modules: set[str]) -> set[str]:
    return {name.partition(".")[0] for name in modules}


def commands(*words: str) -> str:
    """Return code that runs a command line and goes on."""
    return f"""
import contextlib
from arena.cli import main
sys.argv = ["arena", *{words!r}]
with contextlib.suppress(SystemExit):
    main()
"""


def test_import_arena_brings_only_itself():
    modules = imported("import arena")
    assert not tops(modules) & (HEAVY | ENGINE | {"bots", "msgspec"})
    assert {name for name in modules if name.startswith("arena")} == {"arena"}


def test_the_names_of_the_face_bring_neither_games_nor_engine():
    modules = imported("import arena\nfor name in arena.__all__: getattr(arena, name)")
    assert not tops(modules) & (HEAVY | ENGINE - {"pluggy"} | {"bots"})
    assert not {name for name in modules if name.startswith(("arena.games", "arena.players", "arena.cli"))}


@pytest.mark.parametrize("words", [("--version",), ("rum",)])
def test_what_needs_no_command_brings_none(words):
    modules = imported(commands(*words))
    assert not tops(modules) & (HEAVY | ENGINE - {"click"} | {"bots"})
    assert not {name for name in modules if name.startswith("arena.cli.")}


@pytest.mark.parametrize("words", [("--help",), ("run", "--help"), ("table", "--help")])
def test_help_brings_nothing_heavy_and_no_game_or_bot(words):
    modules = imported(commands(*words))
    assert not tops(modules) & (HEAVY | {"bots"})
    assert not {name for name in modules if name.startswith("arena.games")}


def test_listing_bots_imports_none():
    modules = imported(commands("bots"))
    assert not tops(modules) & (HEAVY | {"multiprocess", "bots"})


def test_a_match_brings_no_ratings():
    assert not tops(imported(commands("match", "battleground", "random", "first"))) & (HEAVY | {"sqlite3"})


def test_a_process_that_forks_bots_brings_what_bots_need_and_no_more():
    modules = imported("import arena.players.zygote\nfrom arena.plugins import Plugins\nPlugins().games")
    assert not tops(modules) & (HEAVY | {"click", "multiprocess", "sqlite3", "bots"})
