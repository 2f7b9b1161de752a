"""Bots that look for hidden cards, and reach for the machine: they get nothing where they are contained.

The same spies find what they look for when they play in the engine's own process, so they know how to look.
"""

import os
import shutil
import socket

import pytest

from arena.bot import Limits
from arena.containment import landlock
from arena.match import play
from arena.players.forking import Zygote
from arena.players.local import LocalPlayer
from arena.players.process import BotProcess
from arena.players.remote import SdkPlayer
from bots.first import First
from tests.bots import spies as spies_at_home
from tests.players.conftest import (
    BOTS,
    GAMES,
    SEED,
    Table,
    descriptors,
    reason_against,
    running,
    sealed,
    spec,
)

PATIENT = Limits(decision=20.0)
SPIES = ("Collector", "Caller", "Catcher", "Referrer", "Owner", "Archivist", "Dicer", "Reader", "Inheritor", "Heir")
SUCCESSFUL = tuple(name for name in SPIES if name not in ("Owner", "Dicer"))
"""No view, move or selection refers to a game in progress, and the engine uses no generator that others do."""
ATTACKERS = ("Vandal", "Networker", "Killer", "Tracer", "Escaper")
ALL = [f"spies.py:{name}" for name in SPIES] + [f"attacks.py:{name}" for name in ATTACKERS]
SHORT = GAMES["battleground"].select()


