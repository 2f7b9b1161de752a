"""Bots in processes of their own: what they are asked and told, and whose fault it is when something goes."""

import os
import signal
import time

import pytest

from arena.bot import Limits, Setup
from arena.chance import derive
from arena.errors import BotChanged, BotError, BotFault, EngineError
from arena.match import play
from arena.players.describing import describe
from arena.players.entrants import Reference
from arena.players.forking import Zygote
from arena.players.loading import has_changed
from arena.players.local import LocalPlayer
from arena.players.process import BotProcess
from arena.players.remote import SdkPlayer
from arena.players.roster import Roster
from arena.plugins import Plugins
from bots.random import Random
from tests.bots import bad
from tests.players.conftest import GAMES, LIMITS, SEED, Table, descendants, descriptors, running, spec

SELECTION = GAMES["battleground"].select()


def player_of(zygote: Zygote, bot) -> tuple[SdkPlayer, BotProcess]:
    """Return a player that has not been started, and its process."""
    process = BotProcess(zygote, bot, LIMITS.memory_bytes)
    return SdkPlayer(process, SELECTION, SEED, LIMITS, lambda: has_changed(bot)), process


def decide(player: SdkPlayer) -> str:
    """Ask for a first decision."""
    state = SELECTION.start(SEED)
    return player.act(state.view(0), state.legal_moves())


def started(player: SdkPlayer) -> SdkPlayer:
    player.start(Setup("battleground", None, SELECTION.options, 0, LIMITS))
    return player


@pytest.mark.parametrize("text", sorted(GAMES))
def test_a_bot_plays_the_same_in_its_own_process_as_in_ours(table, text):
    selection = GAMES[text].select(players=3)
    apart = table.play("bad.py:Fair", selection, Limits())
    players = [LocalPlayer(bad.Fair if not seat else Random, selection, derive("die", seat)) for seat in range(3)]
    assert play(selection, players, SEED, ["stranger", "friend", "friend"], [SEED] * 3) == apart


def test_a_bot_plays_the_same_in_every_interpreter(own):
    """Moves are texts, and the order of a set of texts would follow from each interpreter's own hash seed."""
    unordered = spec("bad.py:Unordered")
    records = [own(unordered).play(unordered) for _ in range(3)]
    assert records[0] == records[1] == records[2]


def test_a_cheat_that_equals_every_move_gets_no_further_than_a_legal_one(table):
    assert table.play("bad.py:AlwaysEqual").faults == ()


@pytest.mark.parametrize("level", ["process", "strict"])
def test_nothing_is_left_when_bots_are_closed(own, level, table):
    if level != table.level:
        pytest.skip("for the other level")
    before, others = descriptors(), descendants(os.getpid())
    bots = [spec(f"{name}") for name in ("bad.py:Fair", "hangs.py:Loops", "dies.py:Kills", "hogs.py:Daemon")]
    with Zygote(table.level, bots) as zygote:
        for bot in bots:
            Table(zygote, table.level).play(bot)
        process = BotProcess(zygote, bots[0], LIMITS.memory_bytes)
        begun = descendants(os.getpid()) - others
        assert process._pid in begun
    while any(map(running, begun)):
        time.sleep(0.01)  # the kernel ends them with the zygote
    process.close()
    assert descriptors() == before


def test_a_bot_whose_zygote_has_gone_is_not_charged_and_another_is_started(own):
    fair = spec("bad.py:Fair")
    table = own(fair)
    player, process = player_of(table.zygote, fair)
    started(player)
    table.zygote._process.kill()
    while running(process._pid):
        time.sleep(0.01)  # the kernel kills it when the zygote ends
    with pytest.raises(EngineError, match="the process that forks bots has gone"):
        decide(player)
    player.close()
    assert table.play(fair).faults == ()


def test_a_bot_that_is_killed_while_its_zygote_lives_is_charged(table):
    player, process = player_of(table.zygote, spec("bad.py:Fair"))
    os.kill(process._pid, signal.SIGKILL)
    with pytest.raises(BotFault, match="ended without an answer before its first decision"):
        started(player)
    player.close()


def test_a_bot_can_be_closed_twice(table):
    player, _ = player_of(table.zygote, spec("bad.py:Fair"))
    player.close()
    player.close()


def test_a_file_that_changed_after_it_was_entered_is_no_fault(own, tmp_path):
    path = tmp_path / "duck.py"
    path.write_text("from arena import Bot\n\n\nclass Duck(Bot):\n    pass\n")
    duck = spec("duck.py", tmp_path)
    player, _ = player_of(own(duck).zygote, duck)
    path.write_text("")
    with pytest.raises(BotChanged, match="has changed since the run began"):
        started(player)
    player.close()


