"""The moves, each made once; `MOVES` reads their texts back."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from arena.cards import Card
from arena.games.battleground.rules import ACE, CARDS, HEALS, JACK, MOST_PLAYERS, NOBODY
from arena.moves import Move


class Play(Move):
    """Play a card, at a target where it has one: `5 2`, `J 1`, `J`, `0`, `A`. Without one `target` is NOBODY."""

    __slots__ = ("card", "target")

    card: Card
    target: int

    def __new__(cls, card: Card, target: int = NOBODY) -> "Play":
        """Make the move; only this module should."""
        move = super().__new__(cls, card if target == NOBODY else f"{card} {target}")
        move.card = card
        move.target = target
        return move


class Deny(Move):
    """Answer a card with an Ace: `deny`."""

    __slots__ = ()


class Allow(Move):
    """Keep the Ace: `allow`. Nobody else sees it, for it would prove the Ace."""

    __slots__ = ()

    secret = True


REPLIES: Final = (Deny("deny"), Allow("allow"))

_AIMED: Final = {card: tuple(Play(card, seat) for seat in range(MOST_PLAYERS)) for card in CARDS.values()}
_PLAIN: Final = {card: Play(card) for card in CARDS.values()}


@cache
def plays(living: tuple[int, ...]) -> tuple[Mapping[Card, tuple[Play, ...]], ...]:
    """Return, by seat, what can be done with each card while these seats live: by target, without one last."""

    def choices(seat: int, card: Card) -> tuple[Play, ...]:
        aimed = tuple(_AIMED[card][other] for other in living if other != seat)
        return (
            (_PLAIN[card],) if card in HEALS or card is ACE else (*aimed, _PLAIN[card]) if card is JACK else aimed
        )

    return tuple({card: choices(seat, card) for card in CARDS.values()} for seat in range(MOST_PLAYERS))


MOVES: Final[Mapping[str, Move]] = {str(reply): reply for reply in REPLIES} | {
    str(move): move for table in plays(tuple(range(MOST_PLAYERS))) for moves in table.values() for move in moves
}
"""Every move by its text."""
