"""A bot that ducks: it takes the last of its legal moves."""

from arena import Bot


class Duck(Bot):
    """Plays the last legal move."""

    games = ("battleground", "war_of_multiplicands:players=2-4")

    def act(self, view, moves):
        """Return the last move."""
        return moves[-1]
