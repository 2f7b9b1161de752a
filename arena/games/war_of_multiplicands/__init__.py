"""War of Multiplicands: secret armies whose units lend one another strength, and a war that wears them out."""

from random import Random

from arena.chance import Source
from arena.game import Edition, Game, Option, Selection
from arena.games.war_of_multiplicands.determinize import determinize
from arena.games.war_of_multiplicands.moves import MOVES
from arena.games.war_of_multiplicands.rules import CARDS, Setting, check, setting, sides
from arena.games.war_of_multiplicands.state import War
from arena.games.war_of_multiplicands.telling import tell
from arena.games.war_of_multiplicands.view import WarView

OPTIONS = (
    Option("players", 2, range(2, 6), "how many play"),
    Option("teams", None, (None, 2), "2: seats 0 and 2 play together against 1 and 3; for players=4"),
    Option("armies", 4, (4, 6), "armies that each player begins with, five cards each"),
)


def _setting(selection: Selection) -> Setting:
    options = selection.options
    return setting(options["players"], options["armies"])


def _start(selection: Selection, source: Source) -> War:
    return War(_setting(selection), selection.sides, source)


def _determinize(selection: Selection, view: WarView, rng: Random) -> War:
    return determinize(_setting(selection), selection.sides, view, rng)


GAME = Game(
    name="war_of_multiplicands",
    title="War of Multiplicands",
    credit=(
        "War of Multiplicands, by David Hammerle, (c) 2025; offered by its author for personal, non-commercial play"
    ),
    version=1,
    editions=(Edition(None, OPTIONS),),
    default=None,
    view=WarView,
    cards=CARDS,
    parse_move=MOVES.__getitem__,
    start=_start,
    determinize=_determinize,
    sides=sides,
    check=check,
    tell=tell,
)
