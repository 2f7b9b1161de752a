"""Two cards in each other's place: what becomes of moves, and of all that a seat is shown."""

from collections.abc import Hashable, Iterator
from itertools import chain
from typing import Any

from arena.cards import Card
from arena.moves import Move


class Swap:
    """Two cards in each other's place, or none."""

    def __init__(self, *pair: str) -> None:
        """Swap a pair of cards."""
        self._names = dict(zip(pair, reversed(pair), strict=True))
        self._shapes: dict[Move, Hashable] = {}

    def card(self, text: str) -> str:
        """Return the card that stands in the place of one."""
        return self._names.get(text, text)

    def shape(self, move: Move) -> Hashable:
        """Return what a move comes to: its kind and its parts, or its words if it names no parts."""
        shape = self._shapes.get(move)
        if shape is None:
            parts = [self._part(part) for part in _parts(move)] or [self._word(word, move) for word in move.split()]
            shape = self._shapes[move] = type(move), *parts
        return shape

    def told(self, thing: Any) -> Any:
        """Return what a page or a part of it comes to: names in no order, everything else as it stands."""
        if isinstance(thing, dict):
            return {key: self.told(value) for key, value in thing.items()}
        if isinstance(thing, list):
            parts = [self.told(part) for part in thing]
            return sorted(parts) if all(isinstance(part, str) for part in parts) else parts
        return " ".join(map(self.card, thing.split())) if isinstance(thing, str) else thing

    def _part(self, part: Any) -> Hashable:
        if isinstance(part, Card):
            return self.card(part)
        return tuple(map(self._part, part)) if isinstance(part, tuple | list) else repr(part)

    def _word(self, word: str, move: str) -> str:
        """Return the word that stands in the place of one; a number may be a seat, if it is not the whole move."""
        return word if word.isdigit() and word != move else self.card(word)


def named(move: Move) -> list[str]:
    """Return all that can be the name of a card in a move: in its parts, or its words if it names none."""
    return [word for part in _parts(move) for word in _names(part)] or move.split()


def _names(part: Any) -> Iterator[str]:
    """Yield all that can be the name of a card in a part of a move."""
    if isinstance(part, tuple | list):
        yield from chain.from_iterable(map(_names, part))
    else:
        yield from str(part).split()


def _parts(move: Move) -> Iterator[Any]:
    """Yield the attributes by which a move names its parts."""
    names = chain.from_iterable(getattr(kind, "__slots__", ()) for kind in type(move).__mro__)
    yield from (getattr(move, name) for name in names if hasattr(move, name))
    yield from getattr(move, "__dict__", {}).values()
