"""Takes the middle move."""

from arena import Bot


class Steady(Bot):
    def act(self, view, moves):
        return moves[len(moves) // 2]
