"""What the speed of games is measured with: random play, and OpenSpiel hearts side by side with it.

All is measured in one process by CPU time, in turns, so that a busy machine slows everybody down alike; what
counts is the ratio of the medians.
"""

import random
import statistics
import time
from collections.abc import Callable, Iterable, Mapping

import pyspiel

from arena.game import Selection, parse_selection
from arena.games import GAMES

ROUNDS, SLICE = 9, 0.1
TABLES = (2, 4)

Run = Callable[[], int]
"""Does some work, and returns how much."""

roll = random.Random(1).random


def chosen(texts: Iterable[str]) -> list[Selection]:
    """Return the selections named, or else every edition of every game, at two seats and at four."""
    return [parse_selection(text, GAMES) for text in texts] or [
        game.select(edition.slug, players=players)
        for game in GAMES
        for edition in game.editions
        for players in TABLES
    ]


def rates(runs: Mapping[str, Run]) -> dict[str, float]:
    """Return how much each gets done in a CPU second."""
    found: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(ROUNDS):
        for name, run in runs.items():
            begin, done = time.process_time(), 0
            while time.process_time() - begin < SLICE:
                done += run()
            found[name].append(done / (time.process_time() - begin))
    return {name: statistics.median(values) for name, values in found.items()}


def dealt() -> pyspiel.State:
    """Return a game of hearts, without passing, that is ready for the first card."""
    state = pyspiel.load_game("hearts(pass_cards=False)").new_initial_state()
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        state.apply_action(outcomes[int(roll() * len(outcomes))][0])
    return state


def hearts(state: pyspiel.State, text: bool) -> int:
    """Play hearts at random to its end, with or without information-state text; return the decisions made."""
    decisions = 0
    while not state.is_terminal():
        if text:
            state.information_state_string(state.current_player())
        actions = state.legal_actions()
        state.apply_action(actions[int(roll() * len(actions))])
        decisions += 1
    state.returns()
    return decisions
