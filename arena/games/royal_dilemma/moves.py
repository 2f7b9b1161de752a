"""The moves, each made once; `MOVES` reads their texts back.

Blurred moves ("pay ?") stand in the news of seats that may not see the card; nobody can make them.
"""

from arena.cards import UNKNOWN, Card
from arena.games.royal_dilemma.rules import CARDS, FACES
from arena.moves import Move


class Commit(Move):
    """Commit a value card to a target: `K 7H`, or with a colour `red K 7H`. `colour` is "" in the suits family."""

    __slots__ = ("card", "colour", "target")

    secret = True

    card: Card
    target: int
    colour: str

    def __new__(cls, card: Card, target: int, colour: str = "") -> "Commit":
        """Make the move; only this module should."""
        move = super().__new__(cls, f"{colour} {FACES[target]} {card}".lstrip())
        move.card = card
        move.target = target
        move.colour = colour
        return move

    def builds(self, seat: int) -> bool:
        """Tell whether this builds, rather than attacks, when `seat` plays it."""
        return self.colour == "red" if self.colour else self.target == seat


class Pass(Move):
    """Commit nothing this round."""

    __slots__ = ()

    secret = True


class CardMove(Move):
    """Do something with a card: `pay 7H`. `verb` is the first word."""

    __slots__ = ("card", "verb")

    card: Card
    verb: str

    def __new__(cls, verb: str, card: Card) -> "CardMove":
        """Make the move; only this module should."""
        move = super().__new__(cls, f"{verb} {card}")
        move.card = card
        move.verb = verb
        return move


class Word(Move):
    """A choice without a card: `decline`."""

    __slots__ = ()


def _of_each(verb: str, *cards: Card) -> dict[Card, CardMove]:
    """Return the moves of a verb by card."""
    return {card: CardMove(verb, card) for card in cards}


PAY = _of_each("pay", *CARDS.values(), UNKNOWN)
GIVE = _of_each("give", *CARDS.values(), UNKNOWN)
CAPTURE = _of_each("capture", *CARDS.values())
SACRIFICE = _of_each("sacrifice", *CARDS.values())
DISCARD = _of_each("discard", *CARDS.values())

PASS = Pass("pass")
DECLINE = Word("decline")
DRAW = Word("draw")
STAY = Word("stay")

COMMITS = {
    family: {
        card: tuple(tuple(Commit(card, target, colour) for colour in colours) for target in range(len(FACES)))
        for card in CARDS.values()
    }
    for family, colours in (("colours", ("red", "black")), ("suits", ("",)))
}
"""For a family and a card, by target: the moves that commit the card to it."""

_COMMITS = [move for cards in COMMITS.values() for targets in cards.values() for moves in targets for move in moves]
_CARD_MOVES = [move for moves in (PAY, GIVE, CAPTURE, SACRIFICE, DISCARD) for move in moves.values()]

MOVES: dict[str, Move] = {str(move): move for move in (*_COMMITS, *_CARD_MOVES, PASS, DECLINE, DRAW, STAY)}


def parse_move(text: str) -> Move:
    """Return the move with this text; raises KeyError when there is none."""
    return MOVES[text]
