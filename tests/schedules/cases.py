"""Competitions of the toy game, and simulated results of what a schedule asks for."""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from math import log
from random import Random

from arena.config import GameEntry
from arena.formats import Format, RoundRobin
from arena.players.entrants import BotSpec, Entrant
from arena.ratings.results import GameResult, SeriesResult
from arena.schedules import Schedule
from arena.schedules.making import schedule_of
from arena.series import Competition, Series
from tests.toy import TOY

SCALE = 400 / log(10)

Play = Callable[[tuple[str, ...], Random], tuple[int, ...]]
"""What ranks a game ends with, given who sits where."""


def entrant(name: str, version: str = "1", fingerprint: str = "f") -> Entrant:
    return Entrant(BotSpec(name, "file", f"{name}.py", "file", version, fingerprint), version, ("*",))


def competition(
    names: Iterable[str], form: Format | None = None, deals: int = 1, tables=None, seed: int = 0, **options
) -> Competition:
    entry = GameEntry("toy", deals, tables or "all", form or RoundRobin())
    return Competition(TOY.select(**options), entry, {name: entrant(name) for name in names}, seed)


def bots(count: int) -> list[str]:
    return [f"b{number:03}" for number in range(count)]


def every(schedule: Schedule) -> list[Series]:
    """Return all series of a schedule that follows from nothing."""
    return list(chain.from_iterable(schedule))


def by_strength(elo: dict[str, float], draws: float = 0.1) -> Play:
    """Return results that follow the Elo model (of two, the better shown form wins), some of them drawn."""

    def play(seats: tuple[str, ...], lots: Random) -> tuple[int, ...]:
        shown = [elo[name] - SCALE * log(-log(lots.uniform(1e-12, 1))) for name in seats]
        drawn = lots.random() < draws
        return tuple(1 if drawn else 1 + sum(other > mine for other in shown) for mine in shown)

    return play


def played(one: Competition, series: Series, play: Play) -> SeriesResult:
    """Return how a series ends; it depends on its identity."""
    lots = Random(series.id)
    seats = [series.seats(one.selection.sides, rotation) for rotation in range(one.table_size)]
    games = tuple(GameResult(each, play(each, lots)) for each in seats)
    return SeriesResult(str(one.selection), one.selection.game.name, games)


def rounds_of(schedule: Schedule, play: Play) -> Iterator[list[Series]]:
    """Play a schedule; yields each round once it has been heard of."""
    for turn in schedule:
        series = list(turn)
        if schedule.listens:
            schedule.hear([played(schedule.competition, each, play) for each in series], ())
        yield series


def play_out(one: Competition, play: Play) -> tuple[Schedule, list[list[Series]]]:
    """Play a schedule to its end; returns it, and its rounds."""
    schedule = schedule_of(one)
    return schedule, list(rounds_of(schedule, play))
