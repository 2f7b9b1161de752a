"""Programs: what goes over the wire to them, and what becomes of all that may come back."""

import json
from pathlib import Path

import pytest

from arena.bot import Limits, Setup
from arena.chance import derive
from arena.errors import BotFault
from arena.match import ILLEGAL, play
from arena.players import protocol
from arena.players.entrants import Reference
from arena.players.forking import Zygote
from arena.players.local import LocalPlayer
from arena.players.process import NO_REPLY, BotProcess
from arena.players.program import ProgramPlayer
from arena.players.programs import ProgramBots
from arena.plugins import Plugins
from arena.state import Outcome
from bots.first import First
from tests.players.scripted import Scripted
from tests.toy import TOY

RUDE = Path(__file__).parents[1] / "programs"
LIMITS = Limits(decision=1.0, bank=5.0, start=2.0, memory="2GB")
GAMES = {game.name: game for game in Plugins().games}
SELECTION = TOY.select(players=3)
SEED = derive("program")
SETUP = Setup("toy", "plain", SELECTION.options, 1, LIMITS)
HELLO = b'{"type":"hello","id":1,"protocol":"arena-bot/1"}'
ABOUT = b'{"type":"about","id":1}'
READY = b'{"type":"ready","id":2}'
STATE = SELECTION.start(derive("deal"))
VIEW, MOVES = STATE.view(0), STATE.legal_moves()
DEEP = b"[" * 100_000 + b"]" * 100_000
RIGHT = b'{"type":"move","id":3,"move":"%s"}' % MOVES[1].encode()
NO_JSON = "JSON is malformed"


@pytest.fixture
def transport():
    scripted = Scripted()
    yield scripted
    scripted.assert_done()


@pytest.fixture
def player(transport):
    """A player that has been started."""
    transport.expect({"type": "hello"}, ABOUT)
    transport.expect({"type": "start"}, READY)
    made = ProgramPlayer(transport, SELECTION, SEED, LIMITS)
    made.start(SETUP)
    return made


def test_a_program_is_greeted_and_told_what_is_played(transport):
    start = (
        b'{"type":"start","id":2,"game":"toy","edition":"plain","options":{"players":3,"teams":null,"cap":1},'
        b'"seat":1,"sides":[0,1,2],"limits":{"decision":1.0,"bank":5.0,"start":2.0,"memory":2147483648},"seed":"%s"}'
    )
    transport.expect(HELLO, ABOUT)
    transport.expect(start % SEED.hex().encode(), READY)
    ProgramPlayer(transport, SELECTION, SEED, LIMITS).start(SETUP)
    assert transport.allowed == [(2.0, 0.0), (2.0, 0.0)]


def test_a_decision_goes_there_and_back_as_text(transport, player):
    hand, moves = json.dumps(VIEW.hand, separators=(",", ":")), json.dumps(MOVES, separators=(",", ":"))
    view = f'{{"seat":0,"news":[],"hand":{hand},"scores":[0,0,0]}}'
    transport.expect(f'{{"type":"act","id":3,"moves":{moves},"bank":5.0,"view":{view}}}'.encode(), RIGHT)
    assert player.act(VIEW, MOVES) is MOVES[1]
    assert transport.allowed[-1] == (1.0, 5.0)


def test_the_result_is_told(transport, player):
    view = protocol.encode(VIEW).decode()
    transport.expect(
        f'{{"type":"finish","id":3,"ranks":[1,2,2],"scores":[9,-1,0],"truncated":true,"view":{view}}}'.encode(),
        b'{"type":"ready","id":3}',
    )
    player.finish(Outcome((1, 2, 2), (9, -1, 0), truncated=True), VIEW)


