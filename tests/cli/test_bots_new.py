"""`arena bots new`: what it writes plays at once, is clean, and explains itself."""

import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import msgspec
import pytest

from arena.games import GAMES
from arena.state import View
from tests.cli.conftest import files

ROOT = Path(__file__).parents[2]
GAME = {game.name: game for game in GAMES}


def run(*words: str, folder: str = ".") -> str:
    """Run a module of Python, which is to succeed."""
    command = [sys.executable, "-m", *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def assert_clean(folder: str = ".") -> None:
    """See that a linter and a formatter as they come find nothing to say."""
    run("ruff", "check", "--isolated", "--no-cache", ".", folder=folder)
    run("ruff", "format", "--isolated", "--no-cache", "--check", ".", folder=folder)


def test_a_file_is_written_and_what_comes_next_is_said(arena, folder, snapshot):
    status, out, err = arena("bots", "new", "js-duck", "--game", "battleground:players=2-4")
    assert (status, err) == (0, "")
    assert out == "written: js_duck.py\nnext: arena bots check ./js_duck.py\n"
    assert Path("js_duck.py").read_text() == snapshot
    assert_clean()


def test_a_file_for_every_game_names_what_each_shows(arena, snapshot):
    assert arena("bots", "new", "all-rounder").status == 0
    assert Path("all_rounder.py").read_text() == snapshot
    assert_clean()


@pytest.mark.parametrize("name", GAME)
def test_every_field_of_the_view_is_explained(arena, name):
    assert arena("bots", "new", "some", "--game", name).status == 0
    text = Path("some.py").read_text()
    own = [
        field.name for field in msgspec.structs.fields(GAME[name].view) if field.name not in View.__struct_fields__
    ]
    for field in own:
        assert re.search(rf"- view\.{field}: .*\. \w", text.replace("\n          ", " ")), field
    assert_clean()


def test_what_is_written_is_ready_and_plays_what_its_first_lines_say(arena):
    arena("bots", "new", "js-duck", "--game", "battleground")
    commands = re.findall(r"^    arena (.*)$", Path("js_duck.py").read_text(), re.MULTILINE)
    assert [line.split()[0] for line in commands] == ["bots", "match", "run"]
    for line in commands:
        done = arena(*line.split())
        assert done.status == 0
        assert "fault" not in done.out.partition("\n\n")[0]


def test_a_package_is_written_whole(arena, folder, snapshot):
    status, out, _ = arena("bots", "new", "js-duck", "--package", "--game", "battleground")
    assert status == 0
    written = {name: text.decode() for name, text in files(folder).items() if text is not None}
    assert sorted(written) == [
        "js-duck/README.md",
        "js-duck/pyproject.toml",
        "js-duck/src/arena_js_duck/__init__.py",
        "js-duck/tests/test_arena_js_duck.py",
    ]
    assert sorted(re.findall("^written: (.*)$", out, re.MULTILINE)) == sorted(written)
    assert {name: text for name, text in written.items() if "__init__" not in name} == snapshot
    entry_points = tomllib.loads(written["js-duck/pyproject.toml"])["project"]["entry-points"]
    assert entry_points == {"arena.bots": {"js-duck": "arena_js_duck:JsDuck"}}
    assert_clean("js-duck")


def test_a_package_can_be_installed_and_passes_its_test(arena, folder):
    arena("bots", "new", "js-duck", "--package", "--game", "battleground")
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check"]
    run("pip", "install", "--target", "site", *options, "./js-duck")
    script = (
        "import sys, pytest; sys.path.insert(0, 'site'); "
        "from importlib.metadata import entry_points; "
        "(point,) = entry_points(group='arena.bots', name='js-duck'); "
        "assert point.load().__name__ == 'JsDuck'; "
        "sys.exit(pytest.main(['-q', '-p', 'no:cacheprovider', 'js-duck']))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 passed" in done.stdout


@pytest.mark.parametrize(
    ("name", "module", "kind"),
    [
        ("Duck", "duck", "Duck"),
        ("my.old_bot-2", "my_old_bot_2", "MyOldBot2"),
        ("7up", "bot_7up", "Bot7up"),
        ("class", "bot_class", "Class"),
        ("None", "none", "BotNone"),
        ("bot", "bot", "BotBot"),
    ],
)
def test_names_become_names_of_python(arena, name, module, kind):
    assert arena("bots", "new", name, "--game", "battleground").status == 0
    assert f"\nclass {kind}(Bot):\n" in Path(f"{module}.py").read_text()
    assert_clean()


@pytest.mark.parametrize("package", [(), ("--package",)])
def test_nothing_is_overwritten(arena, folder, package):
    assert arena("bots", "new", "duck", *package).status == 0
    before = files(folder)
    status, out, err = arena("bots", "new", "duck", *package)
    assert (status, out) == (2, "")
    assert err == (
        f"arena: {'duck' if package else 'duck.py'} is there already and is left as it is; "
        "choose another name, or move it away\n"
    )
    assert files(folder) == before


@pytest.mark.parametrize(
    "words",
    [
        ["a b"],
        ["../duck"],
        ["greedy"],
        ["greedy", "--package"],
        ["json"],
        ["bots"],
        ["duck", "--game", "batleground"],
        ["duck", "--game", "royal_dilemma@invasoin"],
        ["duck", "--game", "battleground:plyers=2"],
        ["duck", "--game", "battleground:players=7-9"],
        ["duck", "--game", ""],
        [],
    ],
    ids=" ".join,
)
def test_what_cannot_be_is_refused_in_a_sentence(arena, folder, snapshot, words):
    status, out, err = arena("bots", "new", *words)
    assert (status, out) == (2, "")
    assert err == snapshot
    assert err.count("\n") == 1
    assert files(folder) == {}


def test_the_templates_are_in_the_wheel(folder):
    run("hatchling", "build", "-t", "wheel", "-d", str(folder), folder=str(ROOT))
    (wheel,) = folder.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {f"arena/templates/{path.name}" for path in (ROOT / "arena" / "templates").iterdir()} <= names
