"""In battleground, waits before its first move until a file `go` is there; `waiting` says that it does."""

import time
from pathlib import Path

from arena import Bot

HERE = Path(__file__).parent


class Waits(Bot):
    def start(self, setup):
        self.waits = setup.game == "battleground"

    def act(self, view, moves):
        if self.waits:
            (HERE / "waiting").touch()
            while not (HERE / "go").exists():
                time.sleep(0.01)
        return moves[0]
