"""The contract with engine plugins: every hook, one sentence each.

A plugin is a module or object named by an entry point of group `arena`, with functions marked `@hookimpl`. It
runs inside the engine and is trusted by whoever installs it. Bots need none of this: they are entry points of
group `arena.bots`, or single files.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

import pluggy

if TYPE_CHECKING:
    from arena.game import Game
    from arena.players.entrants import BotSource

PROJECT = "arena"

hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)


@hookspec
def arena_games() -> "Iterable[Game]":
    """Return the games that this plugin brings."""
    raise NotImplementedError


@hookspec
def arena_bot_sources() -> "Iterable[BotSource]":
    """Return the places where this plugin finds bots."""
    raise NotImplementedError
