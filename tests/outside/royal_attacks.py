"""Royal Dilemma's attacks and battles, each under its label in the rules page (A1, S1, W1, R1 …)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .asks import Asking, Chance
from .royal_pieces import Card, Commitment, Worth

if TYPE_CHECKING:
    from .royal_dilemma import RoyalDilemma


def resolve(game: RoyalDilemma, attacks: list[Commitment]) -> Asking[None]:
    """All attacks of a round, from the lead."""
    if game.edition.attack == "A5":
        game.deal([sum(attack.target == seat for attack in attacks) for seat in game.sides])
    by_seat = {attack.seat: attack for attack in attacks}
    fought: set[int] = set()
    for seat in game.from_the_lead():
        attack = by_seat.get(seat)
        if attack is None or seat in fought:
            continue
        answer = by_seat.get(attack.target)
        if game.two_colours:
            yield from red_black(game, attack)
        elif game.edition.battle and answer is not None and answer.target == seat:
            fought.add(answer.seat)
            yield from battle(game, attack, answer)
        else:
            yield from suits(game, attack)


# Red/black


def red_black(game: RoyalDilemma, attack: Commitment) -> Asking[None]:
    rule = game.edition.on_oneself if attack.target == attack.seat else game.edition.attack
    match rule:
        case "A1" | "A2":
            yield from capture(game, attack.seat, attack.target, attack.power, must=True)
        case "A3" | "A4" | "A5":
            yield from capture(game, attack.seat, attack.target, attack.power)
        case "A6":
            yield from a6(game, attack)
        case "A7":
            yield from a7(game, attack)
        case "S1":
            yield from game.may_draw(attack.seat, attack.power)
        case "S2":
            yield from s2(game, attack)
        case "S3":
            game.draw(attack.seat, attack.power)
        case "S4" | "S5":
            drawn = game.draw(attack.seat, attack.power)
            yield from game.discard_by_choice(attack.seat, game.free(game.hands[attack.seat]), drawn)
    if rule == "A4":
        game.draw(attack.target, 1)
    if rule in ("A1", "S0 returned"):
        return_card(game, attack)
    else:
        game.discarded += attack.cards


def s2(game: RoyalDilemma, attack: Commitment) -> Asking[None]:
    own = game.in_play[attack.seat]
    card = yield from game.choose(
        attack.seat, "sacrifice", [card for card in game.free(own) if card.value <= attack.power]
    )
    if card is not None:
        game.move_card(card, own, game.discarded)
        game.draw(attack.seat, card.value + attack.power)


def a6(game: RoyalDilemma, attack: Commitment) -> Asking[None]:
    target = attack.target
    removed = yield from game.choose(target, "remove", game.free(game.in_play[target]))
    if removed is not None:
        game.move_card(removed, game.in_play[target], game.discarded)
        game.draw(target, removed.value)
    yield from game.discard_by_choice(target, game.free(game.hands[target]), attack.power)


def a7(game: RoyalDilemma, attack: Commitment) -> Asking[None]:
    sacrificed = yield from sacrifice(game, attack.target)
    over = sacrificed - attack.power
    drawer, dropper = (attack.target, attack.seat) if over > 0 else (attack.seat, attack.target)
    game.draw(drawer, abs(over))
    droppable = [card for card in game.hands[dropper] if card in game.held_at_reveal[dropper]]
    yield from game.discard_by_choice(dropper, game.free(droppable), abs(over))


# Suits


def suits(game: RoyalDilemma, attack: Commitment) -> Asking[None]:
    invader, target = attack.seat, attack.target
    worth = Worth(game.edition.attack_doubled, invader, target)
    power = sum(worth(card) for card in attack.cards)
    nothing_in_play = not game.in_play[target]
    match game.edition.attack:
        case "A8" | "A9":
            power -= yield from sacrifice(game, target)
            yield from give(game, target, invader, power)
            if game.edition.attack == "A8":
                yield from give(game, invader, target, -power)
        case "A10" | "A11":
            by_count = game.edition.attack == "A10"
            yield from pay(game, target, power, game.discarded, game.hands[invader], worth, by_count)
        case "A12":
            yield from a12(game, attack, worth)
        case "A13":
            yield from pay(game, target, power, game.in_play[invader], game.hands[invader], worth)
        case "A14":
            yield from capture_freely(game, invader, target)
        case "A15":
            yield from capture(game, invader, target, power, worth)
    if game.edition.attack in ("A13", "A14", "A15"):
        return_card(game, attack)
    else:
        game.discarded += attack.cards
    yield from ransom(game, target, invader, power, nothing_in_play)


def a12(game: RoyalDilemma, attack: Commitment, worth: Worth) -> Asking[None]:
    power = attack.power
    own = game.in_play[attack.seat]
    if game.free(own):
        while True:
            spent = yield from game.choose(attack.seat, "spend", game.free(own), "done", even_without_cards=True)
            if spent is None:
                break
            game.move_card(spent, own, game.discarded)
            power += spent.value
    target = attack.target
    paid = yield from pay(game, target, power, game.discarded, game.discarded, worth, may_go_on=True)
    if paid < power:
        game.draw(attack.seat, power - paid)
    else:
        game.draw(target, paid - power)


def battle(game: RoyalDilemma, one: Commitment, two: Commitment) -> Asking[None]:
    worth = Worth(game.edition.battle_doubled, one.seat, two.seat)
    powers = {side.seat: sum(worth(card) for card in side.cards) for side in (one, two)}
    if powers[one.seat] == powers[two.seat]:
        game.discarded += one.cards + two.cards
        return
    won, lost = (one, two) if powers[one.seat] > powers[two.seat] else (two, one)
    winner, loser = won.seat, lost.seat
    nothing_in_play = not game.in_play[loser]
    return_card(game, won)
    game.discarded += lost.cards
    match game.edition.battle:
        case "W1":
            difference = powers[winner] - powers[loser]
            yield from pay(game, loser, difference, game.in_play[winner], game.hands[winner], worth)
        case "W2":
            yield from capture_freely(game, winner, loser)
        case "W3":
            yield from capture(game, winner, loser, powers[winner], worth)
    yield from ransom(game, loser, winner, powers[winner], nothing_in_play)


# What several rules do


def capture(
    game: RoyalDilemma, taker: int, victim: int, power: int, worth: Worth | None = None, must: bool = False
) -> Asking[None]:
    """One in-play card worth no more than the power changes control; by choice, or compulsorily."""
    value = worth or Worth(False, taker, victim)
    cards = [card for card in game.free(game.in_play[victim]) if value(card) <= power]
    card = yield from game.choose(taker, "capture", cards, *([] if must else ["decline"]))
    if card is not None:
        game.move_card(card, game.in_play[victim], game.in_play[taker])


def capture_freely(game: RoyalDilemma, taker: int, victim: int) -> Asking[None]:
    """A14: an in-play card of any value, or a random one out of the hand."""
    in_play, hand = game.free(game.in_play[victim]), game.free(game.hands[victim])
    if not in_play and not hand:
        return
    card = yield from game.choose(
        taker, "capture", in_play, *(["capture hand"] if hand else []), even_without_cards=True
    )
    if card is not None:
        game.move_card(card, game.in_play[victim], game.in_play[taker])
    else:
        names = yield Chance("pick", [card.name for card in hand], 1)
        card = next(card for card in hand if card.name == names[0])
        game.move_card(card, game.hands[victim], game.hands[taker])


def sacrifice(game: RoyalDilemma, seat: int) -> Asking[int]:
    """The value of the in-play card that the seat may give up, or 0."""
    card = yield from game.choose(seat, "sacrifice", game.free(game.in_play[seat]), "decline")
    if card is None:
        return 0
    game.move_card(card, game.in_play[seat], game.discarded)
    return card.value


def give(game: RoyalDilemma, giver: int, taker: int, count: int) -> Asking[None]:
    """So many hand cards of the giver's choice, or all that may still move."""
    for _ in range(count):
        card = yield from game.choose(giver, "give", game.free(game.hands[giver]))
        if card is not None:
            game.move_card(card, game.hands[giver], game.hands[taker])


