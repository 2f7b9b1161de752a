"""Medic: lives longest by healing, in Battleground.

It waits with a heal until the discard has enough for it, and then plays it before anything else; until then it
bleeds the strongest rival. Its Aces are for heals: they force its own through and deny the others'; blows may fall.
"""

from arena.bot import Bot
from arena.games.battleground.moves import Play
from arena.games.battleground.view import BattlegroundView
from arena.moves import Move

PATIENCE = {"0": 14, "X": 9}
"""Cards that a heal should bring."""


class Medic(Bot):
    """Recovers; attacks only to pass the time."""

    games = ("battleground",)

    def act(self, view: BattlegroundView, moves: tuple[Move, ...]) -> Move:
        """Return the heal that is due, else the hardest blow at the strongest; keep heals for oneself."""
        if view.played:
            goes_through = view.denials % 2 == 0
            wanted = view.turn == view.seat
            heal = view.discard >= PATIENCE.get(view.played.card, 999)
            return moves[0] if heal and goes_through != wanted else moves[-1]
        held = [hand + stack for hand, stack in zip(view.hands, view.stacks, strict=True)]
        plays = [move for move in moves if isinstance(move, Play)]
        return max(plays, key=lambda move: self._worth(move, view, held))

    def _worth(self, move: Play, view: BattlegroundView, held: list[int]) -> tuple[float, int]:
        """Return how good a move is, and how strong its victim is."""
        card, target = move.card, move.target
        if target < 0:
            ready = view.discard >= PATIENCE.get(card, 999)
            return (min(card.value, view.discard) + 10 if ready else 0.1 if card == "J" else -1, 0)
        if card == "J":
            return 2 * (view.hands[target] - view.hands[view.seat] + 1), held[target]
        return {"K": 2.0, "Q": 1.0}.get(card, card.value), held[target]
