"""Doubt that a player is the best, by bets against it: evidence that may be looked at at any time.

If a player is the best, its score has a mean of at least 1/2 each time, whatever came before and whoever was chosen
to meet it. So somebody who stakes on its falling short, a share `bet` of what they have for each point below 1/2,
multiplies what they have by 1 - bet (score - 1/2), and on average does not gain. By Ville's inequality (1939) they
ever get to hold c times what they began with with a probability of at most 1 / c. When they hold that much, the
hypothesis is refuted at the risk 1 / c, however often one has looked and for whatever reason one stopped there
(Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting", JRSS-B 2024).

Which bet gains fastest depends on how far the player falls short and how much its scores vary. Instead of guessing
that from the scores so far, an equal part of what they have is put on each of a few bets, each half of the one
before, for good: the method of mixtures. Whatever the player is like, one of them is near the best, and soon has
most of the money. In simulations that takes up to a fifth fewer series than bets that adapt themselves (the same
paper's "approximate GRAPA") where players are close, and no more than a few more where they are far apart. Besides,
the order of the scores doesn't matter.
"""

from math import exp, fsum, log, log1p
from typing import Final

import msgspec

BETS: Final = tuple(1.9 / 2**number for number in range(6))
"""Below 2, at which a single win would take everything; the last is best for one who scores about 49 %."""


class Doubt(msgspec.Struct, frozen=True):
    """The doubt so far that a player is the best.

    `fortunes` are the logarithms of what each bet has made of its part.
    """

    fortunes: tuple[float, ...] = (0.0,) * len(BETS)

    def after(self, score: float) -> "Doubt":
        """Return the doubt after another series, of which the player got this share of the points."""
        if not 0 <= score <= 1:
            raise ValueError(f"a score is between 0 and 1, not {score:g}")
        return Doubt(tuple(had + log1p(-bet * (score - 0.5)) for had, bet in zip(self.fortunes, BETS, strict=True)))

    @property
    def evidence(self) -> float:
        """The logarithm of what was made of 1; from log(1 / risk) on, the player isn't the best, at that risk."""
        most = max(self.fortunes)
        return most + log(fsum(exp(fortune - most) for fortune in self.fortunes) / len(BETS))
