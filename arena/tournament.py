"""A tournament from its field to its tables: schedule, play what is missing, store, rate."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

import msgspec

from arena import __version__
from arena.bot import Limits
from arena.config import Tournament
from arena.errors import StoreError
from arena.executors import Executor, Mishap, Played, Task
from arena.field import Field
from arena.ratings.standings import Table, standings
from arena.reports.text import Header, to_csv, to_markdown
from arena.schedule import Series, round_robin
from arena.store import Store


class Observer(Protocol):
    """Somebody who watches a run."""

    def skipped(self, games: int) -> None:
        """So many games had been played before."""

    def played(self, game: Played) -> None:
        """A game has been played and stored."""

    def failed(self, mishap: Mishap) -> None:
        """The engine failed to play a game."""


def missing(
    field: Field, seed: int, rotations_of: Callable[[Series], set[int]], skipped: Callable[[int], None]
) -> Iterator[Task]:
    """Yield what is still to be played, in schedule order.

    `rotations_of` tells what has been played of a series; `skipped` hears how many games that was.
    """
    rotations = {str(competition.selection): competition.table_size for competition in field.competitions}
    for series in round_robin(field.competitions, seed):
        played = rotations_of(series)
        if played:
            skipped(len(played))
        left = tuple(rotation for rotation in range(rotations[series.selection]) if rotation not in played)
        if left:
            yield Task(series, left)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Put off Ctrl-C and SIGTERM, so that what is stored is also counted."""
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def enter(tournament: Tournament, field: Field, store: Store) -> None:
    """Write down what the tournament is; raises StoreError when the store holds another of its name."""
    seed = store.fact("seed")
    if seed is not None and seed != tournament.seed:
        raise StoreError(
            f"{store.folder} holds games played with seed {seed}, not {tournament.seed}; "
            f"use that seed or another name for the tournament"
        )
    limits = store.fact("limits")
    if limits is not None and msgspec.convert(limits, Limits) != tournament.limits:
        raise StoreError(
            f"{store.folder} holds games played with other limits, {_told(msgspec.convert(limits, Limits))}; "
            f"use those or another name for the tournament"
        )
    selections = [competition.selection for competition in field.competitions]
    with store.whole():
        store.enrol(field.entrants)
        store.note("name", tournament.name)
        store.note("limits", tournament.limits)
        store.note("seed", tournament.seed)
        store.note("containment", tournament.containment)
        store.note("selections", {str(selection): selection.game.version for selection in selections})


def run(tournament: Tournament, field: Field, store: Store, executor: Executor, observer: Observer) -> list[Mishap]:
    """Play what is missing and store it, once it is entered; returns the games that the engine failed to play."""
    mishaps = []
    stage = field.stage(tournament.limits)
    for game in executor.run(stage, missing(field, tournament.seed, store.rotations, observer.skipped)):
        if isinstance(game, Mishap):
            mishaps.append(game)
            observer.failed(game)
        else:
            with _undisturbed():
                store.add(game)
                observer.played(game)
    store.commit()
    return mishaps


def _told(limits: Limits) -> str:
    """Return limits as a tournament's file states them."""
    return f"limits = {{ decision = {limits.decision:g}, start = {limits.start:g} }}"


def tables(store: Store) -> tuple[Header, list[Table]]:
    """Return the standings over all stored games between those who take part, and what stands above them."""
    name, selections = store.fact("name"), store.fact("selections")
    if name is None or selections is None:
        raise StoreError(f"{store.folder} holds no tournament yet; play one with: arena run {store.folder.name}")
    results = list(store.results(selections))
    containment = f"{store.fact('containment')}, unsealed: no kernel layers"
    header = Header(name, store.fact("seed"), len(results), containment, f"arena {__version__}")
    return header, standings(results, store.entrants())


def publish(store: Store) -> tuple[Header, list[Table]]:
    """Write elo.csv and elo.md beside the games, each whole or not at all; returns what they hold."""
    header, made = tables(store)
    for name, text in (("elo.csv", to_csv(made)), ("elo.md", to_markdown(header, made))):
        _write(store.folder / name, text)
    return header, made


def _write(path: Path, text: str) -> None:
    """Replace a file in one step; raises StoreError."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        draft.write_text(text, encoding="utf-8")
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise StoreError(f"{path} cannot be written: {error.strerror}; the games are kept") from None
