"""What the words of an edition's row stand for: tables of small functions."""

from collections.abc import Callable
from itertools import chain
from typing import TYPE_CHECKING

from arena.games.royal_dilemma.rules import SUITS, VALUE, Cards, Rules, power
from arena.games.royal_dilemma.tasks import (
    Build,
    Capture,
    Drop,
    Give,
    Home,
    Pay,
    Sacrifice,
    Tasks,
    Windfall,
)

if TYPE_CHECKING:
    from arena.games.royal_dilemma.table import Table


# Step 1: the draw.


def _none(table: "Table") -> None:
    """Nothing is drawn."""


def _all_value(table: "Table") -> None:
    """All draw the total value of everybody's cards in play."""
    table.deal_to_all(sum(map(VALUE, chain(*table.play))))


def _all_count(table: "Table") -> None:
    """All draw the number of everybody's cards in play."""
    table.deal_to_all(sum(map(len, table.play)))


def _all_count_and_suit(table: "Table") -> None:
    """The same, and each one more for every card in play, anybody's, of the seat's own suit."""
    suits = [card.suit for card in chain(*table.play)]
    table.deal([len(suits) + suits.count(suit) for suit, _ in zip(SUITS, table.play, strict=False)])


DRAWS: dict[str, Callable[["Table"], None]] = {
    "none": _none,
    "all-value": _all_value,
    "all-count": _all_count,
    "all-count-and-suit": _all_count_and_suit,
}

# Builds: all of a round at once.


def _own(table: "Table", builds: list[Build]) -> None:
    """B6: the cards come into play under the builder's own control, free to move."""
    for builder, _, cards in builds:
        table.enter_play(cards, builder)


def _gift(table: "Table", builds: list[Build]) -> None:
    """B1: the cards come into play under the target's control, settled."""
    for _, target, cards in builds:
        table.enter_play(cards, target)
        table.settled += tuple([(target, card) for card in cards])


def _scout(table: "Table", builds: list[Build]) -> None:
    """B5: the same, and the builder draws as many cards as the target holds at the reveal."""
    _gift(table, builds)
    owed = [0] * len(table.hands)
    for builder, target, _ in builds:
        owed[builder] = len(table.hands[target])
    table.draw(owed)


BUILDS: dict[str, Callable[["Table", list[Build]], None]] = {"own": _own, "gift": _gift, "scout": _scout}

# Attacks, on others and on oneself, and what the winner of a battle gets: the tasks that they come to.


def trumps_of(rules: Rules, seat: int, other: int) -> str:
    """Return the suits that count double when these two meet."""
    return SUITS[seat] + SUITS[other] if rules.doubling else ""


def _forfeit(rules: Rules, payer: int, to: int) -> Tasks:
    """R1: the weaker side gives the other one hand card, where the edition says so."""
    return (Give(payer, to),) if rules.forfeit else ()


def _seize(rules: Rules, seat: int, target: int, cards: Cards) -> Tasks:
    """A3: capture a card worth no more than the attack card, which is discarded."""
    return Capture(seat, target, power(cards), ""), Drop(seat, cards)


def _contest(rules: Rules, seat: int, target: int, cards: Cards) -> Tasks:
    """A7: the target may sacrifice a card against the attack card, which is discarded."""
    return Sacrifice(target, seat, power(cards)), Drop(seat, cards)


def _windfall(rules: Rules, seat: int, target: int, cards: Cards) -> Tasks:
    """S1: draw the value of the card, which is discarded."""
    return Windfall(seat, power(cards)), Drop(seat, cards)


def _invade(rules: Rules, seat: int, target: int, cards: Cards) -> Tasks:
    """A13: the target pays the power; the attack card returns."""
    trumps = trumps_of(rules, seat, target)
    return Pay(target, seat, power(cards, trumps), trumps), Home(seat, cards)


def _take(rules: Rules, seat: int, target: int, cards: Cards) -> Tasks:
    """A15: capture a card worth no more than the power; the attack card returns."""
    trumps = trumps_of(rules, seat, target)
    return Capture(seat, target, power(cards, trumps), trumps), *_forfeit(rules, target, seat), Home(seat, cards)


ATTACKS: dict[str, Callable[[Rules, int, int, Cards], Tasks]] = {
    "seize": _seize,
    "contest": _contest,
    "windfall": _windfall,
    "invade": _invade,
    "take": _take,
}
"""By rules, attacker, target and cards."""


def battle(rules: Rules, seat: int, rival: int, cards: Cards, rival_cards: Cards) -> Tasks:
    """Return what comes of a battle: the winner's card returns first, the loser's is discarded."""
    trumps = trumps_of(rules, seat, rival)
    mine, theirs = power(cards, trumps), power(rival_cards, trumps)
    if mine == theirs:
        return Drop(seat, cards), Drop(rival, rival_cards)
    if mine < theirs:
        seat, rival, cards, rival_cards, mine, theirs = rival, seat, rival_cards, cards, theirs, mine
    return (
        Home(seat, cards),
        Drop(rival, rival_cards),
        *BATTLES[rules.battle](rules, seat, rival, mine, mine - theirs),
    )


def _battle_pay(rules: Rules, winner: int, loser: int, strength: int, margin: int) -> Tasks:
    """W1: the loser pays the difference."""
    return (Pay(loser, winner, margin, trumps_of(rules, winner, loser)),)


def _battle_take(rules: Rules, winner: int, loser: int, strength: int, margin: int) -> Tasks:
    """W3: the winner captures a card worth no more than the own power."""
    return Capture(winner, loser, strength, trumps_of(rules, winner, loser)), *_forfeit(rules, loser, winner)


BATTLES: dict[str, Callable[[Rules, int, int, int, int], Tasks]] = {"pay": _battle_pay, "take": _battle_take}
"""By rules, winner, loser, the winner's power and how much more it was."""
