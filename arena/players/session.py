"""The bot's side of the conversation: one bot and one game, in the bot's process.

A bot of the engine's own environment gets here by a fork of the zygote. One of another environment runs this module
in its own interpreter, as `python -m arena.players.session SPEC`, closed in before that interpreter starts.
"""

import faulthandler
import os
import socket
import sys
import time
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from arena.bot import Bot, Clock
from arena.chance import die
from arena.channel import Closed, Link
from arena.containment.probe import holes
from arena.errors import BotError
from arena.game import Game, parse_selection
from arena.own_editions import with_editions
from arena.players.entrants import BotSpec
from arena.players.loading import load
from arena.players.trace import authors_trace
from arena.players.wire import (
    ANSWER_CAP,
    About,
    Act,
    Choice,
    Describe,
    Done,
    Failed,
    Finish,
    Holes,
    Probe,
    Reply,
    Request,
    Start,
    hook_for,
)
from arena.plugins import Plugins
from arena.printing import visible
from arena.state import Outcome

CHANNEL = 3
"""The descriptor on which a bot's process speaks with the engine."""

Readers = Mapping[str, msgspec.msgpack.Decoder[Any]]

# Made before the fork, like the readers: to make them in each process would take a third of its start.
_requests: msgspec.msgpack.Decoder[Request] = msgspec.msgpack.Decoder(Request)
_replies = msgspec.msgpack.Encoder(enc_hook=str)


def readers_of(games: Iterable[Game]) -> Readers:
    """Return what reads the views of each game, by the game's name."""
    return {game.name: msgspec.msgpack.Decoder(game.view, dec_hook=hook_for(game)) for game in games}


def serve(spec: BotSpec, games: tuple[Game, ...], readers: Readers) -> None:
    """Answer requests until the other end closes."""
    for name, descriptor in (("stdout", 1), ("stderr", 2)):  # those of before the fork were for other files
        setattr(sys, name, open(descriptor, "w", 1, "utf-8", "backslashreplace", closefd=False))  # noqa: SIM115
    faulthandler.enable()
    link = Link(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM, 0, CHANNEL))
    session = Session(spec, games, readers)
    try:
        while True:
            request = _requests.decode(link.receive())
            try:
                reply: Reply = session.answer(request)
            except BaseException as error:
                reply = Failed(request.number, type(error).__name__, authors_trace(error))
            link.send(_replies.encode(reply))
    except Closed:
        return


class Session:
    """One bot and one game, seen from the bot's process."""

    bot: Bot
    game: Game
    views: msgspec.msgpack.Decoder[Any]
    clock: Clock

    def __init__(self, spec: BotSpec, games: tuple[Game, ...], readers: Readers) -> None:
        """Remember what to load; nothing of the bot is imported yet."""
        self.spec = spec
        self.games = games
        self.readers = readers

    def answer(self, request: Request) -> About | Holes | Done | Choice:
        """Carry out a request; whatever the bot raises passes through."""
        match request:
            case Act(number, bank, view, texts):
                moves = tuple(map(self.game.parse_move, texts))
                self.bot.clock = Clock(self.clock.decision, bank, time.process_time())
                choice = self.bot.act(self.views.decode(view), moves)
                return Choice(number, moves.index(choice)) if choice in moves else Choice(number, -1, shown(choice))
            case Start(number, setup, text, seed, own):
                selection = parse_selection(text, with_editions(self.games, [own] if own else ()))
                self.game = selection.game
                self.views = self.readers[self.game.name]
                self.clock = Clock(setup.limits.decision, setup.limits.bank, time.process_time())
                self.bot = load(self.spec)()
                self.bot.rng = die(seed)
                self.bot.selection = selection
                self.bot.clock = self.clock
                self.bot.start(setup)
                return Done(number)
            case Finish(number, ranks, scores, truncated, view):
                self.bot.finish(Outcome(ranks, scores, truncated), self.views.decode(view))
                return Done(number)
            case Describe(number):
                kind = load(self.spec)
                return About(number, str(kind.version), claims_of(kind))
            case Probe(number, bait):
                return Holes(number, holes(bait))


def claims_of(kind: type[Bot]) -> tuple[str, ...]:
    """Return the selections that a bot says it plays; raises BotError when that is no text or tuple of texts."""
    games: object = kind.games
    claims = (games,) if isinstance(games, str) else games
    if isinstance(claims, tuple | list) and all(isinstance(claim, str) for claim in claims):
        return tuple(claims)
    raise BotError(f"{kind.__name__}.games is a selection's text or a tuple of such, not {shown(games)}")


def shown(answer: object) -> str:
    """Return what a bot answered in Python's words, cut short; where there are none, of which type it is."""
    try:
        text = visible(repr(answer))
    except BaseException as error:  # such as for a number of too many digits, or whatever the bot made of it
        text = f"{type(answer).__name__}, which cannot be shown: {type(error).__name__}"
    return text if len(text) <= ANSWER_CAP else f"{text[:ANSWER_CAP]}…"


if __name__ == "__main__":
    known = Plugins().games
    serve(msgspec.json.decode(sys.argv[1], type=BotSpec), known, readers_of(known))
    os._exit(0)  # what the bot's threads do now is nobody's concern
