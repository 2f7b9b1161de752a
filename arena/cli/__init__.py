"""The command line: one file a command, loaded when it is called."""

import importlib
import os
import sys
from typing import NoReturn

import click

from arena.errors import ArenaError, UsageError

COMMANDS = ("run", "table", "bots", "games", "match", "replay", "export")

EPILOG = """\b
Three commands to start with:
  arena run quick                                  a small tournament over all three games
  arena match battleground greedy random           one game, move by move
  arena run --name mine --game battleground --bot ./my_bot.py --bot random
"""


class Commands(click.Group):
    """The commands, in the order in which people meet them; none is imported before it is needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return their names."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Load one."""
        if name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"arena.cli.{name}").command
        return command


@click.command(cls=Commands, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="arena", message="%(prog)s %(version)s")
def arena() -> None:
    """Tournaments between AI bots over imperfect-information card games."""


def main() -> NoReturn:
    """Run the command line. Exit status: 0, 1 for the engine's fault, 2 for the user's, 130 for Ctrl-C."""
    try:
        status = arena.main(sys.argv[1:] or ["--help"], prog_name="arena", standalone_mode=False)
    except click.ClickException as error:
        click.echo(_explained(error), err=True)
        status = 2
    except (click.Abort, KeyboardInterrupt):
        status = 130
    except UsageError as error:
        click.echo(f"arena: {error}", err=True)
        status = 2
    except ArenaError as error:
        click.echo(f"arena: {error}", err=True)
        status = 1
    except SystemExit:
        # Click's way to say that whoever read our output has seen enough. Python would complain while closing it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 0
    sys.exit(status)


def _explained(error: click.ClickException) -> str:
    """Return in one sentence what is wrong with a command line, and where to read what would be right."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    name = context.command_path if context else "arena"
    what = error.format_message().rstrip(".")
    return f"{name}: {what[:1].lower()}{what[1:]} ({name} --help says more)"