def pay(
    game: RoyalDilemma,
    payer: int,
    demand: int,
    goal_from_play: list[Card],
    goal_from_hand: list[Card],
    worth: Worth,
    hand_cards_count_one: bool = False,
    may_go_on: bool = False,
) -> Asking[int]:
    """Card by card until the demand is met or nothing payable is left: how much was paid."""
    paid = 0
    in_play, hand = game.in_play[payer], game.hands[payer]
    while True:
        met = paid >= demand
        if met and not may_go_on:
            return paid
        card = yield from game.choose(payer, "pay", game.free(in_play + hand), *(["stop"] if met else []))
        if card is None:
            return paid
        if card in in_play:
            paid += worth(card)
            game.move_card(card, in_play, goal_from_play)
        else:
            paid += 1 if hand_cards_count_one else worth(card)
            game.move_card(card, hand, goal_from_hand)


def ransom(game: RoyalDilemma, payer: int, taker: int, power: int, nothing_in_play: bool) -> Asking[None]:
    match game.edition.ransom:
        case "R1":
            yield from give(game, payer, taker, 1)
        case "R2" if nothing_in_play:
            yield from give(game, payer, taker, power)


def return_card(game: RoyalDilemma, attack: Commitment) -> None:
    """The attack card goes back to its owner's hand, where it stays put for the rest of the step."""
    game.hands[attack.seat] += attack.cards
    game.settled.update(attack.cards)
