"""The roster: which bots there are, and which one a name or reference means."""

import re
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import msgspec

from arena.errors import BotError, suggest
from arena.players.entrants import NAME, BotSource, BotSpec


class Roster:
    """All bots that the sources list, and the way to those that are only referred to.

    A name that two bots share means neither; `clashes` maps it to where they come from.
    """

    def __init__(self, sources: Iterable[BotSource]) -> None:
        """Read the lists of the sources; nothing of a bot is imported."""
        self._sources = tuple(sources)
        found: defaultdict[str, list[BotSpec]] = defaultdict(list)
        for source in self._sources:
            for spec in source.listed():
                found[spec.name].append(spec)
        self.specs = {name: specs[0] for name, specs in sorted(found.items()) if len(specs) == 1}
        self.clashes = {
            name: [spec.origin for spec in specs] for name, specs in sorted(found.items()) if len(specs) > 1
        }

    def find(self, reference: str, folder: Path, name: str | None = None) -> BotSpec:
        """Return the bot that a name or a reference such as `./duck.py` means; raises BotError.

        References are relative to `folder`; `name` overrides the name that the bot would have.
        """
        spec = self.specs.get(reference)
        for source in self._sources:
            spec = spec or source.find(reference, folder)
        if spec is not None:
            spec = msgspec.structs.replace(spec, name=name or spec.name)
            if not re.fullmatch(NAME, spec.name):
                raise BotError(f"{spec.name!r} is no name for a bot; give it another, as {f'duck={reference}'!r}")
            return spec
        if reference in self.clashes:
            raise BotError(
                f"bot {reference!r} could be from {' or '.join(self.clashes[reference])}; uninstall or rename one"
            )
        raise BotError(
            f"there is no bot {reference!r}{suggest(reference, list(self.specs))}; "
            f"installed are {', '.join(self.specs) or 'none'}, a file is given by its path, ./my_bot.py"
        )
