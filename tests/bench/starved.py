"""A bot just under its CPU limit, on a machine with twice as many busy processes as cores: is it ever charged?

.venv/bin/python tests/bench/starved.py [DECISIONS] [CONTAINMENT] [BANK]

Prints the faults among so many decisions, 10,000 unless told otherwise, and how much of the limit was used at most.
The quick run is `starved.py 500`. Ends with status 1 if there was a fault.

The bot leaves 5 ms over, by its own reading of the CPU clock. A kernel may charge a process with interrupts that
fall into its time, and that of a virtual machine with time that the machine was not given; now and then that is
more than 5 ms. A bank (in seconds, 0 unless told otherwise) is what makes up for it.
"""

import os
import statistics
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from arena.bot import Limits
from arena.chance import derive
from arena.errors import BotFault
from arena.match import play
from arena.players.entrants import Reference
from arena.players.forking import Zygote
from arena.players.local import LocalPlayer
from arena.players.process import BotProcess
from arena.players.remote import SdkPlayer
from arena.players.sources import FileBots
from arena.plugins import Plugins
from bots.first import First

BOT = FileBots().find(Reference("hangs.py:AtTheLimit", Path(__file__).parents[1] / "bots"))
DECISION, START = 0.02, 5.0
BUSY = "while True: pass"


def main(decisions: str = "10000", containment: str = "process", bank: str = "0") -> int:
    """Keep the machine busy, count and print."""
    limits = Limits(decision=DECISION, bank=float(bank), start=START)
    cores = len(os.sched_getaffinity(0))
    busy = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(2 * cores)]
    begin = time.monotonic()
    try:
        made, faults, used, waited = measure(int(decisions), containment, limits)
    finally:
        for process in busy:
            process.kill()
            process.wait()
    took = time.monotonic() - begin
    print(
        f"{cores} cores, {len(busy)} busy processes, {containment}, limit {DECISION:g} s, bank {bank} s: ", end=""
    )
    print(f"{made} decisions in {took:.0f} s, faults: {dict(faults) or 'none'}")
    print(
        f"CPU of a decision: median {1e3 * statistics.median(used):.1f} ms, most {1e3 * max(used):.1f} ms; ", end=""
    )
    print(f"on the clock: median {1e3 * statistics.median(waited):.1f} ms, most {1e3 * max(waited):.1f} ms")
    return bool(faults)


def measure(decisions: int, containment: str, limits: Limits) -> tuple[int, Counter[str], list[float], list[float]]:
    """Play games until there have been so many decisions; returns how many, the faults, and each one's cost."""
    games = [game.select() for game in Plugins().games]
    faults: Counter[str] = Counter()
    used: list[float] = []
    waited: list[float] = []
    number = 0
    with Zygote(containment, [BOT]) as zygote:
        while len(used) < decisions:
            number += 1
            selection = games[number % len(games)]
            process = Metered(zygote, used, waited)
            seats = len(selection.sides)
            players = [SdkPlayer(process, selection, derive(number), limits)]
            players += [LocalPlayer(First, selection, derive(number)) for _ in range(seats - 1)]
            try:
                record = play(selection, players, derive(number), ["a"] * seats, [derive(number)] * seats, limits)
            finally:
                process.close()
            faults.update(f"{fault.kind}: {fault.detail}" for fault in record.faults)
    return len(used), faults, used, waited


class Metered(BotProcess):
    """A bot's process that notes what its decisions cost."""

    def __init__(self, zygote: Zygote, used: list[float], waited: list[float]) -> None:
        """Fork it; the costs go into these lists."""
        super().__init__(zygote, BOT, Limits().memory_bytes)
        self.used = used
        self.waited = waited

    def exchange(self, request: bytes, limit: float, bank: float = 0.0) -> tuple[bytes, float]:
        """Pass on, with a look at both clocks."""
        begin = time.monotonic()
        try:
            reply, used = super().exchange(request, limit, bank)
        except BotFault:
            self.used.append(limit)
            raise
        if limit == DECISION:
            self.used.append(used)
            self.waited.append(time.monotonic() - begin)
        return reply, used


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
