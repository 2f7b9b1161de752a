"""`arena export`: every record of a tournament, or all games as columns."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

import click

from arena.cli.places import results_of
from arena.cli.shared import engine
from arena.errors import UsageError
from arena.own_editions import to_toml
from arena.reports.games import to_csv, to_parquet
from arena.store import Store

EPILOG = """\b
Examples:
  arena export quick > quick.jsonl
  arena export quick | head -1 | python -m json.tool
  arena export quick --games csv --output games.csv
  arena export quick --games parquet --output games.parquet
  arena export mine --own-editions > my.toml

The order is fixed: by selection, line-up, deal and rotation.
"""


@click.command("export", epilog=EPILOG)
@click.argument("tournament")
@click.option(
    "--own-editions", is_flag=True, help="Print the editions of your own instead, a file for the option --editions."
)
@click.option(
    "--games",
    type=click.Choice(("csv", "parquet")),
    help="Print the games as columns instead, a row for every seat of every game.",
)
@click.option(
    "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write a file, whole or not at all."
)
def command(tournament: str, own_editions: bool, games: str | None, output: Path | None) -> None:
    """Print the record of every game, one JSON object a line."""
    if own_editions and games:
        raise click.UsageError("--own-editions and --games are two things; ask for one")
    if games == "parquet" and not output:
        raise click.UsageError("--games parquet writes a file; name it with --output FILE")
    with Store(results_of(tournament), writable=False) as store:
        if output is None:
            _write(store, own_editions, games, sys.stdout.buffer)
            return
        with _whole(output) as draft:
            if games == "parquet":
                _write_parquet(store, draft)
            else:
                with draft.open("wb") as out:
                    _write(store, own_editions, games, out)


def _write(store: Store, own_editions: bool, games: str | None, out: BinaryIO) -> None:
    """Write what is asked for, as text."""
    if own_editions:
        out.write(to_toml(store.editions(), engine().games).encode())
    elif games:
        for line in to_csv(store.index()):
            out.write(line.encode())
    else:
        for record in store.records():
            out.write(record + b"\n")
    out.flush()


def _write_parquet(store: Store, file: Path) -> None:
    """Write the games to a Parquet file; raises UsageError without pyarrow."""
    try:
        to_parquet(store.index(), file)
    except ImportError:
        raise UsageError(
            "--games parquet wants pyarrow, which is not installed; install it with: pip install 'arena[parquet]'"
        ) from None


@contextmanager
def _whole(output: Path) -> Iterator[Path]:
    """Give a file to write that takes the place of another at the end, if there is nothing wrong by then."""
    place = Path(os.path.realpath(output))
    if place.exists() and not place.is_file():
        raise UsageError(f"--output: {output} is no file; leave the option out to write to standard output")
    draft = place.with_name(f".{place.name}.{os.getpid()}")
    try:
        yield draft
        draft.replace(place)
    except OSError as error:
        raise UsageError(f"--output: {output} cannot be written: {error.strerror or error}") from None
    finally:
        with suppress(OSError):
            draft.unlink()
