"""Messages over a socket: frames of MessagePack between our own processes, lines of JSON to programs.

One end is ours, the other may be anybody's: messages are length-capped, nothing is unpickled, a partial message
never blocks longer than its deadline, and bytes that nobody asked for are an error.
"""

import contextlib
import select
import socket
import struct
import time
from typing import Any, Generic, Protocol, TypeVar

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


class Framing(Protocol):
    """Where in a stream of bytes one message ends and the next begins."""

    def pack(self, body: bytes) -> bytes:
        """Return a message as it is sent."""

    def take(self, buffer: bytearray, cap: int) -> bytes | None:
        """Take a whole message off the buffer, None if there is none yet; raises Garbled beyond `cap` bytes."""


class Frames:
    """A length of four bytes, then that many bytes."""

    def pack(self, body: bytes) -> bytes:
        """Put the length before it."""
        return _LENGTH.pack(len(body)) + body

    def take(self, buffer: bytearray, cap: int) -> bytes | None:
        """Take a frame off the buffer."""
        if len(buffer) < _LENGTH.size:
            return None
        (length,) = _LENGTH.unpack_from(buffer)
        if length > cap:
            raise Garbled(f"a frame of {length} bytes was announced")
        end = _LENGTH.size + length
        if len(buffer) < end:
            return None
        body = bytes(buffer[_LENGTH.size : end])
        del buffer[:end]
        return body


class Lines:
    """A line each."""

    def pack(self, body: bytes) -> bytes:
        """End the line."""
        return body + b"\n"

    def take(self, buffer: bytearray, cap: int) -> bytes | None:
        """Take a line off the buffer."""
        end = buffer.find(b"\n")
        if max(end, 0) > cap or (end < 0 and len(buffer) > cap):
            raise Garbled(f"a line of more than {cap} bytes came")
        if end < 0:
            return None
        body = bytes(buffer[:end])
        del buffer[: end + 1]
        return body


FRAMES, LINES = Frames(), Lines()


class Link:
    """One end of a connection, as bytes: whole messages go in and come out."""

    def __init__(self, sock: socket.socket, framing: Framing = FRAMES, cap: int = MAX_FRAME) -> None:
        """Take over the socket; `cap` is the longest message accepted, in bytes."""
        sock.setblocking(False)
        self._sock = sock
        self._framing = framing
        self._cap = cap
        self._buffer = bytearray()
        self._readable, self._writable = select.poll(), select.poll()
        self._readable.register(sock, select.POLLIN)
        self._writable.register(sock, select.POLLOUT)

    def fileno(self) -> int:
        """Return the descriptor, for selectors."""
        return self._sock.fileno()

    def close(self) -> None:
        """Close this end."""
        self._sock.close()

    def send(self, body: bytes, deadline: float | None = None) -> None:
        """Send a message; raises Closed, or TimeoutError when the other end does not read by the deadline."""
        data = memoryview(self._framing.pack(body))
        while data:
            try:
                data = data[self._sock.send(data) :]
            except BlockingIOError:
                if not _ready(self._writable, deadline):
                    raise TimeoutError from None
            except OSError:
                raise Closed from None

    def receive(self, deadline: float | None = None) -> bytes:
        """Return the next message; `deadline` is a reading of time.monotonic.

        Raises TimeoutError, Closed or Garbled. After a timeout the part of a message that came is kept.
        """
        while (body := self.poll()) is None:
            if deadline is None:
                if not self._sock.getblocking():
                    self._sock.setblocking(True)  # waiting in the call that reads saves one
            elif not _ready(self._readable, deadline):
                raise TimeoutError
            self.fill()
        return body

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

    def poll(self) -> bytes | None:
        """Return a message that has come whole, or None; raises Garbled."""
        return self._framing.take(self._buffer, self._cap)

    def expect_silence(self) -> None:
        """Raise Garbled when something came that nobody asked for, Closed when the other end has gone."""
        if not self._buffer:
            if not self._readable.poll(0):
                return
            self.fill()
        if self._buffer:
            raise Garbled("a message came before it was asked for")


class Channel(Generic[M]):
    """One end of a connection that receives messages of type M, in frames of MessagePack."""

    def __init__(self, sock: socket.socket, receives: type[M] | Any) -> None:
        """Take over the socket."""
        self._link = Link(sock)
        self._decoder: msgspec.msgpack.Decoder[M] = msgspec.msgpack.Decoder(receives)
        self.fileno, self.close, self.fill = self._link.fileno, self._link.close, self._link.fill

    def send(self, message: Any, deadline: float | None = None) -> None:
        """Send a message; raises Closed, or TimeoutError when the other end does not read by the deadline."""
        self._link.send(_encoder.encode(message), deadline)

    def receive(self, deadline: float | None = None) -> M:
        """Return the next message; raises TimeoutError, Closed or Garbled."""
        return self._decoded(self._link.receive(deadline))

    def poll(self) -> M | None:
        """Return a message that has come whole, or None; raises Garbled."""
        body = self._link.poll()
        return None if body is None else self._decoded(body)

    def _decoded(self, body: bytes) -> M:
        try:
            return self._decoder.decode(body)
        except msgspec.MsgspecError as error:
            raise Garbled(str(error)) from None


def _ready(poll: select.poll, deadline: float | None) -> bool:
    """Wait until the socket is ready; tell whether it is, before the deadline."""
    return bool(poll.poll(None if deadline is None else max(0.0, deadline - time.monotonic()) * 1000))
