"""What tables show to people, as headings and cells: the ratings and what else is known of a selection."""

from collections.abc import Iterable

import msgspec

from arena.ratings.findings import Meeting
from arena.ratings.standings import Row, Table

WORDS = ("bot", "version", "95 %")


class Grid(msgspec.Struct, frozen=True):
    """Headings and lines of cells; which columns are set to the left follows from the headings."""

    head: list[str]
    lines: list[list[str]]

    @property
    def alignment(self) -> list[str]:
        """How each column is set: words to the left, figures to the right."""
        return ["left" if name in WORDS else "right" for name in self.head]


def ratings(table: Table) -> Grid:
    """Return the ranking: only columns that hold something."""
    head = ["#", "bot", "version", "Elo", "95 %", "ranks", "games", "score", "won", "drawn", "lost", "mean rank"]
    head += ["faults", "clean"]
    lines = [
        [
            str(row.rank),
            row.bot,
            row.version,
            figure(row.elo),
            _interval(row),
            str(row.best) if row.best == row.worst else f"{row.best}-{row.worst}",
            str(row.games),
            figure(row.score),
            *("" if count is None else str(count) for count in (row.wins, row.draws, row.losses)),
            figure(row.mean_rank, 2),
            str(row.faults),
            figure(row.clean),
        ]
        for row in table.rows
    ]
    there = [column for column, texts in enumerate(zip(*lines, strict=True)) if any(texts)]
    return Grid([head[column] for column in there], [[line[column] for column in there] for line in lines])


def crosstable(table: Table, brief: bool = False) -> Grid:
    """Return how each bot did against each other: won, drawn, lost and the score, or only that."""
    return _matrix(table, ([_met(meeting, brief) for meeting in line] for line in table.crosstable))


def superiority(table: Table) -> Grid:
    """Return how likely each bot is stronger than each other, in per cent."""
    shares = ([None if share is None else 100 * share for share in line] for line in table.los)
    return _matrix(table, ([figure(share) for share in line] for line in shares))


def seats(table: Table) -> Grid:
    """Return what each seat is worth."""
    lines = [
        [
            str(seat.seat),
            f"{seat.elo:+.1f}",
            "" if seat.reach is None else f"±{seat.reach:.1f}",
            figure(seat.score),
        ]
        for seat in table.seats
    ]
    return Grid(["seat", "Elo", "95 %", "score"], lines)


def explained(table: Table) -> str:
    """Return in words how well the ratings explain the scores of the pairs."""
    checks = table.checks
    if checks is None:
        return "The scores of the pairs are not checked here: there are too few of them, or too many."
    deviance = f"deviance {figure(checks.deviance)}"
    if checks.chi_squared is None or checks.p is None or checks.share is None:
        return f"Too few series to tell whether the ratings explain the scores of the pairs ({deviance})."
    verdict = "no further" if checks.p >= 0.05 else "further"
    p = f"p = {checks.p:.3f}" if checks.p >= 0.001 else "p < 0.001"
    return (
        f"The scores of the pairs are {verdict} from what the ratings foretell than chance brings them: "
        f"chi-squared {figure(checks.chi_squared)} with {figure(checks.freedom)} degrees of freedom, {p}; "
        f"{deviance}; no ranking can show {100 * checks.share:.0f} % of what sets the bots apart."
    )


def figure(number: float | None, decimals: int = 1) -> str:
    """Return a figure with that many decimals, and nothing for none."""
    return "" if number is None else f"{number:.{decimals}f}"


def _matrix(table: Table, cells: Iterable[list[str]]) -> Grid:
    """Return cells of bots against bots; the columns bear the numbers of the lines."""
    numbers = [str(number) for number in range(1, len(table.rows) + 1)]
    lines = [[number, row.bot, *line] for number, row, line in zip(numbers, table.rows, cells, strict=True)]
    return Grid(["", "bot", *numbers], lines)


def _met(meeting: Meeting | None, brief: bool) -> str:
    """Return how a bot did against another."""
    if meeting is None:
        return ""
    if brief:
        return f"{meeting.score:.0f}"
    return f"{meeting.wins}-{meeting.draws}-{meeting.losses} {meeting.score:.1f}"


def _interval(row: Row) -> str:
    """Return the interval of the Elo in words."""
    if row.plus_minus is not None:
        return f"±{row.plus_minus:.1f}"
    ends = " ".join(
        f"{word} {figure(end)}" for word, end in (("from", row.low), ("to", row.high)) if end is not None
    )
    return f"{ends}, {row.flag}" if row.flag else ends
