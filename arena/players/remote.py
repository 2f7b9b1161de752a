"""Players in processes of their own, the Python ones: they are spoken to by the SDK's messages (`wire`)."""

from collections.abc import Callable
from typing import TypeVar

import msgspec

from arena.bot import Limits, Setup
from arena.errors import BotChanged, BotFault
from arena.game import Selection
from arena.match import ILLEGAL
from arena.moves import Move
from arena.own_editions import own_edition
from arena.players.process import NO_REPLY, Transport
from arena.players.trace import CAP
from arena.players.wire import ANSWER_CAP, About, Act, Choice, Done, Failed, Finish, Holes, Reply, Request, Start
from arena.printing import printable, visible
from arena.state import Outcome, View

WHERE = {Act: " in act", Finish: " in finish"}

A = TypeVar("A", About, Holes, Done, Choice)

_encoder = msgspec.msgpack.Encoder(enc_hook=str)
_decoder: msgspec.msgpack.Decoder[Reply] = msgspec.msgpack.Decoder(Reply)


class Bank:
    """The CPU seconds that a bot may use beyond its limit for single decisions, for the whole game."""

    __slots__ = ("_transport", "left")

    def __init__(self, transport: Transport, left: float) -> None:
        """Keep the bank for the bot at the other end of a transport."""
        self._transport = transport
        self.left = left

    def exchange(self, request: bytes, limit: float) -> bytes:
        """Return the reply to a request, after taking what it cost beyond the limit out of the bank."""
        reply, used = self._transport.exchange(request, limit, self.left)
        if used > limit:
            self.left -= used - limit
        return reply


class SdkPlayer:
    """A bot in Python that plays one game in a process of its own."""

    def __init__(
        self,
        transport: Transport,
        selection: Selection,
        seed: bytes,
        limits: Limits,
        has_changed: Callable[[], bool] = lambda: True,
    ) -> None:
        """Speak over a transport, to be closed with the player; `seed` is for the bot's die.

        `has_changed` is asked whether the bot's file is another now when its process says so, for bots may lie.
        """
        self._transport = transport
        self._bank = Bank(transport, limits.bank)
        self._selection = selection
        self._seed = seed
        self._limits = limits
        self._has_changed = has_changed
        self._number = 0

    def start(self, setup: Setup) -> None:
        """Load the bot and let it get ready."""
        selection = self._selection
        request = Start(self._next(), setup, str(selection), self._seed, own_edition(selection))
        try:
            reply, _ = self._transport.exchange(_encoder.encode(request), self._limits.start)
            understood(reply, request, Done)
        except BotFault as fault:
            if fault.detail == f"raised {BotChanged.__name__}" and self._has_changed():
                raise BotChanged(fault.trace) from None
            raise BotFault("startup", f"{fault.detail} before its first decision", fault.trace) from None

    def act(self, view: View, moves: tuple[Move, ...]) -> Move:
        """Ask for a decision; returns one of the moves."""
        request = Act(self._next(), self._bank.left, msgspec.Raw(_encoder.encode(view)), moves)
        choice = understood(self._ask(request), request, Choice)
        if 0 <= choice.index < len(moves):
            return moves[choice.index]
        answer = visible(choice.answer[:ANSWER_CAP])
        raise BotFault("illegal", ILLEGAL, f"{answer} is none of the legal moves: {', '.join(moves)}")

    def finish(self, outcome: Outcome, view: View) -> None:
        """Tell it the result."""
        result = (outcome.ranks, outcome.scores, outcome.truncated)
        request = Finish(self._next(), *result, msgspec.Raw(_encoder.encode(view)))
        understood(self._ask(request), request, Done)

    def output(self) -> str:
        """Return what the bot has printed."""
        return self._transport.output()

    def close(self) -> None:
        """End the bot's process."""
        self._transport.close()

    def _ask(self, request: Request) -> bytes:
        return self._bank.exchange(_encoder.encode(request), self._limits.decision)

    def _next(self) -> int:
        self._number += 1
        return self._number


def asked(transport: Transport, request: Request, expected: type[A], limit: float) -> A:
    """Send a bot's process a request outside of any game; raises BotFault."""
    reply, _ = transport.exchange(_encoder.encode(request), limit)
    return understood(reply, request, expected)


def understood(body: bytes, request: Request, expected: type[A]) -> A:
    """Return a reply as the message that the request wants; raises BotFault."""
    try:
        reply = _decoder.decode(body)
    except (msgspec.MsgspecError, RecursionError):  # it may be nested deeply where nothing is expected
        raise BotFault("protocol", NO_REPLY) from None
    if isinstance(reply, Failed):
        trace = printable(reply.trace[-CAP:])
        kind = "memory" if reply.error == MemoryError.__name__ else "exception"
        raise BotFault(kind, f"raised {_word(reply.error)}{WHERE.get(type(request), '')}", trace)
    if not isinstance(reply, expected) or reply.number != request.number:
        raise BotFault("protocol", NO_REPLY)
    return reply


def _word(name: str) -> str:
    """Return an exception's type as a bot gave it, if it is a word of the usual length."""
    return name if name.isidentifier() and len(name) <= 60 else "an exception with no proper name"
