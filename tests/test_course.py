"""The course of a run: whoever plays the games, and in whatever order they come back, the same ones are kept."""

from collections.abc import Callable, Iterator, Mapping
from itertools import chain, zip_longest
from random import Random
from unittest.mock import patch

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from arena import course
from arena.chance import die
from arena.config import GameEntry
from arena.course import Course
from arena.discipline import Withdrawal
from arena.executors import Mishap, Past, Played, Task
from arena.formats import Comparison, Race, RoundRobin, Swiss
from arena.players.entrants import BotSpec, Entrant
from arena.record import Fault
from arena.schedules.making import schedule_of
from arena.series import Competition, Series
from tests.toy import TOY


class Kind(msgspec.Struct, frozen=True):
    """How often a bot commits which fault."""

    often: float = 0.0
    fault: str = "exception"


FAIR = Kind()


class Run:
    """A tournament of the toy game, what is kept of it, and what is told of its latest course.

    No game is really played: what happens in one depends on its series, its rotation and who takes part.
    """

    def __init__(self, bots: Mapping[str, Kind], entries: Mapping[int, GameEntry], mishaps: float = 0.0) -> None:
        self.bots = bots
        specs = [BotSpec(name, "file", f"{name}.py", "file", "1", "f") for name in bots]
        field = {spec.name: Entrant(spec, "1", ("*",)) for spec in specs}
        self.competitions = [Competition(TOY.select(players=size), entry, field) for size, entry in entries.items()]
        self.mishaps = mishaps
        self.kept: dict[tuple[bytes, int], Played] = {}
        self.withdrawals: list[Withdrawal] = []
        self.total = self.done = 0

    def played(self, series: Series) -> dict[int, Past]:
        return {rotation: game.past for (key, rotation), game in self.kept.items() if key == series.id}

    def begin(self) -> Course:
        self.withdrawals = []
        schedules = [schedule_of(one) for one in self.competitions]
        self.total = sum(schedule.planned() for schedule in schedules)
        self.done = 0
        return Course(
            schedules,
            self.played,
            skipped=self.skipped,
            dropped=self.dropped,
            withdrawn=self.withdrawals.append,
        )

    def skipped(self, games: int) -> None:
        self.done += games

    def dropped(self, games: int) -> None:
        self.total -= games

    def keep(self, games: Iterator[Played | Mishap]) -> None:
        for game in games:
            self.done += 1
            if isinstance(game, Played):
                assert (game.series.id, game.rotation) not in self.kept
                self.kept[game.series.id, game.rotation] = game

    def play(self, series: Series, rotation: int) -> Played | Mishap:
        rng = die(series.id + bytes([rotation]))
        if rng.random() < self.mishaps:
            return Mishap(series, rotation, "")
        seats = series.seats(range(len(series.lineup)), rotation)
        faults = [
            Fault(seat, self.bots[name].fault, 0, "")
            for seat, name in enumerate(seats)
            if rng.random() < self.bots[name].often
        ]
        shown = [rng.random() + (name == "a") for name in seats]
        ranks = tuple(1 + sum(other > mine for other in shown) for mine in shown)
        return Played(series, rotation, seats, ranks, tuple(faults), "normal", 9, b"", 0.0)

    def serially(self) -> "Run":
        """Play to the end, game by game."""
        begun = self.begin()
        for task in begun.tasks():
            assert task, "nothing is out that could be waited for"
            for rotation in task.rotations:
                self.keep(begun.back(self.play(task.series, rotation)))
        return self

    def in_disorder(self, rng: Random, workers: int, stop: float = 0.0) -> "Run":
        """Play with so many games in flight, the next one to end drawn by lot; stop with that chance at each."""
        begun = self.begin()
        tasks = begun.tasks()
        flying: list[tuple[Series, int]] = []
        ended = False
        while True:
            task: Task | None = None
            if not ended and len(flying) < workers:
                try:
                    task = next(tasks)
                except StopIteration:
                    ended = True
            if task:
                flying += [(task.series, rotation) for rotation in task.rotations]
            elif flying:
                self.keep(begun.back(self.play(*flying.pop(rng.randrange(len(flying))))))
                if rng.random() < stop:
                    return self
            else:
                assert ended, "nothing is out that could be waited for"
                return self

    def results(self) -> tuple[dict[tuple[bytes, int], Played], list[Withdrawal]]:
        assert self.done == self.total, "progress ends at all of all games"
        return self.kept, self.withdrawals


