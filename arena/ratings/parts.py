"""The parts that standings are made of: one for every selection, rated by itself."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from arena.ratings.fit import Fit, fit
from arena.ratings.pairs import Games, Pairs, gather, islands, pairs_of
from arena.ratings.results import Result


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
    """A selection: a fit for each island, the number of every bot's island, and every bot's figures."""

    selection: str
    game: str
    fits: Sequence[Fit]
    island: Mapping[str, int]
    figures: Mapping[str, Figures]


def parts_of(results: Iterable[Result]) -> list[Part]:
    """Rate every selection that has been played, by game, then selection."""
    parts = [_part(selection, games) for selection, games in gather(results).items()]
    return sorted(parts, key=lambda part: (part.game, part.selection))


def _part(selection: str, games: Games) -> Part:
    """Rate one selection."""
    groups = islands(pairs_of(games))
    return Part(
        selection,
        games.game,
        [fit(group) for group in groups],
        {player: number for number, group in enumerate(groups) for player in group.players},
        {player: figures for group in groups for player, figures in _figures(group, games.faults).items()},
    )


def _figures(pairs: Pairs, faults: Mapping[str, int]) -> dict[str, Figures]:
    """Count what each player of an island did."""
    won, drawn = pairs.won(), pairs.drawn()
    wins, draws, losses = won.sum(axis=1), drawn.sum(axis=1), won.sum(axis=0)
    scores = 100 * (wins + draws / 2) / (wins + draws + losses)
    ranks = 1 + losses / pairs.games
    duel = pairs.sides == 2
    return {
        player: Figures(
            games=int(pairs.games[number]),
            score=float(scores[number]),
            wins=int(wins[number]) if duel else None,
            draws=int(draws[number]) if duel else None,
            losses=int(losses[number]) if duel else None,
            mean_rank=None if duel else float(ranks[number]),
            faults=faults.get(player, 0),
        )
        for number, player in enumerate(pairs.players)
    }
