"""The roster: which bots there are, and which one a name or reference means."""

import re
from collections import defaultdict
from collections.abc import Iterable

import msgspec

from arena.errors import BotError, suggest
from arena.players.entrants import NAME, BotSource, BotSpec, Reference


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

    def find(self, reference: Reference, name: str | None = None) -> BotSpec:
        """Return the bot that a name or a reference such as `./duck.py` means; raises BotError.

        `name` overrides the name that the bot would have.
        """
        text = reference.text
        by_name = not reference.python and not reference.program
        spec = self.specs.get(text) if by_name else None
        for source in self._sources:
            spec = spec or source.find(reference)
        if spec is not None:
            spec = msgspec.structs.replace(spec, name=name or spec.name)
            if not re.fullmatch(NAME, spec.name):
                raise BotError(f"{spec.name!r} is no name for a bot; give it another, as {f'duck={text}'!r}")
            return spec
        if text in self.clashes:
            raise BotError(f"bot {text!r} could be from {' or '.join(self.clashes[text])}; uninstall or rename one")
        if "/" in text:
            raise BotError(
                f"{text} is no bot: neither a Python file nor a program that can be run "
                f"(looked for {(reference.folder / text).absolute()})"
            )
        raise BotError(
            f"there is no bot {text!r}{suggest(text, list(self.specs))}; "
            f"installed are {', '.join(self.specs) or 'none'}, a file is given by its path, ./my_bot.py"
        )
