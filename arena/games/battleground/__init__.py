"""Battleground: wear the others' stacks down, heal your own, deny with Aces."""

from arena.chance import Source
from arena.game import Edition, Game, Option, Selection
from arena.games.battleground.determinize import determinize
from arena.games.battleground.moves import MOVES
from arena.games.battleground.rules import CARDS, MOST_PLAYERS, PACKS
from arena.games.battleground.state import Battleground
from arena.games.battleground.telling import tell
from arena.games.battleground.view import BattlegroundView

OPTIONS = (
    Option("players", 2, range(2, MOST_PLAYERS + 1), "how many seats"),
    Option("pack", "zsa", tuple(PACKS), "120 cards with ones, or two standard packs and four jokers"),
    Option("max_turns", 1000, range(1, 10_001), "turns, all players' counted, after which the game is cut off"),
)


def start(selection: Selection, source: Source) -> Battleground:
    """Deal a new game."""
    options = selection.options
    state = Battleground(selection.sides, int(options["max_turns"] or 0), source)
    state.deal(PACKS[str(options["pack"])])
    return state


GAME = Game(
    name="battleground",
    title="Battleground",
    credit="Battleground, a ZSA Cards game",
    version=1,
    editions=(Edition(None, OPTIONS),),
    default=None,
    view=BattlegroundView,
    cards=CARDS,
    parse_move=MOVES.__getitem__,
    start=start,
    determinize=determinize,
    tell=tell,
)
