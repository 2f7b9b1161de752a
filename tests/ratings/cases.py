"""Results to rate: from the oracles' inputs, and made up by hypothesis."""

import json
from pathlib import Path
from typing import NamedTuple

from hypothesis import strategies as st

from arena.ratings.fit import GHOST, Fit, fit
from arena.ratings.pairs import Comparisons, compare, islands
from arena.ratings.results import GameResult, SeriesResult
from arena.ratings.tally import Tally, gather

GOLDEN = Path(__file__).parent.parent / "golden" / "ratings.json"
PUBLISHED = Path(__file__).parents[2].parent / "shared" / "oracles" / "ratings_published.json"

WIN, DRAW, LOSS = (1, 2), (1, 1), (2, 1)


def load(path: Path) -> dict[str, dict]:
    return {case["id"]: case for case in json.loads(path.read_text(encoding="utf-8"))["cases"]}


class Played(NamedTuple):
    """A game, and the series of a selection that it belongs to."""

    series: str
    selection: str
    game: GameResult


def result(series, seats, ranks, selection="duel:players=2", faults=()) -> Played:
    return Played(str(series), selection, GameResult(tuple(seats), tuple(ranks), tuple(faults)))


def series_of(played) -> list[SeriesResult]:
    """Put the games of each series together."""
    games: dict[tuple[str, str], list[GameResult]] = {}
    for one in played:
        games.setdefault((one.selection, one.series), []).append(one.game)
    return [
        SeriesResult(selection, selection.partition(":")[0], tuple(own)) for (selection, _), own in games.items()
    ]


def series_of_one(games) -> list[Played]:
    """Games of (seats, ranks), each a series by itself."""
    return [result(number, seats, ranks) for number, (seats, ranks) in enumerate(games)]


def crosstable(rows) -> list[Played]:
    """Rows of (a, b, wins of a, wins of b, draws)."""
    return series_of_one(
        ((a, b), ranks)
        for a, b, wins, losses, draws in rows
        for ranks, times in ((WIN, wins), (LOSS, losses), (DRAW, draws))
        for _ in range(int(times))
    )


def tally_of(played) -> Tally:
    (tally,) = gather(series_of(played)).values()
    return tally


def all_islands(played) -> list[Comparisons]:
    return islands(compare(tally_of(played)))


def fit_of(played, ghost=GHOST) -> Fit:
    (island,) = all_islands(played)
    return fit(island, ghost)


NAMES = "abcdef"
ENTRANTS = {name: f"1.{number}" for number, name in enumerate(NAMES)}


@st.composite
def games(draw, selection="duel:players=2", sides=2):
    """A game of some series, with any ranks, ties likely."""
    seats = draw(st.permutations(NAMES))[:sides]
    ranks = draw(st.lists(st.integers(1, sides), min_size=sides, max_size=sides))
    ranks = [1 + sum(other < rank for other in ranks) for rank in ranks]
    # A series has one line-up: its identity holds the names.
    series = f"{''.join(sorted(seats))}{draw(st.integers(0, 3))}"
    return result(series, seats, ranks, selection, tuple(draw(st.sets(st.sampled_from(seats), max_size=1))))


tournaments = st.lists(
    games() | games("duel:players=2,pack=small") | games("duel:players=3", 3) | games("brawl:players=4", 4),
    max_size=40,
)
duels = st.lists(games(), min_size=1, max_size=30)
