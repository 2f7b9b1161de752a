"""Arena: tournaments between pluggable AI bots over imperfect-information card games.

The names below are the public face; they are loaded when first used, so that `import arena` stays light.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from arena.bot import Bot as Bot
    from arena.bot import Clock as Clock
    from arena.bot import Limits as Limits
    from arena.bot import Setup as Setup
    from arena.cards import Card as Card
    from arena.errors import ArenaError as ArenaError
    from arena.errors import IllegalMove as IllegalMove
    from arena.errors import UsageError as UsageError
    from arena.game import Edition as Edition
    from arena.game import Game as Game
    from arena.game import Option as Option
    from arena.game import Selection as Selection
    from arena.hookspecs import hookimpl as hookimpl
    from arena.moves import Move as Move
    from arena.record import Event as Event
    from arena.record import Record as Record
    from arena.state import TERMINAL as TERMINAL
    from arena.state import Outcome as Outcome
    from arena.state import State as State
    from arena.state import View as View

__version__ = "0.1.0"

_HOMES = {
    "arena.bot": ("Bot", "Clock", "Limits", "Setup"),
    "arena.cards": ("Card",),
    "arena.errors": ("ArenaError", "IllegalMove", "UsageError"),
    "arena.game": ("Edition", "Game", "Option", "Selection"),
    "arena.hookspecs": ("hookimpl",),
    "arena.moves": ("Move",),
    "arena.record": ("Event", "Record"),
    "arena.state": ("TERMINAL", "Outcome", "State", "View"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "TERMINAL",
    "ArenaError",
    "Bot",
    "Card",
    "Clock",
    "Edition",
    "Event",
    "Game",
    "IllegalMove",
    "Limits",
    "Move",
]
__all__ += ["Option", "Outcome", "Record", "Selection", "Setup", "State", "UsageError", "View", "hookimpl"]


def __getattr__(name: str) -> Any:
    """Load a public name from its home."""
    if name not in _HOME_OF:
        raise AttributeError(f"module 'arena' has no attribute {name!r}")
    return getattr(import_module(_HOME_OF[name]), name)
