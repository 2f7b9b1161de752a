"""What lies where in a game of Battleground: the cards, the knowledge of them, and whose turn it is."""

from collections.abc import Mapping
from typing import Self

from arena.cards import ORDER, Card
from arena.chance import Source
from arena.games.battleground.memory import Memory
from arena.games.battleground.moves import Play, plays
from arena.games.battleground.rules import HAND_SIZE, LEFTWARDS, NOBODY
from arena.games.battleground.view import BattlegroundView
from arena.state import TERMINAL, Outcome, State


class Position(State):
    """The position, without the course of a turn.

    Hands are in card order, and edited in place, for they change twice a turn. A stack is its last `_left` cards,
    the first of them on top: what has been taken is cut off only when cards are added. The rest is told by the
    view's fields.
    """

    __slots__ = (
        "_choices",
        "_denials",
        "_discard",
        "_hands",
        "_last",
        "_left",
        "_leftwards",
        "_living",
        "_max_turns",
        "_memory",
        "_number",
        "_out",
        "_played",
        "_stacks",
        "_turn",
    )

    _leftwards: tuple[tuple[int, ...], ...]
    _max_turns: int
    _hands: list[list[Card]]
    _stacks: list[tuple[Card, ...]]
    _left: list[int]
    _discard: list[Card]
    _memory: Memory
    _turn: int
    _number: int
    _out: tuple[int, ...]
    _living: tuple[int, ...]
    _choices: tuple[Mapping[Card, tuple[Play, ...]], ...]
    _played: Play | None
    _denials: int
    _last: int

    def __init__(self, sides: tuple[int, ...], max_turns: int, source: Source) -> None:
        """Make an empty table, turn 1, seat 0 to move."""
        super().__init__(sides, source)
        players = len(sides)
        self._leftwards = LEFTWARDS[players]
        self._max_turns = max_turns
        self._hands = [[] for _ in sides]
        self._stacks = [()] * players
        self._left = [0] * players
        self._discard = []
        self._memory = Memory(players)
        self._turn = 0
        self._number = 1
        self._out = (0,) * players
        self._living = tuple(range(players))
        self._choices = plays(self._living)
        self._played = None
        self._denials = 0
        self._last = NOBODY

    def outcome(self) -> Outcome:
        """Return the cards held as scores; who is in ranks by them, ahead of who is out, the later the better."""
        held = tuple([len(hand) + left for hand, left in zip(self._hands, self._left, strict=True)])
        worth = [out or self._number + 1 + cards for out, cards in zip(self._out, held, strict=True)]
        best_first = sorted(worth, reverse=True)
        ranks = tuple([1 + best_first.index(own) for own in worth])
        return Outcome(ranks, held, self._player == TERMINAL and len(self._living) > 1)

    def view(self, seat: int) -> BattlegroundView:
        """Return the seat's own hand, what all see, and what it knows besides."""
        memory = self._memory
        return BattlegroundView(
            seat,
            self._news(seat),
            tuple(self._hands[seat]),
            tuple(map(len, self._hands)),
            tuple(self._left),
            len(self._discard),
            self._turn,
            self._number,
            self._out,
            self._played,
            self._denials,
            self._last,
            memory.shown,
            memory.buried[seat],
            tuple(memory.hands[seat]),
        )

    def clone(self) -> Self:
        """Return an independent copy."""
        twin = self._copy()
        twin._leftwards = self._leftwards
        twin._max_turns = self._max_turns
        twin._hands = [hand[:] for hand in self._hands]
        twin._stacks = self._stacks[:]
        twin._left = self._left[:]
        twin._discard = self._discard[:]
        twin._memory = self._memory.clone()
        twin._turn = self._turn
        twin._number = self._number
        twin._out = self._out
        twin._living = self._living
        twin._choices = self._choices
        twin._played = self._played
        twin._denials = self._denials
        twin._last = self._last
        return twin

    # How cards move.

    def _let_go(self, seat: int, card: Card) -> None:
        """Take a card out of a hand for all to see."""
        self._hands[seat].remove(card)
        if self._memory.watched[seat]:
            self._memory.played(seat, card)

    def _pick(self, holder: int, most: int, taker: int = NOBODY) -> tuple[Card, ...]:
        """Take random cards out of a hand; the holder and the taker see them."""
        hand = self._hands[holder]
        witnesses = (holder,) if taker == NOBODY else (holder, taker)
        cards, rest = self._take("pick", hand, min(most, len(hand)), witnesses)
        self._hands[holder] = rest
        self._memory.picked(holder, cards, len(rest), taker)
        return cards

    def _top(self, seat: int, most: int) -> tuple[Card, ...]:
        """Take cards from the top of a stack, or what is left."""
        stack, left = self._stacks[seat], self._left[seat]
        self._left[seat] = left - most if left > most else 0
        top = len(stack) - left
        return stack[top : top + most]

    def _refill(self) -> None:
        """Give empty hands new cards; whoever has none left is out."""
        for seat in self._living:
            if not self._hands[seat]:
                if self._left[seat]:
                    self._hands[seat] = sorted(self._top(seat, HAND_SIZE), key=ORDER)
                else:
                    self._out = (*self._out[:seat], self._number, *self._out[seat + 1 :])
                    self._settle()

    def _settle(self) -> None:
        """Work out who lives and what they may choose from."""
        self._living = tuple([seat for seat, out in enumerate(self._out) if not out])
        self._choices = plays(self._living)