def test_what_decisions_take_beyond_the_limit_comes_out_of_the_bank(transport, player):
    for number, (used, bank) in enumerate([(0.5, 5.0), (2.5, 5.0), (1.25, 3.5), (0.0, 3.25)]):
        request, reply = (
            {"type": "act", "id": 3 + number, "bank": bank},
            RIGHT.replace(b"3", b"%d" % (3 + number), 1),
        )
        transport.expect(request, reply, used)
        player.act(VIEW, MOVES)
        assert transport.allowed[-1] == (1.0, bank)


@pytest.mark.parametrize(
    "reply",
    [
        RIGHT[:-1] + b',"comment":{"key":[1,null,"text"]}}',
        b' {"move" : "%s", "id": 3, "type": "move"} \r' % MOVES[1].encode(),
        RIGHT.replace(MOVES[1].encode(), "".join(f"\\u{ord(char):04x}" for char in MOVES[1]).encode()),
    ],
    ids=["more keys", "another order, spaces and a carriage return", "escapes"],
)
def test_what_json_allows_is_understood(transport, player, reply):
    transport.expect({"type": "act"}, reply)
    assert player.act(VIEW, MOVES) is MOVES[1]


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        (b"hello world", NO_JSON),
        (b"", "Input data was truncated"),
        (b"\xef\xbb\xbf" + RIGHT, NO_JSON),
        (RIGHT + b" " + RIGHT, "JSON is malformed: trailing characters"),
        (b'{"type":"move","id":NaN,"move":"1"}', NO_JSON),
        (b'{"type":"move","id":3,"move":"\xff\xfe"}', "Invalid UTF-8"),
        (RIGHT[:-1] + b',"more":' + DEEP + b"}", "JSON is nested too deeply"),
        (DEEP, "Expected `object`, got `array`"),
        (b"null", "Expected `object`, got `null`"),
        (b'{"id":3,"move":"1"}', "missing required field `type`"),
        (b'{"type":"pass","id":3}', "Invalid value 'pass'"),
        (b'{"type":7,"id":3}', "Expected `str`"),
        (b'{"type":"ready","id":3}', "the reply to act is of type move, not ready"),
        (b'{"type":"move","move":"1"}', "missing required field `id`"),
        (b'{"type":"move","id":2,"move":"1"}', "the reply has the id of the request, 3"),
        (b'{"type":"move","id":4,"move":"1"}', "the reply has the id of the request, 3"),
        (b'{"type":"move","id":true,"move":"1"}', "Expected `int`, got `bool` - at `$.id`"),
        (b'{"type":"move","id":"3","move":"1"}', "Expected `int`, got `str` - at `$.id`"),
        (b'{"type":"move","id":3.0,"move":"1"}', "Expected `int`, got `float` - at `$.id`"),
        (b'{"type":"move","id":1e400,"move":"1"}', "out of range - at `$.id`"),
        (b'{"type":"move","id":' + b"9" * 30 + b',"move":"1"}', "the reply has the id of the request, 3"),
        (b'{"type":"move","id":' + b"9" * 6000 + b',"move":"1"}', "out of range - at `$.id`"),
        (b'{"type":"move","id":3}', "missing required field `move`"),
        (b'{"type":"move","id":3,"move":0}', "Expected `str`, got `int` - at `$.move`"),
        (b'{"type":"move","id":3,"move":null}', "Expected `str`, got `null` - at `$.move`"),
        (b'{"type":"move","id":3,"move":["1"]}', "Expected `str`, got `array` - at `$.move`"),
        (b'{"type":"move","id":3,"move":"\\ud800"}', "truncated"),
    ],
    ids=lambda value: None if isinstance(value, str) else value[:40].decode("ascii", "backslashreplace"),
)
def test_what_is_no_reply_is_a_fault_of_protocol(transport, player, reply, why):
    transport.expect({"type": "act"}, reply)
    with pytest.raises(BotFault) as caught:
        player.act(VIEW, MOVES)
    assert (caught.value.kind, caught.value.detail) == ("protocol", NO_REPLY)
    reason, shown = caught.value.trace.split("\n")
    assert why in reason
    assert shown.startswith("the program wrote: ")
    assert len(shown) < 1000


