"""`arena table`: the standings of a tournament from its stored games, or from some of them."""

import re
import time
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime

import click
import msgspec
from tabulate import tabulate_formats

from arena.cli.places import results_of
from arena.errors import UsageError, suggest
from arena.ratings.standings import Table
from arena.reports.text import SHOWABLE, Header, to_csv, to_terminal
from arena.store import Store
from arena.tournament import tables

UNITS = {"m": 60, "h": 3600, "d": 86_400}
DATA = ("csv", "json")
FORMATS = (*DATA, *tabulate_formats)

EPILOG = """\b
Examples:
  arena table quick
  arena table quick --game battleground --without random
  arena table quick --show crosstable,los
  arena table mine --since 2d --bots old,new
  arena table mine --since "2026-03-01 18:00"
  arena table quick --format json | python -m json.tool

What is left out stays stored. Times are local unless they state another zone.
"""


@click.command("table", epilog=EPILOG)
@click.argument("tournament")
@click.option("--game", multiple=True, metavar="GAME", help="Only this selection, or all of a game; repeatable.")
@click.option("--since", metavar="WHEN", help="Only games stored since a date, or in the last 90m, 12h, 7d.")
@click.option("--bots", multiple=True, metavar="BOT,…", help="Only games between these; repeatable.")
@click.option("--without", multiple=True, metavar="BOT,…", help="No games of these; repeatable.")
@click.option(
    "--format", "form", default="plain", metavar="FORMAT", help="csv, json, or one of tabulate's: plain, github, …"
)
@click.option("--show", multiple=True, metavar="WHAT,…", help=f"{', '.join(SHOWABLE)}, or all. [default: ratings]")
def command(
    tournament: str,
    game: tuple[str, ...],
    since: str | None,
    bots: tuple[str, ...],
    without: tuple[str, ...],
    form: str,
    show: tuple[str, ...],
) -> None:
    """Show the ranking tables of a tournament.

    They are over all of its games, or some.
    """
    if form not in FORMATS:
        raise UsageError(
            f"--format: there is no format {form!r}{suggest(form, FORMATS)}; there are {', '.join(FORMATS)}"
        )
    if show and form in DATA:
        raise UsageError(f"--show is for people; --format {form} always holds the same")
    shown = _shown(show)
    with Store(results_of(tournament), writable=False) as store:
        only = _selections(game, store.fact("selections") or {}) if game else None
        begin = _time(since, time.time()) if since is not None else None
        between = _field(bots, without, store.entrants()) if bots or without else None
        notes = tuple(_told(only, begin, between))
        header, made = tables(store, only, begin, between, notes)
    if notes and not header.games:
        raise UsageError(f"no game of {tournament!r} is left: {', '.join(notes)}")
    click.echo(_printed(header, made, form, shown), nl=False)


def _printed(header: Header, made: Sequence[Table], form: str, shown: Sequence[str]) -> str:
    """Return tables in a format; `shown` is for people."""
    if form == "csv":
        return to_csv(made)
    if form == "json":
        return msgspec.json.format(msgspec.json.encode({"header": header, "tables": made})).decode() + "\n"
    return to_terminal(header, made, form, shown) + "\n"


def _shown(texts: Iterable[str]) -> Sequence[str]:
    """Return what is to be shown of the tables; raises UsageError."""
    words = [word for text in texts for word in text.split(",")] or ["ratings"]
    for word in words:
        if word not in (*SHOWABLE, "all"):
            raise UsageError(
                f"--show: there is no {word!r}{suggest(word, SHOWABLE)}; there are {', '.join(SHOWABLE)}, or all"
            )
    return SHOWABLE if "all" in words else words


def _selections(wanted: Iterable[str], known: Iterable[str]) -> list[str]:
    """Return the selections that are meant by their texts, or by a beginning as a game is; raises UsageError."""
    chosen: set[str] = set()
    for text in wanted:
        found = {one for one in known if one == text or one.startswith((f"{text}@", f"{text}:"))}
        if not found:
            games = {one.partition(":")[0].partition("@")[0] for one in known}
            raise UsageError(
                f"--game: {text!r} is not played in this tournament{suggest(text, sorted({*known, *games}))}; "
                f"it plays {', '.join(sorted(known)) or 'nothing'}"
            )
        chosen |= found
    return sorted(chosen)


def _field(bots: Iterable[str], without: Iterable[str], known: Collection[str]) -> list[str]:
    """Return who is left of the entrants; raises UsageError."""
    only, out = (
        [_known(option, name, known) for text in texts for name in text.split(",")]
        for option, texts in (("--bots", bots), ("--without", without))
    )
    left = sorted(set(only or known) - set(out))
    if len(left) < 2:
        raise UsageError(f"a table is between two bots or more; left {f'is {left[0]!r}' if left else 'is none'}")
    return left


def _known(option: str, name: str, known: Collection[str]) -> str:
    """Return the name of an entrant; raises UsageError for any other."""
    if name not in known:
        raise UsageError(
            f"{option}: there is no bot {name!r} in this tournament{suggest(name, [*known])}; "
            f"its bots are {', '.join(known) or 'none'}"
        )
    return name


def _time(text: str, now: float) -> int:
    """Return the time that is meant, in seconds since 1970; raises UsageError."""
    if back := re.fullmatch(r"([0-9]{1,9})([mhd])", text):
        return max(0, int(now) - int(back[1]) * UNITS[back[2]])
    try:
        when = int(datetime.fromisoformat(text).timestamp())
    except (ValueError, OverflowError):
        raise UsageError(
            f"--since: {text!r} is no time; right are 2026-03-01, '2026-03-01 18:00', or 90m, 12h, 7d back from now"
        ) from None
    if when > now:
        raise UsageError(f"--since: {text} is yet to come")
    return when


def _told(only: Sequence[str] | None, since: int | None, between: Sequence[str] | None) -> Iterable[str]:
    """Yield what a table is over in words, where it is not over everything."""
    if only is not None:
        yield f"only games of {' and '.join(only)}"
    if since is not None:
        yield f"only games stored since {datetime.fromtimestamp(since).astimezone().isoformat(' ')}"
    if between is not None:
        yield f"only games between {', '.join(between)}"
