"""What a bot prints: drained from its pipe, so that it never waits for us, and kept up to a length."""

import os
from collections import deque

from arena.printing import printable

HEAD, TAIL = 4096, 4096
"""Bytes kept of the beginning and of the end."""
CHUNK = 65536
CHUNKS = 16
"""How much is read at one go; a bot that never stops printing must not keep its clock from being looked at."""


class Output:
    """The reading end of a bot's standard output and error."""

    def __init__(self, descriptor: int) -> None:
        """Take over the descriptor."""
        os.set_blocking(descriptor, False)
        self._descriptor = descriptor
        self._head = bytearray()
        self._tail: deque[bytes] = deque()
        self._in_tail = 0
        self._lost = 0

    def fileno(self) -> int:
        """Return the descriptor, for selectors."""
        return self._descriptor

    def drain(self) -> bool:
        """Read what has come, without waiting; False once it has ended."""
        for _ in range(CHUNKS):
            try:
                data = os.read(self._descriptor, CHUNK)
            except BlockingIOError:
                return True
            if not data:
                return False
            self._keep(data)
        return True

    def _keep(self, data: bytes) -> None:
        room = HEAD - len(self._head)
        self._head += data[:room]
        rest = data[max(room, 0) :]
        if rest:
            self._tail.append(rest[-TAIL:])
            self._in_tail += len(self._tail[-1])
            self._lost += len(rest) - len(self._tail[-1])
        while self._tail and self._in_tail - len(self._tail[0]) >= TAIL:
            first = self._tail.popleft()
            self._in_tail -= len(first)
            self._lost += len(first)

    @property
    def length(self) -> int:
        """How many bytes have come so far, kept or not."""
        return len(self._head) + self._in_tail + self._lost

    def text(self) -> str:
        """Return what was kept, safe to print."""
        tail = b"".join(self._tail)
        lost = self._lost + max(0, len(tail) - TAIL)
        gap = f"\n[{lost} bytes left out]\n".encode() if lost else b""
        return printable((bytes(self._head) + gap + tail[-TAIL:]).decode("utf-8", "backslashreplace"))

    def close(self) -> None:
        """Let go of the pipe."""
        os.close(self._descriptor)
