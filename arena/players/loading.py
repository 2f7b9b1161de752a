"""Importing a bot: foreign code runs here, so this is called only where the bot may play."""

import importlib
import sys
from hashlib import sha256
from pathlib import Path
from types import ModuleType

from arena.bot import Bot
from arena.errors import BotChanged, BotError
from arena.players.entrants import BotSpec

MODULE = "arena_bot"
"""The name of the module that a bot's file becomes; a process holds one bot."""


def load(spec: BotSpec) -> type[Bot]:
    """Import a bot and return its class; raises BotError when there is none, or whatever the import raises."""
    place, _, attribute = spec.target.rpartition(":")
    if spec.kind == "installed":
        found = importlib.import_module(place)
        for part in attribute.split("."):
            found = getattr(found, part)
        return _checked(found, spec)
    module = _module_from_file(Path(place), spec.fingerprint)
    if attribute:
        return _checked(getattr(module, attribute, None), spec)
    own = [
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Bot) and value.__module__ == MODULE
    ]
    classes = list(dict.fromkeys(own))
    if len(classes) != 1:
        names = ", ".join(kind.__name__ for kind in classes) or "none"
        remedy = (
            f"say which, as {place}:{classes[0].__name__}"
            if classes
            else f"if it is a program that speaks JSON, call it 'python3 {Path(place).name}'"
        )
        raise BotError(f"{place}: one subclass of arena.Bot is wanted, there is {names}; {remedy}")
    return classes[0]


def has_changed(spec: BotSpec) -> bool:
    """Tell whether a bot's file is no longer the one that was found. Imports nothing of it."""
    if spec.kind != "file":
        return False
    try:
        return sha256(Path(spec.target.rpartition(":")[0]).read_bytes()).hexdigest() != spec.fingerprint
    except OSError:
        return True


def _module_from_file(path: Path, fingerprint: str) -> ModuleType:
    """Run a file as a module of its own; raises BotChanged when it is no longer the file that was found.

    Its bytes are read and compiled here, so that what runs is what was fingerprinted and no cached bytecode.
    """
    code = path.read_bytes()
    if sha256(code).hexdigest() != fingerprint:
        raise BotChanged(f"{path} has changed since the run began; run again to enter it as it is now")
    module = ModuleType(MODULE)
    module.__file__ = str(path)
    sys.modules[MODULE] = module
    exec(compile(code, path, "exec", dont_inherit=True), vars(module))  # noqa: S102 (this is where bots are run)
    return module


def _checked(found: object, spec: BotSpec) -> type[Bot]:
    """Return what was found if it is a bot's class."""
    if isinstance(found, type) and issubclass(found, Bot):
        return found
    raise BotError(f"{spec.target}: a subclass of arena.Bot is wanted, this is {type(found).__name__}")
