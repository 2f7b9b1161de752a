"""What several commands need."""

from collections.abc import Iterable
from pathlib import Path

import click

from arena.own_editions import with_file
from arena.plugins import Plugins
from arena.printing import visible

with_own_editions = click.option(
    "--editions",
    multiple=True,
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Editions of your own, a TOML file; repeatable.",
)
"""The option of every command that takes a selection."""


def engine(editions: Iterable[Path] = ()) -> Plugins:
    """Return the engine's plugins, with a warning for each that had to be left out.

    Their games have the editions that these files state, too; raises EditionError.
    """
    plugins = Plugins()
    plugins.games, plugins.bot_sources  # noqa: B018 (asking is what finds the broken ones)
    for broken in plugins.broken:
        click.echo(f"warning: {visible(str(broken))}", err=True)
    for file in editions:
        plugins.games = with_file(plugins.games, file)
    return plugins
