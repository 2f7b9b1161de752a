"""How many games duplicate deals save: the same deal from every seat, against as many games of deals of their own.

    python -m tests.bench.duplicates [SERIES]

For each game two bots of about equal strength. A series' score varies less than that of as many independent games,
because what one player is dealt in one of them the other is dealt in the next. The factor is the ratio of the two
variances: with so many times as many games, single deals would tell as much.
"""

import sys
from pathlib import Path
from statistics import fmean, variance

from arena.cli.shared import engine
from arena.config import build
from arena.executors.playing import Ground
from arena.field import enlist
from arena.schedules.points import WON, met

DUELS = (
    ("royal_dilemma@invasion:players=2", "greedy", "marauder"),
    ("royal_dilemma@duel:players=2", "greedy", "miser"),
    ("war_of_multiplicands:players=2", "greedy", "vulture"),
    ("battleground:players=2", "greedy", "medic"),
)


def scores(selection: str, first: str, second: str, count: int) -> list[list[float]]:
    """Return for each series the points of the first bot in each of its games."""
    plugins = engine()
    raw = {"name": "duplicates", "bots": [first, second], "games": [{"game": selection, "deals": count}]}
    chosen = build(raw, "bench")
    field = enlist(chosen, "bench", Path(), plugins)
    (competition,) = field.competitions
    found = []
    with Ground(plugins.games, field.stage(chosen)) as ground:
        for deal in range(count):
            series = competition.series((first, second), deal)
            games = [ground.play(series, rotation).past.result for rotation in range(competition.table_size)]
            points = [next(met(game)) for game in games]
            found.append([(got if one == first else WON - got) / WON for one, _, got in points])
    return found


if __name__ == "__main__":
    count = int([*sys.argv, "1000"][1])
    for selection, first, second in DUELS:
        found = scores(selection, first, second, count)
        single = fmean(variance(games) for games in zip(*found, strict=True)) / len(found[0])
        factor = single / variance(map(fmean, found))
        score = 100 * fmean(map(fmean, found))
        print(f"{selection:34} {first} {score:.1f} % against {second}: factor {factor:.2f}")
