"""The parts that standings are made of: one for every selection, rated by itself."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec
import numpy as np

from arena.ratings.fit import Fit, fit, worths
from arena.ratings.pairs import Comparisons, compare, islands
from arena.ratings.results import SeriesResult
from arena.ratings.tally import Tally, gather


class Figures(msgspec.Struct, frozen=True):
    """What a bot did in a selection, as counted.

    `score` is the mean of its pair scores in per cent. At tables of two sides there are `wins`, `draws` and
    `losses`, at larger ones `mean_rank`; what isn't there is None.
    """

    games: int
    score: float
    wins: int | None
    draws: int | None
    losses: int | None
    mean_rank: float | None
    faults: int


class Part(msgspec.Struct, frozen=True):
    """A selection: its islands and a fit for each, the number of every bot's island, and every bot's figures.

    `clean` holds the log-worths of the bots on each island of the games without faults.
    """

    selection: str
    game: str
    islands: Sequence[Comparisons]
    fits: Sequence[Fit]
    island: Mapping[str, int]
    figures: Mapping[str, Figures]
    faults: bool
    clean: Sequence[Mapping[str, float]]


def parts_of(results: Iterable[SeriesResult]) -> list[Part]:
    """Rate every selection that has been played, by game, then selection."""
    parts = [_part(selection, tally) for selection, tally in gather(results).items()]
    return sorted(parts, key=lambda part: (part.game, part.selection))


def _part(selection: str, tally: Tally) -> Part:
    """Rate one selection."""
    groups = islands(compare(tally))
    fits = [fit(group) for group in groups]
    rated = [(fitted.players, fitted.worth) for fitted in fits]
    faults = bool(tally.faulty.any())
    if faults:
        rated = [(group.players, worths(group.pairs())) for group in islands(compare(tally.clean()))]
    return Part(
        selection,
        tally.game,
        groups,
        fits,
        {player: number for number, group in enumerate(groups) for player in group.players},
        {player: figures for group in groups for player, figures in _figures(group, tally.faults).items()},
        faults,
        [dict(zip(players, worth.tolist(), strict=True)) for players, worth in rated],
    )


def _figures(group: Comparisons, faults: Mapping[str, int]) -> dict[str, Figures]:
    """Count what each player of an island did."""
    pairs = group.pairs()

    def count(of_first: np.ndarray, of_second: np.ndarray) -> np.ndarray:
        size = len(pairs.players)
        return np.bincount(pairs.first, of_first, size) + np.bincount(pairs.second, of_second, size)

    wins, losses = count(pairs.wins, pairs.losses), count(pairs.losses, pairs.wins)
    draws = count(pairs.draws, pairs.draws)
    scores = 100 * (wins + draws / 2) / (wins + draws + losses)
    ranks = 1 + losses / group.games
    duel = group.sides == 2
    return {
        player: Figures(
            games=int(group.games[number]),
            score=float(scores[number]),
            wins=int(wins[number]) if duel else None,
            draws=int(draws[number]) if duel else None,
            losses=int(losses[number]) if duel else None,
            mean_rank=None if duel else float(ranks[number]),
            faults=faults.get(player, 0),
        )
        for number, player in enumerate(pairs.players)
    }
