"""Referee loop against OpenSpiel hearts driven by Python bots, decisions a CPU second.

    python -m venv .venv-bench && .venv-bench/bin/pip install -e . open_spiel
    .venv-bench/bin/python tests/bench/referee.py [SELECTION]…

Both sides do the same work: a bot gets what its seat may know (here a view with its news; there the
information-state text) and the legal moves, answers at random, and the answer is checked and applied; a round
includes the deal and the result, and here the record.
"""

import sys

from side_by_side import Run, chosen, dealt, hearts, rates, roll

from arena.chance import SEED_BYTES
from arena.game import Selection
from arena.match import play


class Player:
    """Plays at random, as cheaply as Python allows, and counts its decisions."""

    decisions = 0

    def start(self, setup: object) -> None:
        """Nothing to do."""

    def act(self, view: object, moves: tuple[str, ...]) -> str:
        """Return a random move."""
        self.decisions += 1
        return moves[int(roll() * len(moves))]

    def finish(self, outcome: object, view: object) -> None:
        """Nothing to do."""


def arena_game(selection: Selection) -> Run:
    """Return a function that plays one game of the selection and returns the decisions made."""
    seats = len(selection.sides)
    player = Player()
    players, names, strays = [player] * seats, ["random"] * seats, [b""] * seats
    number = 0

    def run() -> int:
        nonlocal number
        number += 1
        before = player.decisions
        play(selection, players, number.to_bytes(SEED_BYTES), names, strays)
        return player.decisions - before

    return run


def main(texts: list[str]) -> None:
    """Measure and print."""
    runs: dict[str, Run] = {
        "OpenSpiel hearts, information-state text": lambda: hearts(dealt(), text=True),
        "OpenSpiel hearts, legal actions": lambda: hearts(dealt(), text=False),
    }
    runs |= {str(selection): arena_game(selection) for selection in chosen(texts)}
    medians = rates(runs)
    yardstick = next(iter(medians.values()))
    for name, rate in medians.items():
        print(f"{name:45} {rate:9,.0f} decisions/s  {rate / yardstick:5.2f} x")


if __name__ == "__main__":
    main(sys.argv[1:])
