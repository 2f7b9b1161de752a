"""Raises what its author ought to see."""

from arena import Bot


class Clumsy(Bot):
    def act(self, view, moves):
        return self._choose(moves)

    def _choose(self, moves):
        raise ValueError(f"none of {len(moves)} will do")
