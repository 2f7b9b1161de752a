"""Standings as text: CSV for programs, Markdown to keep, plain text for the terminal.

Names come from strangers. Whatever they hold, a report stays what it is: characters that don't print are spelt out
everywhere, and in Markdown nothing of a name is markup.
"""

import csv
import io
import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import msgspec
from tabulate import tabulate

from arena.printing import visible
from arena.ratings.standings import Table
from arena.reports.grids import Grid, crosstable, explained, figure, ratings, seats, superiority

COLUMNS: tuple[str, ...] = ("table", "rank", "best", "worst", "bot", "version", "elo", "plus_minus", "low", "high")
COLUMNS += ("games", "score", "wins", "draws", "losses", "mean_rank", "faults", "clean", "flag")

SHOWABLE: Final = ("ratings", "crosstable", "los", "seats", "checks")
"""What there is to show of a table, in the order in which it is shown."""

TITLES: Final = {
    "crosstable": "Crosstable: won-drawn-lost and score in per cent, row against column",
    "brief": "Crosstable: score in per cent, row against column",
    "los": "Likelihood in per cent that row is really stronger than column",
    "seats": "What a seat is worth",
}

WIDE: Final = 100
"""Columns of a terminal. A crosstable that needs more is cut down to the scores."""

MOST: Final = 30
"""Of so many bots at most a page has the crosstable and the likelihoods."""

MARKUP = re.compile(
    r"""
    [\\`*<>&~$#{}\[\]]                       # may begin markup anywhere
    | (?<![^\W_])_ | _(?![^\W_])             # an underscore may, but between letters
    | :(?=//) | (?<=www)\.                   # makes a bare address a link
    """,
    re.VERBOSE | re.IGNORECASE,
)

LEGEND = (
    "Elo: 1500 is the average of those who play a selection. 95 %: the interval of the Elo. "
    "Ranks: those that the bot may truly have. Score: mean score in per cent. "
    "Tables over several selections hold the bots that played all of them."
)


CLEAN = " Clean: the Elo without the games in which a fault was charged to anybody."


class Header(msgspec.Struct, frozen=True):
    """What stands above the tables. `notes` tell of what a reader ought to know, such as bots withdrawn."""

    tournament: str
    seed: int
    games: int
    containment: str
    engine: str
    notes: tuple[str, ...] = ()


