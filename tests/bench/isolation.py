"""What a process of its own costs a bot: wall-clock medians, interleaved with the same bot in this process.

.venv/bin/python tests/bench/isolation.py [SELECTION]
"""

import statistics
import sys
import time
from pathlib import Path

from arena.bot import Limits
from arena.chance import derive
from arena.game import parse_selection
from arena.match import play
from arena.players.forking import Zygote
from arena.players.local import LocalPlayer
from arena.players.process import ProcessPlayer
from arena.players.sources import FileBots
from arena.plugins import Plugins
from bots.first import First

BOT = FileBots().find("first.py", Path(__file__).parents[2] / "bots")
GAMES = 200


def main(text: str) -> None:
    """Measure and print."""
    if BOT is None:
        raise SystemExit("bots/first.py is not there")
    selection = parse_selection(text, Plugins().games)
    seats = range(len(selection.sides))
    starts, apart, here, whole = [], [], [], []
    with Zygote() as zygote:
        for number in range(GAMES):
            seed = derive(number)
            begin = time.perf_counter()
            players = [ProcessPlayer(zygote, BOT, selection, seed, Limits()) for _ in seats]
            clock = Clock(players)
            record = play(selection, clock.players, seed, ["first"] * len(seats), [seed] * len(seats))
            for player in players:
                player.close()
            whole.append(time.perf_counter() - begin)
            decisions = sum(event.move is not None for event in record.events)
            starts += clock.starts
            apart.append(clock.acting / decisions)
            clock = Clock([LocalPlayer(First, selection, seed) for _ in seats])
            if play(selection, clock.players, seed, ["first"] * len(seats), [seed] * len(seats)) != record:
                raise SystemExit("the games differ")
            here.append(clock.acting / decisions)
    extra = statistics.median(apart) - statistics.median(here)
    print(f"{selection}: {1e6 * extra:.1f} us more a decision, {1e3 * statistics.median(starts):.1f} ms to start")
    print(f"{1 / statistics.median(whole):.0f} games of isolated bots a second")


class Clock:
    """Wraps players and adds up the time they take."""

    def __init__(self, players: list) -> None:
        """Wrap them."""
        self.starts: list[float] = []
        self.acting = 0.0
        self.players = [Timed(player, self) for player in players]


class Timed:
    """A player whose time is taken."""

    def __init__(self, player: object, clock: Clock) -> None:
        """Wrap it."""
        self.player = player
        self.clock = clock
        self.finish = player.finish

    def start(self, setup: object) -> None:
        """Pass on and take the time."""
        begin = time.perf_counter()
        self.player.start(setup)
        self.clock.starts.append(time.perf_counter() - begin)

    def act(self, view: object, moves: object) -> object:
        """Pass on and take the time."""
        begin = time.perf_counter()
        move = self.player.act(view, moves)
        self.clock.acting += time.perf_counter() - begin
        return move


if __name__ == "__main__":
    main(sys.argv[1] if sys.argv[1:] else "battleground")
