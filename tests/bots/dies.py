"""Bots whose processes end, or stop, in every way that a process can."""

import ctypes
import os
import signal

from arena import Bot


class Fair(Bot):
    """Does nothing wrong: takes the middle move."""

    def act(self, view, moves):
        return moves[len(moves) // 2]


class EndsWell(Bot):
    def act(self, view, moves):
        os._exit(0)


class EndsBadly(Bot):
    def act(self, view, moves):
        os._exit(7)


class Signals(Bot):
    """Sends itself a signal."""

    signal: signal.Signals

    def act(self, view, moves):
        os.kill(os.getpid(), self.signal)
        return moves[0]


class Kills(Signals):
    signal = signal.SIGKILL


class Segfaults(Signals):
    signal = signal.SIGSEGV


class Stops(Signals):
    signal = signal.SIGSTOP


class Aborts(Bot):
    def act(self, view, moves):
        os.abort()


class Crashes(Bot):
    """Reads where there is nothing."""

    def act(self, view, moves):
        return ctypes.string_at(0)


class BecomesAnother(Bot):
    """Lets another program take over, which ends."""

    def act(self, view, moves):
        os.execv("/bin/true", ["true"])


class DiesAtStart(Bot):
    def start(self, setup):
        os._exit(0)


class DiesAtFinish(Fair):
    def finish(self, outcome, view):
        os._exit(0)


class DiesLast(Fair):
    """Ends at the last of its decisions; how many it has is written in here by the test."""

    decisions = 0

    def act(self, view, moves):
        self.decisions -= 1
        return super().act(view, moves) if self.decisions else os._exit(0)
