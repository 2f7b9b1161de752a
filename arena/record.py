"""The record of a game: all that an outside program needs to replay and judge it by the rules alone.

`Record` is the only thing that leaves a match. Its JSON form is `arena-record/1`, described in docs/record.md.
"""

from typing import Any, Literal

import msgspec

from arena.cards import Card
from arena.moves import Move

FORMAT = "arena-record/1"

Ending = Literal["normal", "truncated", "fault"]

FAULT_KINDS = (
    "illegal",
    "exception",
    "died",
    "cpu_timeout",
    "wall_timeout",
    "memory",
    "protocol",
    "startup",
)
"""What a bot can be charged with, worst excuse last."""


class Event(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One step of a game's history: a decision (`seat`, `move`) or a random outcome (`chance`, `cards`)."""

    seat: int = -1
    move: Move | None = None
    chance: str | None = None
    cards: tuple[Card, ...] = ()


class Fault(msgspec.Struct, frozen=True):
    """What a bot did wrong.

    `decision` counts the game's decisions before the one that failed, or is None for a fault before the first
    decision and for a game that died with its process. `detail` is a fixed sentence.
    """

    seat: int
    kind: str
    decision: int | None
    detail: str


class Record(msgspec.Struct, frozen=True):
    """A whole game. Field order is the order of the keys in its JSON form."""

    format: str
    game: str
    rules: int
    edition: str | None
    options: dict[str, Any]
    seed: str
    seats: tuple[str, ...]
    events: tuple[Event, ...]
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    ending: Ending
    faults: tuple[Fault, ...]


def _from_text(kind: type[Any], text: Any) -> Any:
    """Read a card or move of a record back as bare text: without its game nothing more is known of it."""
    if issubclass(kind, Card | Move) and isinstance(text, str):
        return kind(text)
    raise NotImplementedError(kind)


_encoder = msgspec.json.Encoder(enc_hook=str)
_decoder = msgspec.json.Decoder(Record, dec_hook=_from_text)


def encode(record: Record) -> bytes:
    """Return the record as one line of JSON, without the newline."""
    return _encoder.encode(record)


def decode(line: bytes | str) -> Record:
    """Read one line of JSON back; raises msgspec.ValidationError when it is no record."""
    return _decoder.decode(line)
