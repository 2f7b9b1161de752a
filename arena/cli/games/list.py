"""`arena games list`: the games, their editions and options."""

from collections.abc import Iterable
from pathlib import Path

import click

from arena.cli.games.width import width
from arena.cli.shared import engine, with_own_editions
from arena.game import Game
from arena.printing import visible
from arena.reports.rules import ATTESTED, in_columns, option
from arena.reports.text import close_set


@click.command("list")
@with_own_editions
def command(editions: tuple[Path, ...] = ()) -> None:
    """List the games with their editions and options.

    Editions are numbered by their place in a game's history, and say how well their rules are known.
    """
    games = engine(editions).games
    parts = [_described(game) for game in games]
    attested = {edition.attested for game in games if len(game.editions) > 1 for edition in game.editions}
    if attested:
        rows = [(word, meaning) for word, meaning in ATTESTED.items() if word in attested]
        parts.append("\n".join(["attested, how well an edition's rules are known:", *in_columns(rows, width())]))
    click.echo("\n\n".join(parts))


def _described(game: Game) -> str:
    """Return what a user may choose of a game."""
    lines = [f"{game.name}: {game.title}", f"  {game.credit}"]
    if len(game.editions) > 1:
        lines += ["", *_indented(_editions(game))]
    return "\n".join([*map(visible, lines), "", *in_columns(_options(game), width())])


def _editions(game: Game) -> list[str]:
    """Return a table of the editions."""
    rows = []
    for edition in game.editions:
        players = next((each.described() for each in edition.options if each.name == "players"), "")
        default = "the default" if edition.slug == game.default else ""
        rows.append((str(edition.number), edition.slug or "", players, edition.attested, default))
    head = ("#", "edition", "players", "attested", "")
    return close_set(head, rows, ["right", *["left"] * 4]).splitlines()


def _options(game: Game) -> list[tuple[str, str]]:
    """Return the options, each with what it may be in the default edition."""
    rows = []
    for each in game.edition(None).options:
        same = all(each in edition.options for edition in game.editions)
        rows.append((each.name, option(each) + ("" if same else f" (as in {game.default})")))
    return rows


def _indented(lines: Iterable[str]) -> list[str]:
    """Return the lines, set in."""
    return [f"  {line}".rstrip() for line in lines]
