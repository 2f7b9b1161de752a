from arena_nerve import NERVE
from arena_nerve.bots import Cool

from arena.testing import check_bot, check_game


def test_the_game_keeps_the_rules_of_games():
    check_game(NERVE)


def test_the_bot_plays_without_a_fault():
    check_bot(Cool, games=[NERVE], deals=20)


def test_whoever_is_left_alone_takes_the_pot_unseen():
    state = NERVE.select(rounds=1).start(bytes(16))
    state.apply("raise")
    state.apply("fold")
    assert state.is_terminal()
    assert state.outcome().scores == (1, -1)
    assert state.view(0).shown == ("?", "?")
