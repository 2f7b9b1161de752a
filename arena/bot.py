"""The whole of what a bot's author needs: subclass `Bot`, write `act`."""

import time
from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import msgspec

if TYPE_CHECKING:
    from arena.game import Selection
    from arena.moves import Move
    from arena.state import Outcome, State

Seconds = Annotated[float, msgspec.Meta(gt=0, le=86_400)]


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a bot may use in a game.

    `decision` is in seconds of its own CPU time, for each decision; what goes beyond comes out of the `bank`, CPU
    seconds for the whole game. `start` is for loading it and its method `start`. On the wall clock each may take
    ten times as long. `memory` is what it may hold, a text such as "512MB" or "2GB".
    """

    decision: Seconds = 1.0
    bank: Annotated[float, msgspec.Meta(ge=0, le=86_400)] = 10.0
    start: Seconds = 10.0
    memory: Annotated[str, msgspec.Meta(pattern=r"^[1-9]\d{0,5}(MB|GB)\Z")] = "512MB"

    @property
    def memory_bytes(self) -> int:
        """The limit on memory in bytes."""
        return int(self.memory[:-2]) * (2**20 if self.memory.endswith("MB") else 2**30)


class Clock(msgspec.Struct, frozen=True):
    """The CPU time that a bot has, in seconds, as of the question: for the decision, and in its bank.

    `since` is the process's CPU time at the question, None for a bot in the engine's process: it is not timed.
    """

    decision: float
    bank: float
    since: float | None = None

    def left(self) -> float:
        """Return the CPU seconds that are left for this decision, the whole bank included."""
        used = 0.0 if self.since is None else time.process_time() - self.since
        return self.decision + self.bank - used


class Setup(msgspec.Struct, frozen=True):
    """What a bot is told before a game: the selection's parts, its seat and its limits."""

    game: str
    edition: str | None
    options: Mapping[str, int | str | None]
    seat: int
    limits: Limits


class Bot:
    """A player. A new one plays every game, so it remembers nothing from the last.

    `games` names the selections that it plays, options open or as ranges ("royal_dilemma@invasion:players=2-4");
    "*" is every game. `version` defaults to that of the distribution it is installed with.
    Before `start` the engine sets `rng`, the only die a bot should roll, `selection`, what is being played, and
    `clock`, the CPU time it has; the clock is set again before every decision.
    Any exception that leaves a method is a fault of the bot.
    """

    games: ClassVar[tuple[str, ...]] = ("*",)
    version: ClassVar[str] = ""

    rng: Random
    selection: "Selection"
    clock: Clock

    def start(self, setup: Setup) -> None:
        """Get ready for a game."""

    def act(self, view: Any, moves: "tuple[Move, ...]") -> "Move | str":
        """Return one of the moves, or its text. `view` is the game's view; `moves` are all that is legal."""
        raise NotImplementedError(f"{type(self).__name__} has no method act(self, view, moves)")

    def finish(self, outcome: "Outcome", view: Any) -> None:
        """Hear how the game ended."""

    def imagine(self, view: Any) -> "State":
        """Return a full state that this seat cannot tell from the true one, drawn with `rng`."""
        return self.selection.determinize(view, self.rng)
