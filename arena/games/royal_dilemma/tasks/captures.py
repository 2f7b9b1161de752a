"""What an attacker takes."""

from typing import TYPE_CHECKING, Any

from arena.games.royal_dilemma.moves import CAPTURE, CAPTURE_HAND, DECLINE
from arena.games.royal_dilemma.rules import worth
from arena.games.royal_dilemma.tasks.task import Task
from arena.moves import Move

if TYPE_CHECKING:
    from arena.games.royal_dilemma.table import Table


class Weaken(Task, frozen=True):
    """The target loses strength."""

    target: int
    """The seat attacked."""
    power: int
    """How much it loses."""

    def work(self, table: "Table") -> tuple[Move, ...]:
        """Take it off."""
        table.change_strength(self.target, -self.power)
        return ()


class Capture(Task, frozen=True):
    """The seat may, or must, capture one in-play card of the target's that is worth no more than the power."""

    target: int
    """The seat that may lose a card."""
    power: int
    """The most that the card may be worth."""
    trumps: str
    """Suits whose cards count double, as "SD"; "" where none do."""

    def work(self, table: "Table") -> tuple[Move, ...]:
        """Ask which, if there is any."""
        cards = [card for card in table.free_in_play(self.target) if worth(card, self.trumps) <= self.power]
        if not cards:
            return ()
        return table.each(CAPTURE, cards) if table.setup.rules.compulsory else table.each(CAPTURE, cards, DECLINE)

    def answer(self, table: "Table", move: Any) -> None:
        """Take it into play on the seat's own side."""
        if move is not DECLINE:
            table.change_control(move.card, self.target, self.seat)


class Rob(Task, frozen=True):
    """The seat captures one in-play card of the target's, or one hand card at random."""

    target: int
    """The seat that loses a card."""

    def work(self, table: "Table") -> tuple[Move, ...]:
        """Ask which, if there is any."""
        hand = (CAPTURE_HAND,) if table.free_in_hand(self.target) else ()
        return table.each(CAPTURE, table.free_in_play(self.target), *hand)

    def answer(self, table: "Table", move: Any) -> None:
        """Take it into play on the seat's own side, or from hand to hand."""
        if move is CAPTURE_HAND:
            table.pick(self.target, self.seat)
        else:
            table.change_control(move.card, self.target, self.seat)
