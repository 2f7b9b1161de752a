"""What a process of its own costs a bot: medians over games, interleaved with the same bot in this process.

.venv/bin/python tests/bench/isolation.py [SELECTION] [CONTAINMENT]

CPU time is that of both ends. It is steadier than the wall clock where other programs want the same core.
"""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from arena.bot import Limits
from arena.chance import derive
from arena.game import Selection, parse_selection
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
LIMITS = Limits()

Reading = tuple[float, float, float]
"""Seconds: of the wall clock, of the engine's CPU time, of the bot's."""


def main(text: str = "battleground", containment: str = "process") -> None:
    """Measure and print."""
    selection = parse_selection(text, Plugins().games)
    seats = range(len(selection.sides))
    games, starts, extra = [], [], []
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})  # as a worker does
    with Zygote(containment, [BOT]) as zygote:
        for number in range(GAMES):
            seed = derive(number)
            begin = time.perf_counter()
            processes = [BotProcess(zygote, BOT, LIMITS.memory_bytes) for _ in seats]
            apart = [Timed(SdkPlayer(one, selection, seed, LIMITS), one._cpu) for one in processes]
            record = referee(selection, apart, seed)
            for player in apart:
                player.player.close()
            games.append(time.perf_counter() - begin)
            here = [Timed(LocalPlayer(First, selection, seed), lambda: 0.0) for _ in seats]
            if referee(selection, here, seed) != record:
                raise SystemExit("the games differ")
            starts += [player.starts for player in apart]
            decisions = sum(event.move is not None for event in record.events)
            extra.append([(a - b) / decisions for a, b in zip(spent(apart), spent(here), strict=True)])
    wall, engine, bot = (1e6 * median(column) for column in zip(*extra, strict=True))
    print(f"{selection}, {containment}:")
    print(f"a decision: {wall:.1f} us more; in CPU time {engine + bot:.1f}: engine {engine:.1f}, bot {bot:.1f}")
    wall, engine, bot = (1e3 * median(column) for column in zip(*starts, strict=True))
    print(f"a start: {wall:.2f} ms; in CPU time from the fork on {engine + bot:.2f}: bot {bot:.2f}")
    print(f"{1 / median(games):.0f} games of isolated bots a second")


def referee(selection: Selection, players: list["Timed"], seed: bytes) -> object:
    """Play a game and return its record."""
    return play(selection, players, seed, ["first"] * len(players), [seed] * len(players))


def spent(players: list["Timed"]) -> Reading:
    """Return what all decisions of the players took."""
    wall, engine, bot = (sum(column) for column in zip(*(player.acts for player in players), strict=True))
    return wall, engine, bot


class Timed:
    """A player whose time is taken; `cpu` reads the CPU clock of its bot's process."""

    def __init__(self, player: SdkPlayer | LocalPlayer, cpu: Callable[[], float]) -> None:
        """Wrap it."""
        self.player = player
        self.finish = player.finish
        self.cpu = cpu
        self.starts = self.acts = (0.0, 0.0, 0.0)

    def start(self, setup: object) -> None:
        """Pass on and take the time."""
        before = self.reading()
        self.player.start(setup)
        wall, engine, _ = since(before, self.reading())
        self.starts = wall, engine, self.cpu()

    def act(self, view: object, moves: object) -> object:
        """Pass on and take the time."""
        before = self.reading()
        move = self.player.act(view, moves)
        wall, engine, bot = since(before, self.reading())
        self.acts = self.acts[0] + wall, self.acts[1] + engine, self.acts[2] + bot
        return move

    def reading(self) -> Reading:
        """Return what the clocks show."""
        return time.perf_counter(), time.process_time(), self.cpu()


def since(before: Reading, now: Reading) -> Reading:
    """Return what lies between two readings."""
    return now[0] - before[0], now[1] - before[1], now[2] - before[2]


if __name__ == "__main__":
    main(*sys.argv[1:])
