"""Royal Dilemma by its rules page: deal, rounds and builds. Attacks and end steps stand in files of their own."""

from collections.abc import Iterable, Sequence
from typing import Any

from . import royal_attacks, royal_end_steps
from .asks import Asking, Chance, Decide, competition_ranks, to_the_left
from .royal_editions import EDITIONS, HANDS, LAST, NOBODY_ACTS, NUMBERS, STRENGTH, STUCK
from .royal_pieces import FACES, RANKS, SUITS, Card, Commitment


class RoyalDilemma:
    def __init__(self, options: dict[str, Any], edition: str):
        self.edition = EDITIONS[edition]
        self.number = NUMBERS[edition]
        self.two_colours = self.number <= 14
        self.players = options["players"]
        self.immediate_end = options["end_timing"] == "immediate"
        self.max_rounds = options["max_rounds"]
        self.sides = list(range(self.players))
        self.faces = FACES[: self.players]

        self.deck: list[Card] = []  # next card first
        self.hands: list[list[Card]] = [[] for _ in self.sides]
        self.in_play: list[list[Card]] = [[] for _ in self.sides]
        self.discarded: list[Card] = []
        self.strength = [1 if self.edition.ends == (STRENGTH,) else 0] * self.players
        self.dead: set[int] = set()
        self.lead = 0

        self.settled: set[Card] = set()
        self.drawn_this_round = False
        self.held_at_reveal: list[list[Card]] = []

    # The whole game

    def value_cards(self) -> list[str]:
        """The centre deck's cards, in no order."""
        if not self.two_colours:
            return [rank + suit for rank in RANKS[1:10] for suit in SUITS]
        ranks = RANKS[1:10] if self.number <= 3 else RANKS
        packs = (self.players + 1) // 2
        return [rank + suit for rank in ranks if rank not in self.faces for suit in SUITS for _ in range(packs)]

    def play(self) -> Asking[str]:
        cards = self.value_cards()
        order = yield Chance("deck", cards, len(cards))
        self.deck = [Card(name) for name in order]
        self.open()
        for _ in range(self.max_rounds):
            over = yield from self.round()
            if over:
                return "normal"
            self.lead = (self.lead + 1) % self.players
        return "truncated"

    def open(self) -> None:
        places = self.in_play if self.edition.start[0] == "P" else self.hands
        for _ in range(int(self.edition.start[1:])):
            for seat in self.sides:
                places[seat].append(self.deck.pop(0))

    def round(self) -> Asking[bool]:
        """Steps 1 to 5: does the game end with this round?"""
        ends = self.edition.ends
        self.settled = set()
        self.drawn_this_round = False

        self.deal(self.owed())
        if LAST in ends and not self.deck and self.immediate_end:
            return True
        if not any(self.hands) and (HANDS in ends or (STUCK in ends and not any(self.in_play))):
            return True

        commitments = yield from self.commit()
        self.held_at_reveal = [list(hand) for hand in self.hands]

        if STRENGTH in ends:
            if royal_end_steps.change_strengths(self, commitments):
                return True
        else:
            self.build([commitment for commitment in commitments if commitment.builds])
            yield from royal_attacks.resolve(self, [each for each in commitments if not each.builds])
            if LAST in ends and not self.deck:
                return True  # these editions have no step 5

        yield from royal_end_steps.end_step(self, commitments)
        if commitments:
            return False
        return NOBODY_ACTS in ends or not self.drawn_this_round

    # Step 1: draw

    def owed(self) -> list[int]:
        everything = [card for cards in self.in_play for card in cards]
        owed = []
        for seat in self.sides:
            rule = self.edition.draw
            counted = self.in_play[seat] if rule.startswith("own") else everything
            if not rule:
                owed.append(0)
            elif "sum" in rule:
                owed.append(sum(card.value for card in counted))
            else:
                owed.append(len(counted))
            if "suit" in rule:
                owed[seat] += sum(card.suit == SUITS[seat] for card in everything)
        return owed

    def deal(self, owed: Sequence[int]) -> list[int]:
        """One card at a time from the lead to those still owed any, while the deck lasts: how many each has got."""
        got = [0] * self.players
        while self.deck and any(got[seat] < owed[seat] for seat in self.sides):
            for seat in self.from_the_lead():
                if self.deck and got[seat] < owed[seat]:
                    self.hands[seat].append(self.deck.pop(0))
                    got[seat] += 1
                    self.drawn_this_round = True
        return got

    def draw(self, seat: int, count: int) -> int:
        """One seat draws so many, or what is left: how many that was."""
        return self.deal([count if other == seat else 0 for other in self.sides])[seat]

    # Step 2: commit

    def commit(self) -> Asking[list[Commitment]]:
        commitments = []
        for seat in self.living():
            if self.hands[seat]:
                commitment = yield from self.commit_one(seat)
                if commitment is not None:
                    commitments.append(commitment)
        return commitments

    def commit_one(self, seat: int) -> Asking[Commitment | None]:
        colours = ["red ", "black "] if self.two_colours else [""]
        choices = {
            f"{colour}{self.faces[target]} {card.name}": Commitment(seat, colour.strip(), target, [card])
            for colour in colours
            for target in self.living()
            for card in self.hands[seat]
        }
        move = yield Decide(seat, [*choices, *([] if self.edition.must_commit else ["pass"])])
        if move == "pass":
            return None
        commitment = choices[move]
        self.hands[seat].remove(commitment.cards[0])
        while self.edition.several_cards:
            added = yield from self.choose(seat, "add", self.hands[seat], "done", even_without_cards=True)
            if added is None:
                break
            self.hands[seat].remove(added)
            commitment.cards.append(added)
        return commitment

    # Step 4: builds

    def build(self, builds: list[Commitment]) -> None:
        totals_before = [sum(card.value for card in cards) for cards in self.in_play]
        for one in builds:
            self.in_play[one.target] += one.cards
            if self.two_colours:
                self.settled.update(one.cards)

        owed = [0] * self.players
        for one in builds:
            other = one.target != one.seat
            match self.edition.build:
                case "B2" if other:
                    owed[one.seat] += one.power
                case "B3" if other:
                    owed[one.seat] += min(one.power, totals_before[one.target])
                case "B4":
                    for seat in self.sides:
                        if seat != one.target:
                            owed[seat] += one.power
                case "B5":
                    owed[one.seat] += len(self.held_at_reveal[one.target])
        self.deal(owed)

    # What several rules do

    def choose(
        self, seat: int, verb: str, cards: Iterable[Card], *otherwise: str, even_without_cards: bool = False
    ) -> Asking[Card | None]:
        """The card that the seat chooses, or None for another answer. Without a card nothing is asked."""
        by_move = {f"{verb} {card.name}": card for card in cards}
        if not by_move and not even_without_cards:
            return None
        move = yield Decide(seat, [*by_move, *otherwise])
        return by_move.get(move)

    def may_draw(self, seat: int, count: int) -> Asking[int]:
        if not self.deck:
            return 0
        move = yield Decide(seat, ["draw", "stay"])
        return self.draw(seat, count) if move == "draw" else 0

    def free(self, cards: Iterable[Card]) -> list[Card]:
        return [card for card in cards if card not in self.settled]

    def move_card(self, card: Card, source: list[Card], goal: list[Card]) -> None:
        """A card changes its place in step 4."""
        source.remove(card)
        goal.append(card)
        self.settled.add(card)

    def discard_by_choice(self, seat: int, cards: Sequence[Card], count: int) -> Asking[None]:
        """The seat discards so many of these hand cards, or all of them."""
        left = list(cards)
        for _ in range(min(count, len(left))):
            card = yield from self.choose(seat, "discard", left)
            assert card is not None
            left.remove(card)
            self.move_card(card, self.hands[seat], self.discarded)

    def living(self) -> list[int]:
        return [seat for seat in self.sides if seat not in self.dead]

    def from_the_lead(self) -> list[int]:
        """The living, leftwards from the lead seat. The lead passes through the dead like through anybody else."""
        return [seat for seat in [self.lead, *to_the_left(self.lead, self.players)] if seat not in self.dead]

    def scores(self) -> list[int]:
        if self.edition.ends == (STRENGTH,):
            return [0 if seat in self.dead else self.strength[seat] for seat in self.sides]
        return [sum(card.value for card in cards) for cards in self.in_play]

    def ranks(self) -> list[int]:
        return competition_ranks(self.scores())
