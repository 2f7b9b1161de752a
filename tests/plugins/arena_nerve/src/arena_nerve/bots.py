"""A bot for Nerve."""

from arena import Bot


class Cool(Bot):
    """Raises on high cards, folds low ones to a raise, and bluffs now and then."""

    games = ("nerve",)

    def act(self, view, moves):
        """Return the move for the card."""
        value = view.card.value
        if "raise" in moves:
            return "raise" if value >= 7 or self.rng.random() < 0.1 else "stay"
        return "stay" if value >= 5 else "fold"
