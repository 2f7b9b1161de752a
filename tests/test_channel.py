"""Frames: whatever the other end does, a channel answers with a message, a timeout or an error."""

import struct
import time

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.channel import FRAMES, LINES, Channel, Closed, Framing, Garbled, Link, pair

CAP = 100


@pytest.fixture
def ends():
    """A channel for whole numbers, and the socket at its other end."""
    ours, theirs = pair()
    with ours, theirs:
        yield Channel(ours, int), theirs


@pytest.fixture(params=[FRAMES, LINES], ids=["frames", "lines"])
def link(request):
    """A link that takes messages of up to CAP bytes, the socket at its other end, and how it is spoken there."""
    ours, theirs = pair()
    with ours, theirs:
        yield Link(ours, request.param, CAP), theirs, request.param


def frame(value: object) -> bytes:
    body = msgspec.msgpack.encode(value)
    return struct.pack(">I", len(body)) + body


def test_a_message_arrives_in_one_piece_however_it_was_sent(ends):
    channel, other = ends
    for byte in frame(12345):
        assert channel.poll() is None
        other.send(bytes([byte]))
        channel.fill()
    assert channel.poll() == 12345


def test_a_partial_frame_does_not_outlast_the_deadline(ends):
    channel, other = ends
    other.send(frame(5)[:-1])
    with pytest.raises(TimeoutError):
        channel.receive(time.monotonic() + 0.01)
    other.send(frame(5)[-1:])
    assert channel.receive(time.monotonic() + 1) == 5


@pytest.mark.parametrize("data", [struct.pack(">I", 2**31), frame("text"), frame(True), b"\0\0\0\1\xc1"])
def test_what_is_no_message_is_garbled(ends, data):
    channel, other = ends
    other.send(data)
    with pytest.raises(Garbled):
        channel.receive(time.monotonic() + 1)


def test_the_end_is_noticed(ends):
    channel, other = ends
    other.close()
    with pytest.raises(Closed):
        channel.receive(time.monotonic() + 1)
    with pytest.raises(Closed):
        channel.send(1)


def test_a_reader_that_does_not_read_stops_nobody(ends):
    channel, _ = ends
    with pytest.raises(TimeoutError):
        channel.send("x" * 2**22, time.monotonic() + 0.01)


def test_messages_that_come_at_once_are_parted(link):
    ours, other, framing = link
    other.send(framing.pack(b"one") + framing.pack(b"") + framing.pack(b"two")[:-1])
    ours.fill()
    assert [ours.poll() for _ in range(3)] == [b"one", b"", None]
    other.send(framing.pack(b"two")[-1:])
    assert ours.receive(time.monotonic() + 1) == b"two"


def test_patience_ends_and_loses_nothing():
    ours, theirs = pair()
    with ours, theirs:
        link = Link(ours, FRAMES, CAP, patience=0.01)
        theirs.send(FRAMES.pack(b"one")[:-1])
        link.wait()
        link.wait()  # for what does not come
        assert link.poll() is None
        theirs.send(FRAMES.pack(b"one")[-1:])
        assert link.receive() == b"one"


def test_what_only_looks_does_not_wait(link):
    ours, _, _ = link
    ours.fill()
    assert ours.poll() is None


def test_the_longest_message_is_taken_and_a_longer_one_is_not(link):
    ours, other, framing = link
    other.send(framing.pack(b"x" * CAP))
    assert ours.receive(time.monotonic() + 1) == b"x" * CAP
    other.send(framing.pack(b"x" * (CAP + 1)))
    with pytest.raises(Garbled):
        ours.receive(time.monotonic() + 1)


def test_a_line_that_never_ends_is_not_waited_for(link):
    ours, other, _ = link
    other.send(b"x" * (CAP + 4))
    with pytest.raises(Garbled):
        ours.receive(time.monotonic() + 1)


def test_bytes_that_nobody_asked_for_are_noticed(link):
    ours, other, framing = link
    ours.expect_silence()
    other.send(framing.pack(b"x")[:1])
    with pytest.raises(Garbled):
        ours.expect_silence()


@given(st.binary(max_size=300), st.sampled_from([FRAMES, LINES]))
def test_no_bytes_do_more_than_raise(data: bytes, framing: Framing):
    ours, theirs = pair()
    with ours, theirs:
        theirs.sendall(data)
        theirs.close()
        link = Link(ours, framing, CAP)
        with pytest.raises((Closed, Garbled)):
            list(iter(link.receive, None))


@given(st.binary(max_size=300))
def test_no_bytes_do_more_than_raise_in_a_channel(data: bytes):
    ours, theirs = pair()
    with ours, theirs:
        theirs.sendall(data)
        theirs.close()
        channel: Channel[int] = Channel(ours, int)
        with pytest.raises((Closed, Garbled)):
            list(iter(channel.receive, None))
