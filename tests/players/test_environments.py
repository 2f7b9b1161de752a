"""Bots that live in a virtual environment of their own, with libraries that the engine doesn't have."""

import shutil
import sysconfig
import venv
from importlib.metadata import distribution
from pathlib import Path

import pytest

from arena.bot import Limits
from arena.chance import derive
from arena.containment import bubblewrap
from arena.errors import BotError
from arena.match import play
from arena.players.describing import describe
from arena.players.entrants import Reference
from arena.players.forking import Zygote
from arena.players.local import LocalPlayer
from arena.players.process import BotProcess
from arena.players.remote import SdkPlayer
from arena.players.roster import Roster
from arena.plugins import Plugins
from bots.random import Random

BOT = """
import only_here

from arena import Bot


class Duck(Bot):
    games = ("battleground",)

    def act(self, view, moves):
        print("at home in", only_here.NAME)
        return moves[0]
"""
SELECTION = {game.name: game for game in Plugins().games}["battleground"].select()
SEED = derive("environment")


@pytest.fixture(scope="module")
def home(tmp_path_factory) -> Path:
    """Return a folder with a bot and an environment that has what the engine's has, and a library more."""
    folder = tmp_path_factory.mktemp("home")
    venv.create(folder / "env", with_pip=False)
    packages = next(folder.glob("env/lib/python3*/site-packages"))
    ours = distribution("arena")._path
    shutil.copytree(ours, packages / ours.name)
    packages.joinpath("engine.pth").write_text(
        f"{sysconfig.get_path('purelib')}\nimport site; site.addsitedir({sysconfig.get_path('purelib')!r})\n"
    )
    packages.joinpath("only_here.py").write_text('NAME = "the bot\'s own environment"\n')
    folder.joinpath("duck.py").write_text(BOT)
    offers = packages / "arena_pond-2.0.dist-info"
    offers.mkdir()
    offers.joinpath("METADATA").write_text("Metadata-Version: 2.1\nName: arena-pond\nVersion: 2.0\n")
    offers.joinpath("entry_points.txt").write_text("[arena.bots]\npond = arena_pond:Duck\n")
    packages.joinpath("arena_pond.py").write_text(BOT)
    return folder


def found(folder: Path, text: str, python: str = "env/bin/python"):
    return Roster(Plugins().bot_sources).find(Reference(text, folder, python=python))


@pytest.mark.parametrize("containment", ["process", "strict"])
@pytest.mark.parametrize(("text", "version"), [("./duck.py", "file-"), ("pond", "2.0")])
def test_a_bot_plays_in_the_environment_it_was_given(home, text, version, containment):
    if containment == "strict" and (reason := bubblewrap.available()):
        pytest.skip(reason)
    spec = found(home, text)
    limits = Limits()
    with Zygote(containment, [spec]) as zygote:
        assert describe(zygote, spec, limits).version.startswith(version)
        player = SdkPlayer(BotProcess(zygote, spec, limits.memory_bytes), SELECTION, derive("die"), limits)
        rival = LocalPlayer(Random, SELECTION, derive("rival"))
        try:
            record = play(SELECTION, [player, rival], SEED, ["duck", "random"], [SEED] * 2, limits)
            said = player.output()
        finally:
            player.close()
    assert record.faults == ()
    assert "at home in the bot's own environment" in said


def test_a_bot_of_another_environment_is_never_trusted(home):
    spec = found(home, "pond")
    assert not spec.trusted
    assert spec.command == (str(home / "env/bin/python"),)


def test_an_environment_without_the_engine_is_refused_with_the_remedy(tmp_path):
    venv.create(tmp_path / "bare", with_pip=False)
    with pytest.raises(BotError, match=r"has no arena; install arena [\d.]+ in that environment too"):
        found(tmp_path, "pond", "bare/bin/python")


def test_an_environment_with_another_version_of_the_engine_is_refused(tmp_path):
    venv.create(tmp_path / "old", with_pip=False)
    packages = next(tmp_path.glob("old/lib/python3*/site-packages"))
    packages.joinpath("arena-0.0.1.dist-info").mkdir()
    packages.joinpath("arena-0.0.1.dist-info/METADATA").write_text(
        "Metadata-Version: 2.1\nName: arena\nVersion: 0.0.1\n"
    )
    with pytest.raises(BotError, match=r"has arena 0\.0\.1, not"):
        found(tmp_path, "pond", "old/bin/python")


@pytest.mark.parametrize("python", ["/usr/bin/env", "nowhere/bin/python", "."])
def test_what_is_no_environments_interpreter_is_refused(tmp_path, python):
    with pytest.raises(BotError, match="is no interpreter of a virtual environment"):
        found(tmp_path, "pond", python)


def test_a_name_that_the_environment_does_not_offer_is_refused_with_what_it_does(home):
    with pytest.raises(
        BotError, match=r"no bot 'pont' in the environment of env/bin/python \(did you mean 'pond'\?\)"
    ):
        found(home, "pont")
