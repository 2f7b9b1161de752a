"""Games as columns: a row for every seat of every game, for spreadsheets and data frames."""

import csv
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

from arena.printing import visible
from arena.store import Listed

COLUMNS = {
    "game": "string",
    "selection": "string",
    "rules": "int32",
    "deal": "int64",
    "rotation": "int32",
    "seat": "int32",
    "bot": "string",
    "version": "string",
    "rank": "int32",
    "fault": "string",
    "ending": "string",
    "decisions": "int32",
    "seconds": "float64",
    "stored": "time",
}
"""The columns and their types in Parquet; docs/tournaments.md says what they mean."""

BATCH = 10_000
"""Rows that are written to a Parquet file at a time."""


class _Line:
    """A file that hands back what is written to it."""

    def write(self, text: str) -> str:
        return text


def to_csv(games: Iterable[Listed]) -> Iterator[str]:
    """Yield the lines of a CSV file, in the order given."""
    line = csv.writer(_Line(), lineterminator="\n").writerow
    yield line(COLUMNS)
    for *row, stored in _rows(games):
        yield line([*row, stored.strftime("%Y-%m-%dT%H:%M:%SZ")])


def to_parquet(games: Iterable[Listed], file: Path) -> None:
    """Write a Parquet file, in the order given; raises ImportError without pyarrow."""
    import pyarrow
    from pyarrow.parquet import ParquetWriter

    kinds = {name: pyarrow.timestamp("s", "UTC") if kind == "time" else kind for name, kind in COLUMNS.items()}
    schema = pyarrow.schema([*kinds.items()])
    rows = _rows(games)
    with ParquetWriter(file, schema) as writer:
        while batch := [*islice(rows, BATCH)]:
            columns = dict(zip(COLUMNS, zip(*batch, strict=True), strict=True))
            writer.write_table(pyarrow.table(columns, schema))


def _rows(games: Iterable[Listed]) -> Iterator[list[Any]]:
    """Yield the values of the columns for each seat of each game."""
    for game in games:
        versions = {name: version for name, version, _ in game.identities}
        series = game.series
        before = (game.game, series.selection, series.rules, series.deal, game.rotation)
        after = (game.ending, game.decisions, game.seconds, datetime.fromtimestamp(game.stored, UTC))
        for seat, (bot, rank) in enumerate(zip(game.seats, game.ranks, strict=True)):
            faults = " ".join(fault.kind for fault in game.faults if fault.seat == seat)
            yield [*before, seat, visible(bot), visible(versions[bot]), rank, faults, *after]
