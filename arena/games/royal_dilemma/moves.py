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


class Add(CardMove):
    """Commit a card more: `add 7H`."""

    __slots__ = ()

    secret = True


class Word(Move):
    """A choice without a card: `decline`."""

    __slots__ = ()


class Done(Word):
    """Commit, or spend, no more: `done`."""

    __slots__ = ()

    secret = True


def _of_each(verb: str, *cards: Card, kind: type[CardMove] = CardMove) -> dict[Card, CardMove]:
    """Return the moves of a verb by card."""
    return {card: kind(verb, card) for card in cards}


ADD = _of_each("add", *CARDS.values(), kind=Add)
PAY = _of_each("pay", *CARDS.values(), UNKNOWN)
GIVE = _of_each("give", *CARDS.values(), UNKNOWN)
CAPTURE = _of_each("capture", *CARDS.values())
SACRIFICE = _of_each("sacrifice", *CARDS.values())
REMOVE = _of_each("remove", *CARDS.values())
SPEND = _of_each("spend", *CARDS.values())
DISCARD = _of_each("discard", *CARDS.values())
RETURN = _of_each("return", *CARDS.values(), UNKNOWN)

PASS = Pass("pass")
DONE = Done("done")
DECLINE = Word("decline")
CAPTURE_HAND = Word("capture hand")
STOP = Word("stop")
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
_VERBS = (ADD, PAY, GIVE, CAPTURE, SACRIFICE, REMOVE, SPEND, DISCARD, RETURN)
_CARD_MOVES = [move for moves in _VERBS for move in moves.values()]
_WORDS = (PASS, DONE, DECLINE, CAPTURE_HAND, STOP, DRAW, STAY)

MOVES: dict[str, Move] = {str(move): move for move in (*_COMMITS, *_CARD_MOVES, *_WORDS)}


def parse_move(text: str) -> Move:
    """Return the move with this text; raises KeyError when there is none."""
    return MOVES[text]
