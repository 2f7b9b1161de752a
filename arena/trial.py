"""A bot's trial: games against `random`, kept and timed as in a tournament, as many as there is time for."""

import time
from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import fmean

import msgspec

from arena.bot import Limits
from arena.chance import derive
from arena.errors import BotError
from arena.executors.playing import play_one
from arena.game import Selection
from arena.match import Player
from arena.players.describing import described
from arena.players.entrants import BotSpec, Entrant
from arena.players.forking import Zygote
from arena.players.local import LocalPlayer
from arena.players.metering import Meter
from arena.players.process import BotProcess
from arena.players.program import ProgramPlayer
from arena.players.remote import SdkPlayer
from arena.record import Record
from arena.series import Series
from bots.random import Random

RIVAL = "random"


class Budget(msgspec.Struct, frozen=True):
    """What a trial may take: no question is asked after `play` seconds, none waits for its answer after `end`.

    It is over earlier once every selection has been played, and `games` in all. `limits` are a tournament's but for
    the bank: a bot that takes its time must not use up the trial's.
    """

    play: float = 5.5
    end: float = 8.0
    games: int = 60
    limits: Limits = Limits(bank=1.0)


class Trouble(msgspec.Struct, frozen=True):
    """A kind of fault: in how many games, and the first of them.

    `bots` are the players of that game and `seed` its seed as `arena match` takes them; `said` is what the bot had
    printed and raised.
    """

    kind: str
    detail: str
    games: int
    selection: str
    bots: tuple[str, ...]
    seed: int
    decision: int | None
    said: str


class Trial:
    """One bot's trial while it goes on, and what has come of it.

    `reasons` speak against the bot besides its `troubles`; `scores`, by selection, has a share of opponents beaten
    for every game, `faulty` counts those with faults. `repeats` tells whether games played twice were the same.
    `starts` are in seconds on the clock, `cpu` holds the CPU seconds of each decision; `peak` is the most bytes
    held, `printed` the most printed in a game.
    """

    def __init__(self, zygote: Zygote, spec: BotSpec, budget: Budget) -> None:
        """Begin now."""
        self._zygote = zygote
        self._spec = spec
        self._budget = budget
        self._begin = time.monotonic()
        self.limits = budget.limits
        self.reasons: list[str] = []
        self.scores: dict[str, list[float]] = {}
        self.faulty: Counter[str] = Counter()
        self.troubles: dict[tuple[str, str], Trouble] = {}
        self.repeats: bool | None = None
        self.starts: list[float] = []
        self.cpu: list[float] = []
        self.peak = 0
        self.printed = 0

    def ask(self) -> Entrant | None:
        """Load the bot and ask what it is; None, with a reason against it, when that fails."""
        meter = self._meter()
        try:
            return described(meter, self._spec, self.limits)
        except BotError as error:
            self.reasons.append(str(error))
        except TimeoutError:
            self.reasons.append(f"it was not loaded in time: {meter.cut or 'the machine was too slow to ask it'}")
        finally:
            meter.close()
        return None

    def go_through(self, selections: list[Selection]) -> None:
        """Play every selection, then all again with the bot at another seat, as long as there is time.

        One in which the bot has failed is left alone; the first of each game is played twice with the same seed.
        """
        repeated: set[str] = set()
        turn = 0
        try:
            while self._games < self._budget.games:
                left = [each for each in selections if not self.faulty[str(each)]]
                if not left:
                    return
                for selection in left:
                    record = self._play(selection, turn)
                    if selection.game.name not in repeated and not record.faults:
                        repeated.add(selection.game.name)
                        self.repeats = self._play(selection, turn) == record and self.repeats is not False
                turn += 1
        except TimeoutError:
            return

    @property
    def seconds(self) -> float:
        """How long it has been going on."""
        return time.monotonic() - self._begin

    @property
    def _games(self) -> int:
        return sum(map(len, self.scores.values()))

    def _meter(self) -> Meter:
        process = BotProcess(self._zygote, self._spec, self.limits.memory_bytes)
        return Meter(process, self._begin + self._budget.play, self._begin + self._budget.end)

    def _play(self, selection: Selection, turn: int) -> Record:
        """Play one game, as `arena match` plays it, and take note of it; raises TimeoutError when time is up."""
        seed, side = divmod(turn, len(set(selection.sides)))
        lineup = [RIVAL] * len(set(selection.sides))
        lineup[side] = self._spec.name
        identity = derive("match", seed, str(selection), *lineup)
        series = Series(identity, str(selection), selection.game.version, tuple(lineup), 0)
        own = [seat for seat, other in enumerate(selection.sides) if other == side]
        meters = {seat: self._meter() for seat in own}

        def player_at(seat: int, die: bytes) -> Player:
            return self._player(meters.get(seat), selection, die)

        try:
            record, said = play_one(selection, series, 0, player_at, self.limits)
        except TimeoutError:
            self._interrupted(selection, meters.values())
            raise
        finally:
            for meter in meters.values():
                self._weigh(meter)
        self._judge(selection, record, own, seed, tuple(lineup), said)
        return record

    def _player(self, meter: Meter | None, selection: Selection, die: bytes) -> Player:
        """Return the bot at the other end of a meter, or its rival."""
        if meter is None:
            return LocalPlayer(Random, selection, die)
        kind = ProgramPlayer if self._spec.kind == "program" else SdkPlayer
        return kind(meter, selection, die, self.limits)

    @property
    def _greetings(self) -> int:
        """How many exchanges there are before the first decision."""
        return 2 if self._spec.kind == "program" else 1

    def _weigh(self, meter: Meter) -> None:
        """Take note of what a game cost."""
        if len(meter.wall) >= self._greetings:
            self.starts.append(sum(meter.wall[: self._greetings]))
        self.cpu += meter.cpu[self._greetings :]
        self.peak = max(self.peak, meter.peak)
        self.printed = max(self.printed, meter.printed)

    def _interrupted(self, selection: Selection, meters: Iterable[Meter]) -> None:
        """See whether the bot is to blame that time was up."""
        for meter in meters:
            if meter.cut is None:
                continue
            if len(meter.wall) >= self._greetings:
                self.reasons.append(f"in {selection} {meter.cut}")
            elif not self.starts and not self.troubles:
                self.reasons.append(f"in {selection} it did not get ready: {meter.cut}")

    def _judge(
        self,
        selection: Selection,
        record: Record,
        own: list[int],
        seed: int,
        lineup: tuple[str, ...],
        said: list[str],
    ) -> None:
        """Take note of the score and the faults of a game."""
        text = str(selection)
        self.scores.setdefault(text, []).append(_score(record.ranks, own))
        faults = [fault for fault in record.faults if fault.seat in own]
        self.faulty[text] += bool(faults)
        for kind, detail in dict.fromkeys((fault.kind, fault.detail) for fault in faults):
            first = next(fault for fault in faults if (fault.kind, fault.detail) == (kind, detail))
            known = self.troubles.get((kind, detail)) or Trouble(
                kind, detail, 0, text, lineup, seed, first.decision, said[first.seat]
            )
            self.troubles[kind, detail] = msgspec.structs.replace(known, games=known.games + 1)


def _score(ranks: Sequence[int], own: Sequence[int]) -> float:
    """Return the share of opponents beaten, ties counting half."""
    mine = ranks[own[0]]
    others = [rank for seat, rank in enumerate(ranks) if seat not in own]
    return fmean((mine < rank) + (mine == rank) / 2 for rank in others)
