"""The zygote: a clean interpreter that forks a process for each bot and game.

It has imported the bot SDK and the games' views and holds nothing of any game in play, so a fork of it gives a bot
nothing to read. Started by `arena.players.forking` as `python -m arena.players.zygote FD PARENT`; it
ends when the other end of its socket closes, and its bots end with it.
"""

import contextlib
import ctypes
import os
import signal
import socket
import sys
from typing import Any

import msgspec

from arena.bot import Bot
from arena.chance import die
from arena.channel import Channel, Closed
from arena.errors import BotError
from arena.game import Game, parse_selection
from arena.players.entrants import BotSpec
from arena.players.loading import load
from arena.players.trace import authors_trace
from arena.players.wire import About, Act, Choice, Describe, Done, Failed, Finish, Request, Spawn, Start, hook_for
from arena.plugins import Plugins
from arena.printing import visible
from arena.state import Outcome

PR_SET_PDEATHSIG = 1
ANSWER_CAP = 200
"""Characters of an illegal answer that its author is shown."""


def end_with(parent: int) -> None:
    """Have the kernel kill this process when its parent ends, also if it has ended already."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)


def main(descriptor: int, parent: int) -> None:
    """Fork a bot for every request until the engine, whose process id is `parent`, closes the socket."""
    end_with(parent)
    games = Plugins().games
    zygote = os.getpid()
    bots: set[int] = set()
    decoder = msgspec.msgpack.Decoder(Spawn)
    with contextlib.suppress(ConnectionError), socket.socket(fileno=descriptor) as control:
        control.sendall(b"\0")
        while True:
            data, descriptors, _, _ = socket.recv_fds(control, 2**16, 1)
            _reap(bots, os.WNOHANG)
            if not data:
                break
            pid = os.fork()
            if not pid:
                end_with(zygote)
                control.close()
                _become_bot(decoder.decode(data).spec, descriptors[0], games)
            bots.add(pid)
            os.close(descriptors[0])
            pidfd = os.pidfd_open(pid)
            socket.send_fds(control, [pid.to_bytes(8)], [pidfd])
            os.close(pidfd)
    for pid in bots:
        os.kill(pid, signal.SIGKILL)
    _reap(bots, 0)


def _reap(bots: set[int], flags: int) -> None:
    """Collect the bots that have ended; only between two forks, so that a process id stays a bot's until then."""
    bots -= {pid for pid in bots if os.waitpid(pid, flags)[0]}


def _become_bot(spec: BotSpec, descriptor: int, games: tuple[Game, ...]) -> None:
    """Turn this fork into the bot's process: a session of its own, its channel, and nothing else open."""
    status = 1
    try:
        os.setsid()
        signal.pthread_sigmask(signal.SIG_SETMASK, ())
        channel_fd = os.dup2(descriptor, 3)
        os.closerange(4, os.sysconf("SC_OPEN_MAX"))
        null = os.open(os.devnull, os.O_RDWR)
        for standard in (0, 1, 2):
            os.dup2(null, standard)
        os.close(null)
        serve(spec, Channel(socket.socket(fileno=channel_fd), Request), games)
        status = 0
    except Closed:
        status = 0
    finally:
        os._exit(status)


def serve(spec: BotSpec, channel: Channel[Request], games: tuple[Game, ...]) -> None:
    """Answer requests until the other end closes; raises Closed then."""
    session = Session(spec, games)
    while True:
        request = channel.receive()
        try:
            reply: Any = session.answer(request)
        except BaseException as error:
            reply = Failed(request.number, type(error).__name__, authors_trace(error))
        channel.send(reply)


class Session:
    """One bot and one game, seen from the bot's process."""

    bot: Bot
    game: Game
    views: msgspec.msgpack.Decoder[Any]

    def __init__(self, spec: BotSpec, games: tuple[Game, ...]) -> None:
        """Remember what to load; nothing of the bot is imported yet."""
        self.spec = spec
        self.games = games

    def answer(self, request: Request) -> About | Done | Choice:
        """Carry out a request; whatever the bot raises passes through."""
        match request:
            case Act(number, view, texts):
                moves = tuple(map(self.game.parse_move, texts))
                choice = self.bot.act(self.views.decode(view), moves)
                return Choice(number, moves.index(choice)) if choice in moves else Choice(number, -1, shown(choice))
            case Start(number, setup, text, seed):
                selection = parse_selection(text, self.games)
                self.game = selection.game
                self.views = msgspec.msgpack.Decoder(self.game.view, dec_hook=hook_for(self.game))
                self.bot = load(self.spec)()
                self.bot.rng = die(seed)
                self.bot.selection = selection
                self.bot.start(setup)
                return Done(number)
            case Finish(number, ranks, scores, truncated, view):
                self.bot.finish(Outcome(ranks, scores, truncated), self.views.decode(view))
                return Done(number)
            case Describe(number):
                kind = load(self.spec)
                return About(number, str(kind.version), claims_of(kind))


def claims_of(kind: type[Bot]) -> tuple[str, ...]:
    """Return the selections that a bot says it plays; raises BotError when that is no text or tuple of texts."""
    games: object = kind.games
    claims = (games,) if isinstance(games, str) else games
    if isinstance(claims, tuple | list) and all(isinstance(claim, str) for claim in claims):
        return tuple(claims)
    raise BotError(f"{kind.__name__}.games is a selection's text or a tuple of such, not {shown(games)}")


def shown(answer: object) -> str:
    """Return what a bot answered in Python's words, cut short."""
    text = visible(repr(answer))
    return text if len(text) <= ANSWER_CAP else f"{text[:ANSWER_CAP]}…"


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
