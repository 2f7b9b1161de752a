"""The sequential test: is one player better than another, told by as few series as it takes.

Wald's sequential probability ratio test (1945) weighs two strengths against each other and stops when one of them
has become much less likely than the other. Here it looks at the *scores of series*: the luck of a deal, which the
games of a series share, is then part of what it takes for chance. With two players and two games a series that is
the "pentanomial" test of those who test chess programs; at larger tables a series has more games, and more scores.

How likely each score is at a given strength isn't known. The generalised test takes, of all distributions with that
strength, the one that suits the results best (Van den Bergh, "Comments on Normalized Elo", 2020, sections 1 and 4).
If the strength demands that a function f of the score has mean 0, and the scores were seen with shares q, that
distribution is q / (1 + x f), where x is the root of sum q f / (1 + x f) = 0: Owen's empirical likelihood (1988).

*Logistic* Elo measures strength by the mean score, *normalized* Elo by how many standard deviations of a game the
mean score is from 1/2. Tests with the same normalized bounds take about as long in every game.
"""

from collections.abc import Sequence
from math import fsum, log, log1p, log10, sqrt
from statistics import NormalDist
from typing import Final, Literal, get_args

import msgspec

Model = Literal["logistic", "normalized"]
Verdict = Literal["better", "not better", ""]

NORMALIZED: Final = 800 / log(10)
"""Normalized Elo for one standard deviation of a game; without draws, small leads are the same in both models."""
FARTHEST: Final = 1000.0
"""The largest lead, or lag, that may be tested, in Elo."""
UNSEEN: Final = 1e-3
"""A score that no series had counts as if so many had; without that, some strengths would be impossible."""
EXTREME: Final = 1e-3
"""A score closer than this to 0 or 1 is taken for this close; otherwise its Elo might be infinite."""
SIDE: Final = NormalDist().inv_cdf(0.975)
"""How many standard errors a 95 % interval reaches to either side."""
STEPS: Final = 100


class Scores:
    """The scores of series, as a distribution on equally spaced `values` from 0 to 1.

    `counts` says how many series ended with each number of half points, from none to all: for one game that is how
    many were lost, drawn and won.
    """

    def __init__(self, counts: Sequence[int]) -> None:
        """Take in the counts."""
        most = len(counts) - 1
        if most < 2 or most % 2:
            raise ValueError(f"a series of n games has 2 n + 1 possible numbers of half points, not {len(counts)}")
        # Sums are exact before rounding, lest the verdict depend on the version of Python.
        seen = [count or UNSEEN for count in counts]
        self.series = fsum(seen)
        self.games = most // 2
        self.values = [half_points / most for half_points in range(len(counts))]
        self._shares = [count / self.series for count in seen]
        self.mean = self._expected(self.values)
        self.variance = self._expected([(value - self.mean) ** 2 for value in self.values])

    @property
    def deviation(self) -> float:
        """The standard deviation of a game: what it would be if games of a series were independent."""
        return sqrt(self.games * self.variance)

    def loss(self, elo: float) -> float:
        """Return how much log-likelihood a series loses if the lead is given in logistic Elo."""
        score = score_of(elo)
        return self._loss([value - score for value in self.values])[0]

    def normalized_loss(self, elo: float) -> float:
        """Return how much log-likelihood a series loses if the lead is given in normalized Elo.

        With d for the score less 1/2 it demands mean(d) = t sd(d), which is the same as mean(d) = b rms(d). That
        isn't linear in the probabilities, but with the tangent to the root at r in place of rms(d), which is
        (mean(d^2) / r + r) / 2, it is. Solved again and again, r being the rms of the last solution, it ends where
        the demand itself is met.
        """
        t = elo / NORMALIZED * sqrt(self.games)
        b = t / sqrt(1 + t * t)
        distances = [value - 0.5 for value in self.values]
        # From the widest distribution down, as then there always is a solution.
        rms, last, loss = 0.5, 1.0, 0.0
        for _ in range(STEPS):
            if abs(rms - last) < 1e-9 * rms:
                break
            last = rms
            loss, fitted = self._loss([d - b * (d * d / rms + rms) / 2 for d in distances])
            rms = sqrt(fsum(share * d * d for share, d in zip(fitted, distances, strict=True)))
        return loss

    def _loss(self, demand: Sequence[float]) -> tuple[float, list[float]]:
        """Return the loss if the mean of this function has to be 0, and the likeliest distribution then."""
        from scipy.optimize import brentq

        terms = list(zip(self._shares, demand, strict=True))

        def off(x: float) -> float:
            return fsum(share * value / (1 + x * value) for share, value in terms)

        # No probability is more than 1, hence 1 + x f is nowhere less than the share.
        low = max((share - 1) / value for share, value in terms if value > 0)
        high = min((share - 1) / value for share, value in terms if value < 0)
        x = float(brentq(off, low, high, xtol=1e-13))
        fitted = [share / (1 + x * value) for share, value in terms]
        return self._expected([log1p(x * value) for value in demand]), fitted

    def _expected(self, values: Sequence[float]) -> float:
        """Return the mean of a function of the score."""
        return fsum(share * value for share, value in zip(self._shares, values, strict=True))


