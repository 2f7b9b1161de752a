"""Greedy: one ply on the game's score, in any game.

For each move it imagines a few full states that it cannot tell from the true one, plays the move there, lets the
others answer at random until it is asked again, and takes the move after which its lead in the game's own score is
best on average. Every move is tried in the same states, so that luck of the draw cancels out.
"""

from typing import Any

from arena.bot import Bot
from arena.moves import Move
from arena.state import State

SAMPLES = 4


class Greedy(Bot):
    """Looks one move ahead."""

    def act(self, view: Any, moves: tuple[Move, ...]) -> Move:
        """Return the move with the best lead, any of those that tie."""
        if len(moves) == 1:
            return moves[0]
        worlds = [self.imagine(view) for _ in range(SAMPLES)]
        leads = [sum(self._lead_after(world.clone(), move, view.seat) for world in worlds) for move in moves]
        best = [move for move, lead in zip(moves, leads, strict=True) if lead == max(leads)]
        return best[int(self.rng.random() * len(best))]

    def _lead_after(self, state: State, move: Move, seat: int) -> float:
        """Return the lead once the others have answered the move."""
        state.apply(move)
        while not state.is_terminal() and state.current_player() != seat:
            answers = state.legal_moves()
            state.apply(answers[int(self.rng.random() * len(answers))])
        scores, sides = state.outcome().scores, state.sides
        mine = sum(score for score, side in zip(scores, sides, strict=True) if side == sides[seat])
        best = max(
            sum(score for score, other in zip(scores, sides, strict=True) if other == side)
            for side in set(sides) - {sides[seat]}
        )
        return mine - best
