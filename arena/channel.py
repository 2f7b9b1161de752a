"""Messages over a socket: frames of MessagePack between our own processes, lines of JSON to programs.

One end is ours, the other may be anybody's: messages are length-capped, nothing is unpickled, a partial message
never blocks longer than its deadline, and bytes that nobody asked for are an error.
"""

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
_TIMEVAL = struct.Struct("@ll")
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

    def split(self, buffer: bytes, cap: int) -> tuple[bytes | None, bytes]:
        """Return the first message, None if it has not come whole, and what is left.

        Raises Garbled for one of more than `cap` bytes.
        """


class Frames:
    """A length of four bytes, then that many bytes."""

    def pack(self, body: bytes) -> bytes:
        """Put the length before it."""
        return _LENGTH.pack(len(body)) + body

    def split(self, buffer: bytes, cap: int) -> tuple[bytes | None, bytes]:
        """Part the first frame from the rest."""
        if len(buffer) < _LENGTH.size:
            return None, buffer
        (length,) = _LENGTH.unpack_from(buffer)
        if length > cap:
            raise Garbled(f"a frame of {length} bytes was announced")
        end = _LENGTH.size + length
        if len(buffer) < end:
            return None, buffer
        return buffer[_LENGTH.size : end], buffer[end:]


class Lines:
    """A line each."""

    def pack(self, body: bytes) -> bytes:
        """End the line."""
        return body + b"\n"

    def split(self, buffer: bytes, cap: int) -> tuple[bytes | None, bytes]:
        """Part the first line from the rest."""
        line, newline, rest = buffer.partition(b"\n")
        if len(line) > cap:
            raise Garbled(f"a line of more than {cap} bytes came")
        return (line, rest) if newline else (None, buffer)


FRAMES, LINES = Frames(), Lines()


class Link:
    """One end of a connection, as bytes: whole messages go in and come out."""

    def __init__(
        self, sock: socket.socket, framing: Framing = FRAMES, cap: int = MAX_FRAME, patience: float = 0.0
    ) -> None:
        """Take over the socket.

        `cap` is the longest message accepted, in bytes; `patience` the seconds after which `wait` gives up, if any.
        """
        sock.setblocking(True)  # what does not wait says so itself
        if patience:
            timeval = _TIMEVAL.pack(*divmod(round(1e6 * patience), 10**6))
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, timeval)
        self._sock = sock
        self._framing = framing
        self._cap = cap
        self._buffer = b""
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
        data: bytes | memoryview = self._framing.pack(body)
        while data:
            try:
                sent = self._sock.send(data, socket.MSG_DONTWAIT)
            except BlockingIOError:
                if not _ready(self._writable, deadline):
                    raise TimeoutError from None
            except OSError:
                raise Closed from None
            else:
                data = memoryview(data)[sent:]

    def receive(self, deadline: float | None = None) -> bytes:
        """Return the next message; `deadline` is a reading of time.monotonic.

        Raises TimeoutError, Closed or Garbled. After a timeout the part of a message that came is kept.
        """
        while (body := self.poll()) is None:
            if deadline is None:
                self.wait()
            elif _ready(self._readable, deadline):
                self.fill()
            else:
                raise TimeoutError
        return body

    def fill(self) -> None:
        """Read what has come, without waiting; raises Closed at its end."""
        self.wait(socket.MSG_DONTWAIT)

    def wait(self, flags: int = 0) -> None:
        """Read what comes next, unless patience ends before; raises Closed at the connection's end.

        One call into the kernel waits and reads: to poll first costs a decision an eighth more.
        """
        try:
            data = self._sock.recv(65536, flags)
        except BlockingIOError:
            return
        except ConnectionError:
            raise Closed from None
        if not data:
            raise Closed
        self._buffer += data

    def poll(self) -> bytes | None:
        """Return a message that has come whole, or None; raises Garbled."""
        if not self._buffer:
            return None
        body, self._buffer = self._framing.split(self._buffer, self._cap)
        return body

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
