"""What the Elo would be had the games with faults not been played."""

from collections.abc import Mapping, Sequence

import numpy as np

from arena.ratings.combine import DECIMALS, equivalent
from arena.ratings.fit import SCALE
from arena.ratings.parts import Part


def without_faults(parts: Sequence[Part], weights: Sequence[float], elos: Mapping[str, float]) -> dict[str, float]:
    """Return the Elos by the games in which nobody was charged with a fault, none if there are no others.

    `elos` are those by all games. Bots that no path of such games joins to any of the others have none. Elos are
    relative, and without faults fewer bots may be left: those that are have the same average as in `elos`.
    """
    if not any(part.faults for part in parts):
        return {}
    islands = [{bot: number for number, island in enumerate(part.clean) for bot in island} for part in parts]
    groups: dict[tuple[int, ...], list[str]] = {}
    for bot in sorted(set(elos).intersection(*islands)):
        groups.setdefault(tuple(island[bot] for island in islands), []).append(bot)
    found: dict[str, float] = {}
    for place, bots in groups.items():
        if len(bots) > 1:
            played = [part.clean[number] for part, number in zip(parts, place, strict=True)]
            fields = [np.array([*island.values()]) for island in played]
            worths = np.array([[island[bot] for bot in bots] for island in played])
            points = SCALE * equivalent(fields, weights, worths)
            points += np.mean([elos[bot] for bot in bots]) - points.mean()
            found.update(zip(bots, points.round(DECIMALS).tolist(), strict=True))
    return found