def to_csv(tables: Iterable[Table]) -> str:
    """Return all tables in long form, one line a bot; what isn't there is empty."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for table in tables:
        for row in table.rows:
            texts = {
                "table": visible(table.name),
                "bot": visible(row.bot),
                "version": visible(row.version),
                "elo": figure(row.elo),
                "plus_minus": figure(row.plus_minus),
                "low": figure(row.low),
                "high": figure(row.high),
                "score": figure(row.score, 2),
                "mean_rank": figure(row.mean_rank, 2),
                "clean": figure(row.clean),
            }
            writer.writerow(texts[name] if name in texts else getattr(row, name) for name in COLUMNS)
    return out.getvalue()


def to_markdown(header: Header, tables: Sequence[Table]) -> str:
    """Return a page: the header, then a section for each table that says something of its own."""
    lines = [f"# {_literal(header.tournament)}", ""]
    lines += [f"- {name}: {_literal(text)}" for name, text in _facts(header)]
    clean = any(row.clean is not None for table in tables for row in table.rows)
    lines += ["", LEGEND + (CLEAN if clean else "") if tables else "No games yet."]
    for table in _distinct(tables):
        blocks = [f"## {_literal(table.name)}", *(_literal(text) for text in _warnings(table))]
        blocks.append(_github(ratings(table)))
        if table.kind == "selection":
            blocks += _details(table)
        for block in blocks:
            lines += ["", block]
    return "\n".join(lines) + "\n"


def to_terminal(
    header: Header, tables: Sequence[Table], style: str = "plain", show: Sequence[str] = ("ratings",)
) -> str:
    """Return the header and what is to be shown of the tables for the console, without those that repeat another.

    `style` is a format of tabulate's, `show` holds what is SHOWABLE.
    """
    lines = [visible(header.tournament)]
    lines += [f"{name}: {visible(text)}" for name, text in _facts(header)]
    sections = [(table.name, list(_sections(table, style, show))) for table in _distinct(tables)]
    for name, texts in sections:
        lines += ["", visible(name), "\n\n".join(texts)] if texts else []
    if not any(texts for _, texts in sections):
        lines += ["", "nothing of that to show" if tables else "no games yet"]
    return "\n".join(lines)


def close_set(head: Sequence[str], cells: Sequence[Sequence[str]], alignment: Sequence[str]) -> str:
    """Return a table for the console, no column wider than its heading and cells need."""
    rule = ["-" * max(map(len, column)) for column in zip(head, *cells, strict=True)]
    return tabulate([head, rule, *cells], tablefmt="plain", disable_numparse=True, colalign=alignment)


def _distinct(tables: Sequence[Table]) -> list[Table]:
    """Return the tables without those that repeat another: a game's over one selection, all over one game's."""
    one_game = len({table.game for table in tables if table.kind == "game"}) == 1
    return [
        table
        for table in tables
        if table.kind == "selection" or (table.selections > 1 and not (table.kind == "overall" and one_game))
    ]


def _literal(text: str) -> str:
    """Return Markdown that shows the text as it is, in a cell of a table too."""
    return MARKUP.sub(r"\\\g<0>", visible(text)).replace("|", "&#124;")


def _facts(header: Header) -> list[tuple[str, str]]:
    """Return what the header says, line by line."""
    facts = [("seed", str(header.seed)), ("games", str(header.games)), ("containment", header.containment)]
    return [*facts, ("engine", header.engine), *(("note", note) for note in header.notes)]


def _warnings(table: Table) -> list[str]:
    """Return what a reader ought to know before the ratings."""
    return [f"Warning: {table.checks.warning}"] if table.checks and table.checks.warning else []


def _details(table: Table) -> Iterator[str]:
    """Yield the blocks of a page about a selection, after the ratings."""
    matrices = (("crosstable", table.crosstable, crosstable), ("los", table.los, superiority))
    if len(table.rows) > MOST:
        yield f"Who did how against whom is not shown here for more than {MOST} bots."
    else:
        for what, there, grid in matrices:
            if there:
                yield f"{TITLES[what]}:"
                yield _github(grid(table))
    if table.seats:
        yield f"{TITLES['seats']}:"
        yield _github(seats(table))
    if table.checks:
        yield explained(table)


def _github(grid: Grid) -> str:
    """Return a table for Markdown."""
    cells = [[_literal(cell) for cell in line] for line in grid.lines]
    return tabulate(cells, grid.head, "github", disable_numparse=True, colalign=grid.alignment)


def _sections(table: Table, style: str, show: Sequence[str]) -> Iterator[str]:
    """Yield what is to be shown of a table and is there, for the console."""
    warnings = [textwrap.fill(visible(text), WIDE) for text in _warnings(table)]
    if "ratings" in show:
        yield "\n".join([*warnings, _set(ratings(table), style)])
    if "crosstable" in show and table.crosstable:
        title, grid = TITLES["crosstable"], _set(crosstable(table), style)
        if max(map(len, grid.splitlines())) > WIDE:
            title, grid = TITLES["brief"], _set(crosstable(table, brief=True), style)
        yield f"{title}\n{grid}"
    if "los" in show and table.los:
        yield f"{TITLES['los']}\n{_set(superiority(table), style)}"
    if "seats" in show and table.seats:
        yield f"{TITLES['seats']}\n{_set(seats(table), style)}"
    if "checks" in show and table.kind == "selection":
        yield "\n".join([*([] if "ratings" in show else warnings), textwrap.fill(explained(table), WIDE)])


def _set(grid: Grid, style: str) -> str:
    """Return a grid for the console."""
    cells = [[visible(cell) for cell in line] for line in grid.lines]
    if style == "plain":
        return close_set(grid.head, cells, grid.alignment)
    return tabulate(cells, grid.head, style, disable_numparse=True, colalign=grid.alignment)
