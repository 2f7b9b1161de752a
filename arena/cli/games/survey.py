"""`arena games survey`: what ways to play are like when random bots play them."""

import re
import textwrap
from pathlib import Path

import click
import msgspec

from arena.cli.games.picking import in_full
from arena.cli.games.width import width
from arena.cli.shared import engine, with_own_editions
from arena.reports.survey import LEGEND, to_markdown, to_terminal
from arena.surveying import survey, surveyed

EPILOG = """\b
Examples:
  arena games survey royal_dilemma
  arena games survey duel invasion:players=3 --deals 1000
  arena games survey battleground --players 2,3,4 --markdown
  arena games survey --editions my.toml invasion my-invasion

The same seed gives the same figures.
"""


def _numbers(ctx: click.Context, param: click.Parameter, text: str) -> tuple[int, ...]:
    """Read whole numbers with commas between them."""
    if not re.fullmatch("[0-9]{1,3}(,[0-9]{1,3})*", text):
        raise click.BadParameter(f"{text!r} is no list of whole numbers, such as 2,4")
    return tuple(map(int, text.split(",")))


@click.command("survey", epilog=EPILOG)
@click.argument("selections", nargs=-1, required=True)
@click.option(
    "--players", callback=_numbers, metavar="N,…", default="2,4", help="Numbers of players. [default: 2,4]"
)
@click.option("--deals", type=click.IntRange(1, 1_000_000), default=100, help="Games of each. [default: 100]")
@click.option(
    "--seed", type=click.IntRange(0, 2**63 - 1), default=0, help="What all chance follows from. [default: 0]"
)
@with_own_editions
@click.option("--markdown", is_flag=True, help="Print a table in Markdown instead.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for each instead, with all figures.")
def command(
    selections: tuple[str, ...],
    players: tuple[int, ...],
    deals: int,
    seed: int,
    editions: tuple[Path, ...],
    markdown: bool,
    as_json: bool,
) -> None:
    """Let random bots play SELECTIONS, and say how long games last and who wins.

    Of a game without an edition, all editions are played. Numbers of players are those of --players, but where a
    selection states its own.
    """
    if markdown and as_json:
        raise click.UsageError("--markdown and --json are two forms of the same; leave one out")
    games = engine(editions).games
    wanted = dict.fromkeys(each for text in selections for each in surveyed(in_full(text, games), games, players))
    if as_json:
        for selection in wanted:
            click.echo(msgspec.json.encode(survey(selection, deals, seed)))
        return
    found = [survey(selection, deals, seed) for selection in wanted]
    click.echo(to_markdown(found) if markdown else f"{to_terminal(found)}\n\n{textwrap.fill(LEGEND, width())}")
