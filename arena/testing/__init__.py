"""For the tests of whoever writes a bot or a game: one call in a pytest file, in the test's own process."""

from arena.testing.bots import check_bot
from arena.testing.games import check_game, samples

__all__ = ["check_bot", "check_game", "samples"]
