"""What a seat draws after the reveal."""

from typing import TYPE_CHECKING, Any, Literal

from arena.cards import UNKNOWN
from arena.games.royal_dilemma.moves import DRAW, RETURN, STAY
from arena.games.royal_dilemma.tasks.losses import Discard
from arena.games.royal_dilemma.tasks.task import Task
from arena.moves import Move

if TYPE_CHECKING:
    from arena.games.royal_dilemma.table import Table


class Draw(Task, frozen=True):
    """The seat draws that many cards."""

    count: int
    """How many."""

    def work(self, table: "Table") -> tuple[Move, ...]:
        """Draw them."""
        table.draw_alone(self.seat, self.count)
        return ()


class Windfall(Draw, frozen=True):
    """The seat may draw that many cards."""

    def work(self, table: "Table") -> tuple[Move, ...]:
        """Ask, while the deck lasts."""
        return (DRAW, STAY) if table.deck else ()

    def answer(self, table: "Table", move: Any) -> None:
        """Draw all or none."""
        if move is DRAW:
            table.draw_alone(self.seat, self.count)


class Cycle(Draw, frozen=True):
    """The seat draws that many cards and discards as many as it got."""

    def work(self, table: "Table") -> tuple[Move, ...]:
        """Draw them, and have the others discarded."""
        got = min(self.count, len(table.deck))
        table.draw_alone(self.seat, got)
        table.do_next(Discard(self.seat, got))
        return ()


class Refresh(Task, frozen=True):
    """The seat may draw a card and then puts one of its hand away."""

    away: Literal["return", "discard"]
    """Whether that is shuffled into the deck, or discarded."""

    def work(self, table: "Table") -> tuple[Move, ...]:
        """Ask, while the deck lasts."""
        return (DRAW, STAY) if table.deck else ()

    def answer(self, table: "Table", move: Any) -> None:
        """Draw it."""
        if move is DRAW:
            table.deal([int(seat == self.seat) for seat in table.setup.seats])
            table.do_next(Return(self.seat) if self.away == "return" else Discard(self.seat, 1))


class Return(Task, frozen=True):
    """The seat shuffles a card of its hand into the deck."""

    def work(self, table: "Table") -> tuple[Move, ...]:
        """Ask which."""
        return table.each(RETURN, table.hands[self.seat])

    def answer(self, table: "Table", move: Any) -> None:
        """Shuffle it in."""
        table.put_back(move.card, self.seat, RETURN[UNKNOWN])
