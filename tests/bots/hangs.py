"""Bots that take their time, or just not."""

import hashlib
import os
import signal
import threading
import time

from arena import Bot

SPARE = 0.03
"""CPU seconds that a bot leaves over which wants to stay within its limit."""
EXCESS = 0.05


class Loops(Bot):
    def act(self, view, moves):
        while True:
            pass


class CountsInC(Bot):
    """Never gets back into Python."""

    def act(self, view, moves):
        return sum(range(10**12))


class Sleeps(Bot):
    def act(self, view, moves):
        time.sleep(1000)


class IgnoresSignals(Bot):
    """Loops, and would not hear of an end."""

    def act(self, view, moves):
        for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
            signal.signal(number, signal.SIG_IGN)
        while True:
            pass


class Threads(Bot):
    """Answers within the limit on the clock, and has used more than the limit of CPU time by then."""

    def act(self, view, moves):
        data = bytes(2**26)
        workers = [threading.Thread(target=hashlib.sha256, args=(data,)) for _ in range(12)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        return moves[0]


class Becomes(Bot):
    """Lets another program take over, which sleeps."""

    def act(self, view, moves):
        os.execv("/bin/sleep", ["sleep", "1000"])


class HangsAtStart(Bot):
    def start(self, setup):
        time.sleep(1000)


class LoopsAtFinish(Bot):
    def act(self, view, moves):
        return moves[len(moves) // 2]

    def finish(self, outcome, view):
        while True:
            pass


class Thinks(Bot):
    """Uses CPU time until so much is left, and answers then."""

    def left(self) -> float:
        raise NotImplementedError

    def act(self, view, moves):
        while self.clock.left() > self.left():
            pass
        return moves[len(moves) // 2]


class JustUnder(Thinks):
    def left(self):
        return self.clock.bank + SPARE


class AtTheLimit(Thinks):
    """Leaves no more over than asking and answering may cost; for the bench, on a machine that is busy."""

    def left(self):
        return self.clock.bank + SPARE / 6


class JustOver(Thinks):
    def left(self):
        return -0.01


class Overdraws(Thinks):
    """Takes something out of the bank for every decision."""

    def left(self):
        return self.clock.bank - EXCESS


class Saves(Thinks):
    """Takes no more out of the bank than there is."""

    def left(self):
        return max(self.clock.bank - EXCESS, SPARE)
