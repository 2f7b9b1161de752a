"""What a seat may know: its own cards and the table."""

from arena.cards import Hand
from arena.games.war_of_multiplicands.table import Table
from arena.state import View


class WarView(View, frozen=True):
    """All that a seat may know. Armies count from 0."""

    hand: Hand
    """Own cards not yet placed; the first is next."""
    armies: tuple[Hand, ...]
    """Own armies in full; which of their cards the others see is in `table.armies`."""
    table: Table
    """All that is public."""
