"""The built-in games; an engine plugin like any other."""

from collections.abc import Iterable

from arena.game import Game
from arena.games.battleground import GAME as BATTLEGROUND
from arena.games.royal_dilemma import GAME as ROYAL_DILEMMA
from arena.games.war_of_multiplicands import GAME as WAR_OF_MULTIPLICANDS
from arena.hookspecs import hookimpl

GAMES = (ROYAL_DILEMMA, WAR_OF_MULTIPLICANDS, BATTLEGROUND)


@hookimpl
def arena_games() -> Iterable[Game]:
    """Bring the three built-in games."""
    return GAMES
