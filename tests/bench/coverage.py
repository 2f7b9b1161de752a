"""How often 95 % intervals hold the truth: simulated tournaments of duplicate deals, with luck and draws.

    python -m tests.bench.coverage [TOURNAMENTS]

Every table plays each of its deals in all rotations. A bot shows its skill, plus the luck of its seat in this deal
(the same in all rotations), plus noise of its own in each game; whoever shows more ranks better, and what is close
may be a tie. The truth is what a fit of infinitely many series would say: of the expected scores, which are known.
"""

import sys
from collections import Counter
from itertools import combinations
from math import sqrt
from typing import NamedTuple

import numpy as np

from arena.ratings.fit import Fit, fit, worths
from arena.ratings.likelihood import Floats
from arena.ratings.pairs import Pairs, compare
from arena.ratings.tally import Flags, counted

LUCK = 1.5
TIE = 0.8
"""Of what is shown: closer than this may be a tie."""
MANY = 10**12


class Plan(NamedTuple):
    """So many bots, of so much spread in log-worth, at tables of so many seats that play so many deals each."""

    bots: int
    seats: int
    deals: int
    spread: float = 0.5

    def tables(self) -> list[tuple[int, ...]]:
        return list(combinations(range(self.bots), self.seats))

    def skills(self) -> Floats:
        skills = np.linspace(1, -1, self.bots)
        return self.spread * skills / skills.std()

    def __str__(self) -> str:
        series = len(self.tables()) * self.deals
        return f"{self.bots} bots, {self.seats} seats, {series} series, spread {self.spread}"


def tournament(plan: Plan, rng: np.random.Generator) -> Fit:
    """Play a tournament and rate it."""
    tables = np.repeat(plan.tables(), plan.deals, axis=0)
    seats = np.stack([np.roll(tables, turn, axis=1) for turn in range(plan.seats)], axis=1)
    luck = rng.normal(0, LUCK, (len(tables), 1, plan.seats))
    shown = plan.skills()[seats] + luck + rng.gumbel(0, 1, seats.shape)
    steps = np.floor(shown / TIE + rng.random((*seats.shape[:2], 1)))
    ranks = 1 + (steps[..., None, :] > steps[..., :, None]).sum(axis=-1)
    names = tuple(map(str, range(plan.bots)))
    played = (seats, ranks, np.zeros(seats.shape[:2], np.bool_), np.ones(len(tables), np.int64))
    return fit(compare(counted("simulated", names, *played, Counter())))


def expected_score(lead: float) -> float:
    """What a bot scores against another that shows so much less on average."""
    luck, weight = np.polynomial.hermite_e.hermegauss(60)
    chance = (np.arange(4000) + 0.5) / 4000
    noise = np.log(chance / (1 - chance))
    shown = lead + sqrt(2) * LUCK * luck[:, None] + noise
    return float(weight @ (0.5 + np.clip(shown / TIE, -1, 1) / 2).mean(axis=1) / weight.sum())


def truth(plan: Plan) -> Floats:
    """The log-worths that the fit tends to: every two bots meet equally often."""
    skills = plan.skills()
    first, second = np.array(list(combinations(range(plan.bots), 2))).T
    scores = np.array([expected_score(lead) for lead in skills[first] - skills[second]])
    wins = np.round(MANY * scores).astype(np.int64)
    names = tuple(map(str, range(plan.bots)))
    return worths(Pairs(names, first, second, wins, np.zeros_like(wins), MANY - wins), ghost=0)


def held(plan: Plan, tournaments: int, seed: int) -> tuple[Flags, Flags]:
    """Tell for each tournament which bots' intervals hold the truth, and which intervals of a lead over another."""
    rng, true = np.random.default_rng(seed), truth(plan)
    one, other = np.array(list(combinations(range(plan.bots), 2))).T
    bots, leads = [], []
    for _ in range(tournaments):
        fitted = tournament(plan, rng)
        off, variance = fitted.worth - true, np.diag(fitted.covariance)
        bots.append(np.abs(off) < fitted.quantile * np.sqrt(variance))
        apart = variance[one] + variance[other] - 2 * fitted.covariance[one, other]
        leads.append(np.abs(off[one] - off[other]) < fitted.quantile * np.sqrt(apart))
    return np.array(bots), np.array(leads)


PLANS = (
    Plan(6, 2, 8),
    Plan(6, 2, 40),
    Plan(4, 4, 60),
    Plan(6, 4, 8),
    Plan(6, 2, 8, spread=1.5),
    Plan(10, 2, 1),
    Plan(2, 2, 10),
    Plan(2, 2, 20),
    Plan(2, 2, 40),
    Plan(4, 2, 2),
    Plan(4, 2, 4),
    Plan(6, 2, 2),
    Plan(4, 4, 10),
    Plan(4, 4, 20),
    Plan(6, 4, 2),
)


def main(tournaments: int) -> None:
    """Simulate and print."""
    for plan in PLANS:
        bots, leads = held(plan, tournaments, 1)
        by_bot = 100 * bots.mean(axis=0)
        print(
            f"{plan}: {100 * bots.mean():.1f} % (by bot {by_bot.min():.1f} to {by_bot.max():.1f}), "
            f"leads {100 * leads.mean():.1f} %",
            flush=True,
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 1000)
