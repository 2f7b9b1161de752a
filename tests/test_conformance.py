"""Our own games pass what a stranger's must: every edition, number of players and extreme of an option."""

import pytest

from arena.games import GAMES
from arena.testing import check_game, samples

SELECTIONS = [(game, selection) for game in GAMES for selection in samples(game)]


@pytest.mark.parametrize(("game", "selection"), SELECTIONS, ids=[str(selection) for _, selection in SELECTIONS])
def test_a_game_of_ours_conforms(game, selection):
    check_game(game, selection, deals=1, looks=3, swaps=6)
