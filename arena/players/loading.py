"""Importing a bot: foreign code runs here, so this is called only where the bot may play."""

import importlib
import importlib.util
from types import ModuleType

from arena.bot import Bot
from arena.errors import BotError
from arena.players.entrants import BotSpec


def load(spec: BotSpec) -> type[Bot]:
    """Import a bot and return its class; raises BotError when there is none, or whatever the import raises."""
    place, _, attribute = spec.target.partition(":")
    if spec.kind == "installed":
        found = importlib.import_module(place)
        for part in attribute.split("."):
            found = getattr(found, part)
        return _checked(found, spec)
    module = _module_from_file(place)
    if attribute:
        return _checked(getattr(module, attribute, None), spec)
    classes = [
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Bot) and value.__module__ == module.__name__
    ]
    if len(classes) != 1:
        names = ", ".join(kind.__name__ for kind in classes) or "none"
        raise BotError(
            f"{place}: one subclass of arena.Bot is wanted, there is {names}"
            + (f"; say which, as {place}:{classes[0].__name__}" if classes else "")
        )
    return classes[0]


def _module_from_file(path: str) -> ModuleType:
    """Import a file as a module of its own."""
    spec = importlib.util.spec_from_file_location("arena_bot", path)
    if spec is None or spec.loader is None:
        raise BotError(f"{path}: a bot's file is a Python file, *.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _checked(found: object, spec: BotSpec) -> type[Bot]:
    """Return what was found if it is a bot's class."""
    if isinstance(found, type) and issubclass(found, Bot):
        return found
    raise BotError(f"{spec.target}: a subclass of arena.Bot is wanted, this is {type(found).__name__}")
