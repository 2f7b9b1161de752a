"""Bots in processes of their own: each fault gets its kind, and nothing is left over."""

import time
from pathlib import Path

import pytest

from arena.bot import Limits, Setup
from arena.chance import derive
from arena.errors import BotChanged, BotError, EngineError
from arena.match import play
from arena.players.forking import Zygote
from arena.players.local import LocalPlayer
from arena.players.process import BotProcess, ProcessPlayer, describe
from arena.players.sources import FileBots
from arena.plugins import Plugins
from bots.random import Random
from tests.bots import bad

BOTS = Path(__file__).parents[1] / "bots"
LIMITS = Limits(decision=0.1, start=1.0)
SEED = derive("process")
GAMES = {game.name: game for game in Plugins().games}


@pytest.fixture(scope="module")
def zygote():
    with Zygote() as started:
        yield started


def spec(reference: str):
    found = FileBots().find(reference, BOTS)
    assert found is not None
    return found


def game(zygote: Zygote, name: str, selection=None, limits: Limits = LIMITS):
    """Play a bot of bad.py in its own process against random ones in this, and return the record."""
    selection = selection or GAMES["royal_dilemma"].select()
    seats = len(selection.sides)
    stranger = ProcessPlayer(zygote, spec(f"bad.py:{name}"), selection, derive("die", 0), limits)
    others = [LocalPlayer(Random, selection, derive("die", seat)) for seat in range(1, seats)]
    try:
        return play(selection, [stranger, *others], SEED, [name] * seats, [SEED] * seats, limits)
    finally:
        stranger.close()


@pytest.mark.parametrize(
    ("name", "kind", "detail"),
    [
        ("Raises", "exception", "raised ValueError in act"),
        ("Exits", "exception", "raised SystemExit in act"),
        ("Dies", "died", "its process ended before it answered"),
        ("Stops", "wall_timeout", "took longer than the wall limit"),
        ("Loops", "cpu_timeout", "used more CPU time than the limit"),
        ("Threads", "cpu_timeout", "used more CPU time than the limit"),
        ("Sleeps", "wall_timeout", "took longer than the wall limit"),
        ("Illegal", "illegal", "answered with something that is none of the legal moves"),
        ("Nothing", "illegal", "answered with something that is none of the legal moves"),
        ("Garbage", "protocol", "sent something that is no reply to what it was asked"),
        ("Huge", "protocol", "sent something that is no reply to what it was asked"),
        ("Twice", "protocol", "sent something that is no reply to what it was asked"),
    ],
)
def test_a_fault_in_a_decision_has_its_kind(zygote, name, kind, detail):
    record = game(zygote, name)
    assert [(fault.seat, fault.kind, fault.detail) for fault in record.faults] == [(0, kind, detail)]
    assert record.ending == "fault"
    assert record.ranks == (2, 1)


@pytest.mark.parametrize(
    ("name", "detail"),
    [
        ("RaisesAtStart", "raised KeyError before its first decision"),
        ("HangsAtStart", "took longer than the wall limit before its first decision"),
        ("Missing", "raised BotError before its first decision"),
    ],
)
def test_a_bot_that_does_not_start_has_no_decision(zygote, name, detail):
    fault = game(zygote, name, limits=Limits(decision=0.1, start=0.1)).faults[0]
    assert (fault.kind, fault.decision, fault.detail) == ("startup", None, detail)


def test_a_fault_after_the_end_changes_no_rank(zygote):
    record = game(zygote, "RaisesAtFinish")
    assert [fault.detail for fault in record.faults] == ["raised RuntimeError in finish"]
    assert record.ranks == game(zygote, "Fair").ranks


@pytest.mark.parametrize("name", ["AlwaysEqual", "Cheats"])
def test_a_cheat_gets_no_further_than_a_legal_move(zygote, name):
    assert game(zygote, name).faults == ()


@pytest.mark.parametrize("text", sorted(GAMES))
def test_a_bot_plays_the_same_in_its_own_process_as_in_ours(zygote, text):
    selection = GAMES[text].select(players=3)
    apart = game(zygote, "Fair", selection, Limits())
    players = [LocalPlayer(bad.Fair if not seat else Random, selection, derive("die", seat)) for seat in range(3)]
    assert play(selection, players, SEED, ["Fair"] * 3, [SEED] * 3) == apart


def test_nothing_is_left_when_bots_are_closed():
    before = descriptors()
    with Zygote() as zygote:
        for name in ("Fair", "Loops", "Dies"):
            game(zygote, name)
        process = BotProcess(zygote, spec("bad.py:Fair"))
    while running(process._pid):
        time.sleep(0.01)  # the kernel kills it when the zygote ends
    process.close()
    assert descriptors() == before


def test_a_bot_whose_zygote_has_gone_is_not_charged_and_another_is_started():
    selection = GAMES["battleground"].select()
    with Zygote() as zygote:
        player = ProcessPlayer(zygote, spec("bad.py:Fair"), selection, SEED, LIMITS)
        zygote._process.kill()
        while running(player._process._pid):
            time.sleep(0.01)  # the kernel kills it when the zygote ends
        state = selection.start(SEED)
        with pytest.raises(EngineError):
            player.act(state.view(0), state.legal_moves())
        player.close()
        zygote.close()
        assert game(zygote, "Fair").faults == ()


def test_a_bot_plays_the_same_in_every_interpreter():
    """Moves are texts, and the order of a set of texts would follow from each interpreter's own hash seed."""
    records = []
    for _ in range(3):
        with Zygote() as zygote:
            records.append(game(zygote, "Unordered"))
    assert records[0] == records[1] == records[2]


def test_a_file_that_changed_after_it_was_entered_is_no_fault(zygote, tmp_path):
    path = tmp_path / "duck.py"
    path.write_text("from arena import Bot\n\n\nclass Duck(Bot):\n    pass\n")
    selection = GAMES["battleground"].select()
    player = ProcessPlayer(zygote, FileBots().find("duck.py", tmp_path), selection, SEED, LIMITS)
    path.write_text("")
    with pytest.raises(BotChanged):
        player.start(Setup("battleground", None, selection.options, 0, LIMITS))
    player.close()


def descriptors() -> set[str]:
    return {path.name for path in Path("/proc/self/fd").iterdir()}


def running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state not in "ZX"


def test_a_bot_says_what_it_is_in_its_own_process(zygote):
    fair = spec("bad.py:Fair")
    entrant = describe(zygote, fair, LIMITS)
    assert (entrant.name, entrant.version, entrant.games) == ("bad", f"file-{fair.fingerprint[:8]}", ("*",))


@pytest.mark.parametrize(
    ("reference", "words"),
    [
        ("unloadable.py", "ImportError: not today"),
        ("two.py", "one subclass of arena.Bot is wanted, there is One, Two; say which, as"),
        ("bad.py:Missing", "a subclass of arena.Bot is wanted, this is NoneType"),
        ("bad.py:Claims", "Claims.games is a selection's text or a tuple of such, not b'abc'"),
        ("bad.py:Zero", "a subclass of arena.Bot is wanted, this is type"),
    ],
)
def test_a_bot_that_cannot_be_loaded_is_explained(zygote, reference, words):
    with pytest.raises(BotError, match=r"cannot be loaded: it raised") as caught:
        describe(zygote, spec(reference), LIMITS)
    assert words in str(caught.value)
