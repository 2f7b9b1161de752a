"""Royal Dilemma: falls upon the richest with its strongest card, and builds only while there is nothing to take."""

from arena.bot import Bot
from arena.games.royal_dilemma.moves import CardMove, Commit
from arena.games.royal_dilemma.view import RoyalView
from arena.moves import Move


class Marauder(Bot):
    """Lives on what others have built."""

    games = ("royal_dilemma",)

    def act(self, view: RoyalView, moves: tuple[Move, ...]) -> Move:
        """Return the move that takes most."""
        wealth = [sum(card.value for card in cards) for cards in view.play]
        richest = max((seat for seat in range(len(wealth)) if seat != view.seat), key=wealth.__getitem__)
        return max(moves, key=lambda move: self.worth(view, move, richest if wealth[richest] else view.seat))

    def worth(self, view: RoyalView, move: Move, prey: int) -> int:
        """Return how much a move is liked; 0 for doing nothing."""
        if isinstance(move, Commit):
            on_course = move.target == prey and move.builds(view.seat) == (prey == view.seat)
            return move.card.value if on_course else -move.card.value
        if not isinstance(move, CardMove):
            return int(move == "draw")
        return move.card.value if move.verb == "capture" else -move.card.value
