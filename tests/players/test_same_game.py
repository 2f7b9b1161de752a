"""However a bot is reached, the same choices make the same game, seen alike."""

from typing import ClassVar

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.bot import Bot, Limits
from arena.chance import derive, die
from arena.game import Selection
from arena.match import play
from arena.players import protocol, wire
from arena.players.entrants import BotSpec
from arena.players.local import LocalPlayer
from arena.players.program import ProgramPlayer
from arena.players.remote import SdkPlayer
from arena.players.session import Session, readers_of
from arena.plugins import Plugins

GAMES = Plugins().games
SPEC = BotSpec("noting", "installed", "tests.players.test_same_game:Noting", "", "1", "")


class Noting(Bot):
    """Rolls its die for every move, and notes what it was shown."""

    seen: ClassVar[list[bytes]] = []

    def act(self, view, moves):
        self.seen.append(protocol.encode([view, moves]))
        return self.rng.choice(moves)

    def finish(self, outcome, view):
        self.seen.append(protocol.encode([view, outcome]))


class Through:
    """A transport that leads to code in this process."""

    def __init__(self, answer) -> None:
        self.answer = answer

    def exchange(self, request, limit, bank=0.0):
        return self.answer(request), 0.0

    def output(self):
        return ""

    def close(self):
        pass


def sdk_process(games):
    """The bot's side of the SDK's wire."""
    session = Session(SPEC, games, readers_of(games))
    requests = msgspec.msgpack.Decoder(wire.Request)
    return lambda request: msgspec.msgpack.encode(session.answer(requests.decode(request)))


def program():
    """A program that does in plain JSON what Noting does."""
    requests = msgspec.json.Decoder(protocol.Request)
    dice = {}

    def answer(line):
        match request := requests.decode(line):
            case protocol.Hello(id=number):
                return b'{"type":"about","id":%d}' % number
            case protocol.Start(seed=seed):
                dice["own"] = die(bytes.fromhex(seed))
            case protocol.Act(id=number, moves=moves, view=view):
                Noting.seen.append(protocol.encode([view, moves]))
                return protocol.encode(protocol.Move(id=number, move=dice["own"].choice(moves)))
            case protocol.Finish(ranks=ranks, scores=scores, truncated=truncated, view=view):
                result = {"ranks": ranks, "scores": scores, "truncated": truncated}
                Noting.seen.append(protocol.encode([view, result]))
        return b'{"type":"ready","id":%d}' % request.id

    return answer


@st.composite
def selections(draw):
    game = draw(st.sampled_from(GAMES))
    edition = draw(st.sampled_from(game.editions))
    (players,) = (option for option in edition.options if option.name == "players")
    return game.select(edition.slug, players=draw(st.sampled_from(list(players.choices))))


@settings(max_examples=40, deadline=None)
@given(selections(), st.integers(0, 2**32))
def test_a_game_is_the_same_by_every_way_to_the_bots(selection: Selection, seed: int):
    limits = Limits()

    def game(player):
        Noting.seen.clear()
        seats = range(len(selection.sides))
        players = [player(derive(seed, seat, "die")) for seat in seats]
        strays = [derive(seed, seat, "stray") for seat in seats]
        return play(selection, players, derive(seed), ["noting"] * len(seats), strays, limits), Noting.seen[:]

    local, seen = game(lambda die: LocalPlayer(Noting, selection, die))
    assert local.faults == ()
    assert game(lambda die: SdkPlayer(Through(sdk_process(GAMES)), selection, die, limits)) == (local, seen)
    assert game(lambda die: ProgramPlayer(Through(program()), selection, die, limits)) == (local, seen)