def rounds(run: Run) -> Iterator[list[Series]]:
    """Yield the rounds of a run's schedules, which follow from nothing."""
    turns = zip_longest(*map(schedule_of, run.competitions), fillvalue=())
    return (list(chain.from_iterable(turn)) for turn in turns)


kinds = st.builds(
    Kind, st.sampled_from([0.0, 0.05, 0.1, 0.2, 1.0]), st.sampled_from(["exception", "startup", "wall_timeout"])
)
fields = st.lists(kinds, min_size=3, max_size=5).map(lambda some: dict(zip("abcde", some, strict=False)))
every = st.builds(GameEntry, st.just("toy"), st.integers(1, 12), st.sampled_from(["all", 3]))
partly = st.builds(GameEntry, st.just("toy"), st.integers(1, 4), schedule=st.builds(RoundRobin, st.just(1.5)))
following = st.builds(
    GameEntry,
    st.just("toy"),
    st.integers(1, 3),
    schedule=st.builds(Swiss, st.integers(1, 6)) | st.builds(Race, st.just(0.3), st.integers(1, 12)),
)
comparisons = st.builds(
    GameEntry,
    st.just("toy"),
    schedule=st.builds(
        Comparison, st.just("a"), st.just("b"), elo1=st.just(300.0), series=st.sampled_from([1, 10, 100])
    ),
)
entries = st.dictionaries(st.sampled_from([2, 3]), every | partly, min_size=1)
adaptive = st.dictionaries(st.sampled_from([2, 3]), every | following | comparisons, min_size=1)
tournaments: st.SearchStrategy[Callable[[], Run]] = st.builds(
    lambda *parts: lambda: Run(*parts), fields, entries, st.sampled_from([0.0, 0.1])
)
all_kinds: st.SearchStrategy[Callable[[], Run]] = st.builds(
    lambda *parts: lambda: Run(*parts), fields, entries | adaptive, st.sampled_from([0.0, 0.1])
)


@given(all_kinds, st.randoms(use_true_random=False), st.integers(1, 12), st.sampled_from([1, 3, 256]))
def test_the_order_in_which_games_end_changes_nothing(tournament, rng, workers, held):
    with patch.object(course, "HELD", held):
        assert tournament().in_disorder(rng, workers).results() == tournament().serially().results()


@settings(max_examples=50)
@given(all_kinds, st.randoms(use_true_random=False), st.integers(1, 12))
def test_runs_that_were_stopped_and_begun_again_change_nothing(tournament, rng, workers):
    run = tournament()
    for _ in range(5):
        run.in_disorder(rng, workers, stop=0.05)
    assert run.in_disorder(rng, workers).results() == tournament().serially().results()


@given(tournaments)
def test_a_bot_plays_the_rounds_up_to_its_withdrawal_and_no_other(tournament):
    run = tournament().serially()
    last = {withdrawal.bot: withdrawal.round for withdrawal in run.withdrawals}
    assert len(last) == len(run.withdrawals)
    for number, schedule in enumerate(rounds(run), 1):
        for series in schedule:
            due = all(number <= last.get(name, number) for name in series.lineup)
            games = [run.play(series, rotation) for rotation in range(len(series.lineup))]
            expected = {game.rotation for game in games if due and isinstance(game, Played)}
            assert set(run.played(series)) == expected


def duel(deals: int, **bots: Kind) -> Run:
    return Run(bots, {2: GameEntry("toy", deals)})


