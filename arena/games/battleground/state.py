"""A game of Battleground in progress: a turn is a card, the replies to it, its effect and the pick-up."""

from bisect import insort
from collections.abc import Sequence
from typing import Any

from arena.cards import ORDER, Card
from arena.games.battleground.memory import Memory
from arena.games.battleground.moves import REPLIES, Deny, Play
from arena.games.battleground.position import Position
from arena.games.battleground.rules import ACE, HAND_SIZE, KING, NOBODY, QUEEN
from arena.games.battleground.view import BattlegroundView
from arena.moves import Move


class Battleground(Position):
    """The position and the rules that move it on."""

    __slots__ = ()

    def deal(self, pack: Sequence[Card]) -> None:
        """Begin a new game with this pack."""
        deck = self._deal(pack)
        share = len(deck) // len(self._hands)
        for seat in self._living:
            self._stacks[seat] = deck[share * seat : share * (seat + 1)]
            self._left[seat] = share
            self._hands[seat] = sorted(self._top(seat, HAND_SIZE), key=ORDER)
        self._ask_play(0)

    def resume(
        self,
        view: BattlegroundView,
        hands: list[list[Card]],
        stacks: list[tuple[Card, ...]],
        discard: list[Card],
    ) -> bool:
        """Go on from a view with these cards; False when a card waits for replies and nobody can be asked.

        The view's seat is asked if it can be, else the first who can. The others know what has been shown to all.
        """
        seat = view.seat
        self._hands = hands
        self._stacks = stacks
        self._left = list(view.stacks)
        self._discard = discard
        self._memory = Memory.of(seat, view.shown, view.buried, view.known)
        self._turn = view.turn
        self._number = view.number
        self._out = view.out
        self._played = view.played
        self._denials = view.denials
        self._last = view.last
        self._settle()
        if view.played:
            able = seat != view.last and ACE in view.hand
            return self._ask_reply(seat - 1 if able else view.last, view.last)
        if view.turn == NOBODY:
            self._end()
        else:
            self._ask_play(view.turn)
        return True

    def _play(self, move: Any) -> None:
        seat = self._player
        if type(move) is not Play:
            self._reply(seat, move)
            return
        card = move.card
        self._let_go(seat, card)
        if card is ACE:
            self._finish(card)
        elif self._ask_reply(seat, seat):
            self._played = move
            self._last = seat
        else:
            self._effect(card, move.target)
            self._finish(card)

    def _reply(self, seat: int, move: Move) -> None:
        if type(move) is Deny:
            self._let_go(seat, ACE)
            self._discard.append(ACE)
            self._memory.shown += (ACE,)
            self._denials += 1
            self._last = seat
        if not self._ask_reply(seat, self._last):
            played: Any = self._played
            if not self._denials % 2:
                self._effect(played.card, played.target)
            self._played = None
            self._denials = 0
            self._last = NOBODY
            self._finish(played.card)

    # Who is asked.

    def _ask_play(self, seat: int) -> None:
        """Begin the seat's turn."""
        self._turn = seat
        choices = self._choices[seat]
        moves: tuple[Play, ...] = ()
        previous = None
        for card in self._hands[seat]:
            if card is not previous:
                moves += choices[card]
                previous = card
        self._player = seat
        self._moves = moves

    def _ask_reply(self, after: int, last: int) -> bool:
        """Ask the next holder of an Ace between two seats, leftwards; False when the window has passed."""
        for seat in self._leftwards[after]:
            if seat == last:
                return False
            hand = self._hands[seat]
            if hand and hand[-1] is ACE:
                self._ask(seat, REPLIES)
                return True
        return False

    def _finish(self, card: Card) -> None:
        """Discard the played card, fill the hands, and pass the turn on or end the game."""
        self._discard.append(card)
        self._memory.shown += (card,)
        hands, seat = self._hands, self._turn
        hand, left = hands[seat], self._left[seat]
        if hand and left:
            insort(hand, self._stacks[seat][-left], key=ORDER)
            self._left[seat] = left - 1
        if not all(hands):
            self._refill()
        if len(self._living) < 2 or self._number == self._max_turns:
            self._turn = NOBODY
            self._end()
            return
        self._number += 1
        for other in self._leftwards[seat]:
            if hands[other]:
                self._ask_play(other)
                return

    # What the cards do.

    def _effect(self, card: Card, target: int) -> None:
        seat, hands = self._turn, self._hands
        if card.value:
            if target != NOBODY:
                self._damage(target, card.value)
            else:
                self._heal(card.value)
        elif card is QUEEN:
            self._discard += self._pick(target, 1)
        elif card is KING:
            for taken in self._pick(target, 1, seat):
                insort(hands[seat], taken, key=ORDER)
        elif target != NOBODY:
            hands[seat], hands[target] = hands[target], hands[seat]
            self._memory.swapped(seat, target, hands)

    def _damage(self, target: int, count: int) -> None:
        lost = self._top(target, count)
        self._discard += lost
        if len(lost) < count:
            self._discard += self._pick(target, count - len(lost))

    def _heal(self, most: int) -> None:
        healed, self._discard = self._take("shuffle", self._discard, min(most, len(self._discard)))
        if healed:
            seat = self._turn
            stack, left = self._stacks[seat], self._left[seat]
            self._stacks[seat] = stack[len(stack) - left :] + healed
            self._left[seat] = left + len(healed)
            self._memory.healed()
