"""The bot's side of the conversation: one bot and one game, in the bot's process.

A bot of the engine's own environment gets here by a fork of the zygote. One of another environment runs this module
in its own interpreter, as `python -m arena.players.session SPEC`, closed in before that interpreter starts.
"""

import faulthandler
import os
import socket
import sys
import time
from typing import Any

import msgspec

from arena.bot import Bot, Clock
from arena.chance import die
from arena.channel import Channel, Closed
from arena.containment.probe import holes
from arena.errors import BotError
from arena.game import Game, parse_selection
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
    Request,
    Start,
    hook_for,
)
from arena.plugins import Plugins
from arena.printing import visible
from arena.state import Outcome

CHANNEL = 3
"""The descriptor on which a bot's process speaks with the engine."""


def serve(spec: BotSpec, games: tuple[Game, ...]) -> None:
    """Answer requests until the other end closes."""
    for name, descriptor in (("stdout", 1), ("stderr", 2)):  # those of before the fork were for other files
        setattr(sys, name, open(descriptor, "w", 1, "utf-8", "backslashreplace", closefd=False))  # noqa: SIM115
    faulthandler.enable()
    channel: Channel[Request] = Channel(socket.socket(fileno=CHANNEL), Request)
    session = Session(spec, games)
    try:
        while True:
            request = channel.receive()
            try:
                reply: Any = session.answer(request)
            except BaseException as error:
                reply = Failed(request.number, type(error).__name__, authors_trace(error))
            channel.send(reply)
    except Closed:
        return


class Session:
    """One bot and one game, seen from the bot's process."""

    bot: Bot
    game: Game
    views: msgspec.msgpack.Decoder[Any]
    clock: Clock

    def __init__(self, spec: BotSpec, games: tuple[Game, ...]) -> None:
        """Remember what to load; nothing of the bot is imported yet."""
        self.spec = spec
        self.games = games

    def answer(self, request: Request) -> About | Holes | Done | Choice:
        """Carry out a request; whatever the bot raises passes through."""
        match request:
            case Act(number, bank, view, texts):
                moves = tuple(map(self.game.parse_move, texts))
                self.bot.clock = Clock(self.clock.decision, bank, time.process_time())
                choice = self.bot.act(self.views.decode(view), moves)
                return Choice(number, moves.index(choice)) if choice in moves else Choice(number, -1, shown(choice))
            case Start(number, setup, text, seed):
                selection = parse_selection(text, self.games)
                self.game = selection.game
                self.views = msgspec.msgpack.Decoder(self.game.view, dec_hook=hook_for(self.game))
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
    serve(msgspec.json.decode(sys.argv[1], type=BotSpec), Plugins().games)
    os._exit(0)  # what the bot's threads do now is nobody's concern
