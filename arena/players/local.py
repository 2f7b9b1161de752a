"""Bots in the engine's own process: the built-in ones, and a developer's own under a debugger."""

from collections.abc import Callable
from typing import Any

from arena.bot import Bot, Clock, Setup
from arena.chance import die
from arena.errors import BotFault
from arena.game import Selection
from arena.moves import Move
from arena.players.trace import authors_trace
from arena.state import Outcome, View


class LocalPlayer:
    """A bot called directly. It could read the engine's memory, so it must be trusted."""

    __slots__ = ("_bot", "_make", "_seed", "_selection")

    _bot: Bot

    def __init__(self, make: Callable[[], Bot], selection: Selection, seed: bytes) -> None:
        """Remember how to make the bot; `seed` is for its die."""
        self._make = make
        self._selection = selection
        self._seed = seed

    def start(self, setup: Setup) -> None:
        """Make a new bot and let it get ready."""
        try:
            self._bot = self._make()
            self._bot.rng = die(self._seed)
            self._bot.selection = self._selection
            self._bot.clock = Clock(setup.limits.decision, setup.limits.bank)
            self._bot.start(setup)
        except (Exception, SystemExit) as error:
            raise _fault("startup", error, "before its first decision") from error

    def act(self, view: View, moves: tuple[Move, ...]) -> Any:
        """Ask for a decision."""
        try:
            return self._bot.act(view, moves)
        except (Exception, SystemExit) as error:
            raise _fault("exception", error, "in act") from error

    def finish(self, outcome: Outcome, view: View) -> None:
        """Tell it the result."""
        try:
            self._bot.finish(outcome, view)
        except (Exception, SystemExit) as error:
            raise _fault("exception", error, "in finish") from error

    def output(self) -> str:
        """Return nothing: it prints where the engine does."""
        return ""

    def close(self) -> None:
        """Nothing is held but memory."""


def _fault(kind: str, error: BaseException, where: str) -> BotFault:
    """Return the fault of a bot that raised."""
    return BotFault(kind, f"raised {type(error).__name__} {where}", authors_trace(error))
