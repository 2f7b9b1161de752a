"""First: always the first legal move. A canary: it shows at once when the order of moves changes."""

from typing import Any

from arena.bot import Bot
from arena.moves import Move


class First(Bot):
    """Plays the first legal move."""

    def act(self, view: Any, moves: tuple[Move, ...]) -> Move:
        """Return the first move."""
        return moves[0]
