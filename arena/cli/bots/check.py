"""`arena bots check`: whether a bot would survive a tournament."""

from pathlib import Path

import click
import msgspec

from arena.checking import check
from arena.cli.shared import engine, with_own_editions
from arena.config import bot_entry
from arena.players.roster import Roster
from arena.reports.verdict import verdict

EPILOG = """\b
Examples:
  arena bots check ./my_bot.py
  arena bots check greedy --json
  arena bots check 'node duck.js'
  arena bots check ./my_bot.py --python ../its-env/bin/python

The bot plays what it claims against random for a few seconds, kept as in a tournament. The exit status is 0 when
it is ready, 1 when it is not, 2 when it cannot be found.
"""


@click.command("check", epilog=EPILOG)
@click.argument("bot")
@click.option(
    "--python", metavar="PATH", default="", help="The interpreter of the environment that the bot lives in."
)
@with_own_editions
@click.option("--json", "as_json", is_flag=True, help="Print the report as a JSON object instead.")
def command(bot: str, python: str, editions: tuple[Path, ...], as_json: bool) -> int:
    """Say whether a bot would survive a tournament.

    BOT is a name, a file or a command line.
    """
    plugins = engine(editions)
    entry = bot_entry(bot)
    reference = msgspec.structs.replace(entry.reference(Path()), python=python)
    report = check(Roster(plugins.bot_sources).find(reference, entry.name), plugins.games)
    if as_json:
        click.echo(msgspec.json.encode(report))
    else:
        click.echo(verdict(report, None if python else bot))
    return 0 if report.ready else 1
