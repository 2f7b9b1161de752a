"""Plays random games of every edition, number of players and option, and has them judged by the rules alone.

    python -m tests.outside.random_games [GAMES] [SEED]

prints each disagreement and their number; exit status 1 if there is any.
"""

import json
import sys
from collections.abc import Iterator
from itertools import count, islice, product
from random import Random

from arena.chance import derive
from arena.game import Game, Option, Selection
from arena.games import arena_games
from arena.match import report
from arena.record import encode
from tests.outside.asks import Decide
from tests.outside.referee import judge
from tests.outside.samples import asked_for


def ways() -> list[Selection]:
    """Every selection of every edition, with the extremes and the defaults of options that are numbers."""
    return [way for game in arena_games() for edition in game.editions for way in _ways(game, edition.slug)]


def _ways(game: Game, slug: str | None) -> Iterator[Selection]:
    options = game.edition(slug).options
    for values in product(*map(_values, options)):
        chosen = dict(zip((option.name for option in options), values, strict=True))
        if game.check(chosen) is None:
            yield game.select(slug, **chosen)


def _values(option: Option):
    if option.name == "players" or not isinstance(option.choices, range):
        return option.choices
    return dict.fromkeys((option.default, option.choices[0], min(5, option.choices[-1])))


def compare(selection: Selection, seed: int) -> list[str]:
    """Play a random game; return where its legal moves, its course or its end are not what the rules say."""
    rng = Random(seed)
    state = selection.start(derive("outside", seed))
    offered = []
    while not state.is_terminal():
        offered.append(state.legal_moves())
        state.apply(rng.choice(offered[-1]))
    outcome = state.outcome()
    ending = "truncated" if outcome.truncated else "normal"
    names = ["x"] * len(state.sides)
    record = json.loads(encode(report(selection, state.events, bytes(16), names, outcome, ending, [])))
    if complaints := judge(record):
        return complaints
    decisions = [asked for asked in asked_for(record) if isinstance(asked, Decide)]
    return [
        f"decision {number}: the engine offers {', '.join(moves)}, the rules {', '.join(asked.moves)}"
        for number, (asked, moves) in enumerate(zip(decisions, offered, strict=True))
        if set(asked.moves) != set(moves)
    ]


def disagreements(games: int, first: int = 0) -> Iterator[str]:
    """Yield what the outside referee finds wrong with so many games, taken in turn from all ways to play."""
    every = ways()
    for seed in islice(count(first), games):
        selection = every[seed % len(every)]
        for complaint in compare(selection, seed):
            yield f"{selection}, seed {seed}: {complaint}"


def main(games: str = "10000", first: str = "0") -> int:
    """Judge and print."""
    found = 0
    for line in disagreements(int(games), int(first)):
        found += 1
        print(line)
    print(f"{games} games of {len(ways())} ways to play, {found} disagreements")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
