"""What a seat may know."""

from arena.cards import Card, Hand
from arena.games.battleground.moves import Play
from arena.state import View


class BattlegroundView(View, frozen=True):
    """All that a seat may know. Nothing in it tells who is being asked for a reply: that would prove an Ace."""

    hand: Hand
    """Own hand, in card order."""
    hands: tuple[int, ...]
    """By seat: cards in hand."""
    stacks: tuple[int, ...]
    """By seat: cards in the stack."""
    discard: int
    """Cards in the discard."""
    turn: int
    """The seat whose turn it is; -1 when the game is over."""
    number: int
    """The number of the turn, from 1, all players' turns counted."""
    out: tuple[int, ...]
    """By seat: the number of the turn in which it went out; 0 while it is in."""
    played: Play | None
    """The card on the table, with its target, while it waits for replies."""
    denials: int
    """The Aces played on it so far."""
    last: int
    """The seat that played the last of these cards, the only one not asked now; -1 when there is none."""
    shown: tuple[Card, ...]
    """Played cards and Aces that are certain to lie in the discard, in the order played."""
    buried: tuple[Card, ...]
    """Cards that went to the discard face down and that this seat knows to lie there: mostly its own losses."""
    known: tuple[Hand, ...]
    """By seat: cards that this seat knows to be in the other's hand, in card order; () for itself."""
