"""Chance without a generator: every random outcome is a function of (seed, number of the outcome).

A state holds a source and a counter, so copying a state copies no generator. `Seeded` reads words of 32 bits from
SHAKE-128(seed, number) and takes each modulo the range it needs (the bias is below n / 2**32); it depends neither
on Python's `random`, whose shuffles may change between versions, nor on `hash`. `Scripted` deals the outcomes of a
record instead, which is how a game is replayed.
"""

from collections.abc import Sequence
from hashlib import blake2b, shake_128
from operator import mod
from random import Random
from struct import unpack
from typing import Protocol

from arena.cards import Card
from arena.errors import RecordError

SEED_BYTES = 16


def derive(*parts: str | int | bytes) -> bytes:
    """Return the seed that belongs to these parts: a stable hash of 16 bytes.

    Every part is framed by its type and length, so no two lists of parts run into each other.
    """
    digest = blake2b(digest_size=SEED_BYTES)
    for part in parts:
        data = part if isinstance(part, bytes) else str(part).encode()
        digest.update(b"%s%d:" % (type(part).__name__[0].encode(), len(data)))
        digest.update(data)
    return digest.digest()


def die(seed: bytes) -> Random:
    """Return the die of a bot: a generator of its own."""
    return Random(int.from_bytes(seed))


Draw = tuple[tuple[Card, ...], list[Card]]
"""The cards taken, in the order taken, and those left, in the order of the pool."""


class Source(Protocol):
    """Where a state's random outcomes come from; shared by a state and its clones."""

    def draw(self, number: int, kind: str, pool: Sequence[Card], count: int) -> Draw:
        """Return outcome `number` of the game: `count` cards taken from the pool."""


class Seeded:
    """Outcomes from a seed of 16 bytes."""

    __slots__ = ("seed",)

    def __init__(self, seed: bytes) -> None:
        """Keep the seed."""
        self.seed = seed

    def draw(self, number: int, kind: str, pool: Sequence[Card], count: int) -> Draw:
        """Return outcome `number`; every choice and order of `count` cards is equally likely."""
        rest = [*pool]
        words = unpack(f"<{count}I", shake_128(self.seed + number.to_bytes(4, "little")).digest(4 * count))
        sizes = range(len(rest), len(rest) - count, -1)
        return tuple(map(rest.pop, map(mod, words, sizes))), rest


class Scripted:
    """The outcomes of a record, in its order."""

    __slots__ = ("outcomes",)

    def __init__(self, outcomes: Sequence[tuple[str, tuple[Card, ...]]]) -> None:
        """Keep the (kind, cards) of every chance event."""
        self.outcomes = outcomes

    def draw(self, number: int, kind: str, pool: Sequence[Card], count: int) -> Draw:
        """Return outcome `number`; raises RecordError when the rules ask for another kind or other cards."""
        if number >= len(self.outcomes):
            raise RecordError(f"chance event {number}: the rules ask for a {kind!r}, the record has no more")
        scripted, cards = self.outcomes[number]
        if scripted != kind or len(cards) != count:
            raise RecordError(
                f"chance event {number}: the rules ask for a {kind!r} of {count} cards, "
                f"the record has a {scripted!r} of {len(cards)}"
            )
        rest = [*pool]
        for card in cards:
            if card not in rest:
                raise RecordError(f"chance event {number}: {card} is not among the cards to take from")
            rest.remove(card)
        return cards, rest
