"""A tournament from its field to its tables: play what is missing, store, rate."""

import os
import signal
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

import msgspec

from arena import __version__
from arena.bot import Limits
from arena.config import Tournament
from arena.course import Course
from arena.discipline import Withdrawal
from arena.errors import StoreError
from arena.executors import Executor, Mishap, Past, Played, Task
from arena.field import Field
from arena.own_editions import OwnEdition
from arena.ratings.results import SeriesResult
from arena.ratings.standings import Anchor, Table, standings
from arena.reports.text import Header, to_csv, to_markdown
from arena.schedules import Schedule
from arena.schedules.making import schedule_of
from arena.series import Series
from arena.store import Store

BUILT_IN_ONLY = "built-in bots only"
"""How a tournament was contained in which no stranger's bot ever took part."""


class Observer(Protocol):
    """Somebody who watches a run."""

    def skipped(self, games: int) -> None:
        """So many games had been played before."""

    def played(self, game: Played) -> None:
        """A game has been played and stored."""

    def failed(self, mishap: Mishap) -> None:
        """The engine failed to play a game."""

    def withdrawn(self, withdrawal: Withdrawal) -> None:
        """A bot plays no more."""

    def dropped(self, games: int) -> None:
        """So many games will not be played: somebody in them is withdrawn, or they are not needed."""

    def heard(self, schedule: Schedule) -> None:
        """A schedule has heard how a round ended."""


def schedules_of(field: Field) -> list[Schedule]:
    """Return the schedule of each competition, before its first round."""
    return [schedule_of(competition) for competition in field.competitions]


def missing(field: Field, played: Callable[[Series], Mapping[int, Past]]) -> Iterator[Task]:
    """Yield what is still to be played, in schedule order, if nobody does anything wrong from now on.

    `played` tells which rotations of a series have been played, and how. Where a schedule follows from results, it
    is as if what is missing had none.
    """
    course = Course(schedules_of(field), played)
    for task in course.tasks():
        if task:
            yield task
            for rotation in task.rotations:
                list(course.back(Mishap(task.series, rotation, "")))  # without a result, nobody is charged


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
    editions = _editions(store, field)
    with store.whole():
        store.enrol(field.entrants)
        store.note("name", tournament.name)
        store.note("limits", tournament.limits)
        store.note("seed", tournament.seed)
        store.note("editions", editions)
        store.note("containment", _contained(store, field))
        store.note("bots", {entrant.name: entrant.spec for entrant in field.entrants})
        store.note("disqualified", tournament.disqualified)
        store.note("anchor", tournament.anchor)
        store.note("withdrawn", ())
        store.note("stops", {})
        store.note("selections", {str(selection): selection.game.version for selection in selections})


def _editions(store: Store, field: Field) -> list[OwnEdition]:
    """Return the editions of users' own, old and new; raises StoreError for one whose rules have changed."""
    known = {edition.name: edition for edition in store.editions()}
    for edition in field.editions:
        before = known.setdefault(edition.name, edition)
        if before.rules != edition.rules:
            raise StoreError(
                f"{store.folder} holds games of {edition.name} with other rules, {_changed(before, edition)}; "
                f"give the edition as it is now another name, or the tournament"
            )
    return [*known.values()]


def _changed(before: OwnEdition, now: OwnEdition) -> str:
    """Return the rules that are others now, as a table states what they were before."""
    stated = {key: msgspec.json.encode(value).decode() for key, value in before.rules.items()}
    return ", ".join(f"{key} = {text}" for key, text in stated.items() if before.rules[key] != now.rules.get(key))


def run(
    tournament: Tournament,
    field: Field,
    schedules: Sequence[Schedule],
    store: Store,
    executor: Executor,
    observer: Observer,
) -> list[Mishap]:
    """Play what is missing and store it, once it is entered; returns the games that the engine failed to play.

    `schedules` are those of the field; they are run through.
    """
    mishaps = []

    def withdrawn(withdrawal: Withdrawal) -> None:
        store.note("withdrawn", [*course.withdrawals.values()])
        observer.withdrawn(withdrawal)

    course = Course(
        schedules,
        store.played,
        skipped=observer.skipped,
        dropped=observer.dropped,
        withdrawn=withdrawn,
        heard=observer.heard,
    )
    for back in executor.run(field.stage(tournament), course.tasks()):
        for game in course.back(back):
            if isinstance(game, Mishap):
                mishaps.append(game)
                observer.failed(game)
            else:
                with _undisturbed():
                    store.add(game)
                    observer.played(game)
    store.note("stops", {str(one.competition.selection): one.stop for one in schedules if one.stop})
    store.commit()
    return mishaps


def _contained(store: Store, field: Field) -> dict[str, list[str]]:
    """Return in which ways each stranger's bot has been contained in the runs up to this one, by name."""
    kept: dict[str, list[str]] = dict(store.fact("containment") or {})
    for name, text in field.containment.items():
        kept[name] = sorted({text, *kept.get(name, ())})
    return kept


def _told(limits: Limits) -> str:
    """Return limits as a tournament's file states them."""
    seconds = f"decision = {limits.decision:g}, bank = {limits.bank:g}, start = {limits.start:g}"
    return f'limits = {{ {seconds}, memory = "{limits.memory}" }}'


def tables(
    store: Store,
    only: Collection[str] | None = None,
    since: int | None = None,
    bots: Collection[str] | None = None,
    notes: tuple[str, ...] = (),
) -> tuple[Header, list[Table]]:
    """Return the standings over all stored games between those who take part, and what stands above them.

    They may be over `only` some selections, games stored `since` a time and those between some `bots`; `notes` say
    so.
    """
    name, selections = store.fact("name"), store.fact("selections")
    if name is None or selections is None:
        raise StoreError(f"{store.folder} holds no tournament yet; play one with: arena run {store.folder.name}")
    games = 0

    def results() -> Iterator[SeriesResult]:
        nonlocal games
        rules = {text: version for text, version in selections.items() if only is None or text in only}
        for result in store.results(rules, since, bots):
            games += result.times * len(result.games)
            yield result

    made = standings(results(), store.entrants(), _anchor(store))
    kept: dict[str, list[str]] = store.fact("containment")
    header = Header(
        name,
        store.fact("seed"),
        games,
        "; ".join(sorted({text for name in store.entrants() for text in kept.get(name, ())})) or BUILT_IN_ONLY,
        f"arena {__version__}",
        (*notes, *_notes(store)),
    )
    return header, made


def _anchor(store: Store) -> Anchor | None:
    """Return the bot whose Elo is given, if one's is."""
    return msgspec.convert(store.fact("anchor"), Anchor | None)


def _notes(store: Store) -> tuple[str, ...]:
    """Return a sentence for each thing that a reader of the tables ought to know."""
    anchor = _anchor(store)
    withdrawn = msgspec.convert(store.fact("withdrawn") or (), tuple[Withdrawal, ...])
    disqualified = sorted((store.fact("disqualified") or {}).items())
    return (
        *([f"{anchor.bot} is put at {anchor.elo:g} Elo; the Elo of others is relative to it"] if anchor else ()),
        *(withdrawal.told() for withdrawal in withdrawn),
        *(f"{name} is disqualified: {reason}" for name, reason in disqualified),
        *(f"{selection}: {stop}" for selection, stop in (store.fact("stops") or {}).items()),
    )


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
