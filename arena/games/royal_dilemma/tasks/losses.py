"""What a seat gives up."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from arena.games.royal_dilemma.moves import DECLINE, DISCARD, REMOVE, SACRIFICE
from arena.games.royal_dilemma.tasks.payments import Give
from arena.games.royal_dilemma.tasks.task import Task
from arena.moves import Move

if TYPE_CHECKING:
    from arena.games.royal_dilemma.table import Table


class Sacrifice(Task, frozen=True):
    """The seat may discard one in-play card against an attack; what that comes to is the edition's `attack`."""

    attacker: int
    """The seat that attacks."""
    power: int
    """The value of its card."""

    def work(self, table: "Table") -> tuple[Move, ...]:
        """Ask which, if there is any."""
        cards = table.free_in_play(self.seat)
        if cards:
            return table.each(SACRIFICE, cards, DECLINE)
        SETTLEMENTS[table.setup.rules.attack](table, self.seat, self.attacker, self.power)
        return ()

    def answer(self, table: "Table", move: Any) -> None:
        """Discard it, and compare."""
        lack = self.power
        if move is not DECLINE:
            table.leave_play(move.card, self.seat)
            lack -= move.card.value
        SETTLEMENTS[table.setup.rules.attack](table, self.seat, self.attacker, lack)


def _contest(table: "Table", seat: int, attacker: int, lack: int) -> None:
    """A7: the stronger side draws the difference, the weaker one discards as many."""
    winner, loser = (attacker, seat) if lack > 0 else (seat, attacker)
    table.draw_alone(winner, abs(lack))
    table.do_next(Discard(loser, abs(lack)))


def _haggle(table: "Table", seat: int, attacker: int, lack: int) -> None:
    """A8: the weaker side gives the other as many hand cards as the difference."""
    table.do_next(Give(seat, attacker, lack) if lack > 0 else Give(attacker, seat, -lack))


def _demand(table: "Table", seat: int, attacker: int, lack: int) -> None:
    """A9: the same, but the attacker gives nothing."""
    table.do_next(Give(seat, attacker, max(0, lack)))


SETTLEMENTS: dict[str, Callable[["Table", int, int, int], None]] = {
    "contest": _contest,
    "haggle": _haggle,
    "demand": _demand,
}
"""By table, the seat attacked, the attacker, and how much the sacrifice was short of the attack."""


class Uproot(Task, frozen=True):
    """The seat removes one of its in-play cards and draws its value, then discards as many as the power."""

    power: int
    """The value of the attack card."""

    def work(self, table: "Table") -> tuple[Move, ...]:
        """Ask which, if there is any."""
        if moves := table.each(REMOVE, table.free_in_play(self.seat)):
            return moves
        table.do_next(Discard(self.seat, self.power))
        return ()

    def answer(self, table: "Table", move: Any) -> None:
        """Remove it."""
        table.leave_play(move.card, self.seat)
        table.draw_alone(self.seat, move.card.value)
        table.do_next(Discard(self.seat, self.power))


class Melt(Task, frozen=True):
    """The seat sacrifices an own in-play card worth no more than the power, and draws the sum of both."""

    power: int
    """The value of the card played."""

    def work(self, table: "Table") -> tuple[Move, ...]:
        """Ask which, if there is any."""
        return table.each(SACRIFICE, [card for card in table.free_in_play(self.seat) if card.value <= self.power])

    def answer(self, table: "Table", move: Any) -> None:
        """Discard it and draw."""
        table.leave_play(move.card, self.seat)
        table.draw_alone(self.seat, move.card.value + self.power)


class Discard(Task, frozen=True):
    """The seat discards that many hand cards of its choice, as far as it has them."""

    count: int
    """How many are still due."""

    def work(self, table: "Table") -> tuple[Move, ...]:
        """Ask for the next card, if one is due."""
        return table.each(DISCARD, table.free_in_hand(self.seat)) if self.count else ()

    def answer(self, table: "Table", move: Any) -> None:
        """Discard it."""
        table.drop(move.card, self.seat)
        if self.count > 1:
            table.do_next(Discard(self.seat, self.count - 1))
