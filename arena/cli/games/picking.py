"""Selections as they are named where a game's editions are looked at: the edition's name alone will do."""

import re
from collections.abc import Sequence

from arena.errors import SelectionError, suggest
from arena.game import Game, Selection, parse_selection


def picked(text: str, games: Sequence[Game], first: Game | None = None) -> Selection:
    """Return the selection that a text names, maybe without its game; raises SelectionError."""
    return parse_selection(in_full(text, games, first), games)


def in_full(text: str, games: Sequence[Game], first: Game | None = None) -> str:
    """Return a selection's text with its game, which it may leave out where the edition tells it.

    `first` is the game to look in first. Raises SelectionError.
    """
    name = re.split("[@:]", text.strip(), maxsplit=1)[0]
    if "@" in text or any(game.name == name for game in games):
        return text
    found = [game for game in games if any(edition.slug == name for edition in game.editions)]
    if first in found:
        found = [first]
    if not found:
        known = [*(game.name for game in games), *(each.slug or "" for game in games for each in game.editions)]
        raise SelectionError(
            f"there is no game or edition {name!r}{suggest(name, known)}; `arena games` lists what there is"
        )
    if len(found) > 1:
        raise SelectionError(f"{name!r} could be {' or '.join(f'{game.name}@{name}' for game in found)}; say which")
    return f"{found[0].name}@{text.strip()}"
