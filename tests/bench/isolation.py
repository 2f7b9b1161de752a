"""What a process of its own costs a bot: wall-clock medians, interleaved with the same bot in this process.

.venv/bin/python tests/bench/isolation.py [SELECTION] [CONTAINMENT]
"""

import os
import statistics
import sys
import time
from pathlib import Path

from arena.bot import Limits
from arena.chance import derive
from arena.game import parse_selection
from arena.match import play
from arena.players.entrants import Reference
from arena.players.forking import Zygote
from arena.players.local import LocalPlayer
from arena.players.process import BotProcess
from arena.players.remote import SdkPlayer
from arena.players.roster import Roster
from arena.plugins import Plugins
from bots.first import First

BOT = Roster(Plugins().bot_sources).find(Reference("first.py", Path(__file__).parents[2] / "bots"))
GAMES = 200


def main(text: str = "battleground", containment: str = "process") -> None:
    """Measure and print."""
    selection = parse_selection(text, Plugins().games)
    seats = range(len(selection.sides))
    starts, apart, here, whole = [], [], [], []
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})  # as a worker does
    with Zygote(containment, [BOT]) as zygote:
        for number in range(GAMES):
            seed = derive(number)
            begin = time.perf_counter()
            limits = Limits()
            processes = [BotProcess(zygote, BOT, limits.memory_bytes) for _ in seats]
            players = [SdkPlayer(process, selection, seed, limits) for process in processes]
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
    main(*sys.argv[1:])
