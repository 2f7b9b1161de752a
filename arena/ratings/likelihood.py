"""The likelihood that all fits climb: outcomes of comparisons, each explained by a sum of a few terms.

Who is ahead by x in log-worth wins with probability s(x), s the logistic function; x is a row of the *design* times
the terms' values. Every term may have a ghost: as many wins as losses against something whose worth is 0.
"""

from math import inf, log1p, sqrt
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

STEPS: Final = 1000
"""No results are known that take a tenth of these."""

PRECISE: Final = 1e-10
"""Of a standard error. Steps of less end the climb."""


class Likelihood:
    """Comparisons that went one way or the other, and the terms that are to explain them."""

    def __init__(self, design: Any, gained: Floats, lost: Floats, ghost: Floats, level: Floats) -> None:
        """Take the design (comparisons x terms, sparse), the points gained and lost, and the terms' ghosts.

        `level` (groups x terms) has a row of length 1 for every group of terms of which only differences matter,
        with all of the group at the same share. It holds their mean at 0; else there would be no one answer.
        """
        self.ghost = ghost
        self._design, self._across = design, design.T
        self._squares = abs(design).T  # of signs, so a square is the same
        self._gained, self._lost = gained, lost
        self._level, self._own_level = level, (level**2).sum(axis=0)

    def most_likely(self) -> Floats:
        """Return the likeliest values.

        Newton's method. Along a step that takes no lead further than `length`, the curvature changes by a factor of
        exp(length) at most, and damped accordingly it converges from anywhere (Sun and Tran-Dinh 2019). That is
        cautious: as long as the way still leads up at twice the distance, it goes there.
        """
        values = np.zeros(len(self.ghost))
        last = inf
        for _ in range(STEPS):
            gradient = self._gradient(values)
            step = self.solve(values, gradient)
            errors = sqrt(max(0.0, float(step @ gradient)))
            # With many games rounding alone makes steps of more than that; then they stop getting shorter.
            if errors < PRECISE or last <= errors < 1e-6:
                return values
            length = float(max(np.abs(self._design @ step).max(), np.abs(step[self.ghost > 0]).max(initial=0)))
            share = log1p(length) / length
            while share <= 0.5 and step @ self._gradient(values + 2 * share * step) > 0:
                share *= 2
            values += share * step
            last = errors
        raise ArithmeticError(f"the fit has not converged in {STEPS} steps")

    def solve(self, values: Floats, right: Floats, within: float = 1e-6) -> Floats:
        """Return the x with information @ x = right; the information is minus the second derivative.

        Conjugate gradients, scaled by the diagonal, need it only as a product, so a field of thousands costs no
        square matrix. They end when what is left is so much smaller than what was to be reached.
        """
        weight = (self._gained + self._lost) * slope(self._design @ values)
        ghosts = 2 * self.ghost * slope(values)
        scale = 1 / (self._squares @ weight + ghosts + self._own_level)
        solution, left = np.zeros(len(right)), right.copy()
        scaled = scale * left
        direction, size = scaled, float(left @ scaled)
        enough = size * within**2
        for _ in range(20 * len(right)):
            if size <= enough:
                break
            image = self._across @ (weight * (self._design @ direction)) + ghosts * direction
            image += self._level.T @ (self._level @ direction)
            share = size / float(direction @ image)
            solution += share * direction
            left -= share * image
            scaled = scale * left
            size, before = float(left @ scaled), size
            direction = scaled + (size / before) * direction
        return solution

    def _gradient(self, values: Floats) -> Floats:
        """Return the score function: how much steeper than level the log-likelihood is."""
        lead = self._design @ values
        surprise = self._gained * logistic(-lead) - self._lost * logistic(lead)
        ghosts = self.ghost * (logistic(-values) - logistic(values))
        return np.asarray(self._across @ surprise + ghosts - self._level.T @ (self._level @ values))


def logistic(x: Floats) -> Floats:
    """Return the probability of winning with a lead of `x` in log-worth, precise however small it is."""
    small = np.exp(-np.abs(x))
    return np.asarray(np.where(x < 0, small, 1.0) / (1 + small))


def slope(x: Floats) -> Floats:
    """Return the derivative of `logistic`."""
    small = np.exp(-np.abs(x))
    return np.asarray(small / (1 + small) ** 2)
