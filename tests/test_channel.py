"""Frames: whatever the other end does, a channel answers with a message, a timeout or an error."""

import struct
import time

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.channel import Channel, Closed, Garbled, pair


@pytest.fixture
def ends():
    ours, theirs = pair()
    with ours, theirs:
        yield Channel(ours, int, cap=100), theirs


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


@pytest.mark.parametrize(
    "data", [struct.pack(">I", 2**31), struct.pack(">I", 101), frame("text"), frame(True), b"\0\0\0\1\xc1"]
)
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


def test_bytes_that_nobody_asked_for_are_noticed(ends):
    channel, other = ends
    channel.expect_silence()
    other.send(frame(1))
    with pytest.raises(Garbled):
        channel.expect_silence()


def test_a_reader_that_does_not_read_stops_nobody(ends):
    channel, _ = ends
    with pytest.raises(TimeoutError):
        channel.send("x" * 2**22, time.monotonic() + 0.01)


@given(st.binary(max_size=300))
def test_no_bytes_do_more_than_raise(data):
    ours, theirs = pair()
    with ours, theirs:
        theirs.sendall(data)
        theirs.close()
        channel: Channel[int] = Channel(ours, int, cap=100)
        with pytest.raises((Closed, Garbled)):
            list(iter(channel.receive, None))
