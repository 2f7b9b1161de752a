"""A transport without a process: it holds every request against a script and replies as written there."""

from collections import deque
from collections.abc import Mapping

import msgspec

from arena.errors import BotFault

Said = bytes | BotFault
"""What comes back: the bytes of a reply, or what the process under a real transport is charged with."""


class Scripted:
    """A bot's end of the wire that says what its script says, and fails the test where the player leaves it."""

    def __init__(self) -> None:
        self.script: deque[tuple[bytes | Mapping, Said, float]] = deque()
        self.asked: list[bytes] = []
        self.allowed: list[tuple[float, float]] = []
        self.closed = False

    def expect(self, request: bytes | Mapping, reply: Said, used: float = 0.0) -> None:
        """Add to the script: a request, byte by byte or as some keys of its JSON; the reply; its CPU seconds."""
        self.script.append((request, reply, used))

    def exchange(self, request: bytes, limit: float, bank: float = 0.0) -> tuple[bytes, float]:
        assert self.script, f"the script is over; the player asks {request!r}"
        expected, reply, used = self.script.popleft()
        if isinstance(expected, bytes):
            assert request == expected
        else:
            heard = msgspec.json.decode(request)
            assert {key: heard.get(key) for key in expected} == expected
        self.asked.append(request)
        self.allowed.append((limit, bank))
        if isinstance(reply, BotFault):
            raise reply
        return reply, used

    def output(self) -> str:
        return "what it printed"

    def close(self) -> None:
        self.closed = True

    def assert_done(self) -> None:
        """Fail the test if the player has not asked all that is in the script."""
        assert not self.script, f"never asked: {list(self.script)}"
