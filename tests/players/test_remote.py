"""Bots that use the SDK: what goes over the wire to their processes, and what becomes of all that may come back."""

import msgspec
import pytest

from arena.bot import Limits, Setup
from arena.chance import derive
from arena.errors import BotChanged, BotFault
from arena.match import ILLEGAL
from arena.players.process import NO_REPLY
from arena.players.remote import SdkPlayer, asked
from arena.players.wire import About, Describe
from arena.state import Outcome
from tests.players.scripted import Scripted
from tests.toy import TOY

LIMITS = Limits(decision=1.0, bank=5.0, start=2.0)
SELECTION = TOY.select(players=3)
SEED = derive("sdk")
SETUP = Setup("toy", "plain", SELECTION.options, 1, LIMITS)
STATE = SELECTION.start(derive("deal"))
VIEW, MOVES = STATE.view(0), STATE.legal_moves()
HAND = list(map(str, VIEW.hand))
SEEN = {"seat": 0, "news": [], "hand": HAND, "scores": [0, 0, 0]}
START = {
    "game": "toy",
    "edition": "plain",
    "options": {"players": 3, "teams": None, "cap": 1},
    "seat": 1,
    "limits": {"decision": 1.0, "bank": 5.0, "start": 2.0, "memory": "512MB"},
}

pack = msgspec.msgpack.encode


@pytest.fixture
def transport():
    scripted = Scripted()
    yield scripted
    scripted.assert_done()


@pytest.fixture
def player(transport):
    """A player that has been started."""
    transport.expect(pack(["Start", 1, START, "toy@plain:players=3", SEED, None]), pack(["Done", 1]))
    made = SdkPlayer(transport, SELECTION, SEED, LIMITS)
    made.start(SETUP)
    return made


def test_a_game_goes_over_the_wire_in_three_kinds_of_request(transport, player):
    transport.expect(pack(["Act", 2, 5.0, SEEN, list(map(str, MOVES))]), pack(["Choice", 2, 1]), 2.5)
    transport.expect(pack(["Act", 3, 3.5, SEEN, list(map(str, MOVES))]), pack(["Choice", 3, 0, ""]), 0.5)
    transport.expect(pack(["Finish", 4, [1, 2, 2], [9, 0, 0], False, SEEN]), pack(["Done", 4]))
    assert player.act(VIEW, MOVES) is MOVES[1]
    assert player.act(VIEW, MOVES) is MOVES[0]
    player.finish(Outcome((1, 2, 2), (9, 0, 0)), VIEW)
    assert transport.allowed == [(2.0, 0.0), (1.0, 5.0), (1.0, 3.5), (1.0, 3.5)]


def test_a_bot_is_asked_what_it_is(transport):
    transport.expect(pack(["Describe", 1]), pack(["About", 1, "2.0", ["*"]]))
    assert asked(transport, Describe(1), About, 7.0) == About(1, "2.0", ("*",))
    assert transport.allowed == [(7.0, 0.0)]


@pytest.mark.parametrize(
    "reply",
    [
        b"",
        b"hello world",
        pack(["Choice", 2, 1])[:-1],
        pack(["Choice", 2, 1]) * 2,
        pack(None),
        pack({"Choice": 2}),
        pack(["Done", 2]),
        pack(["About", 2, "", []]),
        pack(["Nothing", 2, 1]),
        pack([7, 2, 1]),
        pack(["Choice"]),
        pack(["Choice", 2]),
        pack(["Choice", 1, 1]),
        pack(["Choice", 3, 1]),
        pack(["Choice", True, 1]),
        pack(["Choice", 2, True]),
        pack(["Choice", 2, None]),
        pack(["Choice", 2, "1"]),
        pack(["Choice", 2, 1.5]),
        pack(["Choice", 2, float("nan")]),
        pack(["Choice", 2, 1, 1]),
        pack(["Choice", 2, msgspec.msgpack.Ext(1, b"x")]),
        pack(["Choice", 2, -1])[:-1] + b"\xff\xa2\xff\xfe",
        b"\x91" * 100_000,
        b"\x95" + pack(["Choice", 2, 1, ""])[1:] + b"\x91" * 100_000 + b"\x01",
        b"\xdd\x7f\xff\xff\xff",
    ],
    ids=lambda reply: reply[:24].decode("ascii", "backslashreplace"),
)
def test_what_is_no_reply_is_a_fault_of_protocol(transport, player, reply):
    transport.expect(pack(["Act", 2, 5.0, SEEN, list(map(str, MOVES))]), reply)
    with pytest.raises(BotFault) as caught:
        player.act(VIEW, MOVES)
    assert (caught.value.kind, caught.value.detail) == ("protocol", NO_REPLY)