@pytest.mark.parametrize("name", ["bad.py:PretendsToHaveChanged", "talks.py:SaysItHasChanged"])
def test_a_bot_that_only_says_that_its_file_has_changed_is_charged(table, name):
    player, _ = player_of(table.zygote, spec(name))
    with pytest.raises(BotFault, match="raised BotChanged before its first decision"):
        started(player)
    player.close()


def test_a_bot_says_what_it_is_in_its_own_process(table):
    fair = spec("bad.py:Fair")
    entrant = describe(table.zygote, fair, LIMITS)
    assert (entrant.name, entrant.version, entrant.games) == ("bad", f"file-{fair.fingerprint[:8]}", ("*",))


@pytest.mark.parametrize(
    ("reference", "words"),
    [
        ("unloadable.py", "ImportError: not today"),
        ("two.py", "one subclass of arena.Bot is wanted, there is One, Two; say which, as"),
        ("bad.py:Missing", "a subclass of arena.Bot is wanted, this is NoneType"),
        ("bad.py:Claims", "Claims.games is a selection's text or a tuple of such, not b'abc'"),
        ("bad.py:Zero", "a subclass of arena.Bot is wanted, this is type"),
        ("bad.py:os", "a subclass of arena.Bot is wanted, this is module"),
        ("talks.py:say", "a subclass of arena.Bot is wanted, this is function"),
        ("leaves_at_import.py", "SystemExit: not today"),
    ],
)
def test_a_bot_that_cannot_be_loaded_is_explained(table, reference, words):
    with pytest.raises(BotError, match=r"cannot be loaded: it raised") as caught:
        describe(table.zygote, spec(reference), LIMITS)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("reference", "words"),
    [
        ("exits_at_import.py", "cannot be loaded: it ended without an answer"),
        ("hangs_at_import.py", "cannot be loaded: it used more CPU time than the limit"),
    ],
)
def test_a_bot_that_does_not_come_back_from_loading_is_too(table, reference, words):
    with pytest.raises(BotError, match=words):
        describe(table.zygote, spec(reference), Limits(start=0.1))


def test_a_bot_is_held_while_another_thinks(tmp_path):
    """What it does while nobody asks it would be taken from the other, who might be charged for the time."""
    (tmp_path / "busy.py").write_text(BUSY)
    (tmp_path / "thinks.py").write_text(THINKS)
    selection, limits = GAMES["battleground"].select(), Limits(decision=5.0)
    found = [Roster(Plugins().bot_sources).find(Reference(f"{name}.py", tmp_path)) for name in ("busy", "thinks")]
    with Zygote() as zygote:
        processes = [BotProcess(zygote, one, limits.memory_bytes) for one in found]
        players = [SdkPlayer(process, selection, derive("die"), limits) for process in processes]
        record = play(selection, players, SEED, ["busy", "thinks"], [SEED] * 2, limits)
        used, decisions = processes[0]._cpu(), sum(event.seat == 1 for event in record.events)
        for player in players:
            player.close()
    assert record.faults == ()
    assert decisions >= 4
    assert used < 0.1 * decisions + 0.5  # of 0.2 seconds and more that the other thought each time, and a start


def test_a_bot_that_hangs_is_gone_at_once_though_the_game_goes_on():
    limits = Limits(decision=0.1, bank=0, start=5.0)
    with Zygote() as zygote:
        process = BotProcess(zygote, spec("hangs.py:Loops"), limits.memory_bytes)
        player = SdkPlayer(process, GAMES["battleground"].select(players=3), derive("die"), limits)
        state = GAMES["battleground"].select(players=3).start(SEED)
        player.start(Setup("battleground", None, {"players": 3}, 0, limits))
        with pytest.raises(BotFault, match="CPU time"):
            player.act(state.view(0), state.legal_moves())
        while running(process._pid):  # without `close`: the game goes on, and ends it then
            time.sleep(0.01)
        assert player.output() == ""
        player.close()


BUSY = """
import threading

from arena import Bot


def burn():
    while True:
        pass


class Busy(Bot):
    def start(self, setup):
        threading.Thread(target=burn, daemon=True).start()

    def act(self, view, moves):
        return moves[0]
"""
THINKS = """
import time

from arena import Bot


class Thinks(Bot):
    def act(self, view, moves):
        begin = time.process_time()
        while time.process_time() - begin < 0.2:
            pass
        return moves[0]
"""


def test_a_bot_that_was_collected_before_it_is_asked_died_all_the_same(own):
    bot = spec("bad.py:Fair")
    zygote = own(bot).zygote
    player, process = player_of(zygote, bot)
    started(player)
    os.kill(process._pid, signal.SIGKILL)
    while running(process._pid):
        time.sleep(0.01)
    other, _ = player_of(zygote, bot)  # for which the zygote collects who has ended
    with pytest.raises(BotFault) as caught:
        decide(player)
    assert (caught.value.kind, caught.value.trace) == ("died", "")
    assert decide(started(other))
    player.close()
    other.close()
