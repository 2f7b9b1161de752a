"""Seer: dreams each battle's aftermath through to the end of the war, in War of Multiplicands.

Before an attack or a casualty it imagines full states that it cannot tell from the true one, plays every move there
to the end of the game at random and takes the move with the best average result: flat Monte Carlo, as in Ginsberg,
"GIB: Imperfect information in a computationally challenging game", JAIR 14 (2001). Playing all moves in the same
states cancels part of the luck. Units that are strong by themselves share the first half of its armies, those that
live off the dead, past wins or the right enemies share the others.
"""

from typing import Any

from arena.bot import Bot
from arena.games.war_of_multiplicands.moves import Place
from arena.games.war_of_multiplicands.view import WarView
from arena.moves import Move
from arena.state import State

DREAMS = 64
STRONG = ("A", "3", "4", "5", "9", "10")


class Seer(Bot):
    """Looks at how wars end."""

    games = ("war_of_multiplicands",)

    def act(self, view: WarView, moves: tuple[Move, ...]) -> Any:
        """Return the move with the best average result, the earliest of those that tie."""
        if len(moves) == 1:
            return moves[0]
        if isinstance(moves[0], Place):
            return self._place(view, moves)
        results = dict.fromkeys(moves, 0.0)
        for _ in range(max(1, DREAMS // len(moves))):
            world = self.imagine(view)
            for move in moves:
                results[move] += self._dream(world.clone(), move)[view.seat]
        return max(moves, key=results.__getitem__)

    def _place(self, view: WarView, moves: Any) -> Any:
        """Return the smallest army in the half where the card belongs, or in the other when that is full."""
        first = view.hand[0].rank in STRONG
        half = [move for move in moves if (move.army < len(view.armies) // 2) == first]
        return min(half or moves, key=lambda move: len(view.armies[move.army]))

    def _dream(self, state: State, move: Move) -> tuple[float, ...]:
        """Return what the move came to in one random course of the war."""
        state.apply(move)
        while not state.is_terminal():
            moves = state.legal_moves()
            state.apply(moves[int(self.rng.random() * len(moves))])
        return state.returns()