class Sprt(msgspec.Struct, frozen=True):
    """A test of "leads by `elo1`" against "leads by `elo0`".

    `alpha` is the risk to call a player better that leads by `elo0` only, `beta` the risk not to call one better
    that leads by `elo1`.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: Model = "logistic"

    def __post_init__(self) -> None:
        """Refuse a test that can't be carried out."""
        if not -FARTHEST <= self.elo0 < self.elo1 <= FARTHEST:
            wanted = f"{-FARTHEST:g} <= elo0 < elo1 <= {FARTHEST:g}"
            raise ValueError(f"elo0 = {self.elo0:g} and elo1 = {self.elo1:g} can't be tested; it takes {wanted}")
        for name, risk in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < risk < 0.5:
                raise ValueError(f"{name} is a risk between 0 and 0.5, not {risk:g}")
        if self.model not in get_args(Model):
            raise ValueError(f"model is 'logistic' or 'normalized', not {self.model!r}")

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which the test ends."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def llr(self, counts: Sequence[int]) -> float:
        """Return the log-likelihood ratio; `counts` are those of `Scores`."""
        scores = Scores(counts)
        loss = scores.loss if self.model == "logistic" else scores.normalized_loss
        return scores.series * (loss(self.elo0) - loss(self.elo1))

    def verdict(self, llr: float) -> Verdict:
        """Return what the test says at a log-likelihood ratio, nothing while it goes on."""
        low, high = self.bounds
        return "better" if llr >= high else "not better" if llr <= low else ""


class Interval(msgspec.Struct, frozen=True):
    """An estimate and the ends of its 95 % interval."""

    estimate: float
    low: float
    high: float


class Lead(msgspec.Struct, frozen=True):
    """By how much a player leads, told by a number of series that was fixed beforehand.

    `score` is its mean score, `elo` and `normalized` are the lead in both kinds of Elo, `los` is the likelihood of
    superiority: how sure it is that it leads at all.
    """

    score: float
    elo: Interval
    normalized: Interval
    los: float


def estimate(counts: Sequence[int]) -> Lead:
    """Return the lead by the scores of series; `counts` are those of `Scores`."""
    scores = Scores(counts)
    error = sqrt(scores.variance / scores.series)
    ends = scores.mean, scores.mean - SIDE * error, scores.mean + SIDE * error
    return Lead(
        scores.mean,
        Interval(*map(elo_of, ends)),
        Interval(*(NORMALIZED * (score - 0.5) / scores.deviation for score in ends)),
        NormalDist().cdf((scores.mean - 0.5) / error),
    )


def score_of(elo: float) -> float:
    """Return the mean score that a lead in logistic Elo stands for."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def elo_of(score: float) -> float:
    """Return the lead in logistic Elo that a mean score stands for; beyond some 1,200 all are the same."""
    return -400 * log10(1 / min(max(score, EXTREME), 1 - EXTREME) - 1)
