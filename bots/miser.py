"""Royal Dilemma: builds its dearest card every round, parts with the cheapest, and leaves the others alone."""

from arena.bot import Bot
from arena.games.royal_dilemma.moves import CardMove, Commit
from arena.games.royal_dilemma.view import RoyalView
from arena.moves import Move


class Miser(Bot):
    """Counts on what lies on its own side at the end."""

    games = ("royal_dilemma",)

    def act(self, view: RoyalView, moves: tuple[Move, ...]) -> Move:
        """Return the move that leaves most in play here, hand cards going before those in play."""
        return max(moves, key=lambda move: self.worth(view, move))

    def worth(self, view: RoyalView, move: Move) -> int:
        """Return how much a move is liked; 0 for doing nothing."""
        if isinstance(move, Commit):
            return move.card.value if move.target == view.seat and move.builds(view.seat) else -move.card.value
        if not isinstance(move, CardMove):
            return int(move == "draw")
        if move.verb == "capture":
            return move.card.value
        in_play = move.card in view.play[view.seat]
        return -move.card.value - 100 * in_play
