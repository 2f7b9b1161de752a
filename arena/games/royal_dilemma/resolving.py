"""Step 4: all builds at once, then the attacks from the lead, in which two who attack each other fight a battle."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from arena.games.royal_dilemma.moves import Commit
from arena.games.royal_dilemma.rules import Cards
from arena.games.royal_dilemma.tasks import Tasks

if TYPE_CHECKING:
    from arena.games.royal_dilemma.setup import Setup
    from arena.games.royal_dilemma.table import Table

Build = tuple[int, int, Cards]
"""A build: the builder, the target and the cards."""

Strike = tuple[int, Cards]
"""An attack: the target and the cards."""


def resolve(table: "Table", lead: int, committed: Mapping[int, tuple[Commit, Cards]]) -> Tasks:
    """Do what is built and what is drawn for it; return what the attacks come to."""
    setup = table.setup
    builds: list[Build] = []
    strikes: dict[int, Strike] = {}
    for seat in setup.seats_from[lead]:
        if seat in committed:
            commit, cards = committed[seat]
            if commit.builds(seat):
                builds.append((seat, commit.target, cards))
            else:
                strikes[seat] = (commit.target, cards)
    if builds:
        _build(table, builds)
    if setup.rules.consolation == "before":
        named = [target for target, _ in strikes.values()]
        table.draw([named.count(seat) for seat in setup.seats])
    return _attacks(setup, strikes)


def _build(table: "Table", builds: list[Build]) -> None:
    """Do all builds of a round, then the draws that they cause."""
    setup = table.setup
    owed = [0] * len(table.hands)
    for each in builds:
        for seat, count in setup.bonus(table, *each).items():
            owed[seat] += count
    for each in builds:
        setup.build(table, *each)
    if any(owed):
        table.draw(owed)


def _attacks(setup: "Setup", strikes: Mapping[int, Strike]) -> Tasks:
    """Return what the attacks come to, in their order."""
    follow: Tasks = ()
    fought = set()
    for seat, (target, cards) in strikes.items():
        if seat in fought:
            continue
        rival = strikes.get(target) if setup.rules.battle else None
        if rival and rival[0] == seat != target:
            fought.add(target)
            follow += setup.battle(seat, target, cards, rival[1])
        else:
            follow += setup.attack(seat, target, cards)
    return follow
