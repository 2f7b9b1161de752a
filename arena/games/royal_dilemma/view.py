"""What a seat may know."""

from arena.cards import Hand
from arena.games.royal_dilemma.rules import Cards
from arena.games.royal_dilemma.tasks import AnyTask, Tasks
from arena.moves import Move
from arena.state import View


class RoyalView(View, frozen=True):
    """One seat's knowledge; "by seat" is one entry for every seat, and "?" a card that the seat cannot name."""

    round: int
    """Rounds count from 1."""
    lead: int
    """The seat that leads this round."""
    hand: Hand
    """Your hand; a card that you have committed is in it until the reveal."""
    hand_sizes: tuple[int, ...]
    """By seat; committed cards count until the reveal."""
    known: tuple[Hand, ...]
    """By seat: cards that you are sure are in that hand; nothing for yourself."""
    play: tuple[Hand, ...]
    """By seat: the cards in play under its control."""
    discard: Cards
    """The discard, oldest first."""
    deck: int
    """How many cards the centre deck holds."""
    commits: tuple[Move | None, ...]
    """By seat: this round's commitments once they are revealed; None for a seat that was not asked."""
    pledge: Move | None
    """Your own commitment until the reveal."""
    settled: tuple[Cards, ...]
    """By seat: cards in play that no choice may move any more this round."""
    settled_hands: tuple[Cards, ...]
    """By seat: hand cards that no choice may move any more this round."""
    question: AnyTask | None
    """What is being asked, and of whom; None when the game is over."""
    agenda: Tasks
    """What is left to do this round after that, the next task first."""
    drew: bool
    """Whether a card has been drawn this round; a round without draws and commitments is the last."""
    truncated: bool
    """Whether the game was cut off after its last round."""
