"""What a comparison of two bots found, in words."""

from fractions import Fraction

from arena.printing import visible
from arena.ratings.sequential import Interval, estimate
from arena.reports.text import close_set
from arena.schedules.comparison import ComparisonSchedule

ANSWERS = {
    "better": "{first} is better than {second}",
    "not better": "{first} is not better than {second}",
    "": "it could not be told whether {first} is better than {second}",
}


def compared(schedule: ComparisonSchedule) -> str:
    """Return the series by their score, the figures, and the verdict."""
    from arena.ratings.stopping import stopped  # brings numpy

    form, counts = schedule.form, schedule.counts
    series, games = sum(counts), sum(counts) * schedule.competition.table_size
    answer = ANSWERS[schedule.verdict].format(first=visible(form.first), second=visible(form.second))
    verdict = f"verdict: {answer} ({series} series, {games} games)"
    if not series:
        return verdict
    low, high = form.test.bounds
    lead, fair = estimate(counts), stopped(form.test, counts)
    hypotheses = f"{form.elo0:g} against {form.elo1:g} {form.model} Elo"
    rows = [
        ("selection", str(schedule.competition.selection)),
        ("score", f"{100 * lead.score:.1f} %"),
        ("Elo", f"{_told(fair.elo)}, the early stop allowed for"),
        ("normalized Elo", f"{_told(lead.normalized)}, the early stop not allowed for"),
        ("superiority", f"{100 * fair.los:.1f} % likely"),
        ("LLR", f"{schedule.llr:.2f} ({low:.2f} to {high:.2f}), {hypotheses}"),
    ]
    facts = "\n".join(f"{name:14}  {text}" for name, text in rows)
    return f"{_spread(counts)}\n\n{facts}\n\n{verdict}"


def _told(interval: Interval) -> str:
    """Return an estimate with the ends of its interval."""
    return f"{interval.estimate:+.1f} ({interval.low:+.1f} to {interval.high:+.1f})"


def _spread(counts: list[int]) -> str:
    """Return how many series ended with each score, as a table of two lines."""
    most = len(counts) - 1
    head = ["points", *(str(Fraction(half_points, 2)) for half_points in range(most + 1))]
    return close_set(head, [["series", *map(str, counts)]], ["left"] + ["right"] * (most + 1))
