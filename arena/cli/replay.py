"""`arena replay`: a stored game, move by move."""

import click
import msgspec

from arena import record
from arena.cli.places import results_of
from arena.cli.shared import engine
from arena.errors import StoreError
from arena.own_editions import with_editions
from arena.printing import visible
from arena.reports.story import overheard, told
from arena.store import Listed, Store

EPILOG = """\b
Examples:
  arena replay quick               the games and their ids
  arena replay quick 3f9a1c2b-0    one of them; the beginning of an id will do
"""


@click.command("replay", epilog=EPILOG)
@click.argument("tournament")
@click.argument("game_id", metavar="[GAME-ID]", required=False)
def command(tournament: str, game_id: str | None) -> None:
    """Tell a stored game move by move.

    Without GAME-ID, list the games of TOURNAMENT.
    """
    with Store(results_of(tournament), writable=False) as store:
        if game_id is None:
            click.echo("game            selection; bots in seat order, each with its rank; faults")
            for listed in store.index():
                click.echo(visible(_line(listed)))
            return
        stored, own = store.find(game_id), store.editions()
    try:
        found = record.decode(stored.record)
    except msgspec.DecodeError as error:
        raise StoreError(f"game {game_id} cannot be read: its record is damaged, {error}") from None
    games = {game.name: game for game in with_editions(engine().games, own)}
    if found.game not in games:
        raise StoreError(f"game {game_id} is of {found.game!r}, which no installed plugin brings")
    click.echo(told(games[found.game], found))
    if stored.said:
        click.echo(overheard(found.seats, stored.said))


def _line(listed: Listed) -> str:
    """Return a game in a line."""
    placed = ", ".join(f"{name} ({rank})" for name, rank in zip(listed.seats, listed.ranks, strict=True))
    faults = "; ".join(f"{listed.seats[fault.seat]}: {fault.kind}" for fault in listed.faults)
    return "  ".join(part for part in (listed.game, listed.selection, placed, faults) if part)
