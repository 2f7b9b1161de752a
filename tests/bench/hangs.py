"""How soon a bot that hangs is gone: seconds between its limit and the end of its process, on the clock.

.venv/bin/python tests/bench/hangs.py [CONTAINMENT]

What the tests hold to is the CPU time that the bot was given; this is the promise as a person sees it, on a machine
that has nothing else to do: at most 0.25 s. Ends with status 1 if one took longer.
"""

import statistics
import sys
import time
from pathlib import Path

from arena.bot import Limits, Setup
from arena.chance import derive
from arena.errors import BotFault
from arena.players.entrants import Reference
from arena.players.forking import Zygote
from arena.players.process import WALL_FACTOR, BotProcess
from arena.players.remote import SdkPlayer
from arena.players.sources import FileBots
from arena.plugins import Plugins

BOTS = Path(__file__).parents[1] / "bots"
LIMITS = Limits(decision=0.1, bank=0.0)
HANGS = {
    "hangs.py:Loops": LIMITS.decision,
    "hangs.py:CountsInC": LIMITS.decision,
    "hangs.py:IgnoresSignals": LIMITS.decision,
    "hogs.py:ForkBomb": LIMITS.decision,
    "hangs.py:Sleeps": WALL_FACTOR * LIMITS.decision,
    "hangs.py:Becomes": WALL_FACTOR * LIMITS.decision,
    "dies.py:Stops": WALL_FACTOR * LIMITS.decision,
    "talks.py:Half": WALL_FACTOR * LIMITS.decision,
}
"""Bots, and how many seconds on the clock their limit is on an idle machine."""
TRIALS = 5
PROMISED = 0.25


def main(containment: str = "process") -> int:
    """Measure and print."""
    late = False
    bots = {name: FileBots().find(Reference(name, BOTS)) for name in HANGS}
    selection = next(game for game in Plugins().games if game.name == "battleground").select()
    with Zygote(containment, bots.values()) as zygote:
        for name, limit in HANGS.items():
            over = [ended(zygote, bots[name], selection) - limit for _ in range(TRIALS)]
            late = late or max(over) > PROMISED
            print(f"{name:24} median {1e3 * statistics.median(over):6.1f} ms, most {1e3 * max(over):6.1f} ms")
    return late


def ended(zygote: Zygote, bot: object, selection: object) -> float:
    """Return how long a bot's first decision took until its process had ended."""
    process = BotProcess(zygote, bot, LIMITS.memory_bytes)
    player = SdkPlayer(process, selection, derive("die"), LIMITS)
    state = selection.start(derive("deal"))
    player.start(Setup(selection.game.name, selection.edition.slug, selection.options, 0, LIMITS))
    begin = time.monotonic()
    try:
        player.act(state.view(0), state.legal_moves())
    except BotFault:
        player.close()
    while running(process):
        time.sleep(0.001)
    return time.monotonic() - begin


def running(process: BotProcess) -> bool:
    """Tell whether it is more than a zombie."""
    try:
        return Path(f"/proc/{process._pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except FileNotFoundError:
        return False


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
