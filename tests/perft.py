"""Perft: how many ways a game can go on, counted decision by decision from fixed positions of fixed deals.

`python -m tests.perft` counts with the engine and writes golden/perft.json. Any change of the rules that matters to
what may be played changes a number there, so it is written anew only when such a change is meant. An outside
referee counts the first decisions of each position for itself.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec

from arena.chance import derive
from arena.game import Selection, parse_selection
from arena.plugins import Plugins
from arena.state import State
from tests.outside.asks import Decide
from tests.outside.referee import GAMES, replay

GOLDEN = Path(__file__).parent / "golden" / "perft.json"
MOST = 2_000
"""Ways at which counting stops."""
MOST_OUTSIDE = 60
"""Ways that the outside referee follows; it plays each from the deal."""
DEEPEST = 12
STAGES = 4
"""Positions of a deal: its start, and after so many equal parts of a random game."""

SETTINGS = ("players=2", "players=3", "players=4,teams=2")


def selections() -> list[Selection]:
    """Return every edition of every game for two and three, and with teams where there are any."""
    games = Plugins().games
    chosen = []
    for game in games:
        for edition in game.editions:
            title = f"{game.name}@{edition.slug}" if edition.slug else game.name
            names = {option.name for option in edition.options}
            chosen += [
                parse_selection(f"{title}:{setting}", games)
                for setting in SETTINGS
                if "teams" not in setting or "teams" in names
            ]
    return chosen


def positions(selection: Selection) -> Iterator[State]:
    """Yield the positions of a deal that ways are counted from."""
    lengths = [length for length, _ in enumerate(_walk(selection))]
    for length, state in enumerate(_walk(selection)):
        if length in {lengths[-1] * stage // STAGES for stage in range(STAGES)}:
            yield state


def _walk(selection: Selection) -> Iterator[State]:
    """Yield the state before each decision of a random game, and the last one; it is the same object."""
    state, dice = selection.start(derive("perft", str(selection))), Random(0)
    yield state
    while not state.is_terminal():
        moves = state.legal_moves()
        state.apply(moves[int(dice.random() * len(moves))])
        yield state


def levels(state: State) -> Iterator[list[State]]:
    """Yield the positions after no decision, after one, after two, and so on while there are not too many."""
    level = [state.clone()]
    for _ in range(DEEPEST):
        yield level
        following = sum(len(each.legal_moves()) for each in level)
        if not 0 < following <= MOST:
            return
        level = [_after(each, move) for each in level for move in each.legal_moves()]


def _after(state: State, move: str) -> State:
    twin = state.clone()
    twin.apply(move)
    return twin


def counted(selection: Selection) -> list[list[int]]:
    """Return, for each position, the number of ways by depth, that which is too high the last."""
    return [_counts(state) for state in positions(selection)]


def _counts(state: State) -> list[int]:
    return [1, *(sum(len(each.legal_moves()) for each in level) for level in levels(state))]


def counted_outside(selection: Selection) -> list[list[int]]:
    """Return the beginning of the same, counted by the moves that the outside referee allows.

    The engine does no more than draw the cards. Raises AssertionError where the two would offer other moves.
    """
    return [_counts_outside(selection, state) for state in positions(selection)]


def _counts_outside(selection: Selection, state: State) -> list[int]:
    counts = [1]
    for level in levels(state):
        if len(level) > MOST_OUTSIDE:
            break
        offers = [_offered(selection, each) for each in level]
        for each, offer in zip(level, offers, strict=True):
            assert sorted(offer) == sorted(each.legal_moves()), each.events[1:]
        counts.append(sum(map(len, offers)))
    return counts


def _offered(selection: Selection, state: State) -> list[str]:
    """Return the moves that the outside referee asks for after the events of a state."""
    rules = GAMES[selection.game.name](dict(selection.options), selection.edition.slug)
    events = json.loads(msgspec.json.encode(state.events, enc_hook=str))
    replayed = replay(rules, events)
    assert replayed.disagreement is None, replayed.disagreement
    if replayed.asked is None:
        return []
    assert isinstance(replayed.asked, Decide), replayed.asked
    assert replayed.asked.seat == state.current_player()
    return [*replayed.asked.moves]


if __name__ == "__main__":
    rows = [f"{json.dumps(str(selection))}: {json.dumps(counted(selection))}" for selection in selections()]
    GOLDEN.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")
