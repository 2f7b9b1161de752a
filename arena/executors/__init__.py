"""Executors: they take tasks and hand back games, in any order; the same games, whoever plays them."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol

import msgspec

from arena.bot import Limits
from arena.own_editions import OwnEdition
from arena.players.entrants import BotSpec
from arena.players.forking import Containment
from arena.ratings.results import GameResult
from arena.record import Fault
from arena.series import Series


class Task(msgspec.Struct, frozen=True):
    """The rotations of a series that are still to be played."""

    series: Series
    rotations: tuple[int, ...]


class Said(msgspec.Struct, frozen=True):
    """What a bot left for its author's eyes in a game: what it printed, and then how it failed, if it did."""

    seat: int
    text: str


class Past(msgspec.Struct, frozen=True):
    """A game that has been played; `kinds` are those of the faults for which `result` names who was charged."""

    result: GameResult
    kinds: tuple[str, ...] = ()


class Played(msgspec.Struct, frozen=True, tag=True):
    """One game: `record` is its JSON line, `seconds` its wall-clock length; `said` is kept beside the record."""

    series: Series
    rotation: int
    seats: tuple[str, ...]
    ranks: tuple[int, ...]
    faults: tuple[Fault, ...]
    ending: str
    decisions: int
    record: bytes
    seconds: float
    said: tuple[Said, ...] = ()

    @property
    def past(self) -> Past:
        """What matters of it to the rest of the tournament."""
        charged = tuple(self.seats[fault.seat] for fault in self.faults)
        return Past(GameResult(self.seats, self.ranks, charged), tuple(fault.kind for fault in self.faults))


class Mishap(msgspec.Struct, frozen=True, tag=True):
    """A game that the engine failed to play, twice: no bot is charged, and it has no row."""

    series: Series
    rotation: int
    trace: str


class Greeting(msgspec.Struct, frozen=True, tag=True):
    """A worker's first message: it is up."""


class Stage(msgspec.Struct, frozen=True):
    """What a process needs to know before it can play a tournament's games: the bots by name, how they are kept.

    `editions` are those of a user's own that are played.
    """

    bots: Mapping[str, BotSpec]
    limits: Limits
    containment: Containment = "process"
    editions: tuple[OwnEdition, ...] = ()


class Executor(Protocol):
    """A way to get games played."""

    def run(self, stage: Stage, tasks: Iterable[Task | None]) -> Iterator[Played | Mishap]:
        """Yield each game as soon as it is played; every process begun has ended when the iterator has.

        A task of None says that there is nothing to play just now: ask again once another game has been yielded.
        """
