"""What every task is."""

from typing import TYPE_CHECKING, Any

import msgspec

from arena.games.royal_dilemma.rules import Cards
from arena.moves import Move

if TYPE_CHECKING:
    from arena.games.royal_dilemma.table import Table
    from arena.games.royal_dilemma.tasks import AnyTask


class Task(msgspec.Struct, frozen=True, tag_field="task", tag=str.lower, gc=False):
    """One thing to do; `seat` does it."""

    seat: int
    """The seat that does it."""

    def work(self, table: "Table") -> tuple[Move, ...]:
        """Do it, or return the moves to choose from; none when it is done."""
        raise NotImplementedError

    def answer(self, table: "Table", move: Any) -> None:
        """Go on from the answer to the question."""
        raise NotImplementedError

    def as_seen(self, table: "Table", viewer: int) -> "AnyTask":
        """Return the question as a viewer may know it."""
        return self  # type: ignore[return-value]  # every task is one of these

    def on_table(self) -> Cards:
        """Return the value cards that lie on the table for this task."""
        return ()
