"""Battleground by its rules page."""

from typing import Any

from .asks import Asking, Chance, Decide, competition_ranks, to_the_left

PACKS = {
    "zsa": list("0123456789XJQKA") * 8,
    "standard": list("23456789XJQKA") * 8 + ["0"] * 4,
}
HAND = 7
DAMAGE = [str(rank) for rank in range(1, 10)]
HEAL = {"0": 20, "X": 10}


class Battleground:
    def __init__(self, options: dict[str, Any], edition: None = None):
        self.players = options["players"]
        self.pack = PACKS[options["pack"]]
        self.max_turns = options["max_turns"]
        self.sides = list(range(self.players))
        self.stacks: list[list[str]] = [[] for _ in self.sides]  # top card first
        self.hands: list[list[str]] = [[] for _ in self.sides]
        self.discard: list[str] = []
        self.turn_out: list[int | None] = [None] * self.players
        self.capped = False

    def play(self) -> Asking[str]:
        deck = yield Chance("deck", self.pack, len(self.pack))
        size = len(deck) // self.players
        for seat in self.sides:
            self.stacks[seat] = deck[seat * size : (seat + 1) * size]
            self.take(seat, HAND)

        seat = 0
        for number in range(1, self.max_turns + 1):
            yield from self.turn(seat)
            for other in self.living():
                if self.cards_held(other) == 0:
                    self.turn_out[other] = number
            if len(self.living()) <= 1:
                return "normal"
            seat = next(other for other in to_the_left(seat, self.players) if other in self.living())
        self.capped = True
        return "truncated"

    def turn(self, seat: int) -> Asking[None]:
        move = yield Decide(seat, self.moves(seat))
        card, _, target = move.partition(" ")
        self.hands[seat].remove(card)
        cancelled = False
        if card != "A":
            cancelled = yield from self.denied(seat)
        if not cancelled:
            yield from self.effect(card, seat, int(target) if target else None)
        self.discard.append(card)

        empty_hands = [other for other in self.living() if not self.hands[other]]
        if seat not in empty_hands:
            self.take(seat, 1)
        for other in empty_hands:
            self.take(other, HAND)

    def moves(self, seat: int) -> list[str]:
        others = [other for other in to_the_left(seat, self.players) if other in self.living()]
        moves = []
        for card in sorted(set(self.hands[seat])):
            if card in ("0", "X", "J", "A"):
                moves.append(card)
            if card in ("J", *DAMAGE):
                moves += [f"{card} {other}" for other in others]
            if card in ("Q", "K"):
                moves += [f"{card} {other}" for other in others if self.hands[other]]
        return moves

    def denied(self, player: int) -> Asking[bool]:
        """The reply windows after a card that the player has played: is the card cancelled?"""
        for other in to_the_left(player, self.players):
            if "A" in self.hands[other]:
                reply = yield Decide(other, ["deny", "allow"])
                if reply == "deny":
                    self.hands[other].remove("A")
                    self.discard.append("A")
                    deny_denied = yield from self.denied(other)
                    return not deny_denied
        return False

    def effect(self, card: str, seat: int, target: int | None) -> Asking[None]:
        if card in HEAL:
            healed = yield from self.at_random("shuffle", self.discard, HEAL[card])
            self.stacks[seat] += healed
        elif target is not None and card in DAMAGE:
            damage = int(card)
            from_stack = self.stacks[target][:damage]
            del self.stacks[target][:damage]
            from_hand = yield from self.at_random("pick", self.hands[target], damage - len(from_stack))
            self.discard += from_stack + from_hand
        elif target is not None and card == "J":
            self.hands[seat], self.hands[target] = self.hands[target], self.hands[seat]
        elif target is not None and card == "Q":
            lost = yield from self.at_random("pick", self.hands[target], 1)
            self.discard += lost
        elif target is not None and card == "K":
            stolen = yield from self.at_random("pick", self.hands[target], 1)
            self.hands[seat] += stolen

    def at_random(self, kind: str, pile: list[str], count: int) -> Asking[list[str]]:
        """Takes so many cards, or what there is, out of the pile; no card, no event."""
        count = min(count, len(pile))
        if count == 0:
            return []
        cards: list[str] = yield Chance(kind, pile, count)
        for card in cards:
            pile.remove(card)
        return cards

    def take(self, seat: int, count: int) -> None:
        self.hands[seat] += self.stacks[seat][:count]
        del self.stacks[seat][:count]

    def living(self) -> list[int]:
        return [seat for seat in self.sides if self.turn_out[seat] is None]

    def cards_held(self, seat: int) -> int:
        return len(self.hands[seat]) + len(self.stacks[seat])

    def scores(self) -> list[int]:
        return [self.cards_held(seat) for seat in self.sides]

    def ranks(self) -> list[int]:
        def key(seat: int) -> tuple[float, int]:
            out = self.turn_out[seat]
            if out is not None:
                return out, 0
            return float("inf"), self.cards_held(seat) if self.capped else 0

        return competition_ranks([key(seat) for seat in self.sides])
