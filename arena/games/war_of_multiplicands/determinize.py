"""From what a seat may know to a full position that it cannot tell from the true one."""

from collections import Counter
from random import Random

from arena.cards import UNKNOWN, Card, Hand, in_order
from arena.chance import Scripted
from arena.games.war_of_multiplicands.rules import ARMY_SIZE, Setting
from arena.games.war_of_multiplicands.state import War
from arena.games.war_of_multiplicands.view import WarView


def determinize(setting: Setting, sides: tuple[int, ...], view: WarView, rng: Random) -> War:
    """Deal the cards that the seat has not seen to the others' face-down places and the deck, all equally likely.

    The deck is the game's only chance, so nothing else is left to draw.
    """
    table = view.table
    unseen = _unseen(setting, view)
    rng.shuffle(unseen)
    share = ARMY_SIZE * setting.armies
    hands: list[Hand] = [()] * len(sides)
    armies = list(table.armies)
    for seat in range(len(sides)):
        if seat == view.seat:
            hands[seat], armies[seat] = view.hand, view.armies
        elif table.round:
            armies[seat] = tuple(_guess(army, unseen) for army in table.armies[seat])
        elif seat < table.turn:
            armies[seat] = tuple(_guess((UNKNOWN,) * ARMY_SIZE, unseen) for _ in table.armies[seat])
        else:
            hands[seat] = _guess((UNKNOWN,) * share, unseen)
    return War.resume(setting, sides, Scripted(()), table, hands, armies, tuple(unseen))


def _unseen(setting: Setting, view: WarView) -> list[Card]:
    """Return the cards that lie nowhere that the seat can see."""
    seen = Counter(view.hand)
    for units in (*view.armies, *view.table.dead):
        seen.update(units)
    for seat, armies in enumerate(view.table.armies):
        if seat != view.seat:
            for units in armies:
                seen.update(units)
    del seen[UNKNOWN]
    return list((Counter(setting.deck) - seen).elements())


def _guess(shown: Hand, unseen: list[Card]) -> Hand:
    """Return the units with unseen cards in the place of those face down."""
    return in_order([unseen.pop() if unit is UNKNOWN else unit for unit in shown])
