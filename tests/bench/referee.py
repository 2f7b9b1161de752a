"""Referee loop against OpenSpiel hearts driven by Python bots, decisions a CPU second, interleaved in one process.

    python -m venv .venv-bench && .venv-bench/bin/pip install -e . open_spiel
    .venv-bench/bin/python tests/bench/referee.py [SELECTION]…

Both sides do the same work: a bot gets what its seat may know (here a view with its news; there the
information-state text) and the legal moves, answers at random, and the answer is checked and applied; a round
includes the deal and the result, and here the record. Prints medians over rounds.
"""

import random
import statistics
import sys
import time
from collections.abc import Callable

import pyspiel

from arena.chance import SEED_BYTES
from arena.game import parse_selection
from arena.games import GAMES
from arena.match import play

ROUNDS, SLICE = 9, 0.25
random_ = random.Random(1).random


class Player:
    """Plays at random, as cheaply as Python allows, and counts its decisions."""

    decisions = 0

    def start(self, setup: object) -> None:
        """Nothing to do."""

    def act(self, view: object, moves: tuple[str, ...]) -> str:
        """Return a random move."""
        self.decisions += 1
        return moves[int(random_() * len(moves))]

    def finish(self, outcome: object, view: object) -> None:
        """Nothing to do."""


def arena_game(text: str) -> Callable[[], int]:
    """Return a function that plays one game of the selection and returns the decisions made."""
    selection = parse_selection(text, GAMES)
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


def hearts(text: bool) -> Callable[[], int]:
    """Return a function that plays one hearts game, with or without information-state text."""
    game = pyspiel.load_game("hearts(pass_cards=False)")

    def run() -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            seat = state.current_player()
            if seat == pyspiel.PlayerId.CHANCE:
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(random_() * len(outcomes))][0])
                continue
            if text:
                state.information_state_string(seat)
            actions = state.legal_actions()
            state.apply_action(actions[int(random_() * len(actions))])
            decisions += 1
        state.returns()
        return decisions

    return run


def main(selections: list[str]) -> None:
    """Measure and print."""
    runs = {
        "OpenSpiel hearts, information-state text": hearts(True),
        "OpenSpiel hearts, legal actions": hearts(False),
    }
    runs |= {text: arena_game(text) for text in selections}
    rates: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(ROUNDS):
        for name, run in runs.items():
            begin, decisions = time.process_time(), 0
            while time.process_time() - begin < SLICE:
                decisions += run()
            rates[name].append(decisions / (time.process_time() - begin))
    medians = {name: statistics.median(values) for name, values in rates.items()}
    yardstick = next(iter(medians.values()))
    for name, rate in medians.items():
        print(f"{name:45} {rate:9,.0f} decisions/s  {rate / yardstick:5.2f} x")


if __name__ == "__main__":
    main(sys.argv[1:] or ["royal_dilemma", "war_of_multiplicands", "battleground"])
