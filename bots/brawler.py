"""Brawler: hits the weakest rival as hard as it can, in Battleground.

It counts what a card takes from its victim and picks the most; of the victims that lose as much it picks the one
with the fewest cards left. Heals wait until it is weaker than everybody else. Its Aces stop the hard blows against
itself and force its own through.
"""

from arena.bot import Bot
from arena.games.battleground.moves import Play
from arena.games.battleground.view import BattlegroundView
from arena.moves import Move

HARD = 6
"""Cards that make a blow worth an Ace."""


class Brawler(Bot):
    """Attacks; the best defence is no rival."""

    games = ("battleground",)

    def act(self, view: BattlegroundView, moves: tuple[Move, ...]) -> Move:
        """Return the hardest blow, or the reply that keeps it from falling on us or gets ours through."""
        held = [hand + stack for hand, stack in zip(view.hands, view.stacks, strict=True)]
        played = view.played
        if played:
            cancelled = view.denials % 2 == 1
            ours = view.turn == view.seat
            concerns_us = cancelled if ours else not cancelled and played.target == view.seat
            return moves[0] if concerns_us and self._blow(played, view, held) >= HARD else moves[-1]
        plays = [move for move in moves if isinstance(move, Play)]
        return max(plays, key=lambda move: (self._blow(move, view, held), -held[move.target]))

    def _blow(self, move: Play, view: BattlegroundView, held: list[int]) -> float:
        """Return about how many cards the move changes the balance by."""
        card, target, mine = move.card, move.target, view.turn
        if card.value and target < 0:
            rivals = (cards for seat, cards in enumerate(held) if seat != mine and not view.out[seat])
            weakest = held[mine] < min(rivals)
            return min(card.value, view.discard) if weakest else 0.5
        if card.value:
            return min(card.value, held[target])
        if card == "J" and target >= 0:
            return 2 * (view.hands[target] - view.hands[mine])
        return {"K": 2.0, "Q": 1.5, "J": 0.4}.get(card, 0.0)
