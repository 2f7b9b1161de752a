"""Nerve: stay in, raise or fold on a single hidden card; the highest of those who stay takes the pot."""

from arena import Edition, Game, Option, hookimpl
from arena_nerve.cards import CARDS, MOVES
from arena_nerve.state import NerveState, NerveView, determinize

OPTIONS = (
    Option("players", 2, range(2, 5), "how many play"),
    Option("rounds", 6, range(1, 101), "how often cards are dealt"),
)

NERVE = Game(
    name="nerve",
    title="Nerve",
    credit="Nerve, made up for a page on how to make up a game",
    version=1,
    editions=(Edition(None, OPTIONS),),
    default=None,
    view=NerveView,
    cards=CARDS,
    parse_move=MOVES.__getitem__,
    start=NerveState.dealt,
    determinize=determinize,
)


@hookimpl
def arena_games():
    """Bring the game."""
    return [NERVE]