def test_it_is_decided_after_a_full_round():
    run = duel(5, a=FAIR, b=FAIR, late=Kind(1.0, "startup")).serially()
    assert run.withdrawals == [Withdrawal("late", 1, "4 failed starts")]
    assert len(run.kept) == 6 + 4 * 2
    run = duel(30, a=FAIR, b=Kind(1.0)).serially()
    assert run.withdrawals == [Withdrawal("b", 10, "faults in 20 of 20 games")]
    assert len(run.kept) == run.total == 20


def test_it_is_decided_after_the_last_round_too():
    assert duel(2, a=FAIR, b=Kind(1.0, "cpu_timeout")).serially().withdrawals == [Withdrawal("b", 2, "4 timeouts")]


def test_raising_deals_brings_nobody_back():
    run = duel(2, a=FAIR, b=FAIR, c=Kind(1.0, "startup")).serially()
    more = duel(4, **run.bots)
    more.kept = run.kept
    assert more.serially().results() == duel(4, **run.bots).serially().results()


def test_games_of_a_withdrawn_bot_that_are_there_count():
    run = duel(4, a=FAIR, b=FAIR, c=FAIR).serially()
    again = duel(6, a=FAIR, b=FAIR, c=FAIR)
    again.kept = {
        key: msgspec.structs.replace(game, faults=(Fault(game.seats.index("c"), "startup", None, ""),))
        if "c" in game.seats
        else game
        for key, game in run.kept.items()
    }
    again.serially()
    assert again.withdrawals == [Withdrawal("c", 1, "4 failed starts")]
    assert len(again.kept) == again.total == again.done == 4 * 6 + 2 * 2


class TestAhead:
    """One game of the first round is not back while others are played."""

    def ahead(self, run: Run, most: int = 10_000) -> tuple[Course, Series]:
        """Give back all games that are given out but for the very first; return what is left."""
        begun = run.begin()
        tasks = begun.tasks()
        first = next(tasks)
        assert first
        run.keep(begun.back(run.play(first.series, 0)))
        for _, task in zip(range(most), tasks, strict=False):
            if task is None:
                break
            for rotation in task.rotations:
                run.keep(begun.back(run.play(task.series, rotation)))
        return begun, first.series

    def test_a_duel_keeps_every_worker_busy_and_is_kept_in_order(self):
        run = duel(100, a=FAIR, b=FAIR)
        begun, series = self.ahead(run, most=50)
        assert len(run.kept) == 1
        run.keep(begun.back(run.play(series, 1)))
        assert len(run.kept) == 2 * 51

    def test_no_more_is_held_than_a_set_number_of_games(self):
        run = duel(100, a=FAIR, b=FAIR, c=FAIR)
        with patch.object(course, "HELD", 20):
            begun, series = self.ahead(run)
        assert len(run.kept) == 6 - 1
        run.keep(begun.back(run.play(series, 1)))
        assert len(run.kept) == 6 + 20

    def test_no_more_rounds_are_under_way_than_that(self):
        run = duel(100, a=FAIR, b=FAIR)
        run.serially()
        first, *_ = next(rounds(run))
        del run.kept[first.id, 1]
        with patch.object(course, "HELD", 20):
            tasks = run.begin().tasks()
            assert next(tasks) == Task(first, (1,))
            assert [next(tasks) for _ in range(3)] == [None] * 3
        assert run.done == 0

    def test_what_a_bot_played_ahead_is_dropped_if_it_is_withdrawn(self):
        run = duel(9, a=FAIR, b=FAIR, c=Kind(1.0, "startup"))
        begun, series = self.ahead(run, most=11)
        assert len(run.kept) == 5
        run.keep(begun.back(run.play(series, 1)))
        assert run.withdrawals == [Withdrawal("c", 1, "4 failed starts")]
        assert len(run.kept) == 6 + 3 * 2
        assert run.total == 9 * 6 - 2 * 4, "the last round is not complete"
