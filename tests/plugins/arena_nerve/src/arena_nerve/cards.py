"""Nine cards and three moves, each made once."""

from arena import Move
from arena.cards import deck_of

CARDS = deck_of((str(number), "", number) for number in range(1, 10))

FOLD, STAY, RAISE = Move("fold"), Move("stay"), Move("raise")

MOVES = {str(move): move for move in (FOLD, STAY, RAISE)}
