"""What a bot that thinks ahead has to wait for: clones played out at random, and positions imagined from a view.

    .venv-bench/bin/python tests/bench/thinking.py [SELECTION]…

Positions are taken from random games, as many early as late. A playout is a clone, random legal moves to the end,
and the result; OpenSpiel hearts, from positions of its own, does the same. Both are counted by decisions, so long
games are not slow games. Imagining is the game's `determinize`.
"""

import sys
from collections.abc import Iterator
from itertools import cycle
from random import Random

import pyspiel
from side_by_side import Run, chosen, dealt, hearts, rates, roll

from arena.chance import derive
from arena.game import Selection
from arena.state import State

GAMES = 20
POSITIONS = 200


def sample(positions: list) -> Iterator:
    """Go round a random part of the positions for ever."""
    return cycle(Random(1).sample(positions, min(POSITIONS, len(positions))))


def tricks() -> Iterator[pyspiel.State]:
    """Go round positions of hearts."""
    positions = []
    for _ in range(GAMES):
        state = dealt()
        while not state.is_terminal():
            positions.append(state.clone())
            state.apply_action(state.legal_actions()[int(roll() * len(state.legal_actions()))])
    return sample(positions)


def walks(selection: Selection) -> Iterator[State]:
    """Go round positions of the selection."""
    positions = []
    for number in range(GAMES):
        state = selection.start(derive(number))
        while moves := state.legal_moves():
            positions.append(state.clone())
            state.apply(moves[int(roll() * len(moves))])
    return sample(positions)


def hearts_playout() -> Run:
    """Return a function that plays a position of hearts out and returns the decisions made."""
    positions = tricks()
    return lambda: hearts(next(positions).clone(), text=False)


def playout(selection: Selection) -> Run:
    """Return a function that plays a position out and returns the decisions made."""
    positions = walks(selection)

    def run() -> int:
        state, decisions = next(positions).clone(), 0
        while moves := state.legal_moves():
            state.apply(moves[int(roll() * len(moves))])
            decisions += 1
        state.returns()
        return decisions

    return run


def imagined(selection: Selection) -> Run:
    """Return a function that imagines a position from the view of who is to decide."""
    views = sample(
        [state.view(state.current_player()) for state, _ in zip(walks(selection), range(POSITIONS), strict=False)]
    )
    dice = Random(1)

    def run() -> int:
        selection.determinize(next(views), dice)
        return 1

    return run


def main(texts: list[str]) -> None:
    """Measure and print."""
    selections = chosen(texts)
    playouts = rates({"OpenSpiel hearts": hearts_playout()} | {str(one): playout(one) for one in selections})
    imagining = rates({str(one): imagined(one) for one in selections})
    yardstick = next(iter(playouts.values()))
    for name, rate in playouts.items():
        also = f"  {imagining[name]:9,.0f} imagined/s" if name in imagining else ""
        print(f"{name:45} {rate:9,.0f} decisions/s  {rate / yardstick:5.2f} x{also}")


if __name__ == "__main__":
    main(sys.argv[1:])
