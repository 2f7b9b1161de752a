"""Random: every legal move is equally likely. The floor that any other bot should stand on."""

from typing import Any

from arena.bot import Bot
from arena.moves import Move


class Random(Bot):
    """Plays any legal move."""

    def act(self, view: Any, moves: tuple[Move, ...]) -> Move:
        """Return a move at random."""
        return moves[int(self.rng.random() * len(moves))]