@pytest.mark.parametrize("index", [-1, -2, len(MOVES), 2**63 - 1, -(2**63), 2**64 - 1])
def test_an_index_of_no_move_is_illegal(transport, player, index):
    transport.expect(pack(["Act", 2, 5.0, SEEN, list(map(str, MOVES))]), pack(["Choice", 2, index, "'a\x1b'"]))
    with pytest.raises(BotFault) as caught:
        player.act(VIEW, MOVES)
    assert (caught.value.kind, caught.value.detail) == ("illegal", ILLEGAL)
    assert caught.value.trace == rf"'a\x1b' is none of the legal moves: {', '.join(MOVES)}"


@pytest.mark.parametrize(
    ("error", "kind", "detail"),
    [
        ("ValueError", "exception", "raised ValueError in act"),
        ("MemoryError", "memory", "raised MemoryError in act"),
        ("two words", "exception", "raised an exception with no proper name in act"),
        ("BotChanged", "exception", "raised BotChanged in act"),
    ],
)
def test_what_a_bot_raises_is_told_with_its_trace(transport, player, error, kind, detail):
    transport.expect(
        pack(["Act", 2, 5.0, SEEN, list(map(str, MOVES))]), pack(["Failed", 2, error, "in line 3\n\a"])
    )
    with pytest.raises(BotFault) as caught:
        player.act(VIEW, MOVES)
    assert (caught.value.kind, caught.value.detail) == (kind, detail)
    assert caught.value.trace == "in line 3\n\\x07"


@pytest.mark.parametrize(
    ("reply", "detail"),
    [
        (pack(["Choice", 1, 0]), NO_REPLY),
        (pack(["Done", 2]), NO_REPLY),
        (pack(["Failed", 1, "KeyError", ""]), "raised KeyError"),
        (BotFault("cpu_timeout", "used more CPU time than the limit"), "used more CPU time than the limit"),
    ],
)
def test_what_goes_wrong_before_the_first_decision_is_a_failed_start(transport, reply, detail):
    transport.expect(pack(["Start", 1, START, "toy@plain:players=3", SEED, None]), reply)
    with pytest.raises(BotFault) as caught:
        SdkPlayer(transport, SELECTION, SEED, LIMITS).start(SETUP)
    assert (caught.value.kind, caught.value.detail) == ("startup", f"{detail} before its first decision")


def test_a_file_that_has_changed_is_no_fault_of_the_bot(transport):
    reply = pack(["Failed", 1, "BotChanged", "duck.py has changed"])
    transport.expect(pack(["Start", 1, START, "toy@plain:players=3", SEED, None]), reply)
    with pytest.raises(BotChanged, match=r"duck\.py has changed"):
        SdkPlayer(transport, SELECTION, SEED, LIMITS).start(SETUP)


def test_what_a_bot_says_of_its_failure_is_cut_short(transport, player):
    request = pack(["Act", 2, 5.0, SEEN, list(map(str, MOVES))])
    transport.expect(request, pack(["Failed", 2, "ValueError", "\0" * 900_000]))
    with pytest.raises(BotFault) as caught:
        player.act(VIEW, MOVES)
    assert len(caught.value.trace) < 100_000
