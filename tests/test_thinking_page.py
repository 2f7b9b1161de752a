"""docs/thinking.md is true: its bot plays every kind of game, and better than chance."""

import re
from pathlib import Path

import pytest

from arena import TERMINAL
from arena.chance import derive
from arena.games import GAMES
from arena.match import play
from arena.players.local import LocalPlayer
from arena.state import State
from arena.testing import check_bot
from bots.random import Random

PAGE = (Path(__file__).parents[1] / "docs" / "thinking.md").read_text(encoding="utf-8")
CALLS, BOT = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def ponder():
    names = {"__name__": "ponder"}
    exec(compile(BOT, "ponder.py", "exec"), names)
    names["GAMES"] = 3
    return names["Ponder"]


@pytest.mark.parametrize(
    "selection",
    [
        *("royal_dilemma@mobilize", "royal_dilemma@volley:players=3", "royal_dilemma@plunder:players=4"),
        *("war_of_multiplicands", "battleground:max_turns=12"),
    ],
)
def test_the_bot_plays_without_a_fault(ponder, selection):
    check_bot(ponder, selection)


def test_the_bot_beats_chance(ponder):
    selection = GAMES[0].select("raid")
    wins = 0.0
    for number in range(40):
        seat = number % 2
        kinds = [Random, Random]
        kinds[seat] = ponder
        players = [LocalPlayer(kind, selection, derive(number, i)) for i, kind in enumerate(kinds)]
        ranks = play(selection, players, derive(number // 2), ["a", "b"], [b"", b""]).ranks
        wins += (ranks[1 - seat] - ranks[seat] + 1) / 2
    assert wins >= 26


def test_every_method_of_a_state_that_it_shows_is_there():
    shown = set(re.findall(r"state\.(\w+)\(", CALLS))
    assert shown == {"apply", "clone", "current_player", "is_terminal", "legal_moves", "outcome", "returns", "view"}
    assert all(callable(getattr(State, name)) for name in shown)
    assert isinstance(TERMINAL, int)
