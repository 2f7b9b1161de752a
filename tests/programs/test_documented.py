"""docs/protocol.md is true: its bots play as they stand there, its conversation is the real one."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from arena.bot import Limits
from arena.chance import derive
from arena.containment import bubblewrap
from arena.executors import Stage
from arena.executors.playing import Ground
from arena.game import parse_selection
from arena.match import play
from arena.players.entrants import Reference
from arena.players.local import LocalPlayer
from arena.players.program import ProgramPlayer
from arena.players.programs import ProgramBots
from arena.players.roster import Roster
from arena.plugins import Plugins
from arena.record import decode
from arena.series import Series
from bots.first import First
from tests.players.scripted import Scripted

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
PLUGINS = Plugins()
BOTS = {"tramp": ("python", "tramp.py"), "duck": ("js", "duck.js"), "goose": ("c", "goose.c")}
COMMANDS = {"tramp": "python3 tramp.py", "duck": "node duck.js", "goose": "./goose"}

each_bot = pytest.mark.parametrize("name", BOTS)


def block(language: str) -> str:
    (code,) = re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    return code


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Return a function that saves a bot of the page, compiles it as the page says, and returns the folder."""

    def make(name: str) -> Path:
        language, file = BOTS[name]
        folder = tmp_path_factory.mktemp(name)
        (folder / file).write_text(block(language), encoding="utf-8")
        assert f"`{file}`" in PAGE
        assert COMMANDS[name] in PAGE
        if language == "js" and not shutil.which("node"):
            pytest.skip("there is no node here")
        if language == "c":
            if not shutil.which("cc"):
                pytest.skip("there is no C compiler here")
            (command,) = re.findall(r"`(cc .*?)`", PAGE)
            done = subprocess.run([*command.split(), "-Wall", "-Wextra", "-Werror"], cwd=folder, check=False)
            assert done.returncode == 0
        return folder

    return make


@each_bot
@pytest.mark.parametrize("containment", ["process", "strict"])
def test_every_bot_of_the_page_plays_every_game_closed_in(made, name, containment):
    if containment == "strict" and (reason := bubblewrap.available()):
        pytest.skip(reason)
    reference = Reference(COMMANDS[name], made(name))
    specs = {
        name: Roster(PLUGINS.bot_sources).find(reference),
        "random": Roster(PLUGINS.bot_sources).specs["random"],
    }
    with Ground(PLUGINS.games, Stage(specs, Limits(), containment)) as ground:
        for game in PLUGINS.games:
            for players in (2, 3):
                selection = parse_selection(f"{game.name}:players={players}", PLUGINS.games)
                lineup = (name, *["random"] * (players - 1))
                series = Series(derive("page", name), str(selection), game.version, lineup, 0)
                played = ground.play(series, 0)
                assert (played.faults, played.said) == ((), ())
                assert played.ending == "normal"
                assert ground.play(series, 0).record == played.record


@each_bot
def test_every_bot_of_the_page_plays_from_the_command_line(made, name):
    command = [sys.executable, "-m", "arena", "match", "battleground", f"mine={COMMANDS[name]}", "random", "--json"]
    done = subprocess.run(command, cwd=made(name), capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert (decode(done.stdout).seats, decode(done.stdout).faults) == (("mine", "random"), ())


def test_the_bot_with_a_die_plays_by_its_seed(made):
    folder = made("tramp")
    spec = ProgramBots().find(Reference(COMMANDS["tramp"], folder))
    assert spec is not None
    with Ground(PLUGINS.games, Stage({"tramp": spec}, Limits())) as ground:
        records = [
            ground.play(Series(derive("die", number), "battleground", 1, ("tramp", "tramp"), 0), 0).record
            for number in (0, 1, 0)
        ]
    assert records[0] == records[2] != records[1]


def test_the_conversation_of_the_page_is_what_a_program_hears():
    transport = Scripted()
    lines = re.findall(r"^([<>]) (.*)$", PAGE, re.MULTILINE)
    for (asks, request), (answers, reply) in zip(lines[::2], lines[1::2], strict=True):
        assert (asks, answers) == (">", "<")
        transport.expect(request.encode(), reply.encode())
    start = json.loads(transport.script[1][0])
    options = ",".join(f"{name}={value}" for name, value in start["options"].items())
    selection = parse_selection(f"{start['game']}:{options}", PLUGINS.games)
    players = [
        ProgramPlayer(transport, selection, bytes.fromhex(start["seed"]), Limits()),
        LocalPlayer(First, selection, derive("die")),
    ]
    record = play(selection, players, derive("docs", "deal"), ["duck", "first"], [b"", b""])
    assert record.faults == ()
    transport.assert_done()
