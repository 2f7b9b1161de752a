"""The whole of what a bot's author needs: subclass `Bot`, write `act`."""

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
    """What a bot may use: CPU seconds for each decision and to start, wall seconds ten times as many."""

    decision: Seconds = 1.0
    start: Seconds = 10.0


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
    Before `start` the engine sets `rng`, the only die a bot should roll, and `selection`, what is being played.
    Any exception that leaves a method is a fault of the bot.
    """

    games: ClassVar[tuple[str, ...]] = ("*",)
    version: ClassVar[str] = ""

    rng: Random
    selection: "Selection"

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
