"""The command line: one file a command, loaded when it is called."""

import errno
import importlib
import os
import sys
from pathlib import Path
from typing import Any, NoReturn

import click

from arena.errors import ArenaError, UsageError
from arena.printing import printable

COMMANDS = ("run", "table", "compare", "bots", "games", "match", "replay", "export", "verify", "protocol")

UNWRITTEN = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
"""What the system says when output has nowhere to go."""

EPILOG = """\b
Three commands to start with:
  arena run quick                         a small tournament over all games
  arena match battleground greedy random  one game, move by move
  arena run --name mine --game battleground --bot ./my_bot.py --bot random
"""


class Commands(click.Group):
    """Commands in the order in which people meet them: modules of a package, none imported before it is needed."""

    def __init__(self, package: str, names: tuple[str, ...], **settings: Any) -> None:
        """Offer the modules of these names; `settings` are click's."""
        super().__init__(**settings)
        self._package = package
        self._names = names

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return their names."""
        return list(self._names)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Load one."""
        if name not in self._names:
            return None
        command: click.Command = importlib.import_module(f"{self._package}.{name}").command
        return command


@click.command(
    cls=Commands,
    package="arena.cli",
    names=COMMANDS,
    epilog=EPILOG,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="arena", message="%(prog)s %(version)s")
def arena() -> None:
    """Tournaments between AI bots over imperfect-information card games."""


def main() -> NoReturn:
    """Run the command line.

    Exit status: 0, 1 for the engine's fault, a bot that is not ready or a record that disagrees, 2 for the user's,
    3 and 4 for what a comparison found, 130 for Ctrl-C.
    """
    _open_standard_streams()
    try:
        status = arena.main(sys.argv[1:] or ["--help"], prog_name="arena", standalone_mode=False)
    except click.ClickException as error:
        click.echo(printable(_explained(error)), err=True)
        status = 2
    except (click.Abort, KeyboardInterrupt):
        status = 130
    except ArenaError as error:
        click.echo(f"arena: {printable(str(error))}", err=True)
        status = 2 if isinstance(error, UsageError) else 1
    except SystemExit:  # click's way to say that whoever read our output has seen enough
        _forget_output()
        status = 0
    except OSError as error:
        if error.filename is not None or error.errno not in UNWRITTEN:
            raise
        _forget_output()
        click.echo(f"arena: output cannot be written: {error.strerror}", err=True)
        status = 1
    sys.exit(status)


def _open_standard_streams() -> None:
    """Give every standard stream that was closed before we began a place where nothing comes from or goes to."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            stream = Path(os.devnull).open(mode, encoding="utf-8")  # noqa: SIM115 (it stays open)
            os.set_inheritable(stream.fileno(), True)
            setattr(sys, name, stream)


def _forget_output() -> None:
    """Let go of output that was not written; Python would complain of it while closing."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _explained(error: click.ClickException) -> str:
    """Return in one sentence what is wrong with a command line, and where to read what would be right."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    name = context.command_path if context else "arena"
    what = error.format_message().rstrip(".")
    return f"{name}: {what[:1].lower()}{what[1:]} ({name} --help says more)"
