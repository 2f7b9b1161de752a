"""Bots in processes of their own: all that did not come with the engine."""

import contextlib
import os
import signal
import time
from typing import Any, TypeVar

import msgspec

from arena.bot import Limits, Setup
from arena.channel import Channel, Closed, Garbled
from arena.errors import BotChanged, BotError, BotFault, EngineError
from arena.game import Selection
from arena.match import ILLEGAL
from arena.moves import Move
from arena.players.entrants import BotSpec, Entrant
from arena.players.forking import Zygote
from arena.players.wire import (
    REPLY_CAP,
    About,
    Act,
    Choice,
    Describe,
    Done,
    Failed,
    Finish,
    Reply,
    Request,
    Start,
)
from arena.printing import printable, visible
from arena.state import Outcome, View

WALL_FACTOR = 10
"""A decision's wall limit, as a multiple of its CPU limit: a backstop for bots that sleep."""

NO_REPLY = "sent something that is no reply to what it was asked"
WHERE = {Act: " in act", Finish: " in finish"}

A = TypeVar("A", About, Done, Choice)

_views = msgspec.msgpack.Encoder(enc_hook=str)


class BotProcess:
    """A bot's process: ask it, time it, end it."""

    def __init__(self, zygote: Zygote, spec: BotSpec) -> None:
        """Fork it; raises EngineError."""
        self._zygote = zygote
        self._pid, self._pidfd, sock = zygote.fork(spec)
        self._channel: Channel[Reply] = Channel(sock, Reply, cap=REPLY_CAP)
        self._number = 0

    def ask(self, kind: type[Request], expected: type[A], limit: float, *parts: Any) -> A:
        """Send a request and return the reply; raises BotFault, or EngineError when it is none of the bot's.

        `limit` is in seconds of the bot's own CPU time, and a tenth of what it may take on the wall clock.
        """
        self._number += 1
        channel, begin, cpu = self._channel, time.monotonic(), self._cpu()
        try:
            channel.expect_silence()
            channel.send(kind(self._number, *parts), begin + WALL_FACTOR * limit)
            reply = self._reply(begin, cpu, limit)
        except Closed:
            if self._zygote.has_gone():
                self._zygote.close()  # so that another is started for the next bot
                raise EngineError("the process that forks bots has gone, and its bots with it") from None
            raise BotFault("died", "its process ended before it answered") from None
        except Garbled:
            raise BotFault("protocol", NO_REPLY) from None
        except TimeoutError:
            raise BotFault("wall_timeout", "took longer than the wall limit") from None
        if isinstance(reply, Failed):
            trace = printable(reply.trace)
            if kind is Start and reply.error == BotChanged.__name__:
                raise BotChanged(trace)
            raise BotFault("exception", f"raised {_word(reply.error)}{WHERE.get(kind, '')}", trace)
        if not isinstance(reply, expected) or reply.number != self._number:
            raise BotFault("protocol", NO_REPLY)
        return reply

    def _reply(self, begin: float, cpu: float, limit: float) -> Reply:
        """Wait for the reply, with a look at the CPU clock when it comes and whenever an overrun is possible."""
        deadline = begin + WALL_FACTOR * limit
        look = begin + limit
        while True:
            with contextlib.suppress(TimeoutError):
                reply = self._channel.receive(min(look, deadline))
                if self._cpu() - cpu <= limit:
                    return reply
            used = self._cpu() - cpu
            if used > limit:
                raise BotFault("cpu_timeout", "used more CPU time than the limit")
            if time.monotonic() >= deadline:
                raise TimeoutError
            look = time.monotonic() + limit - used

    def _cpu(self) -> float:
        """Return the CPU seconds that the process has used; 0 when it has gone."""
        try:
            return time.clock_gettime((~self._pid << 3) | 2)  # the kernel's clock of another process
        except OSError:
            return 0.0

    def close(self) -> None:
        """Kill the process and all of its session."""
        if self._pidfd >= 0:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._pid, signal.SIGKILL)
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._pidfd, signal.SIGKILL)
            os.close(self._pidfd)
            self._pidfd = -1
            self._channel.close()


class ProcessPlayer:
    """A bot that plays one game in a process of its own."""

    def __init__(self, zygote: Zygote, spec: BotSpec, selection: Selection, seed: bytes, limits: Limits) -> None:
        """Fork the process; `seed` is for the bot's die. Raises EngineError."""
        self._process = BotProcess(zygote, spec)
        self._selection = selection
        self._seed = seed
        self._limits = limits

    def start(self, setup: Setup) -> None:
        """Load the bot and let it get ready."""
        try:
            self._process.ask(Start, Done, self._limits.start, setup, str(self._selection), self._seed)
        except BotFault as fault:
            raise BotFault("startup", f"{fault.detail} before its first decision", fault.trace) from None

    def act(self, view: View, moves: tuple[Move, ...]) -> Move:
        """Ask for a decision; returns one of the moves."""
        raw = msgspec.Raw(_views.encode(view))
        choice = self._process.ask(Act, Choice, self._limits.decision, raw, moves)
        if 0 <= choice.index < len(moves):
            return moves[choice.index]
        raise BotFault(
            "illegal", ILLEGAL, f"{visible(choice.answer)} is none of the legal moves: {', '.join(moves)}"
        )

    def finish(self, outcome: Outcome, view: View) -> None:
        """Tell it the result."""
        raw = msgspec.Raw(_views.encode(view))
        result = (outcome.ranks, outcome.scores, outcome.truncated)
        self._process.ask(Finish, Done, self._limits.decision, *result, raw)

    def close(self) -> None:
        """End the bot's process."""
        self._process.close()


def describe(zygote: Zygote, spec: BotSpec, limits: Limits) -> Entrant:
    """Ask a bot, in a process of its own, for its version and the games that it plays; raises BotError."""
    process = BotProcess(zygote, spec)
    try:
        about = process.ask(Describe, About, limits.start)
    except BotFault as fault:
        trace = f"\n{fault.trace.rstrip()}" if fault.trace else ""
        raise BotError(f"bot {spec.name!r} ({spec.origin}) cannot be loaded: it {fault.detail}{trace}") from None
    finally:
        process.close()
    return Entrant(spec, about.version or spec.version, about.games)


def _word(name: str) -> str:
    """Return an exception's type as a bot gave it, if it is a word of the usual length."""
    return name if name.isidentifier() and len(name) <= 60 else "an exception with no proper name"
