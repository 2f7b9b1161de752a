"""Takes the first move, after a while."""

import time

from arena import Bot


class Slow(Bot):
    def act(self, view, moves):
        time.sleep(0.02)
        return moves[0]
