"""Discipline: when a bot that does wrong again and again is withdrawn."""

from collections.abc import Collection

import msgspec

STRIKES = 3
"""So many failed starts, or so many timeouts, and a bot is withdrawn."""

SHARE = 10
"""Per cent of its games that a bot may spoil by faults."""

ENOUGH = 20
"""Games before which that share tells nothing."""

TIMEOUTS = frozenset({"cpu_timeout", "wall_timeout"})


class Conduct(msgspec.Struct, frozen=True):
    """How a bot has behaved: the games it played, those with faults of its own, and two kinds of faults."""

    games: int = 0
    faulty: int = 0
    failed_starts: int = 0
    timeouts: int = 0

    def after(self, kinds: Collection[str]) -> "Conduct":
        """Return the conduct with one more game, in which the bot was charged with faults of these kinds."""
        return Conduct(
            self.games + 1,
            self.faulty + bool(kinds),
            self.failed_starts + sum(kind == "startup" for kind in kinds),
            self.timeouts + sum(kind in TIMEOUTS for kind in kinds),
        )

    def __add__(self, other: "Conduct") -> "Conduct":
        """Return the conduct over the games of both."""
        return Conduct(
            self.games + other.games,
            self.faulty + other.faulty,
            self.failed_starts + other.failed_starts,
            self.timeouts + other.timeouts,
        )

    def verdict(self) -> str | None:
        """Return why the bot is withdrawn, or None if it may go on."""
        if self.failed_starts >= STRIKES:
            return f"{self.failed_starts} failed starts"
        if self.timeouts >= STRIKES:
            return f"{self.timeouts} timeouts"
        if self.games >= ENOUGH and 100 * self.faulty > SHARE * self.games:
            return f"faults in {self.faulty} of {self.games} games"
        return None


class Withdrawal(msgspec.Struct, frozen=True):
    """That a bot plays no more after a round of the schedule, the first being 1."""

    bot: str
    round: int
    reason: str

    def told(self) -> str:
        """Return it as a sentence without a full stop."""
        return f"{self.bot} is withdrawn after round {self.round}: {self.reason}"
