"""Vulture: keeps its armies equally strong and feeds on the weakest army in sight, in War of Multiplicands.

Works with a fixed worth for each unit, about what it tends to bring into a battle, and never looks ahead: each
card joins the army that is worth least, its strongest army goes for the enemy army that looks weakest by size and
then by worth, and the strongest unit dies first, so that as few as possible follow.
"""

from typing import Any

from arena.bot import Bot
from arena.games.war_of_multiplicands.moves import Kill, Place

WORTH = {
    "A": 130, "2": 90, "3": 110, "4": 110, "5": 120, "6": 120, "7": 100, "8": 60, "9": 110, "10": 110,
    "J": 80, "Q": 90, "K": 90, "?": 100,
}  # fmt: skip


class Vulture(Bot):
    """Strikes where the prey is weakest."""

    games = ("war_of_multiplicands",)

    def act(self, view: Any, moves: Any) -> Any:
        """Return the choice of the rule for this kind of decision, the earliest of those that tie."""
        if isinstance(moves[0], Place):
            return min(moves, key=lambda move: worth(view.armies[move.army]))
        if isinstance(moves[0], Kill):
            powers = view.table.battle.powers
            return max(moves, key=lambda move: powers[move.card.order])
        prey = view.table.armies[view.table.opponent]
        return min(
            moves,
            key=lambda move: (len(prey[move.target]), worth(prey[move.target]), -worth(view.armies[move.army])),
        )


def worth(units: tuple[str, ...]) -> int:
    """Return what the units are worth together, those face down as an average."""
    return sum(WORTH[unit] for unit in units)
