"""Players that are programs in any language: they are spoken to in lines of JSON (`protocol`)."""

from typing import TypeVar

import msgspec

from arena.bot import Limits, Setup
from arena.errors import BotFault
from arena.game import Selection
from arena.match import ILLEGAL
from arena.moves import Move
from arena.players import protocol
from arena.players.process import NO_REPLY, Transport
from arena.players.protocol import About, Act, Finish, Hello, Ready, Reply, Request, Start
from arena.players.remote import Bank
from arena.printing import visible
from arena.state import Outcome, View

SHOWN = 200
"""Characters of a reply that its author is shown."""

A = TypeVar("A", About, Ready, protocol.Move)


class ProgramPlayer:
    """A program that plays one game."""

    def __init__(self, transport: Transport, selection: Selection, seed: bytes, limits: Limits) -> None:
        """Speak over a transport, to be closed with the player; `seed` is for the program's die."""
        self._transport = transport
        self._bank = Bank(transport, limits.bank)
        self._selection = selection
        self._seed = seed
        self._limits = limits
        self._number = 1

    def start(self, setup: Setup) -> None:
        """Greet it and let it get ready."""
        request = Start(
            id=self._next(),
            game=setup.game,
            edition=setup.edition,
            options=setup.options,
            seat=setup.seat,
            sides=self._selection.sides,
            limits=protocol.Limits(
                decision=setup.limits.decision,
                bank=setup.limits.bank,
                start=setup.limits.start,
                memory=setup.limits.memory_bytes,
            ),
            seed=self._seed.hex(),
        )
        try:
            greeted(self._transport, self._limits.start)
            reply, _ = self._transport.exchange(protocol.encode(request), self._limits.start)
            understood(reply, request, Ready)
        except BotFault as fault:
            raise BotFault("startup", f"{fault.detail} before its first decision", fault.trace) from None

    def act(self, view: View, moves: tuple[Move, ...]) -> Move:
        """Ask for a decision; returns one of the moves."""
        raw = msgspec.Raw(protocol.encode(view))
        request = Act(id=self._next(), moves=moves, bank=self._bank.left, view=raw)
        answer = understood(self._ask(request), request, protocol.Move).move
        for move in moves:
            if move == answer:
                return move
        shown = visible(answer[:SHOWN])
        raise BotFault("illegal", ILLEGAL, f"{shown!r} is none of the legal moves: {', '.join(moves)}")

    def finish(self, outcome: Outcome, view: View) -> None:
        """Tell it the result."""
        request = Finish(
            id=self._next(),
            ranks=outcome.ranks,
            scores=outcome.scores,
            truncated=outcome.truncated,
            view=msgspec.Raw(protocol.encode(view)),
        )
        understood(self._ask(request), request, Ready)

    def output(self) -> str:
        """Return what the program has written to standard error."""
        return self._transport.output()

    def close(self) -> None:
        """End the program."""
        self._transport.close()

    def _ask(self, request: Request) -> bytes:
        return self._bank.exchange(protocol.encode(request), self._limits.decision)

    def _next(self) -> int:
        self._number += 1
        return self._number


def greeted(transport: Transport, limit: float) -> About:
    """Ask a program what it is, which is the first thing that every process hears; raises BotFault."""
    request = Hello(id=1, protocol=protocol.VERSION)
    reply, _ = transport.exchange(protocol.encode(request), limit)
    return understood(reply, request, About)


def understood(line: bytes, request: Request, expected: type[A]) -> A:
    """Return a reply as the message that the request wants; raises BotFault, whose trace tells what is wrong."""
    try:
        reply: Reply = protocol.decode(line)
    except msgspec.MsgspecError as error:
        raise _no_reply(line, str(error)) from None
    if not isinstance(reply, expected):
        raise _no_reply(
            line, f"the reply to {_type_of(request)} is of type {_type_of(expected)}, not {_type_of(reply)}"
        )
    if reply.id != request.id:
        raise _no_reply(line, f"the reply has the id of the request, {request.id}")
    return reply


def _no_reply(line: bytes, why: str) -> BotFault:
    shown = visible(line[:SHOWN].decode("utf-8", "backslashreplace"))
    return BotFault("protocol", NO_REPLY, f"{visible(why[:SHOWN])}\nthe program wrote: {shown}")


def _type_of(message: object) -> str:
    tag: str = message.__struct_config__.tag  # type: ignore[attr-defined]
    return tag
