"""Bots before they play: where one is found, what it says of itself, and as what it takes part."""

from collections.abc import Iterable
from pathlib import Path
from typing import Literal, Protocol

import msgspec

NAME = r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}"
"""A tournament's name is a folder's, and a bot's stands in tables and file names: plain characters only."""


class Reference(msgspec.Struct, frozen=True):
    """How a person means a bot: `text` is a name, a file's path or a program's command line.

    `program` says that it is a command line where it doesn't look like one. `python` is the interpreter of the
    environment that the bot lives in, `files` what a program needs besides the files on its command line; both as
    written. Paths are relative to `folder`.
    """

    text: str
    folder: Path = Path()
    program: bool = False
    python: str = ""
    files: tuple[str, ...] = ()


class BotSpec(msgspec.Struct, frozen=True):
    """Where a bot is. Plain data: it crosses processes, and making it imports nothing of the bot.

    `target` is `module:attribute` of an installed bot; of a file it is `path:Class`, or `path:` for its only bot;
    of a program it is the folder that it is started in. `command` is what is executed: a program's command line, or
    the interpreter of another environment than the engine's. `reads` are the files and folders that the bot may
    read, besides what every bot may. `origin` tells a person where it comes from. `version` is the distribution's,
    or derived from the files' bytes. Only `trusted` bots play in the engine's own processes.
    """

    name: str
    kind: Literal["installed", "file", "program"]
    target: str
    origin: str
    version: str
    fingerprint: str
    trusted: bool = False
    command: tuple[str, ...] = ()
    reads: tuple[str, ...] = ()


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

    def find(self, reference: Reference) -> BotSpec | None:
        """Return the bot that a reference such as `./duck.py` means; None if it is not of our kind.

        Raises BotError when the reference is of this source's kind but leads nowhere.
        """
