"""The protocol of programs: lines of JSON over standard input and output. docs/protocol.md explains it to authors.

Every request begins with its `type` and `id`; the program answers each with one line that has the same `id`. The
order of fields here is the order of keys on the wire, which authors without a JSON library rely on.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

VERSION = "arena-bot/1"


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """What a program may use in a game. On the wall clock every request may take ten times as long."""

    decision: float
    """CPU seconds for each decision, and for `finish`."""
    bank: float
    """CPU seconds for the whole game, for decisions that take longer than that."""
    start: float
    """CPU seconds until `hello` is answered, and as many again until `start` is."""
    memory: int
    """Bytes of memory."""


class Hello(msgspec.Struct, frozen=True, tag="hello", kw_only=True):
    """The first request to every process: say what you are."""

    id: int
    """The number of the request; the reply repeats it."""
    protocol: str
    """The protocol's name and version."""


class Start(msgspec.Struct, frozen=True, tag="start", kw_only=True):
    """Get ready for a game."""

    id: int
    """The number of the request; the reply repeats it."""
    game: str
    """The game's name."""
    edition: str | None
    """The edition's name; null for a game that has only one."""
    options: Mapping[str, int | str | None]
    """Every option of the game, with its value."""
    seat: int
    """The program's own seat; seats count from 0."""
    sides: tuple[int, ...]
    """By seat: the side that it plays for. Seats with the same one win together."""
    limits: Limits
    """What the program may use."""
    seed: str
    """For the program's own die: 32 hexadecimal digits, others in every game and at every seat."""


class Act(msgspec.Struct, frozen=True, tag="act", kw_only=True):
    """Choose one of the moves."""

    id: int
    """The number of the request; the reply repeats it."""
    moves: tuple[str, ...]
    """All legal moves, at least one, in the game's fixed order."""
    bank: float
    """CPU seconds that are left in the bank."""
    view: msgspec.Raw
    """All that the program's seat may know; the fields depend on the game."""


class Finish(msgspec.Struct, frozen=True, tag="finish", kw_only=True):
    """Hear the result. After the reply the process is ended."""

    id: int
    """The number of the request; the reply repeats it."""
    ranks: tuple[int, ...]
    """By seat: 1 is best, ties share the better number."""
    scores: tuple[int, ...]
    """By seat: the game's own score."""
    truncated: bool
    """Whether the game was cut off at the most turns or rounds that it may have."""
    view: msgspec.Raw
    """All that the program's seat may know at the end."""


class About(msgspec.Struct, frozen=True, tag="about", kw_only=True):
    """The reply to `hello`."""

    id: int
    """The number of the request."""
    games: tuple[str, ...] = ("*",)
    """The selections that the program plays, such as "battleground:players=2-4"; "*" is every game."""
    version: str = ""
    """The version to show in the tables; without one, it is made from the program's files."""


class Ready(msgspec.Struct, frozen=True, tag="ready", kw_only=True):
    """The reply to `start` and to `finish`."""

    id: int
    """The number of the request."""


class Move(msgspec.Struct, frozen=True, tag="move", kw_only=True):
    """The reply to `act`."""

    id: int
    """The number of the request."""
    move: str
    """One of the moves, letter by letter."""


Request = Hello | Start | Act | Finish
Reply = About | Ready | Move

_encoder = msgspec.json.Encoder(enc_hook=str)
_decoder: msgspec.json.Decoder[Reply] = msgspec.json.Decoder(Reply)


def encode(message: Any) -> bytes:
    """Return a request, or a view that goes into one, as JSON."""
    return _encoder.encode(message)


def decode(line: bytes) -> Reply:
    """Read a reply; raises msgspec.DecodeError, which says what is wrong with it."""
    try:
        return _decoder.decode(line)
    except RecursionError:  # it may be nested deeply where its keys are none of ours
        raise msgspec.DecodeError("JSON is nested too deeply") from None