@pytest.mark.parametrize(
    "text", ["", "no such move", f" {MOVES[0]}", f"{MOVES[0]}\\u0000", f"{MOVES[0]}.0", "x" * 2**21]
)
def test_a_text_that_is_no_legal_move_is_illegal(transport, player, text):
    transport.expect({"type": "act"}, b'{"type":"move","id":3,"move":"%s"}' % text.encode())
    with pytest.raises(BotFault) as caught:
        player.act(VIEW, MOVES)
    assert (caught.value.kind, caught.value.detail) == ("illegal", ILLEGAL)
    assert caught.value.trace.endswith(f" is none of the legal moves: {', '.join(MOVES)}")
    assert len(caught.value.trace) < 1000


@pytest.mark.parametrize(
    "replies",
    [[b"Welcome to duck 1.0!"], [READY], [ABOUT, ABOUT], [ABOUT, b"{}"], [b'{"type":"about","id":1,"games":"*"}']],
)
def test_what_goes_wrong_before_the_first_decision_is_a_failed_start(transport, replies):
    for kind, reply in zip(("hello", "start"), replies, strict=False):
        transport.expect({"type": kind}, reply)
    with pytest.raises(BotFault) as caught:
        ProgramPlayer(transport, SELECTION, SEED, LIMITS).start(SETUP)
    assert (caught.value.kind, caught.value.detail) == ("startup", f"{NO_REPLY} before its first decision")
    assert "the program wrote: " in caught.value.trace


def test_a_wrong_reply_to_the_result_is_a_fault_too(transport, player):
    transport.expect({"type": "finish"}, RIGHT)
    with pytest.raises(BotFault, match=NO_REPLY) as caught:
        player.finish(Outcome((1, 2, 2), (9, 0, 0)), VIEW)
    assert caught.value.trace.startswith("the reply to finish is of type ready, not move\n")


def test_what_the_process_is_charged_with_passes(transport, player):
    transport.expect({"type": "act"}, BotFault("died", "ended before it answered"))
    with pytest.raises(BotFault) as caught:
        player.act(VIEW, MOVES)
    assert caught.value.kind == "died"
    assert player.output() == "what it printed"
    player.close()
    assert transport.closed


def test_what_a_program_wrote_is_safe_to_print(transport, player):
    transport.expect({"type": "act"}, b"\x1b[2J\x07 gone")
    with pytest.raises(BotFault) as caught:
        player.act(VIEW, MOVES)
    assert caught.value.trace.endswith(r"the program wrote: \x1b[2J\x07 gone")


@pytest.fixture(scope="module")
def zygote():
    with Zygote() as started:
        yield started


@pytest.mark.parametrize(
    ("manner", "kind"),
    [
        ("two lines", "protocol"),
        ("two lines in one", "protocol"),
        ("an empty line", "protocol"),
        ("2 MB", "protocol"),
        ("2 MB without an end", "protocol"),
        ("deep", "protocol"),
        ("hang up", "protocol"),
        ("exit", "died"),
    ],
)
def test_a_rude_program_is_charged_once_and_the_game_ends(zygote, manner, kind):
    spec = ProgramBots().find(Reference(f"python3 rude.py {manner!r}", RUDE))
    selection = GAMES["battleground"].select()
    program = ProgramPlayer(BotProcess(zygote, spec, LIMITS.memory_bytes), selection, SEED, LIMITS)
    try:
        record = play(
            selection, [program, LocalPlayer(First, selection, SEED)], SEED, ["a", "b"], [SEED] * 2, LIMITS
        )
        output = program.output()
    finally:
        program.close()
    assert [(fault.seat, fault.kind) for fault in record.faults] == [(0, kind)]
    assert record.ranks == (2, 1)
    assert output == ("I give up\n" if manner == "exit" else "")
