"""What several commands need."""

import click

from arena.plugins import Plugins
from arena.printing import visible


def engine() -> Plugins:
    """Return the engine's plugins, with a warning for each that had to be left out."""
    plugins = Plugins()
    plugins.games, plugins.bot_sources  # noqa: B018 (asking is what finds the broken ones)
    for broken in plugins.broken:
        click.echo(f"warning: {visible(str(broken))}", err=True)
    return plugins
