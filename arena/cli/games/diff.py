"""`arena games diff`: what sets two editions apart."""

from pathlib import Path

import click

from arena.cli.games.picking import picked
from arena.cli.games.width import width
from arena.cli.shared import engine, with_own_editions
from arena.errors import SelectionError
from arena.game import Selection
from arena.printing import visible
from arena.reports.rules import changes_to_terminal, labels
from arena.telling import changes

EPILOG = """\b
Examples:
  arena games diff royal_dilemma@duel royal_dilemma@invasion
  arena games diff duel invasion
  arena games diff ransom                            what it changed in its parent
  arena games diff battleground battleground:pack=standard
"""


@click.command("diff", epilog=EPILOG)
@click.argument("selection")
@click.argument("other", required=False)
@with_own_editions
def command(selection: str, other: str | None, editions: tuple[Path, ...]) -> None:
    """Say what sets OTHER apart from SELECTION; without OTHER, SELECTION from the edition that it comes after.

    Only sentences of the rules are shown that the two do not share.
    """
    games = engine(editions).games
    before = picked(selection, games)
    after = picked(other, games, before.game) if other else before
    if not other:
        before = _parent(after)
    if before.game.name != after.game.name:
        raise SelectionError(f"{before} and {after} are of two games; name two editions of one")
    if not before.game.tell(before):
        raise SelectionError(f"{before.game.name} does not say its rules, so they cannot be compared")
    found = changes(before.game.tell(before), after.game.tell(after))
    click.echo(visible(f"from {before} to {after}") + "\n")
    if found:
        click.echo(changes_to_terminal(found, *labels(before, after), width()))
    click.echo("\nAll else is the same in both." if found else "Nothing in the rules differs.")


def _parent(selection: Selection) -> Selection:
    """Return the selection in the edition that its own comes after; raises SelectionError."""
    game, edition = selection.game, selection.edition
    if edition.after is None:
        raise SelectionError(f"{selection} comes after no other edition; name two to compare")
    known = {option.name: option for option in game.edition(edition.after).options}
    kept = {
        name: value
        for name, value in selection.options.items()
        if name in known and value != next(each.default for each in edition.options if each.name == name)
    }
    return game.select(edition.after, **kept)
