"""Moves: interned values that are their own text, like cards.

`str(move)` is the text that records, logs and the wire carry, and `game.parse_move(text)` gives the same move
back. A game subclasses `Move` for each kind of decision and adds the attributes that name its parts, so a bot
reads `move.card` instead of taking text apart.
"""

from typing import ClassVar, Self


class Move(str):
    """One decision. Immutable by convention, interned by its game."""

    __slots__ = ()

    secret: ClassVar[bool] = False
    """True for a kind of move that nobody else sees when it is made."""

    def __copy__(self) -> Self:
        """Return itself: a copy would be a second one."""
        return self

    def __deepcopy__(self, memo: object) -> Self:
        """Return itself."""
        return self
