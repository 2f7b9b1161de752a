"""Royal Dilemma's end steps, each under its label in the rules page (E1, E2, E3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .asks import Asking, Chance
from .royal_pieces import Card, Commitment

if TYPE_CHECKING:
    from .royal_dilemma import RoyalDilemma

ENOUGH_STRENGTH = 100


def change_strengths(game: RoyalDilemma, commitments: list[Commitment]) -> bool:
    """E1 until the game's end is looked for: is it there?"""
    for one in commitments:
        game.strength[one.target] += one.power if one.builds else -one.power
    for seat in game.living():
        if game.strength[seat] <= 0:
            game.dead.add(seat)
            game.hands[seat] = []
    living = game.living()
    return len(living) <= 1 or any(game.strength[seat] >= ENOUGH_STRENGTH for seat in living)


def end_step(game: RoyalDilemma, commitments: list[Commitment]) -> Asking[None]:
    match game.edition.end_step:
        case "E1":
            for one in commitments:
                if one.seat not in game.dead:
                    game.hands[one.seat] += one.cards
            for seat in game.from_the_lead():
                yield from cycle(game, seat, "return")
        case "E2":
            builders = [one.seat for one in commitments if one.builds]
            blacks = [one.seat for one in commitments if not one.builds]
            game.deal([int(seat in builders) for seat in game.sides])
            for seat in game.from_the_lead():
                if seat in blacks:
                    yield from cycle(game, seat, "return")
        case "E3":
            for seat in game.from_the_lead():
                yield from cycle(game, seat, "discard")


def cycle(game: RoyalDilemma, seat: int, verb: str) -> Asking[None]:
    """The seat may draw one and, having drawn, puts a hand card back into the deck or drops one."""
    drawn = yield from game.may_draw(seat, 1)
    if not drawn:
        return
    card = yield from game.choose(seat, verb, game.hands[seat])
    assert card is not None
    game.hands[seat].remove(card)
    if verb == "discard":
        game.discarded.append(card)
    else:
        names = [each.name for each in [*game.deck, card]]
        order = yield Chance("shuffle", names, len(names))
        game.deck = [Card(name) for name in order]
