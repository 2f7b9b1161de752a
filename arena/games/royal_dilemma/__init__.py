"""Royal Dilemma: build, attack, bluff about which; one state machine for every edition of its table."""

from arena.chance import Source
from arena.game import Edition, Game, Option, Selection
from arena.games.royal_dilemma.determinize import determinize
from arena.games.royal_dilemma.moves import parse_move
from arena.games.royal_dilemma.rules import CARDS, EDITIONS, MOST_PLAYERS, MOST_ROUNDS, Rules
from arena.games.royal_dilemma.setup import setup_of
from arena.games.royal_dilemma.state import RoyalState
from arena.games.royal_dilemma.telling import tell
from arena.games.royal_dilemma.view import RoyalView


def _options(rules: Rules) -> tuple[Option, ...]:
    """Return the options of an edition."""
    return (
        Option("players", 2, range(2, MOST_PLAYERS[rules.family] + 1), "how many seats"),
        Option(
            "end_timing",
            "immediate",
            ("immediate", "finish_round"),
            "whether drawing the last card in step 1 ends the game at once or after the round",
        ),
        Option("max_rounds", rules.max_rounds, range(1, MOST_ROUNDS + 1), "rounds after which the game is cut off"),
    )


def start(selection: Selection, source: Source) -> RoyalState:
    """Deal a new game."""
    return RoyalState.start(setup_of(selection), source)


GAME = Game(
    name="royal_dilemma",
    title="Royal Dilemma",
    credit="Royal Dilemma, by Dreamstasis",
    version=1,
    editions=tuple(
        Edition(slug, _options(row.rules), row.rules, row.number, row.attested, row.readings, row.after)
        for slug, row in EDITIONS.items()
    ),
    default="invasion",
    view=RoyalView,
    cards=CARDS,
    parse_move=parse_move,
    start=start,
    determinize=determinize,
    options_of=_options,
    tell=tell,
)
