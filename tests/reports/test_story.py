"""A game told move by move."""

from arena.games.battleground import GAME
from arena.match import play
from arena.players.local import LocalPlayer
from arena.reports.story import told
from bots.random import Random


def test_a_story_fits_a_terminal_and_leaves_no_card_out():
    selection = GAME.select(players=3)
    players = [LocalPlayer(Random, selection, bytes([seat])) for seat in range(3)]
    record = play(selection, players, b"seed", ["one", "two", "three"], [b""] * 3)
    lines = told(GAME, record).splitlines()
    assert max(map(len, lines)) <= 80
    deck = "".join(lines).partition("deck:")[2].split()
    assert deck[: len(record.events[0].cards)] == list(record.events[0].cards)
    moves = [line for line in lines if line.lstrip()[:1].isdigit() and " seat " in line and "score" not in line]
    assert len(moves) == sum(event.move is not None for event in record.events)
