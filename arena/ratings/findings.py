"""What the tables of a selection say beside the ratings, as plain values."""

import msgspec


class Meeting(msgspec.Struct, frozen=True):
    """How a bot did against another: comparisons won, drawn and lost, and its score in per cent."""

    wins: int
    draws: int
    losses: int
    score: float


class Cycle(msgspec.Struct, frozen=True):
    """Three bots each of which beats the next, the last one the first; `scores` are theirs, in per cent."""

    bots: tuple[str, str, str]
    scores: tuple[float, float, float]

    def told(self) -> str:
        """Return it in words."""
        after = (*self.bots[1:], self.bots[0])
        met = zip(self.bots, after, self.scores, strict=True)
        return ", ".join(f"{bot} beats {other} {score:.1f} %" for bot, other, score in met)


class Checks(msgspec.Struct, frozen=True):
    """Whether one strength for each bot explains the scores of all pairs.

    `deviance` is the fit's against a model in which every pair has a strength of its own. `chi_squared` is that of
    the pairs' scores with `freedom` degrees of freedom, `p` how likely one as large is if the ratings explain
    everything. `share` is the part of the differences between the bots that no ranking can show, 0 to 1. These four
    are None where there are too few series to tell. `cycle` is the worst of those that are significant. `warning`
    says in words what a reader ought to know, nothing if all is well.
    """

    deviance: float
    chi_squared: float | None
    freedom: float | None
    p: float | None
    share: float | None
    cycle: Cycle | None
    warning: str
