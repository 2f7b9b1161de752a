"""The rule by which bots are withdrawn, at its thresholds."""

from functools import reduce

import pytest

from arena.discipline import Conduct, Withdrawal


def conduct(*games: tuple[str, ...]) -> Conduct:
    """Return the conduct over games with these kinds of faults."""
    return reduce(Conduct.after, games, Conduct())


FAIR: tuple[str, ...] = ()


@pytest.mark.parametrize(
    ("games", "reason"),
    [
        ([], None),
        ([FAIR] * 1000, None),
        ([("startup",)] * 2, None),
        ([("startup",)] * 3, "3 failed starts"),
        ([FAIR] * 1000 + [("startup",)] * 3, "3 failed starts"),
        ([("startup", "startup"), ("startup", "startup")], "4 failed starts"),
        ([("cpu_timeout",), ("wall_timeout",)], None),
        ([("cpu_timeout",), ("wall_timeout",), ("cpu_timeout",)], "3 timeouts"),
        ([("startup",)] * 2 + [("cpu_timeout",)] * 2, None),
        ([("exception",)] * 19, None),
        ([("exception",)] * 20, "faults in 20 of 20 games"),
        ([FAIR] * 18 + [("illegal",)] * 2, None),
        ([FAIR] * 17 + [("illegal",)] * 3, "faults in 3 of 20 games"),
        ([FAIR] * 18 + [("illegal", "exception", "died")] * 2, None),
        ([FAIR] * 90 + [("died",)] * 10, None),
        ([FAIR] * 90 + [("died",)] * 11, "faults in 11 of 101 games"),
    ],
)
def test_three_failed_starts_or_timeouts_or_faults_in_more_than_a_tenth_of_twenty_games(games, reason):
    assert conduct(*games).verdict() == reason
    assert conduct(*reversed(games)).verdict() == reason


def test_conduct_adds_up():
    one, other = [("startup",), ("cpu_timeout", "died")], [FAIR, ("illegal",)]
    assert conduct(*one) + conduct(*other) == conduct(*one, *other) == Conduct(4, 3, 1, 1)


def test_a_withdrawal_is_a_sentence():
    told = Withdrawal("duck", 3, "3 failed starts").told()
    assert told == "duck is withdrawn after round 3: 3 failed starts"
