"""Bots that speak on the channel to the engine themselves, and say what they should not."""

import os
import time

import msgspec

from arena import Bot

CHANNEL = 3
START = 1
"""The number of the first request; each has the next."""


def send(data: bytes) -> None:
    """Write it all."""
    while data:
        data = data[os.write(CHANNEL, data) :]


def frame(*parts: object) -> bytes:
    """Return a message of these parts as it is sent."""
    body = msgspec.msgpack.encode(parts)
    return len(body).to_bytes(4) + body


def say(*parts: object) -> None:
    """Send a message of these parts."""
    send(frame(*parts))


class Talker(Bot):
    """Says something beside its answer, the middle move; `number` is that of the request."""

    number = START

    def act(self, view, moves):
        self.number += 1
        self.talk()
        return moves[len(moves) // 2]

    def talk(self) -> None:
        """Say it."""


class Instead(Talker):
    """Says something instead of the answer, and no more."""

    def act(self, view, moves):
        super().act(view, moves)
        time.sleep(1000)


class Garbage(Talker):
    def talk(self):
        send(b"\xff" * 4096)


class Half(Instead):
    def talk(self):
        send(b"\0\0\1\0\x94")


class Empty(Talker):
    def talk(self):
        send(b"\0\0\0\0")


class TwoGigabytes(Instead):
    def talk(self):
        send(b"\x7f\xff\xff\xff")


class Long(Instead):
    def talk(self):
        say("Choice", self.number, -1, "x" * 2**21)


class Nested(Instead):
    """A choice with one part too many, that is nested too deeply to be passed over."""

    def talk(self):
        body = msgspec.msgpack.encode(("Choice", self.number, 0, "", 0))[:-1] + b"\x91" * 500_000 + b"\0"
        send(len(body).to_bytes(4) + body)


class Stale(Talker):
    """Answers a request again that it has answered before."""

    def talk(self):
        say("Choice", self.number - 1, 0)


class Extra(Talker):
    """Answers twice."""

    def talk(self):
        say("Choice", self.number, 0)


class Early(Talker):
    """Answers the next request too, before it has come."""

    def act(self, view, moves):
        self.number += 1
        send(frame("Choice", self.number, 0) + frame("Choice", self.number + 1, 0))
        time.sleep(1000)


class WrongType(Instead):
    def talk(self):
        say("Done", self.number)


class NoType(Instead):
    def talk(self):
        say("Cheat", self.number, 0)


class NoTexts(Instead):
    """A text that is none."""

    def talk(self):
        send(b"\0\0\0\x0d\x94\xa6Choice\x02\xff\xa2\xff\xfe")


class TrueIndex(Instead):
    def talk(self):
        say("Choice", self.number, True)


class NanIndex(Instead):
    def talk(self):
        say("Choice", self.number, float("nan"))


class HugeIndex(Instead):
    def talk(self):
        say("Choice", self.number, 2**64 - 1)


class NegativeIndex(Instead):
    def talk(self):
        say("Choice", self.number, -2)


class RaisesSomethingOdd(Instead):
    """Says that it raised what no Python raises."""

    def talk(self):
        say("Failed", self.number, "Error 42\n\x1b[2J", "a trace\x1b[2J")


class SaysItHasChanged(Bot):
    """Says at the start that its file is another now."""

    def start(self, setup):
        say("Failed", START, "BotChanged", "it has changed since the run began")
        time.sleep(1000)


class HangsUp(Bot):
    """Closes all that it has, and stays."""

    def act(self, view, moves):
        os.closerange(0, 64)
        time.sleep(1000)


class HangsUpAtStart(Bot):
    def start(self, setup):
        os.closerange(0, 64)
        time.sleep(1000)


class Mute(Talker):
    """Closes what it could print on."""

    def talk(self):
        os.close(1)
        os.close(2)
        self.talk = lambda: None
