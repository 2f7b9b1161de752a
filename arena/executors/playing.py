"""Playing one game of a series: what serial and parallel executors have in common."""

import os
import time
from collections.abc import Callable, Iterable
from functools import partial
from types import TracebackType
from typing import Any, Protocol, Self

from arena.bot import Bot, Limits
from arena.chance import derive
from arena.executors import Played, Said, Stage
from arena.game import Game, Selection, parse_selection
from arena.match import Player, judged, play, report
from arena.players.entrants import BotSpec
from arena.players.forking import Zygote
from arena.players.loading import has_changed, load
from arena.players.local import LocalPlayer
from arena.players.process import BotProcess
from arena.players.program import ProgramPlayer
from arena.players.remote import SdkPlayer
from arena.record import Fault, Record, encode
from arena.series import Series

SAID_CAP = 32_768
"""Characters kept of what a bot printed and raised in a game, the last ones: no bot is to fill channel or disk."""
NOBODY = -1
"""Stands for a seat when no bot has control of this process."""


class Watch(Protocol):
    """Somebody who keeps an eye on who has control of this process."""

    def asked(self, seat: int) -> None:
        """A bot has been asked; the one at `seat` has control, NOBODY if it is in a process of its own."""

    def answered(self) -> None:
        """The engine has control again."""


class Ground:
    """Where games are played: one for each process that plays any.

    While it is entered, the process and its bots keep to one core. Only one of them ever has something to do, and
    waking up another core takes several times as long as the whole message.
    """

    def __init__(self, games: Iterable[Game], stage: Stage, watch: Watch | None = None) -> None:
        """Get ready to play between the stage's bots."""
        self._games = tuple(games)
        self._stage = stage
        self._watch = watch
        self._zygote = Zygote(stage.containment, stage.bots.values())
        self._selections: dict[str, Selection] = {}
        self._classes: dict[str, type[Bot]] = {}
        self._cores: set[int] = set()

    def __enter__(self) -> Self:
        """Keep to one core."""
        self._cores = os.sched_getaffinity(0)
        os.sched_setaffinity(0, {max(self._cores)})
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End every process begun."""
        self._zygote.close()
        os.sched_setaffinity(0, self._cores)

    def selection(self, text: str) -> Selection:
        """Return a selection by its text."""
        if text not in self._selections:
            self._selections[text] = parse_selection(text, self._games)
        return self._selections[text]

    def play(self, series: Series, rotation: int) -> Played:
        """Play one game; raises what the engine does wrong, never what a bot does."""
        selection = self.selection(series.selection)
        names = series.seats(selection.sides, rotation)

        def player_at(seat: int, die: bytes) -> Player:
            return self._player(self._stage.bots[names[seat]], selection, seat, die)

        begin = time.perf_counter()
        record, texts = play_one(selection, series, rotation, player_at, self._stage.limits)
        said = tuple(Said(seat, text[-SAID_CAP:]) for seat, text in enumerate(texts) if text)
        return row(series, rotation, record, time.perf_counter() - begin, said)

    def _player(self, spec: BotSpec, selection: Selection, seat: int, die: bytes) -> Player:
        """Return a new player for one game."""
        limits = self._stage.limits
        player: Player
        if spec.trusted:
            player = LocalPlayer(partial(self._make, spec), selection, die)
        else:
            process = BotProcess(self._zygote, spec, limits.memory_bytes)
            if spec.kind == "program":
                player = ProgramPlayer(process, selection, die, limits)
            else:
                player = SdkPlayer(process, selection, die, limits, partial(has_changed, spec))
        return Watched(player, seat if spec.trusted else NOBODY, self._watch) if self._watch else player

    def _make(self, spec: BotSpec) -> Bot:
        """Return a new instance of a trusted bot."""
        if spec.target not in self._classes:
            self._classes[spec.target] = load(spec)
        return self._classes[spec.target]()


class Watched:
    """A player that is watched while it has control."""

    __slots__ = ("_player", "_seat", "_watch")

    def __init__(self, player: Player, seat: int, watch: Watch) -> None:
        """Wrap a player."""
        self._player = player
        self._seat = seat
        self._watch = watch

    def start(self, setup: Any) -> None:
        """Pass on."""
        self._watch.asked(self._seat)
        try:
            self._player.start(setup)
        finally:
            self._watch.answered()

    def act(self, view: Any, moves: Any) -> Any:
        """Pass on."""
        self._watch.asked(self._seat)
        try:
            return self._player.act(view, moves)
        finally:
            self._watch.answered()

    def finish(self, outcome: Any, view: Any) -> None:
        """Pass on."""
        self._watch.asked(self._seat)
        try:
            self._player.finish(outcome, view)
        finally:
            self._watch.answered()

    def output(self) -> str:
        """Pass on."""
        return self._player.output()

    def close(self) -> None:
        """Pass on."""
        self._player.close()


def play_one(
    selection: Selection,
    series: Series,
    rotation: int,
    player_at: Callable[[int, bytes], Player],
    limits: Limits,
) -> tuple[Record, list[str]]:
    """Play one game of a series; return its record, and by seat what the bot printed and why it failed.

    `player_at(seat, die)` makes the players; they are closed in any case.
    """
    names = series.seats(selection.sides, rotation)
    players: list[Player] = []
    failures = [""] * len(names)

    def hear(seat: int, told: str) -> None:
        failures[seat] += told

    try:
        players.extend(player_at(seat, derive(series.id, rotation, seat, "die")) for seat in range(len(names)))
        strays = [derive(series.id, rotation, seat, "stray") for seat in range(len(names))]
        record = play(selection, players, deal_seed(series), names, strays, limits, hear)
        outputs = [player.output() for player in players]
    finally:
        for player in players:
            player.close()
    return record, [*map(_below, outputs, failures)]


def _below(output: str, failure: str) -> str:
    """Return a text below another."""
    return f"{output}\n{failure}" if output and failure and not output.endswith("\n") else output + failure


def deal_seed(series: Series) -> bytes:
    """Return the seed of a series' deal, the same in every rotation."""
    return derive(series.id, "deal")


def forfeit(games: Iterable[Game], series: Series, rotation: int, fault: Fault) -> Played:
    """Return the row of a game that died with the process that played it: nothing but the deal is left."""
    selection = parse_selection(series.selection, games)
    seed = deal_seed(series)
    state = selection.start(seed)
    names = series.seats(selection.sides, rotation)
    events = state.events[:1]
    record = report(selection, events, seed, names, judged(state, {fault.seat}), "fault", [fault])
    return row(series, rotation, record, 0.0)


def row(series: Series, rotation: int, record: Record, seconds: float, said: tuple[Said, ...] = ()) -> Played:
    """Return a game as the store keeps it."""
    decisions = sum(event.move is not None for event in record.events)
    return Played(
        series,
        rotation,
        record.seats,
        record.ranks,
        record.faults,
        record.ending,
        decisions,
        encode(record),
        seconds,
        said,
    )