@pytest.fixture(scope="module")
def scene(tmp_path_factory):
    """A folder with a tournament, its results and its bots, in which the engine runs, with a secret of its own."""
    folder = tmp_path_factory.mktemp("scene")
    shutil.copy(BOTS / "bad.py", folder / "fair.py")
    shutil.copy(BOTS / "attacks.py", folder)
    text = (BOTS / "spies.py").read_text()
    halves = f"halves = ({SEED[:8]!r}, {SEED[8:]!r})"
    (folder / "spies.py").write_text(text.replace('halves = (b"", b"")', halves))
    (folder / "results" / "mine").mkdir(parents=True)
    (folder / "results" / "mine" / "arena.sqlite").write_bytes(b"hidden cards")
    (folder / "mine.toml").write_text("seed = 7\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setenv("ARENA_SECRET", "hidden")
        yield folder


@pytest.fixture(scope="module", params=["process", "strict"])
def spies(request, scene):
    """A table for the spies, at each level."""
    if reason := reason_against(request.param):
        pytest.skip(reason)
    with Zygote(request.param, [spec(name, scene) for name in ("spies.py", "attacks.py", "fair.py")]) as zygote:
        made = Table(zygote, request.param)
        made.play(spec("fair.py:Fair", scene))
        yield made


def found_in_the_engine(name: str, monkeypatch) -> str:
    """Return what a spy answers that plays in this process, with illegal answers taken for moves."""
    said: list[str] = []

    class Told(getattr(spies_at_home, name)):
        def act(self, view, moves):
            said.append(super().act(view, moves))
            return moves[0]

    monkeypatch.setattr(spies_at_home.Archivist, "halves", (SEED[:8], SEED[8:]))
    seats = range(len(SHORT.sides))
    players = [LocalPlayer(First if seat else Told, SHORT, SEED) for seat in seats]
    play(SHORT, players, SEED, ["a", "b"], [SEED] * 2)
    return said[0]


@pytest.mark.parametrize("name", SUCCESSFUL)
def test_a_spy_in_the_engines_own_process_finds_what_it_looks_for(name, monkeypatch):
    monkeypatch.setenv("ARENA_SECRET", "hidden")
    assert found_in_the_engine(name, monkeypatch).startswith("found it: ")


@sealed
@pytest.mark.parametrize("name", ALL)
def test_a_spy_that_is_contained_finds_nothing(spies, scene, name):
    before, files = descriptors(), {path: path.stat() for path in scene.rglob("*")}
    match = spies.match(spec(name, scene), SHORT, PATIENT)
    assert (match.record.faults, match.heard) == ((), "")
    assert descriptors() == before
    assert running(spies.zygote._process.pid)
    after = {path: path.stat() for path in scene.rglob("*")}
    assert after.keys() == files.keys()
    assert all(
        (after[path].st_mtime_ns, after[path].st_mode, after[path].st_ino)
        == (files[path].st_mtime_ns, files[path].st_mode, files[path].st_ino)
        for path in files
    )


@sealed
@pytest.mark.parametrize("text", sorted(GAMES))
@pytest.mark.parametrize("name", ["Collector", "Referrer"])
def test_nor_does_it_in_any_other_game(spies, scene, name, text):
    selection = GAMES[text].select()
    assert spies.match(spec(f"spies.py:{name}", scene), selection, PATIENT).heard == ""


def test_a_bot_that_patches_everything_changes_nothing_but_its_own_process(table):
    assert table.play("attacks.py:Patcher") == table.play("bad.py:Fair")


@sealed
def test_a_service_that_listens_is_out_of_reach(own, tmp_path):
    """Not even what everybody may use: ports on the loopback, and sockets with a name."""
    with socket.create_server(("127.0.0.1", 0)) as tcp, socket.socket(socket.AF_UNIX) as named:
        named.bind("\0arena-test-" + str(os.getpid()))
        named.listen()
        tcp.setblocking(False)
        named.setblocking(False)
        (tmp_path / "calls.py").write_text(
            "import socket\nfrom arena import Bot\n\nclass Calls(Bot):\n"
            "    def act(self, view, moves):\n"
            f"        for family, place in ((2, {tcp.getsockname()!r}), (1, {named.getsockname()!r})):\n"
            "            try:\n"
            "                socket.socket(family).connect(place)\n"
            "            except PermissionError:\n"
            "                continue\n"
            "            return 'found it: ' + str(place)\n"
            "        return moves[0]\n"
        )
        calls = spec("calls.py", tmp_path)
        for level in ("process", "strict"):
            if not reason_against(level):
                assert own(calls, level=level).match(calls, SHORT).heard == ""
        for server in (tcp, named):
            with pytest.raises(BlockingIOError):
                server.accept()


@sealed
def test_bots_of_the_same_game_are_out_of_each_others_reach(spies, scene):
    """They live beside each other at the time."""
    killers = [spec(f"attacks.py:{name}", scene) for name in ("Killer", "Tracer")]
    processes = [BotProcess(spies.zygote, killer, PATIENT.memory_bytes) for killer in killers]
    players = [SdkPlayer(process, SHORT, SEED, PATIENT) for process in processes]
    heard: list[str] = []
    record = play(SHORT, players, SEED, ["a", "b"], [SEED] * 2, PATIENT, lambda seat, told: heard.append(told))
    for player in players:
        player.close()
    assert (record.faults, heard) == ((), [])


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give bots private uids")
def test_bots_of_strict_have_uids_of_their_own(own, tmp_path):
    if reason := reason_against("strict"):
        pytest.skip(reason)
    (tmp_path / "who.py").write_text(
        "import os\nfrom arena import Bot\n\nclass Who(Bot):\n"
        "    def act(self, view, moves):\n"
        "        return f'{os.getresuid()} {os.getresgid()} {os.getgroups()}'\n"
    )
    who = spec("who.py", tmp_path)
    table = own(who, level="strict")
    told = [table.match(who, SHORT).heard for _ in range(3)]
    assert len(set(told)) == 3
    assert all("[]" in one and "(0," not in one for one in told)


@pytest.mark.skipif(not landlock.abi(), reason="this kernel has no Landlock")
def test_the_file_next_to_a_bots_own_is_closed_to_it_and_its_own_is_not(own, tmp_path):
    (tmp_path / "secret.py").write_text("SEED = 7\n")
    (tmp_path / "reads.py").write_text(
        "from pathlib import Path\nfrom arena import Bot\n\nclass Reads(Bot):\n"
        "    def act(self, view, moves):\n"
        "        assert Path(__file__).read_text()\n"
        "        return Path(__file__).with_name('secret.py').read_text()\n"
    )
    reads = spec("reads.py", tmp_path)
    for level in ("process", "strict"):
        if not reason_against(level):
            (fault,) = own(reads, level=level).play(reads, SHORT).faults
            assert fault.detail in ("raised PermissionError in act", "raised FileNotFoundError in act")
