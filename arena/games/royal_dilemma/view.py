"""What a seat may know."""

from arena.cards import Hand
from arena.games.royal_dilemma.rules import Cards, Held, Pledge
from arena.games.royal_dilemma.tasks import AnyTask, Tasks
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
    known: tuple[Held, ...]
    """Cards that you are sure are in others' hands, and whose, in the order in which you came to know."""
    play: tuple[Hand, ...]
    """By seat: the cards in play under its control."""
    discard: Cards
    """The discard, oldest first."""
    deck: int
    """How many cards the centre deck holds."""
    in_deck: Cards
    """Cards that you are sure are in the deck: you shuffled them into it, and nobody else has drawn since."""
    strengths: tuple[int, ...]
    """By seat, 0 for who is out, with its hand; () in editions without strengths."""
    commits: tuple[Pledge, ...]
    """By seat: this round's commitments once they are revealed, the first move and any further cards."""
    pledge: Pledge
    """Your own commitment, so far, until the reveal."""
    settled: tuple[Held, ...]
    """Cards in play that no choice may move any more this round, and whose they are, in the order they settled."""
    settled_hands: tuple[Held, ...]
    """Likewise for hand cards."""
    question: AnyTask | None
    """What is being asked, and of whom; None when the game is over."""
    agenda: Tasks
    """What is left to do this round after that, the next task first."""
    drew: bool
    """Whether a card has been drawn this round; a round without draws and commitments is the last."""
    truncated: bool
    """Whether the game was cut off after its last round."""
