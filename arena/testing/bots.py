"""Whole games of a bot, where a debugger works."""

from collections.abc import Iterable, Sequence
from functools import partial

from arena.bot import Bot
from arena.chance import derive
from arena.claims import claimed
from arena.errors import UsageError
from arena.game import Game, Selection, parse_selection
from arena.match import play
from arena.players.local import LocalPlayer
from arena.players.session import claims_of
from arena.plugins import Plugins
from arena.record import Record
from bots.random import Random


def check_bot(
    kind: type[Bot], *selections: Selection | str, games: Iterable[Game] | None = None, deals: int = 1
) -> None:
    """Play whole games against `random`, and raise AssertionError for any fault of the bot.

    It plays the selections given, or all that it claims of these games (those installed, if none are given), so
    many deals of each from every seat. Clocks and containment are left out: `arena bots check` tries them.
    """
    known = tuple(Plugins().games if games is None else games)
    try:
        chosen = [parse_selection(each, known) if isinstance(each, str) else each for each in selections]
        chosen = chosen or claimed(claims_of(kind), known)
    except UsageError as error:
        raise AssertionError(f"the games of {kind.__name__}: {error}") from None
    assert chosen, f"{kind.__name__} claims no game"  # noqa: S101 (it is what a failed test should say)
    for selection in chosen:
        for deal in range(deals):
            for side in sorted(set(selection.sides)):
                _play(kind, selection, deal, side)


def _play(kind: type[Bot], selection: Selection, deal: int, side: int) -> None:
    """Play one game with the bot at the seats of a side."""
    seed = partial(derive, "check", str(selection), deal)
    makers: Sequence[type[Bot]] = [kind if other == side else Random for other in selection.sides]
    players = [LocalPlayer(make, selection, seed(seat, "die")) for seat, make in enumerate(makers)]
    strays = [seed(seat, "stray") for seat in range(len(makers))]
    told = dict.fromkeys(range(len(makers)), "")
    record = play(
        selection, players, seed("deal"), [make.__name__ for make in makers], strays, hear=told.__setitem__
    )
    if record.faults:
        raise AssertionError(_explained(kind, selection, record, told[record.faults[0].seat]))


def _explained(kind: type[Bot], selection: Selection, record: Record, told: str) -> str:
    """Return in a sentence what a bot did wrong, and then what it raised or answered."""
    fault = record.faults[0]
    when = "" if fault.decision is None else f" after {fault.decision} decisions"
    return f"{kind.__name__} {fault.detail}, in {selection} at seat {fault.seat}{when}\n{told}".rstrip()
