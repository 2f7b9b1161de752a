"""Bots before they play: where one is found, what it says of itself, and as what it takes part."""

from collections.abc import Iterable
from pathlib import Path
from typing import Literal, Protocol

import msgspec

NAME = r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}"
"""A tournament's name is a folder's, and a bot's stands in tables and file names: plain characters only."""


class BotSpec(msgspec.Struct, frozen=True):
    """Where a bot is. Plain data: it crosses processes, and making it imports nothing of the bot.

    `target` is `module:attribute` of an installed bot; of a file it is `path:Class`, or `path:` for its only bot.
    `origin` tells a person where it comes from. `version` is the distribution's, or derived from the file's bytes.
    Only bots that came with the engine are `trusted` to play in its processes.
    """

    name: str
    kind: Literal["installed", "file"]
    target: str
    origin: str
    version: str
    fingerprint: str
    trusted: bool = False


class Entrant(msgspec.Struct, frozen=True):
    """A bot as it takes part: known by name, version and fingerprint, for the selections that it claims."""

    spec: BotSpec
    version: str
    games: tuple[str, ...]

    @property
    def name(self) -> str:
        """The name in the tables."""
        return self.spec.name

    @property
    def identity(self) -> tuple[str, str, str]:
        """Name, version, fingerprint."""
        return self.spec.name, self.version, self.spec.fingerprint


class BotSource(Protocol):
    """A place where bots are found; plugins bring others through the hook `arena_bot_sources`."""

    def listed(self) -> Iterable[BotSpec]:
        """Return the bots that can be called by name here, without importing any."""

    def find(self, reference: str, folder: Path) -> BotSpec | None:
        """Return the bot that a reference such as `./duck.py` means, seen from a folder; None if not ours.

        Raises BotError when the reference is of this source's kind but leads nowhere.
        """
