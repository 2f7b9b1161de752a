"""What the words of an edition's row stand for: tables of small functions."""

from collections.abc import Callable
from itertools import chain
from typing import TYPE_CHECKING

from arena.games.royal_dilemma.moves import Commit
from arena.games.royal_dilemma.rules import SUITS, VALUE, Cards, Rules, power
from arena.games.royal_dilemma.tasks import (
    Capture,
    Cycle,
    Draw,
    Drop,
    Give,
    Home,
    Melt,
    Pay,
    Ransom,
    Refresh,
    Rob,
    Sacrifice,
    Spend,
    Tasks,
    Uproot,
    Weaken,
    Windfall,
)

if TYPE_CHECKING:
    from arena.games.royal_dilemma.table import Table


# Step 1: the draw.


def _none(table: "Table") -> None:
    """Nothing is drawn."""


def _own_value(table: "Table") -> None:
    """Each draws the total value of the own cards in play."""
    table.deal([power(cards) for cards in table.play])


def _own_count(table: "Table") -> None:
    """Each draws the number of the own cards in play."""
    table.deal([len(cards) for cards in table.play])


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
    "own-value": _own_value,
    "own-count": _own_count,
    "all-value": _all_value,
    "all-count": _all_count,
    "all-count-and-suit": _all_count_and_suit,
}

# Builds.


def _strengthen(table: "Table", builder: int, target: int, cards: Cards) -> None:
    """The target gains the value in strength; the card returns."""
    table.change_strength(target, power(cards))
    table.return_home(cards, builder)


def _gift(table: "Table", builder: int, target: int, cards: Cards) -> None:
    """B1: the cards come into play under the target's control, settled."""
    table.enter_play(cards, target)
    table.settled += tuple([(target, card) for card in cards])


def _own(table: "Table", builder: int, target: int, cards: Cards) -> None:
    """B6: the cards come into play under the builder's own control, free to move."""
    table.enter_play(cards, builder)


BUILDS: dict[str, Callable[["Table", int, int, Cards], None]] = {
    "strengthen": _strengthen,
    "gift": _gift,
    "own": _own,
}


def _value(table: "Table", builder: int, target: int, cards: Cards) -> dict[int, int]:
    """B2: who builds for another draws the value."""
    return {builder: power(cards)} if target != builder else {}


def _capped(table: "Table", builder: int, target: int, cards: Cards) -> dict[int, int]:
    """B3: the same, but no more than the target had in play."""
    return {builder: min(power(cards), power(table.play[target]))} if target != builder else {}


def _others(table: "Table", builder: int, target: int, cards: Cards) -> dict[int, int]:
    """B4: everyone but the target draws the value."""
    return dict.fromkeys(table.setup.others[target], power(cards))


def _scout(table: "Table", builder: int, target: int, cards: Cards) -> dict[int, int]:
    """B5: the builder draws as many cards as the target holds at the reveal."""
    return {builder: len(table.hands[target])}


BONUSES: dict[str, Callable[["Table", int, int, Cards], dict[int, int]]] = {
    "none": lambda table, builder, target, cards: {},
    "value": _value,
    "capped": _capped,
    "others": _others,
    "scout": _scout,
}
"""How many cards each seat draws for a build, counted before any build of the round takes effect."""

# Attacks, and what the winner of a battle gets: the tasks that they come to.


def attack(rules: Rules, seat: int, target: int, cards: Cards) -> Tasks:
    """Return what an attack comes to, in the end for the attack cards."""
    if target == seat and rules.on_self != "same":
        effect = ON_SELF[rules.on_self](seat, power(cards))
    else:
        trumps = _trumps(rules.doubling != "none", seat, target)
        strength = power(cards, trumps)
        effect = _encounter(rules, seat, target, strength, strength, trumps)
        if rules.consolation == "after" and target != seat:
            effect += (Draw(target, 1),)
    return (*effect, Home(seat, cards) if rules.attack_returns else Drop(seat, cards))


