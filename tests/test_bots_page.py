"""docs/bots.md is true: who does what it says, from top to bottom, sees what it says; so is its reference."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections import defaultdict
from importlib.metadata import distribution
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from arena.authoring import EVERYTHING
from arena.chance import derive
from arena.claims import claimed
from arena.games import GAMES
from tests.reference import BLOCK, PAGE, reference

ROOT = Path(__file__).parents[1]
TEXT = PAGE.read_text(encoding="utf-8")
CODE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
GAME_ID = re.compile(r"\b[0-9a-f]{12}-\d\b")
PREPARED = re.compile(r"python3 -m venv |.*/pip install path/to/arena|\. .*/activate")
"""Commands that need the network, or set up what the tests have made in their stead."""


class Typed(NamedTuple):
    """A command of the page, and what it printed."""

    line: str
    status: int
    printed: str


def make_environment(place: Path) -> None:
    """Make what the page's first commands make: an environment with Arena, and its commands.

    Its pip drops `install -e` for `install`, and does without the network, which `-e` needs to build.
    """
    venv.create(place, with_pip=False)
    packages = next(place.glob("lib/python3*/site-packages"))
    ours = distribution("arena")._path
    shutil.copytree(ours, packages / ours.name)
    outer = sysconfig.get_path("purelib")
    (packages / "outer.pth").write_text(f"{outer}\nimport site; site.addsitedir({outer!r})\n")
    (packages / "more_itertools.py").write_text("def last(items):\n    return items[-1]\n")
    python = place / "bin" / "python"
    for name, script in {
        "arena": f'exec {python} -m arena "$@"',
        "pytest": f'exec {python} -m pytest -p no:cacheprovider "$@"',
        "pip": f'shift 2; exec {sys.executable} -m pip --python {python} install "$@"',
    }.items():
        (place / "bin" / name).write_text(f"#!/bin/sh\n{script}\n")
        (place / "bin" / name).chmod(0o755)


class Newcomer:
    """Somebody who does what the page says: saves its files, types its commands."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.typed: list[Typed] = []
        self.saved: list[str] = []
        self.game_id = ""
        offline = {"PIP_NO_INDEX": "1", "PIP_NO_DEPS": "1", "PIP_NO_BUILD_ISOLATION": "0"}
        path = f"{folder}/arena-env/bin{os.pathsep}{os.environ['PATH']}"
        self._environment = {**os.environ, **offline, "PATH": path}

    def save(self, name: str, code: str) -> None:
        (self.folder / name).write_text(code, encoding="utf-8")
        self.saved.append(name)

    def type(self, line: str) -> None:
        """Type a command; where it names a game, that is the first of those just listed in which a bot failed."""
        line = GAME_ID.sub(self.game_id or "none", line)
        done = subprocess.run(
            ["sh", "-c", line],
            cwd=self.folder,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        self.typed.append(Typed(line, done.returncode, done.stdout))
        if listed := re.search(rf"^({GAME_ID.pattern}) .*: exception$", done.stdout, re.MULTILINE):
            self.game_id = listed[1]

    def printed(self, start: str) -> str:
        """Return what the commands that begin so printed."""
        return "".join(typed.printed for typed in self.typed if typed.line.startswith(start))


@pytest.fixture(scope="module")
def newcomer(tmp_path_factory) -> Newcomer:
    """Return the newcomer at the end of the page."""
    folder = tmp_path_factory.mktemp("bots")
    for name in ("arena-env", "deep"):
        make_environment(folder / name)
    newcomer = Newcomer(folder)
    for block in CODE.finditer(TEXT):
        language, code = block.groups()
        above = TEXT[: block.start()].rstrip().rpartition("\n")[2]
        if language != "console":
            if file := re.search(r"\b[Aa]s `(\w+\.\w+)`", above):
                newcomer.save(file[1], code)
            continue
        for line in re.findall(r"^\$ (.*)$", code, re.MULTILINE):
            if not PREPARED.match(line) and ("node " not in line or shutil.which("node")):
                newcomer.type(line)
    return newcomer


def test_every_command_succeeds_in_the_order_of_the_page(newcomer):
    assert len(newcomer.typed) > 15
    assert [typed for typed in newcomer.typed if typed.status] == []


def test_every_bot_that_the_page_shows_is_saved_and_played(newcomer):
    files = [f"{name.lower()}.py" for name in re.findall(r"^class (\w+)\(Bot\):$", TEXT, re.MULTILINE)]
    assert {*files} <= {*newcomer.saved}
    for name in (*files, "my_bot.py", "pond-duck"):
        assert any(name in typed.line for typed in newcomer.typed), name


def test_every_bot_that_is_checked_is_ready_and_ranked_without_a_fault(newcomer):
    checked = [typed for typed in newcomer.typed if typed.line.startswith("arena bots check")]
    assert all(typed.printed.endswith("verdict: ready\n") for typed in checked)
    assert len(checked) >= 3
    assert "fault:" not in newcomer.printed("arena run --name first-try")
    for bot in ("my_bot", "duck", "pond-duck", "deep", *(["drake"] if shutil.which("node") else [])):
        assert re.search(rf"^ *\d +{bot} .* 0$", newcomer.printed("arena run"), re.MULTILINE), bot


def test_only_missing_games_are_played_when_a_bot_joins(newcomer):
    assert "60 of 60 games, 60 new\n" in newcomer.printed("arena run --name first-try")
    assert "120 of 120 games, 60 new\n" in newcomer.printed("arena run --name first-try")


def test_a_test_of_the_authors_own_passes_in_a_file_and_in_a_package(newcomer):
    assert "1 passed" in newcomer.printed("pytest ./pond-duck")
    newcomer.type("pytest test_my_bot.py")
    assert "1 passed" in newcomer.typed[-1].printed


def test_a_lost_game_shows_what_the_page_shows(newcomer):
    assert newcomer.game_id
    (shown,) = (block[2].splitlines() for block in CODE.finditer(TEXT) if not block[1])
    said = newcomer.printed(f"arena replay lost {newcomer.game_id}").splitlines()
    assert {line.split()[0] for line in shown} <= {"...", *(line.split()[0] for line in said)}
    assert shown[-1] in said
    assert shown[-1] in newcomer.printed("arena match --like").splitlines()


def test_the_readme_shows_the_same_three_commands():
    first = re.search(r"three commands:\n\n```console\n(.*?)```", TEXT, re.DOTALL)[1]
    assert first.count("\n") == 3
    assert first in (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_reference_is_made_from_the_code():
    (block,) = BLOCK.findall(TEXT)
    assert block == reference(), "write it anew: python -m tests.reference"


def form(text: str) -> str:
    """Return the words of a move's text, with a dot for each card, seat or number."""
    return re.sub(r"\b[0-9A-Z]+\b", "·", text)


def forms_shown() -> dict[str, dict[str, set[str]]]:
    """Return the parts of each form of move in the page's table, by game."""
    titles = {game.title: game for game in GAMES}
    shown: defaultdict[str, dict[str, set[str]]] = defaultdict(dict)
    section = TEXT[TEXT.index("### Moves") : TEXT.index("### Views")]
    for title, _, texts, parts in re.findall(r"^\| (.*?) \| (.*?) \| (.*?) \|(.*)\|$", section, re.MULTILINE):
        if title in titles:
            for text in re.findall("`(.*?)`", texts):
                titles[title].parse_move(text)
                shown[title][form(text)] = set(re.findall("`([a-z]+)`", parts))
    return shown


def parts_of(move: object) -> set[str]:
    return {name for kind in type(move).__mro__ for name in getattr(kind, "__slots__", ())}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_moves_of_the_table_are_those_that_occur_with_their_parts(game):
    occurring: dict[str, set[str]] = {}
    for selection in claimed([EVERYTHING], [game]):
        for deal in range(3):
            state, dice = selection.start(derive("moves", deal)), Random(deal)
            while not state.is_terminal():
                occurring |= {form(move): parts_of(move) for move in state.legal_moves()}
                state.apply(dice.choice(state.legal_moves()))
    assert occurring == forms_shown()[game.title]
