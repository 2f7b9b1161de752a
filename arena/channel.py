"""Framed messages over a socket: a length of four bytes, then that many bytes of MessagePack.

One end is ours, the other may be anybody's: frames are length-capped, nothing is unpickled, a partial frame never
blocks longer than its deadline, and bytes that nobody asked for are an error.
"""

import contextlib
import select
import socket
import struct
import time
from typing import Any, Generic, TypeVar

import msgspec

from arena.errors import ArenaError

MAX_FRAME = 16 * 2**20
"""Bytes of the longest frame between engine processes; a bot's answers have a cap of their own."""

M = TypeVar("M")

_LENGTH = struct.Struct(">I")
_encoder = msgspec.msgpack.Encoder(enc_hook=str)


class Closed(ArenaError):  # noqa: N818 (a state of the channel)
    """The other end has gone."""


class Garbled(ArenaError):  # noqa: N818 (a state of the channel)
    """The other end sent what is no message, too much, or something that nobody asked for."""


def pair() -> tuple[socket.socket, socket.socket]:
    """Return two connected sockets."""
    return socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)


class Channel(Generic[M]):
    """One end of a connection that receives messages of type M."""

    def __init__(
        self, sock: socket.socket, receives: type[M] | Any, dec_hook: Any = None, cap: int = MAX_FRAME
    ) -> None:
        """Take over the socket; `cap` is the longest frame accepted, in bytes."""
        sock.setblocking(False)
        self._sock = sock
        self._buffer = bytearray()
        self._decoder: msgspec.msgpack.Decoder[M] = msgspec.msgpack.Decoder(receives, dec_hook=dec_hook)
        self._cap = cap
        self._readable, self._writable = select.poll(), select.poll()
        self._readable.register(sock, select.POLLIN)
        self._writable.register(sock, select.POLLOUT)

    def fileno(self) -> int:
        """Return the descriptor, for selectors."""
        return self._sock.fileno()

    def close(self) -> None:
        """Close this end."""
        self._sock.close()

    def send(self, message: Any, deadline: float | None = None) -> None:
        """Send a message; raises Closed, or TimeoutError when the other end does not read by the deadline."""
        body = _encoder.encode(message)
        data = memoryview(_LENGTH.pack(len(body)) + body)
        while data:
            try:
                data = data[self._sock.send(data) :]
            except BlockingIOError:
                if not _ready(self._writable, deadline):
                    raise TimeoutError from None
            except OSError:
                raise Closed from None

    def receive(self, deadline: float | None = None) -> M:
        """Return the next message; `deadline` is a reading of time.monotonic.

        Raises TimeoutError, Closed or Garbled. After a timeout the part of a frame that came is kept.
        """
        while (message := self.poll()) is None:
            if not _ready(self._readable, deadline):
                raise TimeoutError
            self.fill()
        return message

    def fill(self) -> None:
        """Read what has come, without waiting; raises Closed at its end."""
        with contextlib.suppress(BlockingIOError):
            try:
                data = self._sock.recv(65536)
            except ConnectionError:
                raise Closed from None
            if not data:
                raise Closed
            self._buffer += data

    def poll(self) -> M | None:
        """Return a message that has come whole, or None; raises Garbled."""
        buffer = self._buffer
        if len(buffer) < _LENGTH.size:
            return None
        (length,) = _LENGTH.unpack_from(buffer)
        if length > self._cap:
            raise Garbled(f"a frame of {length} bytes was announced")
        end = _LENGTH.size + length
        if len(buffer) < end:
            return None
        body = bytes(buffer[_LENGTH.size : end])
        del buffer[:end]
        try:
            return self._decoder.decode(body)
        except msgspec.MsgspecError as error:
            raise Garbled(str(error)) from None

    def expect_silence(self) -> None:
        """Raise Garbled when something came that nobody asked for, Closed when the other end has gone."""
        if not self._buffer:
            if not self._readable.poll(0):
                return
            self.fill()
        if self._buffer:
            raise Garbled("a message came before it was asked for")


def _ready(poll: select.poll, deadline: float | None) -> bool:
    """Wait until the socket is ready; tell whether it is, before the deadline."""
    return bool(poll.poll(None if deadline is None else max(0.0, deadline - time.monotonic()) * 1000))