def battle(rules: Rules, seat: int, rival: int, cards: Cards, rival_cards: Cards) -> Tasks:
    """Return what comes of a battle: the winner's card returns first, the loser's is discarded."""
    fought = _trumps(rules.doubling == "all", seat, rival)
    mine, theirs = power(cards, fought), power(rival_cards, fought)
    if mine == theirs:
        return Drop(seat, cards), Drop(rival, rival_cards)
    if mine < theirs:
        seat, rival, cards, rival_cards, mine, theirs = rival, seat, rival_cards, cards, theirs, mine
    due = mine - theirs if rules.attack == "invade" else mine
    return Home(seat, cards), Drop(rival, rival_cards), *_encounter(rules, seat, rival, mine, due, fought)


def _trumps(doubling: bool, seat: int, other: int) -> str:
    """Return the suits that count double when these two meet."""
    return SUITS[seat] + SUITS[other] if doubling else ""


def _encounter(rules: Rules, seat: int, target: int, strength: int, due: int, trumps: str) -> Tasks:
    """Return what it costs the target to be attacked, or beaten, by the seat."""
    effect = ATTACKS[rules.attack](seat, target, due, trumps)
    if rules.ransom == "one":
        return *effect, Give(target, seat, 1)
    # Who has nothing in play can lose nothing to a capture, so this may come first, where it is seen.
    return (Ransom(target, seat, strength), *effect) if rules.ransom == "power" else effect


ATTACKS: dict[str, Callable[[int, int, int, str], Tasks]] = {
    "weaken": lambda seat, target, due, trumps: (Weaken(seat, target, due),),
    "seize": lambda seat, target, due, trumps: (Capture(seat, target, due, trumps),),
    "uproot": lambda seat, target, due, trumps: (Uproot(target, due),),
    "contest": lambda seat, target, due, trumps: (Sacrifice(target, seat, due),),
    "haggle": lambda seat, target, due, trumps: (Sacrifice(target, seat, due),),
    "demand": lambda seat, target, due, trumps: (Sacrifice(target, seat, due),),
    "invade": lambda seat, target, due, trumps: (Pay(target, seat, due, trumps),),
    "outbid": lambda seat, target, due, trumps: (Spend(seat, target, due),),
    "rob": lambda seat, target, due, trumps: (Rob(seat, target),),
}
"""By attacker, target, what is due, and the suits that count double. In the order of the words: the strike on a
strength; A1-A3 and A15; A6; A7; A8; A9; A10, A11 and A13; A12; A14."""

ON_SELF: dict[str, Callable[[int, int], Tasks]] = {
    "nothing": lambda seat, value: (),
    "windfall": lambda seat, value: (Windfall(seat, value),),
    "melt": lambda seat, value: (Melt(seat, value),),
    "draw": lambda seat, value: (Draw(seat, value),),
    "cycle": lambda seat, value: (Cycle(seat, value),),
}
"""By seat and value: S0, S1, S2, S3, S4."""

# Step 5, from the lead.


def _reinforce(table: "Table", lead: int) -> None:
    """E1: who has no strength left is out; the others may each draw a card and shuffle one back."""
    table.bury_the_weak()
    if not table.is_decided():
        table.do_next(*[Refresh(seat, "return") for seat in table.setup.seats_from[lead] if table.is_in(seat)])


def _restock(table: "Table", lead: int) -> None:
    """E2: every builder draws a card; then each who attacked may draw one and shuffle one back."""
    committed = [
        (seat, first.builds(seat))
        for seat in table.setup.seats_from[lead]
        for first in table.commits[seat][:1]
        if isinstance(first, Commit)
    ]
    table.deal([int((seat, True) in committed) for seat in table.setup.seats])
    table.do_next(*[Refresh(seat, "return") for seat, builds in committed if not builds])


def _refresh(table: "Table", lead: int) -> None:
    """E3: each may draw a card and discard one."""
    table.do_next(*[Refresh(seat, "discard") for seat in table.setup.seats_from[lead]])


END_STEPS: dict[str, Callable[["Table", int], None]] = {
    "none": lambda table, lead: None,
    "reinforce": _reinforce,
    "restock": _restock,
    "refresh": _refresh,
}

# After step 1.


ENDS: dict[str, Callable[["Table"], bool]] = {
    "deck": lambda table: False,
    "might": lambda table: False,
    "hands": lambda table: not any(table.hands),
    "means": lambda table: not (any(table.hands) or any(table.play)),
}
"""Whether the game is over: nobody holds a card; the same, and nothing is in play either."""
