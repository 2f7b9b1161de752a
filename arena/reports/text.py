"""Standings as text: CSV for programs, Markdown to keep, plain text for the terminal.

Names come from strangers. Whatever they hold, a report stays what it is: characters that don't print are spelt out
everywhere, and in Markdown nothing of a name is markup.
"""

import csv
import io
import re
from collections.abc import Iterable, Sequence

import msgspec
from tabulate import tabulate

from arena.printing import visible
from arena.ratings.standings import Row, Table

COLUMNS: tuple[str, ...] = ("table", "rank", "bot", "version", "elo", "plus_minus", "low", "high", "games", "score")
COLUMNS += ("wins", "draws", "losses", "mean_rank", "faults", "flag")

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
    "Score: mean score in per cent. Tables over several selections hold the bots that played all of them."
)


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
                "elo": _figure(row.elo),
                "plus_minus": _figure(row.plus_minus),
                "low": _figure(row.low),
                "high": _figure(row.high),
                "score": _figure(row.score, 2),
                "mean_rank": _figure(row.mean_rank, 2),
            }
            writer.writerow(texts[name] if name in texts else getattr(row, name) for name in COLUMNS)
    return out.getvalue()


def to_markdown(header: Header, tables: Sequence[Table]) -> str:
    """Return a page: the header, then a section for each table that says something of its own."""
    lines = [f"# {_literal(header.tournament)}", ""]
    lines += [f"- {name}: {_literal(text)}" for name, text in _facts(header)]
    lines += ["", LEGEND if tables else "No games yet."]
    for table in _distinct(tables):
        head, body = _grid(table)
        cells = [[_literal(cell) for cell in line] for line in body]
        grid = tabulate(cells, head, "github", disable_numparse=True, colalign=_alignment(head))
        lines += ["", f"## {_literal(table.name)}", "", grid]
    return "\n".join(lines) + "\n"


def to_terminal(header: Header, tables: Sequence[Table]) -> str:
    """Return the header and the tables for the console, without those that repeat another."""
    lines = [visible(header.tournament)]
    lines += [f"{name}: {visible(text)}" for name, text in _facts(header)]
    lines += [] if tables else ["", "no games yet"]
    for table in _distinct(tables):
        head, body = _grid(table)
        cells = [[visible(cell) for cell in line] for line in body]
        lines += ["", visible(table.name), close_set(head, cells, _alignment(head))]
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


def _grid(table: Table) -> tuple[list[str], list[list[str]]]:
    """Return the headings and the lines of a table for people: only columns that hold something."""
    head = ["#", "bot", "version", "Elo", "95 %", "games", "score", "won", "drawn", "lost", "mean rank", "faults"]
    body = [
        [
            str(row.rank),
            row.bot,
            row.version,
            _figure(row.elo),
            _interval(row),
            str(row.games),
            _figure(row.score),
            *("" if count is None else str(count) for count in (row.wins, row.draws, row.losses)),
            _figure(row.mean_rank, 2),
            str(row.faults),
        ]
        for row in table.rows
    ]
    there = [column for column, texts in enumerate(zip(*body, strict=True)) if any(texts)]
    return [head[column] for column in there], [[line[column] for column in there] for line in body]


def _alignment(head: Sequence[str]) -> list[str]:
    """Return how each column is set: words to the left, figures to the right."""
    return ["left" if name in ("bot", "version", "95 %") else "right" for name in head]


def _interval(row: Row) -> str:
    """Return the interval of the Elo in words."""
    if row.plus_minus is not None:
        return f"±{row.plus_minus:.1f}"
    ends = " ".join(
        f"{word} {_figure(end)}" for word, end in (("from", row.low), ("to", row.high)) if end is not None
    )
    return f"{ends}, {row.flag}" if row.flag else ends


def _figure(figure: float | None, decimals: int = 1) -> str:
    """Return a figure with that many decimals, and nothing for none."""
    return "" if figure is None else f"{figure:.{decimals}f}"
