"""A tournament from its configuration to its tables: enlist, schedule, play what is missing, store, rate."""

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Protocol

import msgspec

from arena import __version__
from arena.bot import Limits
from arena.config import BotEntry, Tournament
from arena.errors import BotError, ConfigError, SelectionError, StoreError
from arena.executors import Executor, Mishap, Played, Stage, Task
from arena.game import covers, parse_selection
from arena.players.entrants import BotSpec, Entrant
from arena.players.process import Zygote, describe
from arena.players.roster import Roster
from arena.plugins import Plugins
from arena.ratings.standings import Table, standings
from arena.reports.text import Header, to_csv, to_markdown
from arena.schedule import Competition, Series, round_robin
from arena.store import Store


class Observer(Protocol):
    """Somebody who watches a run."""

    def skipped(self, games: int) -> None:
        """So many games had been played before."""

    def played(self, game: Played) -> None:
        """A game has been played and stored."""

    def failed(self, mishap: Mishap) -> None:
        """The engine failed to play a game."""


class Field(msgspec.Struct, frozen=True):
    """Who takes part in what. `warnings` tell of bots that take part but could not be asked about themselves."""

    competitions: tuple[Competition, ...]
    entrants: tuple[Entrant, ...]
    warnings: tuple[str, ...] = ()

    def stage(self, limits: Limits) -> Stage:
        """Return what a process needs to know to play the games."""
        return Stage({entrant.name: entrant.spec for entrant in self.entrants}, limits)


def enlist(tournament: Tournament, where: str, folder: Path, plugins: Plugins) -> Field:
    """Find the tournament's bots, ask each what it plays, and check that everything fits; raises UsageError.

    `where` names the configuration in errors; bots given by path are relative to `folder`.
    """
    specs = _specs(tournament, where, folder, Roster(plugins.bot_sources))
    warnings: list[str] = []
    entrants: list[Entrant] = []
    with Zygote() as zygote:
        for spec in specs:
            try:
                entrants.append(describe(zygote, spec, tournament.limits))
            except BotError as error:
                # It takes part all the same, and loses by its fault: one broken bot never stops the rest.
                warnings.append(str(error))
                entrants.append(Entrant(spec, spec.version, ("*",)))
    competitions = tuple(
        _competition(tournament, number, where, entrants, plugins) for number in range(len(tournament.games))
    )
    seen: set[str] = set()
    for number, competition in enumerate(competitions):
        if str(competition.selection) in seen:
            raise ConfigError(
                f"{where}: games[{number}].game: {competition.selection} is there already; raise its deals"
            )
        seen.add(str(competition.selection))
    playing = {name for competition in competitions for name in competition.entrants}
    for entrant in entrants:
        if tournament.bots is not None and entrant.name not in playing:
            claims = ", ".join(entrant.games) or "nothing"
            raise ConfigError(f"{where}: bots: {entrant.name!r} plays none of these games; it plays {claims}")
    return Field(competitions, tuple(entrant for entrant in entrants if entrant.name in playing), tuple(warnings))


def _specs(tournament: Tournament, where: str, folder: Path, roster: Roster) -> list[BotSpec]:
    """Return the bots that the tournament names, by name; raises ConfigError."""
    if tournament.bots is None:
        return list(roster.specs.values())
    specs: dict[str, BotSpec] = {}
    for number, entry in enumerate(tournament.bots):
        reference, name = (entry.bot, entry.name) if isinstance(entry, BotEntry) else (entry, None)
        try:
            spec = roster.find(reference, folder, name)
        except BotError as error:
            raise ConfigError(f"{where}: bots[{number}]: {error}") from None
        if spec.name in specs:
            raise ConfigError(
                f"{where}: bots[{number}]: {spec.name!r} is there already; give one another name, "
                f'as {{ bot = "{reference}", name = "{spec.name}-2" }}'
            )
        specs[spec.name] = spec
    return [specs[name] for name in sorted(specs)]


def _competition(
    tournament: Tournament, number: int, where: str, entrants: Iterable[Entrant], plugins: Plugins
) -> Competition:
    """Return one selection with those who play it; raises ConfigError."""
    entry = tournament.games[number]
    try:
        selection = parse_selection(entry.game, plugins.games)
        taking_part = {
            entrant.name: entrant
            for entrant in entrants
            if any(covers(claim, selection) for claim in entrant.games)
        }
    except SelectionError as error:
        raise ConfigError(f"{where}: games[{number}].game: {error}") from None
    competition = Competition(selection, entry, taking_part)
    if len(taking_part) < competition.table_size:
        raise ConfigError(
            f"{where}: games[{number}].game: {selection} wants {competition.table_size} bots or more, "
            f"and {', '.join(sorted(taking_part)) or 'none of the bots'} can play it"
        )
    return competition


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


def run(tournament: Tournament, field: Field, store: Store, executor: Executor, observer: Observer) -> list[Mishap]:
    """Play what is missing and store it; returns the games that the engine failed to play."""
    enter(tournament, field, store)
    mishaps = []
    stage = field.stage(tournament.limits)
    for game in executor.run(stage, missing(field, tournament.seed, store.rotations, observer.skipped)):
        if isinstance(game, Mishap):
            mishaps.append(game)
            observer.failed(game)
        else:
            store.add(game)
            observer.played(game)
    store.commit()
    return mishaps


def enter(tournament: Tournament, field: Field, store: Store) -> None:
    """Write down what the tournament is; raises StoreError when the store holds another of its name."""
    seed = store.fact("seed")
    if seed is not None and seed != tournament.seed:
        raise StoreError(
            f"{store.folder} holds games played with seed {seed}, not {tournament.seed}; "
            f"use that seed or another name for the tournament"
        )
    store.note("name", tournament.name)
    store.note("seed", tournament.seed)
    store.note("containment", tournament.containment)
    store.note("selections", [str(competition.selection) for competition in field.competitions])
    store.enrol(field.entrants)
    store.commit()


def tables(store: Store) -> tuple[Header, list[Table]]:
    """Return the standings over all stored games between those who take part, and what stands above them."""
    name = store.fact("name")
    if name is None:
        raise StoreError(f"{store.folder} holds no tournament yet; play one with: arena run {store.folder.name}")
    results = list(store.results(store.fact("selections")))
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
