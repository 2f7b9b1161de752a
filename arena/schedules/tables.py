"""Tables: which groups of bots sit down together when everybody is to meet everybody, or a fair share of them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations

from arena.chance import derive


def circle(names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield every pair once, by the circle method: one stays, the others move on by one place each round."""
    ring: list[str | None] = list(names)
    if len(ring) % 2:
        ring.append(None)
    half = len(ring) // 2
    for _ in range(len(ring) - 1):
        for left, right in zip(ring[:half], reversed(ring[half:]), strict=True):
            if left is not None and right is not None:
                yield left, right
        ring = [ring[0], ring[-1], *ring[1:-1]]


def balanced(names: Sequence[str], size: int, tables: int, seed: bytes) -> Iterator[tuple[str, ...]]:
    """Yield tables of `size` until everybody has sat at `tables` of them, pairs meeting as evenly as can be.

    Greedily, every seat goes to whoever still owes a table, has met those at it least, and has played least; ties
    fall by a hash of the seed. Where the numbers don't divide, some sit at one table more.
    """
    played = Counter(dict.fromkeys(names, 0))
    met: Counter[tuple[str, str]] = Counter()
    number = 0
    while min(played.values()) < tables:
        table: list[str] = []
        number += 1
        lots = {name: derive(seed, number, name) for name in names}
        while len(table) < size:
            free = (name for name in names if name not in table)
            table.append(
                min(
                    free,
                    key=lambda name: (
                        played[name] >= tables,
                        sum(met[name, other] for other in table),
                        played[name],
                        lots[name],
                    ),
                )
            )
        played.update(table)
        met.update(permutations(table, 2))
        yield tuple(sorted(table))
